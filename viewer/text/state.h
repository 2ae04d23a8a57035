// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

namespace intercusp::viewer::text {

// What a JSON file has wrong, after its name and that of the entry.
constexpr const char* entry_is_missing = "is missing";
constexpr const char* entry_is_no_object = "must be an object";
constexpr const char* entry_is_no_list = "must be a list";
constexpr const char* entry_is_no_number = "must be a number";
constexpr const char* entry_is_no_flag = "must be true or false";
constexpr const char* entry_is_no_text = "must be a string";
constexpr const char* entry_is_no_choice = "must be one of: {}";
constexpr const char* entry_is_out_of_range = "cannot be {}";
constexpr const char* entry_has_wrong_count = "must be a list of {} numbers";
constexpr const char* entry_is_not_rigid =
    "is not rigid: it scales, mirrors or shears, or its last row is not 0 0 0 1";
constexpr const char* entry_is_too_far = "is {:.6g} m away; lengths are in mm";
constexpr const char* entry_is_no_rotation = "must be a quaternion of length 1";
constexpr const char* entry_is_no_case =
    "does not fit: a case has an upper and a lower, the demo has neither";
constexpr const char* entry_is_no_session = "does not identify an Intercusp session";
constexpr const char* session_is_later = "was written by a later version of Intercusp";
constexpr const char* file_is_no_session = "is not an Intercusp session";

constexpr const char* scan_is_missing = "{} is missing.";
constexpr const char* scan_has_changed = "{} has changed.";

// Work in the background, as it is shown.
constexpr const char* reading_scans = "Reading and closing the scans\u2026";
constexpr const char* reading_session = "Reading the session\u2026";
constexpr const char* preparing_case = "Preparing the case\u2026";
constexpr const char* preparing_teeth = "Preparing the teeth\u2026";
constexpr const char* computing_paths = "Computing the articulator's movements\u2026";
constexpr const char* reading_track = "Reading the track\u2026";
constexpr const char* playing_film = "Finding the contacts of the whole movement\u2026";
constexpr const char* measuring = "Measuring the bite as the report does\u2026";
constexpr const char* mended = "The case is shown with the correction. Please check that it looks right.";
constexpr const char* undo_mend = "Undo the correction";
constexpr const char* proof_name = "The pose shown";
constexpr const char* proof_settings = "engine {}; pixel {} mm";
constexpr const char* tracing_rays = "Tracing 16 rays per pixel\u2026";
constexpr const char* drawing_stages = "Finding what decides each pixel\u2026";
constexpr const char* writing_report = "Inspecting the bite and writing the report\u2026";
constexpr const char* drawing_map = "Drawing the map\u2026";
constexpr const char* writing_contacts = "Inspecting the bite and writing the contacts\u2026";
constexpr const char* writing_meshes = "Measuring and writing the meshes\u2026";
constexpr const char* writing_file = "Writing the file\u2026";

// Steps of undo, after "Undo: ".
constexpr const char* first_contact = "first contact";
constexpr const char* nudge = "small move";
constexpr const char* hinge = "hinge";
constexpr const char* reset = "reset to the opened pose";
constexpr const char* keep_pose = "save pose";
constexpr const char* remove_pose = "delete pose";
constexpr const char* go_to_pose = "pose \"{}\"";
constexpr const char* load_pose = "pose from a file";
constexpr const char* threshold = "threshold";
constexpr const char* measure = "measure";
constexpr const char* articulator = "articulator";
constexpr const char* protrusion = "protrusion";
constexpr const char* laterotrusion_right = "laterotrusion to the right";
constexpr const char* laterotrusion_left = "laterotrusion to the left";

constexpr const char* step_merge = "merge {} and {}";
constexpr const char* step_split = "split {}";
constexpr const char* step_add = "add a tooth";
constexpr const char* step_remove = "remove {}";
constexpr const char* step_grow = "grow {}";
constexpr const char* step_shrink = "shrink {}";
constexpr const char* step_renumber = "renumber {} to {}";
constexpr const char* step_confirm = "confirm {}";
constexpr const char* step_shift = "shift the row from {}";
constexpr const char* step_missing = "{} is missing";

// Parts of a film.
constexpr const char* movement_out = "{}, out";
constexpr const char* movement_back = "{}, back";

// Messages and questions.
constexpr const char* open_case_first = "Open a case first.";
constexpr const char* drop_two_scans =
    "Drop the upper and the lower jaw together: two mesh files or two folders. Drop a session, a track or a "
    "pose alone.";
constexpr const char* out_of_memory = "There is not enough memory for this.";
constexpr const char* unknown_failure = "This did not work, for a reason that is not known.";
constexpr const char* moved_too_far = "The mandible cannot be moved by {:.3g} m.";
constexpr const char* no_first_contact =
    "The jaws do not meet within 30\u00b0 or 40 mm, or they cannot be separated.";
constexpr const char* no_path = "The jaws do not meet on this path. Check the articulator's settings.";
constexpr const char* no_opengl = "The stencil engine needs OpenGL 4.5, which is not available here: {}";
constexpr const char* edit_refused = "Not possible: {}.";
constexpr const char* edit_left_out = "The correction \"{}\" does not fit this scan: {}. It was left out.";
constexpr const char* written = "Saved: {}";
constexpr const char* recover = "Intercusp ended unexpectedly. Recover the unsaved work?";
constexpr const char* unsaved_changes =
    "The open case has unsaved changes. They are lost when another case is opened.";
constexpr const char* scans_changed =
    "The scans have changed since this session was saved:\n{}\nOpen it with the scans as they are now?";

}  // namespace intercusp::viewer::text
