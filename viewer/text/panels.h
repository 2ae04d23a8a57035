// Text that the user reads, in one place for translation. fmt fills in the numbers.
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
constexpr const char* panel_teeth = "Teeth";
constexpr const char* panel_contacts = "Contacts";
constexpr const char* panel_motion = "Motion";
constexpr const char* panel_validation = "Validation";
constexpr const char* panel_export = "Export";
constexpr const char* panel_view = "View";

// The case.
constexpr const char* open_heading = "Open";
constexpr const char* drop_hint =
    "Drop two scans, or two folders of single teeth, on the window. Sessions, tracks and poses can be "
    "dropped "
    "too. Or enter paths here:";
constexpr const char* upper_path_hint = "Upper jaw: file or folder";
constexpr const char* lower_path_hint = "Lower jaw: file or folder";
constexpr const char* open_button = "Open";
constexpr const char* open_demo = "Open the demo case";
constexpr const char* demo_explained = "A generated dentition with gums and numbered teeth.";
constexpr const char* demo_case = "Demo case";
constexpr const char* recent_heading = "Recent";
constexpr const char* recent_case = "{}: {} + {}";
constexpr const char* fixes_heading = "Possible problems";
constexpr const char* fix_explained = "Reopens the case with this corrected. The files are not changed.";
constexpr const char* swapped_banner =
    "Upper and lower jaw look exchanged. Right and left are then shown the wrong way round.";
constexpr const char* keep_jaws = "Keep them as they are";
constexpr const char* keep_jaws_explained = "Closes this warning. It stays in the Case panel.";
constexpr const char* fit = "Fit";
constexpr const char* fit_explained = "Shows all of the map, the section or the error map again.";
constexpr const char* import_heading = "Scans";
constexpr const char* import_explained = "Repairs made while reading. The files are not changed.";
constexpr const char* upper_jaw = "Upper jaw";
constexpr const char* lower_jaw = "Lower jaw";
constexpr const char* file_explained = "{}\n{}\nSHA-256 {}";
constexpr const char* triangles_read = "Triangles";
constexpr const char* teeth_from = "Tooth numbers: {}";
constexpr const char* teeth_estimated = "Tooth numbers are estimated from the shape of the arch.";
constexpr const char* no_axes =
    "Left, right and front cannot be determined from these scans: sides and tooth numbers are not shown.";
constexpr const char* repair_details = "Details";
constexpr const char* repair_bad_indices = "Faces with missing vertices removed";
constexpr const char* repair_non_finite = "Vertices with invalid coordinates removed";
constexpr const char* repair_merged = "Duplicate vertices merged";
constexpr const char* repair_collapsed = "Zero-area faces removed";
constexpr const char* repair_duplicates = "Duplicate faces removed";
constexpr const char* repair_loose = "Loose pieces removed";
constexpr const char* repair_split_edges = "Non-manifold edges split";
constexpr const char* repair_split_vertices = "Non-manifold vertices split";
constexpr const char* repair_flipped = "Faces reoriented";
constexpr const char* repair_inside_out = "Inside-out pieces corrected";
constexpr const char* repair_holes = "Holes filled";
constexpr const char* repair_hole_faces = "Faces added in holes";
constexpr const char* repair_boundaries = "Open margins closed with a base";
constexpr const char* repair_base = "Faces added for skirt and base";

// The mandible.
constexpr const char* undo = "Undo";
constexpr const char* redo = "Redo";
constexpr const char* reset = "Reset";
constexpr const char* reset_explained =
    "Returns the mandible to its position when the case was opened. Can be undone.";
constexpr const char* position_heading = "Position of the mandible";
constexpr const char* to_left = "to the left";
constexpr const char* forward = "forward";
constexpr const char* up = "up";
constexpr const char* pitch = "pitch";
constexpr const char* roll = "roll";
constexpr const char* yaw = "yaw";
constexpr const char* shift_explained =
    "How far the centre of the lower jaw has moved since the case was opened, along the patient's axes.";
constexpr const char* pitch_explained = "Rotation about the patient's left axis: positive opens.";
constexpr const char* roll_explained =
    "Rotation about the patient's forward axis: positive raises the left side.";
constexpr const char* yaw_explained =
    "Rotation about the patient's upward axis: positive moves the front to the left.";
constexpr const char* step_fine = "0.01";
constexpr const char* step_usual = "0.1";
constexpr const char* step_coarse = "1";
constexpr const char* out_of_limits = "The position was not changed: \"{}\" can be from \u2013{}{} to {}{}.";
constexpr const char* mm_sign = " mm";
constexpr const char* degree_sign = "\u00b0";
constexpr const char* steps_explained =
    "Step of the \u2013 and + buttons, in mm or degrees. Arrow keys move by 0.1 mm, with Shift by 0.01 mm.";
constexpr const char* step_drag = "drag";
constexpr const char* step_typed = "typed position";
constexpr const char* first_contact_heading = "First contact";
constexpr const char* close_hinge = "Close about the hinge";
constexpr const char* close_hinge_explained =
    "Rotates the mandible about the condyles until the teeth first touch. If they overlap, it opens first. "
    "Key: C.";
constexpr const char* close_vertical = "Close straight up";
constexpr const char* close_vertical_explained =
    "Moves the mandible along the patient's upward axis until the teeth first touch. If they overlap, it "
    "opens first. Key: Shift+C.";
constexpr const char* hinge = "Opening about the hinge";
constexpr const char* hinge_explained =
    "Rotation about the axis through the condyles, from the position in which the slider was first moved.";
constexpr const char* movements_heading = "Articulator movements";
constexpr const char* compute_movements = "Compute movements";
constexpr const char* movements_explained =
    "Protrusion and both laterotrusions, guided by the teeth. Takes some seconds, in the background.";
constexpr const char* protrusion = "Protrusion";
constexpr const char* laterotrusion_right = "Laterotrusion right";
constexpr const char* laterotrusion_left = "Laterotrusion left";
constexpr const char* excursion_explained =
    "Distance of the lower incisal point from maximum intercuspation, in the occlusal plane. The teeth guide "
    "the mandible.";
constexpr const char* poses_heading = "Named poses";
constexpr const char* pose_name_hint = "Name of this pose";
constexpr const char* keep_pose = "Save pose";
constexpr const char* remove_pose = "Delete pose";
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
    "These are population averages. Results that depend on them carry the same uncertainty.";

// Teeth.
constexpr const char* no_teeth_yet = "Preparing the teeth\u2026";
constexpr const char* no_teeth_found =
    "No teeth were found. Choose Add below and click on a crown; give its number first.";
constexpr const char* teeth_all_sure = "{} teeth, all sure.";
constexpr const char* teeth_unsure = "{} teeth, {} not sure.";
constexpr const char* next_unsure = "Next not sure";
constexpr const char* next_unsure_explained =
    "Selects the next tooth that is not sure and looks at it. Key: N.";
constexpr const char* confirm_tooth = "Confirm";
constexpr const char* confirm_explained =
    "The selected tooth is right as it is; goes on to the next. Key: Shift+N.";
constexpr const char* column_number = "tooth";
constexpr const char* column_confidence = "confidence";
constexpr const char* not_sure = "not sure, {} %";
constexpr const char* sure_percent = "{} %";
constexpr const char* selected_heading = "Tooth {}, {}";
constexpr const char* no_tooth_selected = "Click a tooth in the list or in the view.";
constexpr const char* upper_word = "upper jaw";
constexpr const char* lower_word = "lower jaw";
constexpr const char* number_of_tooth = "Number";
constexpr const char* number_explained =
    "Gives this tooth another number. A tooth that has it gets this one's number.";
constexpr const char* shift_towards = "Row \u2013 1";
constexpr const char* shift_away = "Row + 1";
constexpr const char* shift_explained_teeth =
    "Moves this tooth and all behind it on its side by one place, towards or away from the midline.";
constexpr const char* merge_with = "Merge with {}";
constexpr const char* merge_explained = "Both become one tooth with the number of the selected one.";
constexpr const char* remove_tooth = "Remove";
constexpr const char* remove_tooth_explained = "The tooth becomes gum.";
constexpr const char* tools_heading = "Mouse in the view";
constexpr const char* tool_select = "Select";
constexpr const char* tool_split = "Split";
constexpr const char* tool_add = "Add";
constexpr const char* tool_grow = "Grow";
constexpr const char* tool_shrink = "Shrink";
constexpr const char* select_hint = "Click a tooth to select it. Drag to rotate.";
constexpr const char* split_first_hint = "Click one end of the valley between the two halves of a tooth.";
constexpr const char* split_second_hint = "Click the other end of the valley. Esc starts again.";
constexpr const char* add_hint = "Click the middle of a crown that has no number.";
constexpr const char* grow_hint = "Paint what belongs to the selected tooth. The border follows the valley.";
constexpr const char* shrink_hint = "Paint what does not belong to the selected tooth.";
constexpr const char* brush_needs_tooth = "Select a tooth first.";
constexpr const char* brush_radius = "Radius of the brush";
constexpr const char* missing_heading = "Missing teeth";
constexpr const char* mark_missing = "Mark as missing\u2026";
constexpr const char* missing_explained =
    "This number is not given to any tooth. Where a tooth has it, its row moves on by one place.";
constexpr const char* missing_list = "Missing: {}";
constexpr const char* save_teeth = "Save labels and corrections\u2026";
constexpr const char* keys_teeth = "teeth: next not sure; confirm and next";
constexpr const char* export_teeth = "Tooth labels and corrections";
constexpr const char* export_teeth_explained = "Folder with the tooth labels and corrections of each jaw.";

// Contacts.
constexpr const char* threshold_heading = "Contact threshold";
constexpr const char* threshold = "Threshold";
constexpr const char* threshold_explained = "Surfaces closer than this, or overlapping, count as in contact.";
constexpr const char* foils = "Foils, \u00b5m";
constexpr const char* measure_distance = "Surface distance";
constexpr const char* measure_clearance = "Clearance";
constexpr const char* findings_heading = "Findings";
constexpr const char* find_guidance = "Find guidance and disclusion";
constexpr const char* find_guidance_explained =
    "Computes protrusion and both laterotrusions in the articulator, from the position as opened. Takes some "
    "seconds.";
constexpr const char* balance = "Balance";
constexpr const char* balance_explained =
    "Share of the contact area on the patient's right and left. The mark is the middle.";
constexpr const char* no_contact = "No contact at this threshold.";
constexpr const char* pairs_heading = "Contacts";
constexpr const char* column_pair = "Teeth";
constexpr const char* column_area = "mm\u00b2";
constexpr const char* column_depth = "Depth";
constexpr const char* column_share = "Share";
constexpr const char* percent = "{} %";
constexpr const char* below_one_percent = "< 1 %";
constexpr const char* right_side = "Right";
constexpr const char* left_side = "Left";
constexpr const char* place_on_upper = "On the upper tooth: {}";
constexpr const char* place_on_lower = "On the lower tooth: {}";
constexpr const char* apart = "No overlap: {} mm apart";
constexpr const char* pair_click = "Click to show it in the views.";
constexpr const char* pairs_explained =
    "Upper / lower tooth; area on the lower jaw; depth of the overlap in mm; share of all contact.";
constexpr const char* pairs_moving =
    "Lower teeth while the jaw moves; pairs follow when it rests. Depth in mm; share of all contact.";
constexpr const char* pairs_wait = "Listed when the jaw rests.";
constexpr const char* history_heading = "While it moved";
constexpr const char* from_seconds = "{} s";
constexpr const char* history_area = "Contact area, mm\u00b2";
constexpr const char* history_distance = "Smallest surface distance, mm";
constexpr const char* history_clearance = "Smallest clearance, mm";

// Films.
constexpr const char* films_heading = "Play";
constexpr const char* track_path_hint = "Recorded track (CSV or JSON), then Enter";
constexpr const char* open_track = "Open a track\u2026";
constexpr const char* track_explained = "Poses over time, as recorded by a jaw tracker.";
constexpr const char* play_protrusion = "Protrusion";
constexpr const char* play_right = "Laterotrusion right";
constexpr const char* play_left = "Laterotrusion left";
constexpr const char* films_explained = "Articulator movements: out and back, guided by the teeth.";
constexpr const char* play = "Play";
constexpr const char* pause = "Pause";
constexpr const char* play_explained = "Key: Space, when a view has the focus.";
constexpr const char* loop = "Loop";
constexpr const char* close_film = "Stop";
constexpr const char* timeline = "Time";
constexpr const char* speed = "Speed";
constexpr const char* over_time_heading = "Contacts over time";
constexpr const char* over_time_waits = "Computing in the background\u2026";
constexpr const char* over_time_area = "Contact area by clearance, up to {} \u00b5m, mm\u00b2";
constexpr const char* over_time_least = "Smallest clearance, mm";
constexpr const char* movement_now = "Movement";
constexpr const char* compass = "Occlusal compass";
constexpr const char* compass_explained =
    "Colours each contact by the movement that made it, over the whole recording.";

// Validation.
constexpr const char* validation_heading = "Ray tracing";
constexpr const char* validation_explained =
    "Recomputes the map of this pose by ray tracing with independent code, 16 rays per pixel, and compares.";
constexpr const char* run_validation = "Validate this pose";
constexpr const char* of_another_pose = "The mandible has moved since these figures were computed.";
constexpr const char* point_heading = "Against the ray through each pixel centre";
constexpr const char* point_explained =
    "Pixels more than half a pixel from a silhouette. This is the error of the engine.";
constexpr const char* mean_heading = "Against the mean of 16 rays";
constexpr const char* mean_explained = "Mostly the effect of pixels on sloping surfaces. It has no bound.";
constexpr const char* compared_pixels = "Pixels compared";
constexpr const char* rms = "RMS";
constexpr const char* p99 = "99 % within";
constexpr const char* largest = "Largest";
constexpr const char* bias = "Mean";
constexpr const char* um = "{} \u00b5m";
constexpr const char* below_um = "below {} \u00b5m";
constexpr const char* from_um = "from {} \u00b5m";
constexpr const char* disagreements = "Contact state differs";
constexpr const char* disagreements_explained =
    "Pixels where one finds a gap and the other an overlap, by more than twice the depth tolerance.";
constexpr const char* histogram_heading = "Pixels by size of error";
constexpr const char* show_error_map = "Show the error map";
constexpr const char* worst_heading = "Largest errors";
constexpr const char* worst_place = "{}. {}";
constexpr const char* stages_heading = "Stages";
constexpr const char* stages_explained = "Which step of the computation decides each pixel of this pose.";
constexpr const char* compute_stages = "Compute stages";
constexpr const char* colour_by_stage = "Colour the map by stage";

// Export.
constexpr const char* export_heading = "Export";
constexpr const char* export_report = "Report";
constexpr const char* export_report_explained = "A folder with the report, its pictures, tables and maps.";
constexpr const char* export_scene = "Picture of the 3D view";
constexpr const char* export_scene_explained = "The view as shown, with legend, sides and scale.";
constexpr const char* export_map_view = "Picture of the map view";
constexpr const char* export_map_view_explained = "The whole map, with legend, sides and scale.";
constexpr const char* export_section = "Picture of the section";
constexpr const char* export_without_section =
    "No section is set. Right-click a tooth in the 3D view to cut through it.";
constexpr const char* export_section_explained = "Both jaws in the plane, with distances and ruler.";
constexpr const char* export_map = "Clearance map";
constexpr const char* export_map_explained = "The full map as a picture, 0.05 mm per pixel.";
constexpr const char* export_contacts = "Table of contacts";
constexpr const char* export_contacts_explained =
    "CSV: every contact patch with its teeth, area and clearances.";
constexpr const char* export_meshes = "Jaws with their distances";
constexpr const char* export_meshes_explained =
    "Upper and lower as VTP with clearance, distance and tooth number of every vertex.";
constexpr const char* export_pose = "Pose";
constexpr const char* export_pose_explained = "The position of the mandible, to be opened again.";
constexpr const char* export_session = "Session";
constexpr const char* export_session_explained = "Files, pose, named poses, threshold, view and articulator.";
constexpr const char* folder = "Folder";
constexpr const char* folder_hint = "Folder for the files";
constexpr const char* file_name = "Name";
constexpr const char* picture_size = "Width, height in px";
constexpr const char* export_button = "Export";
constexpr const char* export_note = "Existing files are kept unless you agree.";
constexpr const char* confirm_title = "Replace?";
constexpr const char* picture_limit = "A picture can have up to {} megapixels.";
constexpr const char* replace_question = "{} already exists. Replace it?";
constexpr const char* replace = "Replace";

// The view.
constexpr const char* views_heading = "Look from";
constexpr const char* view_frontal = "Front";
constexpr const char* view_right = "Right";
constexpr const char* view_left = "Left";
constexpr const char* view_upper = "Upper occlusal";
constexpr const char* view_lower = "Lower occlusal";
constexpr const char* jaws_heading = "Jaws";
constexpr const char* shown = "Shown";
constexpr const char* transparent = "Transparent";
constexpr const char* painted = "Painted";
constexpr const char* upper_short = "Upper";
constexpr const char* lower_short = "Lower";
constexpr const char* colours_heading = "Colours and lines";
constexpr const char* palette_classic = "Classic";
constexpr const char* palette_safe = "Colour-blind safe";
constexpr const char* overlap_range = "Deepest overlap in colours, mm";
constexpr const char* gap_range = "Widest gap in colours, mm";
constexpr const char* range_explained = "Stays as it is in every pose, so that colours can be compared.";
constexpr const char* palette_explained =
    "The second becomes steadily lighter, so that it can be read without telling red from green.";
constexpr const char* contours = "Contour lines";
constexpr const char* tooth_numbers = "Tooth numbers";
constexpr const char* gizmo = "Mandible handles";
constexpr const char* show_map = "Second view";
constexpr const char* section_heading = "Cross-section";
constexpr const char* section_explained = "Or right-click in the 3D view.";
constexpr const char* section_across_arch = "Across arch";
constexpr const char* section_sagittal = "Sagittal";
constexpr const char* section_frontal = "Frontal";
constexpr const char* section_horizontal = "Horizontal";
constexpr const char* section_position = "Position, from the centre of the lower jaw";
constexpr const char* section_cuts = "Hide what is in front";
constexpr const char* remove_section = "Remove the section";
constexpr const char* no_section =
    "Right-click a tooth in the 3D view to cut through it, or choose a direction.";
constexpr const char* appearance_heading = "Appearance";
constexpr const char* theme_dark = "Dark";
constexpr const char* theme_light = "Light";
constexpr const char* font_size = "Text size";

// In the views.
constexpr const char* map_view = "Clearance map";
constexpr const char* section_view = "Cross-section";
constexpr const char* error_view = "Error map";
constexpr const char* empty_map = "The jaws do not overlap when viewed along the direction of the map.";
constexpr const char* tooth_of = "Tooth {}, {}";
constexpr const char* hover_clearance = "Clearance {} mm, along the direction of the map";
constexpr const char* hover_no_clearance = "No clearance here";
constexpr const char* hover_distance = "Surface distance {} mm";
constexpr const char* hover_distance_beyond = "Surface distance: more than {} mm";
constexpr const char* hover_no_distance = "No surface distance here";
constexpr const char* hover_at_rim = "The closest point is on the edge of the other scan.";
constexpr const char* distance_undecided = "Surface distance: unknown beyond the edge of a scan";
constexpr const char* nothing_above = "Nothing above the lower jaw here";
constexpr const char* upper_only = "Upper only";
constexpr const char* lower_only = "Lower only";
constexpr const char* no_jaw = "Neither jaw";
constexpr const char* state_free = "Free";
constexpr const char* state_interfering = "Overlapping";
constexpr const char* state_not_anatomy = "Added by import, not scanned";
constexpr const char* decided_by = "Decided by: {}";
constexpr const char* stage_pass1 = "Stage 1";
constexpr const char* stage_pass2 = "Stage 2";
constexpr const char* stage_layers = "Layers";
constexpr const char* stage_rays = "Rays";
constexpr const char* stage_none = "none";
constexpr const char* place_mm = "x {}  y {}  z {} mm";
constexpr const char* look_here = "Centre the view here";
constexpr const char* cut_across_here = "Cut across the arch here";
constexpr const char* cut_sagittal_here = "Cut sagittally here";
constexpr const char* cut_frontal_here = "Cut frontally here";
constexpr const char* cut_horizontal_here = "Cut horizontally here";

// Numbers in sight.
constexpr const char* mm2 = "{} mm\u00b2";
constexpr const char* distance = "Surface distance";
constexpr const char* distance_explained =
    "The smallest distance between the surfaces in any direction, or the depth of their overlap.";
constexpr const char* clearance = "Clearance";
constexpr const char* clearance_explained =
    "The smallest gap along the direction of the map, or the depth of the overlap along it.";
constexpr const char* contact_area = "Contact \u2264 {} \u00b5m";
constexpr const char* contact_area_explained =
    "Area of the lower jaw's surface within the threshold, overlap included.";
constexpr const char* standing_explained =
    "At rest the numbers are those of the report. While the jaw moves they are read from a coarser map; "
    "\u00b1 says how far they may be off.";
constexpr const char* draws_in_software = "Software rendering";

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
    "Two scans, or two folders of single teeth; or one session, track or pose in the first field.";
constexpr const char* save_explained =
    "A session holds the file names, pose, named poses, threshold, view and articulator as readable JSON.";
constexpr const char* save_hint = "File name ending in .json";
constexpr const char* save_button = "Save";
constexpr const char* quit_title = "Quit?";
constexpr const char* quit_question = "This session has unsaved changes.";
constexpr const char* quit_anyway = "Quit anyway";
constexpr const char* question_title = "Please confirm";
constexpr const char* recover = "Recover";
constexpr const char* discard = "Discard";
constexpr const char* open_unsaved = "Do not save";
constexpr const char* open_anyway = "Open anyway";
constexpr const char* about =
    "Intercusp {}\n\nShows how the teeth of two jaws meet while the mandible moves. For research and "
    "planning support; the user decides.\n\nRendered by {}.";

// Keys.
constexpr const char* arrows = "Arrows";
constexpr const char* page_keys = "Page up, page down";
constexpr const char* shift_key = "with Shift";
constexpr const char* home_key = "Home";
constexpr const char* space_key = "Space";
constexpr const char* mouse = "Mouse";
constexpr const char* keys_views = "front, right, left, upper and lower occlusal view";
constexpr const char* keys_jaws = "show or hide the upper, the lower";
constexpr const char* keys_gizmo_map = "mandible handles, second view";
constexpr const char* keys_nudge = "move the mandible by 0.1 mm sideways, up and down";
constexpr const char* keys_nudge_forward = "move it forward and back by 0.1 mm";
constexpr const char* keys_fine = "by 0.01 mm";
constexpr const char* keys_contact = "close to first contact: about the hinge, straight up";
constexpr const char* keys_reset = "return the mandible to its opened position";
constexpr const char* keys_play = "play, pause";
constexpr const char* keys_undo = "undo, redo";
constexpr const char* keys_files = "open, save the session";
constexpr const char* keys_export = "export panel; export what is selected";
constexpr const char* keys_foils = "thinner, thicker foil";
constexpr const char* keys_panels = "choose the panel";
constexpr const char* keys_focus = "switch between view and panel";
constexpr const char* keys_tab = "next field of a panel; arrows move among buttons";
constexpr const char* keys_escape = "cancel a drag, close a window";
constexpr const char* keys_mouse =
    "left drag rotates, right or middle drag pans, wheel zooms, double click centres, right click offers "
    "sections";

}  // namespace intercusp::viewer::text
