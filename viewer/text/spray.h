// Text of the Spray step.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr Text step_spray("Spray");
constexpr Text step_spray_explained("Where a spray reaches the teeth, and what stays bare. Key: Ctrl+5.");

constexpr Text nozzle_heading("Nozzle");
constexpr Text nozzle_explained(
    "Powder, air and water, varnish: place the nozzle in front of the teeth, spray, and see what stays "
    "bare.");
constexpr Text place_nozzle("Place by a click");
constexpr Text place_nozzle_explained(
    "Click a place on a jaw to put the nozzle in front of it, aimed along the view.");
constexpr Text place_nozzle_hint("Click the place to spray at (Esc ends)");
constexpr Text nozzle_as_seen("As I look now");
constexpr Text nozzle_as_seen_explained(
    "Aims the nozzle along the view, at the point it aims at; a new one at the middle of the view.");
constexpr Text nozzle_drag_explained(
    "Drag the nozzle in the 3D view to move it, the ring at the end of its axis to aim it.");
constexpr Text nozzle_distance("Distance");
constexpr Text nozzle_distance_explained("From the nozzle to the point it aims at.");
constexpr Text nozzle_cone("Cone");
constexpr Text nozzle_disc("Disc");
constexpr Text nozzle_opening_explained(
    "A cone from a point, or a parallel beam from a disc. Both are uniform.");
constexpr Text nozzle_half_angle("Half angle");
constexpr Text nozzle_radius("Radius");
constexpr Text nozzle_droplets("Droplets");
constexpr Text nozzle_droplets_explained(
    "Of one pass. What is reached does not depend on them; how thick the deposit is does.");
constexpr Text nozzle_speed("Droplet speed");
constexpr Text nozzle_speed_explained("Of the droplets at the nozzle: slow ones fall farther.");
constexpr Text nozzle_gravity("Gravity");
constexpr Text nozzle_gravity_explained("Droplets fall towards the patient's feet, the head upright.");
constexpr Text nozzle_place_heading("Nozzle in numbers");
constexpr Text nozzle_left("To the left");
constexpr Text nozzle_forward("Forward");
constexpr Text nozzle_up("Up");
constexpr Text nozzle_place_explained("Place of the nozzle, from the middle of the lower jaw as opened.");
constexpr Text nozzle_aside("Aim aside");
constexpr Text nozzle_aside_explained(
    "0° sprays from the front backwards, 90° from the patient's right to the left.");
constexpr Text nozzle_tilt("Aim up");
constexpr Text nozzle_tilt_explained("0° is level, 90° sprays straight up.");
constexpr const char* format_droplets = "%.0f";
constexpr const char* format_m_s = "%.1f m/s";
constexpr const char* format_thin = "%.0f / mm²";

constexpr Text spray_now("Spray");
constexpr Text spray_now_explained("One pass on the jaws as they stand now. Hidden jaws are there too.");
constexpr Text no_nozzle("There is no nozzle yet.");

constexpr Text passes_heading("Passes");
constexpr Text no_passes("No pass was sprayed yet.");
constexpr Text pass_name("{}: {}");
constexpr Text from_front("from the front");
constexpr Text from_back("from behind");
constexpr Text from_right("from the right");
constexpr Text from_left("from the left");
constexpr Text from_above("from above");
constexpr Text from_below("from below");
constexpr Text pass_landed("{} % of the droplets landed.");
constexpr Text pass_click("Click: the nozzle as it was in this pass.");
constexpr Text pass_in_other_pose("in another pose");
constexpr Text pass_with_other_bodies("other bodies");
constexpr Text passes_in_other_pose(
    "Marked passes were taken while the lower jaw stood elsewhere. What they left went with the teeth.");
constexpr Text remove_pass("Remove this pass.");
constexpr Text passes_wait("The passes are being sprayed again.");
constexpr Text passes_stopped("The passes of this session are not sprayed.");
constexpr Text spray_again("Spray them again");

constexpr Text coverage_heading("Coverage");
constexpr Text show_deposit("Show the deposit on the teeth");
constexpr Text show_deposit_explained("In place of the contacts' colours.");
constexpr Text thin_below("Thin below");
constexpr Text thin_below_explained("Places with fewer droplets, all passes together, count as thin.");
constexpr Text column_sprayed("Tooth");
constexpr Text column_reached("mm²");
constexpr Text column_reached_share("%");
constexpr Text column_thin("thin");
constexpr Text column_bare("bare");
constexpr Text upper_whole("Upper jaw");
constexpr Text lower_whole("Lower jaw");
constexpr Text gum_of_upper("Gum, upper");
constexpr Text gum_of_lower("Gum, lower");
constexpr Text coverage_explained(
    "mm² reached and their share, of these thin, and still bare; the teeth by what is bare, worst first. "
    "Click a tooth to centre it.");
constexpr Text no_teeth_sprayed("The teeth have no numbers, so only whole jaws are listed.");

// The legend and notes of the 3D view.
constexpr Text passes_in_other_pose_note(
    "Part of the deposit was sprayed while the lower jaw stood elsewhere.");
constexpr Text deposit_finding(
    "Passes: {}  ·  upper jaw {} mm² reached, {} %  ·  lower jaw {} mm² reached, {} %");
constexpr Text deposit_definition(
    "Deposit of all passes together: droplets to be expected per mm², from the ways back to each nozzle.");
constexpr Text deposit_legend("Deposit");
constexpr Text deposit_covered("covered");
constexpr Text deposit_thin("thin: below {} / mm²");
constexpr Text deposit_bare("bare");

// Work, steps of undo, messages.
constexpr Text spraying("Following the droplets…");
constexpr Text step_nozzle("nozzle");
constexpr Text step_pass("spray pass");
constexpr Text step_remove_pass("removing a spray pass");
constexpr Text step_thin("thin below");
constexpr Text nozzle_inside_upper("The nozzle lies inside the upper jaw. Move it outside.");
constexpr Text nozzle_inside_lower("The nozzle lies inside the lower jaw. Move it outside.");
constexpr Text nozzle_inside_body("The nozzle lies inside {}. Move it outside.");
constexpr Text nozzle_needs_place("There is nothing to aim at there.");

}  // namespace intercusp::viewer::text
