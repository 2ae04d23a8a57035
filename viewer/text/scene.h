// Text on the views, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

// Views
constexpr Text frontal_view("Frontal view");
constexpr Text right_view("View from the right");
constexpr Text left_view("View from the left");
constexpr Text upper_occlusal_view("Upper jaw, occlusal view");
constexpr Text lower_occlusal_view("Lower jaw, occlusal view");
constexpr Text free_view("Free view");
constexpr Text map_view("Contact map");
constexpr Text map_view_by_stage("Deciding stage of each pixel");
constexpr Text section_view("Section");

// Letters of the orientation marker
constexpr const char* superior_letter = "S";
constexpr Text anterior_letter("A");
constexpr Text left_letter("L");

// Legends
constexpr Text upper_only("upper only");
constexpr Text lower_only("lower only");
constexpr Text not_scanned("not scanned");
constexpr Text distance_legend("Surface distance, mm");
constexpr Text clearance_legend("Clearance, mm");
constexpr Text teeth_legend("Teeth");
constexpr Text sure_tooth("sure");
constexpr Text unsure_tooth("not sure");
constexpr Text compass_legend("Contact by movement");
constexpr Text compass_closing("centric");
constexpr Text compass_protrusion("protrusion");
constexpr Text compass_lateroprotrusion("lateroprotrusion");
constexpr Text compass_return("return");
constexpr Text compass_working("laterotrusion");
constexpr Text compass_balancing("mediotrusion (balancing)");
constexpr Text compass_other("at rest, other");
constexpr Text stages_legend("Decided by");
constexpr Text stage_pass1("first pass");
constexpr Text stage_pass2("second pass");
constexpr Text stage_layers("sorted layers");
constexpr Text stage_rays("rays");
constexpr Text stage_none("not measured");
constexpr Text section_upper("upper");
constexpr Text section_lower("lower");
constexpr Text section_overlap("overlap");
constexpr Text section_notes(
    "Distances in this plane, overlap negative. Jaws are closed straight across at the edges of their "
    "scans.");

// The finding
constexpr const char* about = "\u2248 {}";  // while the jaw moves
constexpr const char* in_brackets = " ({})";
constexpr Text no_contact("no contact");
constexpr Text interval("95 %: {}");
constexpr Text least_interval("95 %: {} mm");
constexpr const char* millimetres = "{} mm";
constexpr const char* square_millimetres = "{} mm\u00b2";
constexpr Text least_distance("Smallest surface distance {}");
constexpr Text deepest_distance("Overlap, {} deep");
constexpr Text least_clearance("Smallest clearance {}");
constexpr Text deepest_clearance("Overlap, {} along the projection");
constexpr Text overlap("Overlap");
constexpr Text touching("Touching");
constexpr Text far_apart("No contact within {} mm");
constexpr Text nothing_faces("The jaws do not overlap in the view of the map");
constexpr Text contact_area("contact {}");
constexpr Text right_share("R {} %");
constexpr Text left_share("L {} %");
// The same beside its name.
constexpr Text deep("{} deep");
constexpr Text overlaps("overlap");
constexpr Text touches("touching");
constexpr Text more_than("more than {} mm");
constexpr Text none_faces("none");
// The card of findings.
constexpr Text registration_plausible("Plausible");
constexpr Text registration_doubtful("To be checked");
constexpr Text registration_implausible("Implausible");
constexpr Text card_doubt("Check");
constexpr Text card_overlap("Overlap");
constexpr Text card_touching("None: the teeth just touch.");
constexpr Text card_apart("None: the teeth are {} apart.");
constexpr Text card_deep("Yes, {}");
constexpr Text card_overlaps("Yes");
constexpr Text card_at(", deepest at {}");
constexpr Text card_area("Contact area");
constexpr Text card_teeth("Teeth in contact");
constexpr Text card_balance("Balance");
constexpr Text card_first_contact("First contact");
constexpr Text card_hinge("{}, about the hinge axis");
constexpr Text card_closing_order("Order of contacts");
constexpr Text card_within("{}: within {} mm as the jaw closes");
constexpr const char* teeth_pair = "{} / {}";
// Where the numbers come from.
constexpr Text as_in_report("Final.");
constexpr Text live_numbers("Approximate while the jaw moves.");
constexpr Text being_measured("Measuring\u2026");
constexpr Text by_distance(
    "Contact: surface distance at most {} mm, overlap included; area measured on the lower jaw.");
constexpr Text by_clearance(
    "Contact: clearance along the projection at most {} mm, overlap included; area measured on the lower "
    "jaw.");
constexpr Text map_lines("Lines: outlines of the jaws, {} mm (bold), {} mm (fine).");
constexpr Text other_pose("Computed for another pose.");
constexpr Text disclaimer("For research and planning support.");

}  // namespace intercusp::viewer::text
