// Words that the user reads, in one place, ready for translation. Numbers are set into them by fmt.
#pragma once

namespace intercusp::viewer::text {

constexpr const char* program = "Intercusp";
constexpr const char* window_title = "{}{} \u2013 {}";
constexpr const char* cancel = "Cancel";
constexpr const char* close = "Close";
constexpr const char* browse = "Browse\u2026";
constexpr const char* dismiss = "Dismiss";
constexpr const char* nothing_open = "No case is open.";

// What the command line says where there is no window.
constexpr const char* no_display =
    "There is no display to open a window on. Use `intercusp view … --screenshot FILE.png` for a picture, or "
    "`intercusp inspect` for a report";
constexpr const char* no_window = "No window with OpenGL 4.5 can be opened here";
constexpr const char* opengl_too_old = "The window's OpenGL is older than 4.5";

// Formats of numbers in fields and sliders, as printf takes them.
constexpr const char* format_mm = "%.3f mm";
constexpr const char* format_mm_fine = "%.2f mm";
constexpr const char* format_mm_setting = "%.1f mm";
constexpr const char* format_deg = "%.3f\u00b0";
constexpr const char* format_deg_fine = "%.2f\u00b0";
constexpr const char* format_deg_setting = "%.1f\u00b0";
constexpr const char* format_um = "%.0f \u00b5m";
constexpr const char* format_s = "%.2f s";
constexpr const char* format_speed = "%.2f \u00d7";

// The panels.
constexpr const char* panel_case = "Case";
constexpr const char* panel_mandible = "Mandible";
constexpr const char* panel_contacts = "Contacts";
constexpr const char* panel_motion = "Motion";
constexpr const char* panel_validation = "Validation";
constexpr const char* panel_export = "Export";
constexpr const char* panel_view = "View";

// The case.
constexpr const char* open_heading = "Open";
constexpr const char* drop_hint =
    "Drop two scans (or two folders of single teeth) on the window, or a session, a track or a pose. Or name "
    "them here:";
constexpr const char* upper_path_hint = "Upper jaw: file or folder";
constexpr const char* lower_path_hint = "Lower jaw: file or folder";
constexpr const char* open_button = "Open";
constexpr const char* open_demo = "Open the demo case";
constexpr const char* demo_explained =
    "A generated dentition with gums and numbered teeth. It is always there.";
constexpr const char* demo_case = "Demo case";
constexpr const char* recent_heading = "Recent";
constexpr const char* recent_case = "{}: {} + {}";
constexpr const char* fixes_heading = "This looks wrong";
constexpr const char* fix_explained =
    "Opens the case anew with this mended. Nothing in the files is changed.";
constexpr const char* import_heading = "What was read";
constexpr const char* import_explained =
    "Every repair is counted here. The files themselves stay as they are.";
constexpr const char* upper_jaw = "Upper jaw";
constexpr const char* lower_jaw = "Lower jaw";
constexpr const char* file_explained = "{}\n{}\nSHA-256 {}";
constexpr const char* triangles_read = "Triangles";
constexpr const char* teeth_from = "Tooth numbers: {}";
constexpr const char* teeth_estimated = "Tooth numbers are estimated from the shape of the arch.";
constexpr const char* no_axes =
    "Left, right and front cannot be told from these scans: sides and tooth numbers stay out.";
constexpr const char* repair_bad_indices = "Faces without their vertices, dropped";
constexpr const char* repair_non_finite = "Vertices that are no numbers, dropped";
constexpr const char* repair_merged = "Twin vertices merged";
constexpr const char* repair_collapsed = "Faces without area collapsed";
constexpr const char* repair_duplicates = "Double faces dropped";
constexpr const char* repair_loose = "Loose pieces dropped";
constexpr const char* repair_split_edges = "Edges of many faces split";
constexpr const char* repair_split_vertices = "Vertices split";
constexpr const char* repair_flipped = "Faces turned";
constexpr const char* repair_inside_out = "Pieces turned inside out";
constexpr const char* repair_holes = "Holes filled";
constexpr const char* repair_hole_faces = "Faces in those holes";
constexpr const char* repair_boundaries = "Margins closed by a base";
constexpr const char* repair_base = "Faces of skirt and base";

// The mandible.
constexpr const char* undo = "Undo";
constexpr const char* redo = "Redo";
constexpr const char* reset = "Reset";
constexpr const char* reset_explained =
    "Puts the mandible back to where it stood when the case was opened. Can be undone.";
constexpr const char* position_heading = "Position of the mandible";
constexpr const char* to_left = "to the left";
constexpr const char* forward = "forward";
constexpr const char* up = "up";
constexpr const char* pitch = "pitch";
constexpr const char* roll = "roll";
constexpr const char* yaw = "yaw";
constexpr const char* shift_explained =
    "How far the middle of the lower jaw has moved from where it stood at opening, along the patient's axes.";
constexpr const char* pitch_explained = "Turn about the patient's left: positive opens.";
constexpr const char* roll_explained =
    "Turn about the patient's forward axis: positive raises the left side.";
constexpr const char* yaw_explained =
    "Turn about the patient's upward axis: positive brings the front to the left.";
constexpr const char* step_fine = "0.01";
constexpr const char* step_usual = "0.1";
constexpr const char* step_coarse = "1";
constexpr const char* steps_explained =
    "Step of the \u2212 and + buttons, mm or degrees. Arrow keys move by 0.1 mm, with Shift by 0.01 mm.";
constexpr const char* step_drag = "drag";
constexpr const char* step_typed = "typed position";
constexpr const char* first_contact_heading = "First contact";
constexpr const char* close_hinge = "Close about the hinge";
constexpr const char* close_hinge_explained =
    "Turns the mandible about the condyles until the teeth first touch; opens first where they overlap. Key: "
    "C.";
constexpr const char* close_vertical = "Close straight up";
constexpr const char* close_vertical_explained =
    "Shifts the mandible along the patient's upward axis until the teeth first touch; opens first where they "
    "overlap. Key: Shift+C.";
constexpr const char* hinge = "Opening about the hinge";
constexpr const char* hinge_explained =
    "A turn about the axis through the condyles, from where the mandible stood when the slider was first "
    "moved.";
constexpr const char* movements_heading = "Movements of the articulator";
constexpr const char* compute_movements = "Compute the movements";
constexpr const char* movements_explained =
    "Protrusion and both laterotrusions, sliding on the teeth. Takes some seconds, in the background.";
constexpr const char* protrusion = "Protrusion";
constexpr const char* laterotrusion_right = "Laterotrusion right";
constexpr const char* laterotrusion_left = "Laterotrusion left";
constexpr const char* excursion_explained =
    "How far the lower incisal point has gone from intercuspation, in the occlusal plane. The mandible "
    "slides on the teeth.";
constexpr const char* poses_heading = "Named poses";
constexpr const char* pose_name_hint = "Name of this pose";
constexpr const char* keep_pose = "Keep";
constexpr const char* remove_pose = "Remove this pose";
constexpr const char* articulator_heading = "Articulator";
constexpr const char* bonwill_arm = "Bonwill arm";
constexpr const char* intercondylar = "between the condyles";
constexpr const char* balkwill = "Balkwill angle";
constexpr const char* inclination_right = "inclination, right";
constexpr const char* inclination_left = "inclination, left";
constexpr const char* bennett_right = "Bennett angle, right";
constexpr const char* bennett_left = "Bennett angle, left";
constexpr const char* side_shift_right = "side shift, right";
constexpr const char* side_shift_left = "side shift, left";
constexpr const char* articulator_default = "Average values";
constexpr const char* articulator_explained =
    "Average values are no patient's: what depends on them is as uncertain as they are.";

// Contacts.
constexpr const char* threshold_heading = "What counts as contact";
constexpr const char* threshold = "Threshold";
constexpr const char* threshold_explained =
    "Surfaces count as in contact where they are at most this far apart, or overlap.";
constexpr const char* foils = "Foils, \u00b5m";
constexpr const char* measure_distance = "True distance";
constexpr const char* measure_clearance = "Clearance";
constexpr const char* balance_heading = "Balance";
constexpr const char* balance = "Balance";
constexpr const char* balance_explained =
    "How the projected contact area is shared between the patient's right and left. The mark is the middle.";
constexpr const char* right_share = "R {} %";
constexpr const char* left_share = "L {} %";
constexpr const char* no_contact = "No contact at this threshold.";
constexpr const char* teeth_heading = "Teeth in contact";
constexpr const char* no_tooth_contact = "No numbered tooth is in contact.";
constexpr const char* column_tooth = "Tooth";
constexpr const char* column_area = "Area on the lower";
constexpr const char* column_least = "least mm";
constexpr const char* column_mean = "mean mm";
constexpr const char* column_mm2 = "mm\u00b2";
constexpr const char* column_pair = "Upper / lower";
constexpr const char* patches_heading = "Contact patches";
constexpr const char* patches_explained = "By clearance. A click flies there.";
constexpr const char* patches_wait = "When the jaw rests.";
constexpr const char* history_heading = "While it moved";
constexpr const char* history_area = "Contact area, mm\u00b2";
constexpr const char* history_least = "Least distance, mm";

// Films.
constexpr const char* films_heading = "Play";
constexpr const char* track_path_hint = "Recorded track: CSV or JSON, then Enter";
constexpr const char* open_track = "Open a track\u2026";
constexpr const char* track_explained = "Poses over time, as jaw trackers record them.";
constexpr const char* play_protrusion = "Protrusion";
constexpr const char* play_right = "Right";
constexpr const char* play_left = "Left";
constexpr const char* films_explained = "Movements of the articulator: out and back, sliding on the teeth.";
constexpr const char* play = "Play";
constexpr const char* pause = "Pause";
constexpr const char* play_explained = "Key: Space, while a view has the focus.";
constexpr const char* loop = "Loop";
constexpr const char* close_film = "Close";
constexpr const char* timeline = "Time";
constexpr const char* speed = "Speed";
constexpr const char* over_time_heading = "Contacts over time";
constexpr const char* over_time_waits = "Being computed in the background.";
constexpr const char* over_time_area = "Contact area by clearance, up to {} \u00b5m, mm\u00b2";
constexpr const char* over_time_least = "Least clearance, mm";
constexpr const char* movement_now = "Movement";
constexpr const char* compass = "Occlusal compass";
constexpr const char* compass_explained =
    "Paints the jaws by the movement that made each contact, over the whole film.";

// Validation.
constexpr const char* validation_heading = "Ray tracing";
constexpr const char* validation_explained =
    "Computes the map of this pose again by ray tracing, 16 rays a pixel, with other code, and compares.";
constexpr const char* run_validation = "Validate this pose";
constexpr const char* of_another_pose = "These figures are of another pose: the mandible has moved since.";
constexpr const char* point_heading = "Against the ray through each centre";
constexpr const char* point_explained =
    "Pixels more than half a pixel from a silhouette. This is the error of the engine.";
constexpr const char* mean_heading = "Against the mean of 16 rays";
constexpr const char* mean_explained = "Mostly what a pixel does to a sloping surface. It has no bound.";
constexpr const char* compared_pixels = "Pixels compared";
constexpr const char* rms = "RMS";
constexpr const char* p99 = "99 % are within";
constexpr const char* largest = "Largest";
constexpr const char* bias = "Mean";
constexpr const char* um = "{} \u00b5m";
constexpr const char* below_um = "below {} \u00b5m";
constexpr const char* from_um = "from {} \u00b5m";
constexpr const char* disagreements = "State disagreements";
constexpr const char* disagreements_explained =
    "Pixels that one calls free and the other overlapping, by more than twice the depth tolerance.";
constexpr const char* histogram_heading = "Sizes of the errors, pixels";
constexpr const char* show_error_map = "Show the error map";
constexpr const char* worst_heading = "Largest errors";
constexpr const char* worst_place = "{}. {}";
constexpr const char* stages_heading = "Stages";
constexpr const char* stages_explained = "Which stage of the stencil engine decides each pixel of this pose.";
constexpr const char* compute_stages = "Run the stencil engine";
constexpr const char* colour_by_stage = "Colour the map by stage";

// Export.
constexpr const char* export_heading = "Export";
constexpr const char* export_report = "Report";
constexpr const char* export_report_explained =
    "A folder with the readable report, its pictures, tables and maps, as `intercusp inspect` writes it.";
constexpr const char* export_scene = "Picture of the 3D view";
constexpr const char* export_scene_explained = "As it is shown now, with legend, sides and scale.";
constexpr const char* export_map_view = "Picture of the map view";
constexpr const char* export_map_view_explained = "All of the live map, with legend, sides and scale.";
constexpr const char* export_section = "Picture of the section";
constexpr const char* export_section_explained = "The outline with its ruler.";
constexpr const char* export_map = "Clearance map";
constexpr const char* export_map_explained = "The full map of 0.05 mm a pixel as a picture.";
constexpr const char* export_contacts = "Table of contacts";
constexpr const char* export_contacts_explained = "CSV: every patch with teeth, areas and clearances.";
constexpr const char* export_meshes = "Jaws with their distances";
constexpr const char* export_meshes_explained =
    "Upper and lower as VTP with clearance, distance and tooth number of every vertex.";
constexpr const char* export_pose = "Pose";
constexpr const char* export_pose_explained = "Where the mandible stands, as JSON for --pose.";
constexpr const char* export_session = "Session";
constexpr const char* export_session_explained =
    "All of this: files, pose, named poses, threshold, view, articulator.";
constexpr const char* folder = "Folder";
constexpr const char* folder_hint = "Folder for what is written";
constexpr const char* file_name = "Name";
constexpr const char* picture_size = "px wide, high";
constexpr const char* export_button = "Export";
constexpr const char* export_note = "Nothing is replaced without a question.";
constexpr const char* confirm_title = "Replace?";
constexpr const char* replace_question = "{} is there already. Replace it?";
constexpr const char* replace = "Replace";

// The view.
constexpr const char* views_heading = "Look from";
constexpr const char* view_frontal = "Front";
constexpr const char* view_right = "Right";
constexpr const char* view_left = "Left";
constexpr const char* view_upper = "Upper occlusal";
constexpr const char* view_lower = "Lower occlusal";
constexpr const char* jaws_heading = "Jaws";
constexpr const char* shown = "shown";
constexpr const char* transparent = "clear";
constexpr const char* painted = "painted";
constexpr const char* upper_short = "Upper";
constexpr const char* lower_short = "Lower";
constexpr const char* colours_heading = "Colours and lines";
constexpr const char* palette_classic = "Classic";
constexpr const char* palette_safe = "Colour-blind safe";
constexpr const char* palette_explained =
    "The second grows lighter all the way, so that it reads without red and green.";
constexpr const char* contours = "Contour lines";
constexpr const char* tooth_numbers = "Tooth numbers";
constexpr const char* gizmo = "Handles of the mandible";
constexpr const char* show_map = "Map and section beside it";
constexpr const char* section_heading = "Cross-section";
constexpr const char* section_explained = "Or right-click a place in the 3D view.";
constexpr const char* section_across_arch = "Across arch";
constexpr const char* section_sagittal = "Sagittal";
constexpr const char* section_frontal = "Frontal";
constexpr const char* section_horizontal = "Horizontal";
constexpr const char* section_position = "Position, from the middle of the lower";
constexpr const char* section_cuts = "Cut the jaws in front of it away";
constexpr const char* remove_section = "Remove the section";
constexpr const char* no_section =
    "No section is set. Choose one here, or right-click a place in the 3D view.";
constexpr const char* appearance_heading = "Appearance";
constexpr const char* theme_dark = "Dark";
constexpr const char* theme_light = "Light";
constexpr const char* font_size = "Size of the type, points";

// In the views.
constexpr const char* map_view = "Clearance map";
constexpr const char* section_view = "Cross-section";
constexpr const char* error_view = "Error map";
constexpr const char* empty_map =
    "The jaws have no window in common: no line along the direction of view meets both.";
constexpr const char* tooth_of = "Tooth {}, {}";
constexpr const char* hover_clearance = "Clearance {} mm, along the view of the map";
constexpr const char* hover_no_clearance = "No clearance here";
constexpr const char* hover_distance = "True distance {} mm";
constexpr const char* hover_distance_beyond = "True distance: beyond {} mm";
constexpr const char* hover_no_distance = "No true distance here";
constexpr const char* hover_at_rim = "The closest point is on the rim of the other scan.";
constexpr const char* distance_undecided = "True distance: not known behind the rim of a scan";
constexpr const char* nothing_above = "Nothing above the lower here";
constexpr const char* upper_only = "Upper only";
constexpr const char* lower_only = "Lower only";
constexpr const char* no_jaw = "Neither jaw";
constexpr const char* state_free = "Free";
constexpr const char* state_interfering = "Overlapping";
constexpr const char* state_not_anatomy = "Not anatomy: what import added";
constexpr const char* decided_by = "Decided by: {}";
constexpr const char* stage_pass1 = "Stage 1";
constexpr const char* stage_pass2 = "Stage 2";
constexpr const char* stage_layers = "Layers";
constexpr const char* stage_rays = "Rays";
constexpr const char* stage_none = "none";
constexpr const char* place_mm = "x {}  y {}  z {} mm";
constexpr const char* look_here = "Look at this place";
constexpr const char* cut_across_here = "Cut across the arch here";
constexpr const char* cut_sagittal_here = "Cut sagittally here";
constexpr const char* cut_frontal_here = "Cut frontally here";
constexpr const char* cut_horizontal_here = "Cut horizontally here";

// Numbers in sight.
constexpr const char* mm = "{} mm";
constexpr const char* mm2 = "{} mm\u00b2";
constexpr const char* beyond_mm = "beyond {} mm";
constexpr const char* nothing_faces = "none";
constexpr const char* least_distance = "Least distance";
constexpr const char* least_distance_explained =
    "The smallest true distance between the surfaces, in any direction, at the pixels of the live map; "
    "negative inside the other jaw.";
constexpr const char* least_clearance = "Least clearance";
constexpr const char* least_clearance_explained =
    "The smallest gap along the direction of the map; negative where the jaws overlap.";
constexpr const char* interference = "Interference";
constexpr const char* interference_none = "none";
constexpr const char* interference_explained =
    "Whether the jaws overlap by more than 0.0001 mm, and how deep, along the direction of the map.";
constexpr const char* deep = "{} mm deep";
constexpr const char* contact_area = "Contact \u2264 {} \u00b5m, {}";
constexpr const char* by_distance = "true distance";
constexpr const char* by_clearance = "clearance";
constexpr const char* contact_area_explained =
    "Area of the lower's surface that is in contact at the threshold, cut along its contour, overlap "
    "counted, faces steeper than 78\u00b0 left out.";
constexpr const char* draws_in_software = "Drawn in software";

// Menus and dialogues.
constexpr const char* menu_file = "File";
constexpr const char* menu_open = "Open\u2026";
constexpr const char* menu_save = "Save session";
constexpr const char* menu_save_as = "Save session as\u2026";
constexpr const char* menu_export = "Export\u2026";
constexpr const char* menu_quit = "Quit";
constexpr const char* menu_edit = "Edit";
constexpr const char* menu_view = "View";
constexpr const char* menu_upper = "Upper jaw";
constexpr const char* menu_lower = "Lower jaw";
constexpr const char* menu_dark = "Dark theme";
constexpr const char* menu_help = "Help";
constexpr const char* menu_keys = "Keys and mouse";
constexpr const char* menu_about = "About Intercusp";
constexpr const char* open_explained =
    "Two scans or folders of single teeth; or one session, track or pose in the first line.";
constexpr const char* save_explained =
    "A session holds the files' names, the pose, named poses, threshold, view and articulator as readable "
    "JSON.";
constexpr const char* save_hint = "File, ending in .json";
constexpr const char* save_button = "Save";
constexpr const char* quit_title = "Quit?";
constexpr const char* quit_question = "This session has changes that are not saved.";
constexpr const char* quit_anyway = "Quit anyway";
constexpr const char* question_title = "Question";
constexpr const char* recover = "Recover";
constexpr const char* discard = "Discard";
constexpr const char* open_anyway = "Open anyway";
constexpr const char* about =
    "Intercusp {}\n\nShows how the teeth of two jaws meet while the mandible moves. For research and "
    "planning support; the user decides.\n\nDrawn by {}.";

// Keys.
constexpr const char* arrows = "Arrows";
constexpr const char* page_keys = "Page up, page down";
constexpr const char* shift_key = "with Shift";
constexpr const char* home_key = "Home";
constexpr const char* space_key = "Space";
constexpr const char* mouse = "Mouse";
constexpr const char* keys_views = "front, right, left, upper and lower occlusal view";
constexpr const char* keys_jaws = "show or hide the upper, the lower";
constexpr const char* keys_gizmo_map = "handles of the mandible, second view";
constexpr const char* keys_nudge = "move the mandible by 0.1 mm to its side, up and down";
constexpr const char* keys_nudge_forward = "move it forward and back by 0.1 mm";
constexpr const char* keys_fine = "by 0.01 mm";
constexpr const char* keys_contact = "close to first contact: about the hinge, straight up";
constexpr const char* keys_reset = "mandible back to where it was at opening";
constexpr const char* keys_play = "play, pause";
constexpr const char* keys_undo = "undo, redo";
constexpr const char* keys_files = "open, save the session";
constexpr const char* keys_export = "export panel, and write what it says";
constexpr const char* keys_foils = "thinner, thicker foil";
constexpr const char* keys_panels = "choose the panel";
constexpr const char* keys_focus = "from the view to the panel and back";
constexpr const char* keys_tab = "next field of a panel; arrows move among buttons";
constexpr const char* keys_escape = "cancel a drag, close a window";
constexpr const char* keys_mouse =
    "left drag turns, right or middle drag shifts, wheel zooms, double click flies there, right click offers "
    "sections";

}  // namespace intercusp::viewer::text
