// Words that the user reads, in one place, ready for translation. Numbers are set into them by fmt.
#pragma once

namespace intercusp::viewer::text {

// What a JSON file has wrong, after its name and that of the entry.
constexpr const char* entry_is_missing = "is missing";
constexpr const char* entry_is_no_object = "must be an object with entries";
constexpr const char* entry_is_no_list = "must be a list";
constexpr const char* entry_is_no_number = "must be a number";
constexpr const char* entry_is_no_flag = "must be true or false";
constexpr const char* entry_is_no_text = "must be a text in quotation marks";
constexpr const char* entry_is_no_choice = "must be one of: {}";
constexpr const char* entry_is_out_of_range = "cannot be {}";
constexpr const char* entry_has_wrong_count = "must be a list of {} numbers";
constexpr const char* entry_is_not_rigid =
    "is not rigid: it scales, mirrors or shears, or its last row is not 0 0 0 1";
constexpr const char* entry_is_no_rotation = "must be a quaternion of length 1";
constexpr const char* entry_is_no_case =
    "does not fit: a case has an upper and a lower, the demo has neither";
constexpr const char* entry_is_no_session = "does not say that this is a session of Intercusp";
constexpr const char* session_is_later = "is of a later version of Intercusp";
constexpr const char* file_is_no_session = "is not a session of Intercusp";

constexpr const char* scan_is_missing = "{} is missing.";
constexpr const char* scan_has_changed = "{} has changed.";

// Work in the background, as it is shown.
constexpr const char* reading_scans = "Reading and closing the scans";
constexpr const char* reading_session = "Reading the session";
constexpr const char* preparing_case = "Getting ready to pick and to close";
constexpr const char* computing_paths = "Sliding along the articulator's paths";
constexpr const char* reading_track = "Reading the track";
constexpr const char* playing_film = "Finding the contacts of the whole movement";
constexpr const char* listing_contacts = "Listing the contacts";
constexpr const char* mended = "The case is shown as mended. See whether it looks right.";
constexpr const char* undo_mend = "Back to how it was opened";
constexpr const char* proof_name = "The pose shown";
constexpr const char* proof_settings = "engine {}; pixel {} mm";
constexpr const char* tracing_rays = "Tracing 16 rays a pixel";
constexpr const char* drawing_stages = "Drawing the stages of the stencil engine";
constexpr const char* writing_report = "Inspecting the bite and writing the report";
constexpr const char* drawing_map = "Drawing the map";
constexpr const char* writing_contacts = "Inspecting the bite and writing the contacts";
constexpr const char* writing_meshes = "Measuring and writing the meshes";
constexpr const char* writing_file = "Writing the file";

// Steps of undo, after "Undo: ".
constexpr const char* first_contact = "first contact";
constexpr const char* nudge = "nudge";
constexpr const char* hinge = "hinge";
constexpr const char* reset = "reset of the pose";
constexpr const char* keep_pose = "new named pose";
constexpr const char* remove_pose = "removal of a named pose";
constexpr const char* go_to_pose = "pose \"{}\"";
constexpr const char* load_pose = "pose from a file";
constexpr const char* threshold = "threshold";
constexpr const char* measure = "measure";
constexpr const char* articulator = "articulator";
constexpr const char* protrusion = "protrusion";
constexpr const char* laterotrusion_right = "laterotrusion to the right";
constexpr const char* laterotrusion_left = "laterotrusion to the left";

// Parts of a film.
constexpr const char* movement_out = "{}, out";
constexpr const char* movement_back = "{}, back";

// Messages and questions.
constexpr const char* open_case_first = "Open a case first.";
constexpr const char* drop_two_scans =
    "Drop the upper and the lower jaw together: two mesh files or two folders. A session, a track or a pose "
    "is dropped "
    "alone.";
constexpr const char* no_first_contact =
    "The jaws do not meet within 30 degrees or 40 mm, or they cannot be brought apart.";
constexpr const char* no_path = "On this path the jaws no longer meet: check the articulator's settings.";
constexpr const char* no_opengl =
    "The stages are those of the stencil engine, which needs OpenGL 4.5, and there is none here: {}";
constexpr const char* written = "Written: {}";
constexpr const char* recover = "Intercusp ended unexpectedly. Open the case as it was then?";
constexpr const char* scans_changed =
    "This session was saved with other scans:\n{}\nOpen it with what is there now?";

}  // namespace intercusp::viewer::text
