// Text on the views, in one place for translation. fmt fills in the numbers.
#pragma once

namespace intercusp::viewer::text {

// Views
constexpr const char* frontal_view = "Frontal view";
constexpr const char* right_view = "View from the right";
constexpr const char* left_view = "View from the left";
constexpr const char* upper_occlusal_view = "Upper jaw, occlusal view";
constexpr const char* lower_occlusal_view = "Lower jaw, occlusal view";
constexpr const char* free_view = "Free view";
constexpr const char* map_view = "Clearance map";
constexpr const char* map_view_by_stage = "Deciding stage of each pixel";
constexpr const char* map_seen_from = "seen from below";
constexpr const char* section_view = "Section";

// Letters of the orientation marker
constexpr const char* superior_letter = "S";
constexpr const char* anterior_letter = "A";
constexpr const char* left_letter = "L";

// Legends
constexpr const char* upper_only = "upper only";
constexpr const char* lower_only = "lower only";
constexpr const char* not_scanned = "not scanned";
constexpr const char* teeth_legend = "Teeth";
constexpr const char* sure_tooth = "sure";
constexpr const char* unsure_tooth = "not sure";
constexpr const char* compass_legend = "Contact by movement";
constexpr const char* compass_closing = "closing";
constexpr const char* compass_protrusion = "protrusion";
constexpr const char* compass_retrusion = "retrusion";
constexpr const char* compass_working = "working side";
constexpr const char* compass_balancing = "balancing side";
constexpr const char* compass_other = "at rest, other";
constexpr const char* stages_legend = "Decided by";
constexpr const char* stage_pass1 = "first pass";
constexpr const char* stage_pass2 = "second pass";
constexpr const char* stage_layers = "sorted layers";
constexpr const char* stage_rays = "rays";
constexpr const char* stage_none = "not measured";
constexpr const char* section_upper = "upper";
constexpr const char* section_lower = "lower";
constexpr const char* section_overlap = "overlap";
constexpr const char* section_notes =
    "Distances in this plane, overlap negative. Jaws are closed straight across at the edges of their scans.";

// The finding
constexpr const char* plus_minus = "{} \u00b1 {}";
constexpr const char* millimetres = "{} mm";
constexpr const char* square_millimetres = "{} mm\u00b2";
constexpr const char* least_distance = "Smallest surface distance {}";
constexpr const char* deepest_distance = "Overlap, {} deep";
constexpr const char* least_clearance = "Smallest clearance {}";
constexpr const char* deepest_clearance = "Overlap, {} along the projection";
constexpr const char* overlap = "Overlap";
constexpr const char* touching = "Touching";
constexpr const char* far_apart = "No contact within {} mm";
constexpr const char* nothing_faces = "The jaws do not overlap in the view of the map";
constexpr const char* contact_area = "contact {}";
constexpr const char* right_share = "R {} %";
constexpr const char* left_share = "L {} %";
// The same beside its name.
constexpr const char* deep = "{} deep";
constexpr const char* gap = "{}";
constexpr const char* overlaps = "overlap";
constexpr const char* touches = "touching";
constexpr const char* more_than = "more than {} mm";
constexpr const char* none_faces = "none";
// The card of findings.
constexpr const char* card_overlap = "Overlap";
constexpr const char* card_touching = "None: the teeth just touch.";
constexpr const char* card_apart = "None: the teeth are {} apart.";
constexpr const char* card_deep = "Yes, {}";
constexpr const char* card_overlaps = "Yes";
constexpr const char* card_at = ", deepest at {}";
constexpr const char* card_area = "Contact area";
constexpr const char* card_teeth = "Teeth in contact";
constexpr const char* card_quadrants = "Upper: right {}, left {}\nLower: right {}, left {}";
constexpr const char* card_balance = "Balance";
constexpr const char* card_first_contact = "First contact";
constexpr const char* card_hinge = "{}, about the hinge axis";
constexpr const char* teeth_pair = "{} / {}";
// Where the numbers come from.
constexpr const char* as_in_report = "Numbers as in the report.";
constexpr const char* live_numbers = "Approximate while the jaw moves.";
constexpr const char* being_measured = "Approximate; being measured.";
constexpr const char* by_distance =
    "Contact: surface distance at most {} mm, overlap included; area measured on the lower jaw.";
constexpr const char* by_clearance =
    "Contact: clearance along the projection at most {} mm, overlap included; area measured on the lower "
    "jaw.";
constexpr const char* painted_clearance = "Colours: clearance along the projection.";
constexpr const char* map_lines = "Lines: outlines of the jaws, {} mm (bold), {} mm (fine).";
constexpr const char* other_pose = "Computed for another pose.";
constexpr const char* disclaimer = "For research and planning support.";

}  // namespace intercusp::viewer::text
