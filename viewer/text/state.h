// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

// What a JSON file has wrong, after its name and that of the entry.
constexpr Text entry_is_missing("is missing");
constexpr Text entry_is_no_object("must be an object");
constexpr Text entry_is_no_list("must be a list");
constexpr Text entry_is_no_number("must be a number");
constexpr Text entry_is_no_flag("must be true or false");
constexpr Text entry_is_no_text("must be a string");
constexpr Text entry_is_no_choice("must be one of: {}");
constexpr Text entry_is_out_of_range("cannot be {}");
constexpr Text entry_has_wrong_count("must be a list of {} numbers");
constexpr Text entry_is_not_rigid(
    "is not rigid: it scales, mirrors or shears, or its last row is not 0 0 0 1");
constexpr Text entry_is_too_far("is {:.6g} m away; lengths are in mm");
constexpr Text entry_is_no_rotation("must be a quaternion of length 1");
constexpr Text entry_is_no_nozzle("has a place too far away or a direction that is zero");
constexpr Text entry_is_no_case("does not fit: a case has an upper and a lower, the demo has neither");
constexpr Text entry_is_no_session("does not identify an Intercusp session");
constexpr Text session_is_later("was written by a later version of Intercusp");
constexpr Text file_is_no_session("is not an Intercusp session");

constexpr Text scan_is_missing("{} is missing.");
constexpr Text scan_has_changed("{} has changed.");

// Work in the background, as it is shown.
constexpr Text reading_scans("Reading and closing the scans\u2026");
constexpr Text reading_session("Reading the session\u2026");
constexpr Text preparing_case("Preparing the case\u2026");
constexpr Text preparing_teeth("Preparing the teeth\u2026");
constexpr Text computing_paths("Computing the articulator's movements\u2026");
constexpr Text reading_track("Reading the track\u2026");
constexpr Text playing_film("Finding the contacts of the whole movement\u2026");
constexpr Text measuring("Measuring the bite as the report does\u2026");
constexpr Text comparing_poses("Measuring the pose to compare with\u2026");
constexpr Text mended("The case is shown with the correction. Please check that it looks right.");
constexpr Text proof_name("The pose shown");
constexpr Text proof_settings("engine {}; pixel {} mm");
constexpr Text settling("Settling the bite\u2026");
constexpr Text closing_to_depth("Closing to the chosen depth\u2026");
constexpr Text tracing_rays("Tracing 16 rays per pixel\u2026");
constexpr Text drawing_stages("Finding what decides each pixel\u2026");
constexpr Text writing_report("Inspecting the bite and writing the report\u2026");
constexpr Text drawing_map("Drawing the map\u2026");
constexpr Text writing_contacts("Inspecting the bite and writing the contacts\u2026");
constexpr Text writing_meshes("Measuring and writing the meshes\u2026");
constexpr Text copying_picture("Copying the picture\u2026");
constexpr Text writing_file("Writing the file\u2026");

// Steps of undo, after "Undo: ".
constexpr Text first_contact("first contact");
constexpr Text settle("settle the bite");
constexpr Text close_to_depth("closing to a depth");
constexpr Text nudge("small move");
constexpr Text hinge("hinge");
constexpr Text reset("reset to the opened pose");
constexpr Text between_poses("between two poses");
constexpr Text keep_pose("save pose");
constexpr Text remove_pose("delete pose");
constexpr Text go_to_pose("pose \"{}\"");
constexpr Text load_pose("pose from a file");
constexpr Text threshold("threshold");
constexpr Text measure("measure");
constexpr Text articulator("articulator");
constexpr Text protrusion("protrusion");
constexpr Text laterotrusion_right("laterotrusion to the right");
constexpr Text laterotrusion_left("laterotrusion to the left");

constexpr Text closing_movement("closing about the hinge");
constexpr Text all_movements("protrusion and laterotrusions");

constexpr Text step_merge("merge {} and {}");
constexpr Text step_split("split {}");
constexpr Text step_add("add a tooth");
constexpr Text step_remove("remove {}");
constexpr Text step_grow("grow {}");
constexpr Text step_shrink("shrink {}");
constexpr Text step_renumber("renumber {} to {}");
constexpr Text numbers_exchanged("Another tooth had the number {}: it is {} now. Please check both.");
constexpr Text step_confirm("confirm {}");
constexpr Text step_shift("shift the row from {}");
constexpr Text step_missing("{} is missing");

// Parts of a film.
constexpr Text movement_out("{}, out");
constexpr Text movement_back("{}, back");

// Messages and questions.
constexpr Text open_case_first("Open a case first.");
constexpr Text drop_two_scans(
    "Drop the upper and the lower jaw together: two mesh files or folders, or one folder that holds both. "
    "Drop a "
    "session, a track or a pose alone.");
constexpr Text out_of_memory("There is not enough memory for this.");
constexpr Text needs_memory(
    "This needs at least {} of memory, {} are free: close other programs or thin the meshes out.");
constexpr Text no_threads(
    "No thread can be started: close other programs or raise the limit on processes (ulimit -u).");
constexpr Text not_autosaved(
    "Changes are not kept for recovery: {} Make room there, or save the session elsewhere.");
constexpr Text unknown_failure("This did not work, for a reason that is not known.");
constexpr Text moved_too_far("The mandible cannot be moved by more than {:.0f} m.");
constexpr Text no_first_contact(
    "The jaws do not meet within 45\u00b0 or 100 mm, or they cannot be separated.");
constexpr Text moved_meanwhile("The mandible has moved meanwhile. It was left where it is.");
constexpr Text depth_not_reached("Closing about the hinge does not bring the jaws that deep.");
constexpr Text closed_by_distance("Closed about the hinge: overlap {} mm deep by surface distance.");
constexpr Text closed_by_clearance("Closed about the hinge: overlap {} mm deep along the projection.");
constexpr Text no_path("The jaws do not meet on this path. Check the articulator's settings.");
constexpr Text no_opengl("The stencil engine needs OpenGL 4.5, which is not available here: {}");
constexpr Text edit_refused("Not possible: {}.");
constexpr Text edit_left_out("The correction \"{}\" does not fit this scan: {}. It was left out.");
constexpr Text written("Saved: {}");
constexpr Text picture_copied("The picture is on the clipboard.");
constexpr Text demo_case("Demo case");
constexpr const char* recent_case = "{}: {} + {}";
constexpr Text recover("Intercusp ended before this work was saved. Recover it?\n{}\nLast kept on {}");
constexpr const char* time_format = "{:%Y-%m-%d %H:%M}";
constexpr Text unsaved_changes(
    "The open case has unsaved changes. They are lost when another case is opened.");
constexpr Text outside_files(
    "The session {} opens files outside its folder:\n{}\nOpen them if you know where the session comes "
    "from.");
constexpr Text scans_changed(
    "The scans have changed since this session was saved:\n{}\nOpen it with the scans as they are now?");

}  // namespace intercusp::viewer::text
