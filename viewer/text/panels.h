// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr const char* program = "Intercusp";
constexpr const char* window_title = "{}{} \u2013 {}";
constexpr Text cancel("Cancel");
constexpr Text close("Close");
constexpr Text browse("Browse\u2026");
constexpr Text dismiss("Dismiss");
constexpr Text nothing_open("No case is open.");

// What the command line says where there is no window.
constexpr Text no_display(
    "There is no display to open a window on. Use `intercusp view … --screenshot FILE.png` for a picture, or "
    "`intercusp inspect` for a report");
constexpr Text no_window("No window with OpenGL 4.5 can be opened here");
constexpr Text opengl_too_old("The window's OpenGL is older than 4.5");

// Formats of numbers in fields and sliders, as printf takes them.
constexpr const char* format_percent = "%.0f %%";
constexpr const char* format_mm = "%.3f mm";
constexpr const char* format_mm_fine = "%.2f mm";
constexpr const char* format_mm_setting = "%.1f mm";
constexpr const char* format_deg = "%.3f\u00b0";
constexpr const char* format_deg_fine = "%.2f\u00b0";
constexpr const char* format_deg_setting = "%.1f\u00b0";
constexpr const char* format_um = "%.0f \u00b5m";
constexpr const char* format_s = "%.2f s";
constexpr const char* format_speed = "%.2f \u00d7";

// The case.
constexpr Text notes_heading("About this case");
constexpr Text case_name_hint("Name of the case");
constexpr Text case_date_hint("Date");
constexpr Text case_notes_hint("Notes");
constexpr Text case_notes_explained("Printed on pictures and reports.");
constexpr Text open_heading("Open");
constexpr Text drop_hint(
    "Drop the scans of both jaws, together or one after the other, on the window; of a jaw in parts its "
    "folder. "
    "Sessions, tracks and poses can be dropped too. Or enter paths here:");
constexpr Text upper_path_hint("Upper jaw: file or folder");
constexpr Text lower_path_hint("Lower jaw: file or folder");
constexpr Text open_button("Open");
constexpr Text open_demo("Open the demo case");
constexpr Text demo_explained("A generated dentition with gums and numbered teeth.");
constexpr Text lone_heading("One jaw alone");
constexpr Text upper_by_name("Upper jaw, by its name.");
constexpr Text lower_by_name("Lower jaw, by its name.");
constexpr Text upper_by_shape("Looks like an upper jaw.");
constexpr Text lower_by_shape("Looks like a lower jaw.");
constexpr Text jaw_not_told("Neither name nor shape tells which jaw this is. It is taken for the upper one.");
constexpr Text upper_is_missing(
    "The upper jaw is missing. Drop its scan on the window, or enter its path below. Contacts need both "
    "jaws.");
constexpr Text lower_is_missing(
    "The lower jaw is missing. Drop its scan on the window, or enter its path below. Contacts need both "
    "jaws.");
constexpr Text add_upper("Add the upper jaw\u2026");
constexpr Text add_lower("Add the lower jaw\u2026");
constexpr Text recent_heading("Recent");
constexpr Text fixes_heading("Possible problems");
constexpr Text fix_explained("Reopens the case with this corrected. The files are not changed.");
constexpr Text two_uppers_banner(
    "Both scans look like upper jaws. Open the scan of the lower jaw with one of them.");
constexpr Text two_lowers_banner(
    "Both scans look like lower jaws. Open the scan of the upper jaw with one of them.");
constexpr Text swapped_banner(
    "Upper and lower jaw look exchanged. Right and left are then shown the wrong way round.");
constexpr Text keep_jaws("Keep them as they are");
constexpr Text keep_jaws_explained("Closes this warning. It stays in the Case step.");
constexpr Text fit("Fit");
constexpr Text fit_explained("Shows all of the map, the section or the error map again.");
constexpr Text import_heading("Scans");
constexpr Text import_explained("Repairs made while reading. The files are not changed.");
constexpr Text upper_jaw("Upper jaw");
constexpr Text lower_jaw("Lower jaw");
constexpr const char* file_explained = "{}\n{}\nSHA-256 {}";
constexpr Text triangles_read("Triangles");
constexpr Text teeth_from("Tooth numbers: {}");
constexpr Text teeth_estimated("Tooth numbers are estimated from the shape of the arch.");
constexpr Text no_axes(
    "Left, right and front cannot be determined from these scans: sides and tooth numbers are not shown.");
constexpr Text repair_details("Details");
constexpr Text repair_bad_indices("Faces with missing vertices removed");
constexpr Text repair_non_finite("Vertices with invalid coordinates removed");
constexpr Text repair_merged("Duplicate vertices merged");
constexpr Text repair_joined("Vertices joined along open edges");
constexpr Text repair_collapsed("Zero-area faces removed");
constexpr Text repair_duplicates("Duplicate faces removed");
constexpr Text repair_loose("Loose pieces removed");
constexpr Text repair_split_edges("Non-manifold edges split");
constexpr Text repair_split_vertices("Non-manifold vertices split");
constexpr Text repair_flipped("Faces reoriented");
constexpr Text repair_inside_out("Inside-out pieces corrected");
constexpr Text repair_holes("Holes filled");
constexpr Text repair_hole_faces("Faces added in holes");
constexpr Text repair_boundaries("Open margins closed with a base");
constexpr Text repair_base("Faces added for skirt and base");

// The mandible.
constexpr Text undo("Undo");
constexpr Text redo("Redo");
constexpr Text reset("Reset");
constexpr Text reset_explained(
    "Returns the mandible to its position when the case was opened. Can be undone.");
constexpr Text position_heading("Position of the mandible");
constexpr Text to_left("to the left");
constexpr Text forward("forward");
constexpr Text up("up");
constexpr Text pitch("hinge rotation");
constexpr Text roll("tilt");
constexpr Text yaw("rotation");
constexpr Text shift_explained(
    "How far the centre of the lower jaw has moved since the case was opened, along the patient's axes.");
constexpr Text pitch_explained("Rotation about the patient's left axis: positive opens.");
constexpr Text roll_explained("Rotation about the patient's forward axis: positive raises the left side.");
constexpr Text yaw_explained(
    "Rotation about the patient's upward axis: positive moves the front to the left.");
constexpr Text out_of_limits("The position was not changed: \"{}\" can be from \u2013{}{} to {}{}.");
constexpr const char* mm_sign = " mm";
constexpr const char* degree_sign = "\u00b0";
constexpr Text steps_explained(
    "Step of the \u2013 and + buttons, in mm or degrees. Arrow keys move by 0.1 mm, with Shift by 0.01 mm.");
constexpr Text step_drag("drag");
constexpr Text step_typed("typed position");
constexpr Text first_contact_heading("First contact");
constexpr Text close_hinge("Close about the hinge");
constexpr Text close_hinge_explained(
    "Rotates the mandible about the condyles until the teeth first touch. If they overlap, it opens first. "
    "Key: C.");
constexpr Text close_vertical("Close straight up");
constexpr Text close_vertical_explained(
    "Moves the mandible along the patient's upward axis until the teeth first touch. If they overlap, it "
    "opens first. Key: Shift+C.");
constexpr Text hinge("Opening between the incisors");
constexpr Text hinge_explained(
    "Rotation about the axis through the condyles, from the position in which the slider was first moved.");
constexpr Text movements_heading("Articulator movements");
constexpr Text compute_movements("Compute for the present bite");
constexpr Text movements_of_another_bite(
    "The mandible has been moved: the movements computed before belong to another bite.");
constexpr Text movements_explained(
    "Protrusion and both laterotrusions, guided by the teeth. Takes some seconds, in the background.");
constexpr Text protrusion("Protrusion");
constexpr Text laterotrusion_right("Laterotrusion right");
constexpr Text laterotrusion_left("Laterotrusion left");
constexpr Text excursion_explained(
    "Distance of the lower incisal point from maximum intercuspation, in the occlusal plane. The teeth guide "
    "the mandible.");
constexpr Text poses_heading("Named poses");
constexpr Text pose_name_hint("Name of this pose");
constexpr Text keep_pose("Save pose");
constexpr Text remove_pose("Delete pose");
constexpr Text compare("Compare");
constexpr Text compare_explained(
    "Shows the map of this pose below or beside that of the present one, in the same colours, and what "
    "differs "
    "tooth by tooth.");
constexpr Text end_comparison_explained("End the comparison. Key: Esc.");
constexpr Text present_pose("Present pose");
constexpr Text whole_bite("All");
constexpr Text column_lower_tooth("Tooth");
constexpr Text differences_explained(
    "Before: \u201c{}\u201d; now: the present pose. Contact of the lower teeth, depth in mm");
constexpr Text differences_wait("Both are measured when the mandible is at rest.");
constexpr Text figures_of_pose("{}: {} mm\u00b2, {} mm deep, {} %");
constexpr Text articulator_heading("Articulator");
constexpr Text bonwill_arm("Bonwill arm");
constexpr Text intercondylar("between the condyles");
constexpr Text balkwill("Balkwill angle");
constexpr Text inclination_right("inclination, right");
constexpr Text inclination_left("inclination, left");
constexpr Text bennett_right("Bennett angle, right");
constexpr Text bennett_left("Bennett angle, left");
constexpr Text side_shift_right("side shift, right");
constexpr Text side_shift_left("side shift, left");
constexpr Text articulator_default("Average values");
constexpr Text articulator_explained(
    "These are population averages. Results that depend on them carry the same uncertainty.");

// Teeth.
constexpr Text no_teeth_yet("Preparing the teeth\u2026");
constexpr Text no_teeth_found(
    "No teeth were found. Choose Add below and click on a crown; give its number first.");
constexpr Text teeth_all_sure("{} teeth, all sure.");
constexpr Text teeth_unsure("{} teeth, {} not sure.");
constexpr Text next_unsure("Next not sure");
constexpr Text next_unsure_explained("Selects the next tooth that is not sure and looks at it. Key: N.");
constexpr Text confirm_tooth("Confirm");
constexpr Text confirm_explained("The selected tooth is right as it is; goes on to the next. Key: Shift+N.");
constexpr Text column_number("Tooth");
constexpr Text column_confidence("Confidence");
constexpr Text not_sure("not sure, {} %");
constexpr const char* sure_percent = "{} %";
constexpr Text selected_heading("Tooth {}, {}");
constexpr Text no_tooth_selected("Click a tooth in the list or in the view.");
constexpr Text upper_word("upper jaw");
constexpr Text lower_word("lower jaw");
constexpr Text number_of_tooth("Number");
constexpr Text number_explained(
    "Gives this tooth another number. A tooth that has it gets this one's number.");
constexpr Text shift_towards("Row to mesial");
constexpr Text shift_away("Row to distal");
constexpr Text shift_explained_teeth(
    "Shifts this tooth and all behind it on its side by one place, to mesial or to distal.");
constexpr Text merge_with("Merge with {}");
constexpr Text merge_explained("Both become one tooth with the number of the selected one.");
constexpr Text remove_tooth("Remove");
constexpr Text remove_tooth_explained("The tooth becomes gum.");
constexpr Text tools_heading("Mouse in the view");
constexpr Text tool_select("Select");
constexpr Text tool_split("Split");
constexpr Text tool_add("Add");
constexpr Text tool_grow("Grow");
constexpr Text tool_shrink("Shrink");
constexpr Text select_hint("Click a tooth to select it. Drag to rotate.");
constexpr Text split_first_hint("Click one end of the valley between the two halves of a tooth.");
constexpr Text split_second_hint("Click the other end of the valley. Esc starts again.");
constexpr Text add_hint("Click the middle of a crown that has no number.");
constexpr Text grow_hint("Paint what belongs to the selected tooth. The border follows the valley.");
constexpr Text shrink_hint("Paint what does not belong to the selected tooth.");
constexpr Text brush_needs_tooth("Select a tooth first.");
constexpr Text brush_radius("Radius of the brush");
constexpr Text missing_heading("Missing teeth");
constexpr Text mark_missing("Mark as missing\u2026");
constexpr Text missing_explained(
    "This number is not given to any tooth. Where a tooth has it, its row moves on by one place.");
constexpr Text missing_list("Missing: {}");
constexpr Text save_teeth("Save labels and corrections\u2026");
constexpr Text keys_teeth("teeth: next not sure; confirm and next");
constexpr Text export_teeth("Tooth labels and corrections");
constexpr Text export_teeth_explained("Folder with the tooth labels and corrections of each jaw.");

// Contacts.
constexpr Text paint_foil("Foil");
constexpr Text paint_distance("Distance");
constexpr Text paint_depth("Depth");
constexpr Text paint_explained(
    "Foil: what is in contact at the threshold, in one colour. Distance: overlaps and gaps in colours. "
    "Depth: "
    "overlaps alone.");
constexpr Text numbers_only("Only numbers can be entered here.");
constexpr Text threshold_heading("Contact threshold");
constexpr Text threshold("Threshold");
constexpr Text threshold_explained("Surfaces closer than this, or overlapping, count as in contact.");
constexpr Text foils("Foils, \u00b5m");
constexpr Text measure_distance("Surface distance");
constexpr Text measure_clearance("Clearance");
constexpr Text findings_heading("Findings");
constexpr Text find_guidance("Find guidance and disclusion");
constexpr Text find_guidance_explained(
    "Computes protrusion and both laterotrusions in the articulator, from the present bite. Takes some "
    "seconds.");
constexpr Text balance("Balance");
constexpr Text balance_explained(
    "Share of the contact area on the patient's right and left. The mark is the middle.");
constexpr Text no_contact("No contact at this threshold.");
constexpr Text pairs_heading("Contacts");
constexpr Text column_pair("Teeth");
constexpr const char* column_area = "mm\u00b2";
constexpr Text column_depth("Depth, mm");
constexpr Text column_share("Share");
constexpr const char* percent = "{} %";
constexpr const char* below_one_percent = "< 1 %";
constexpr Text right_side("Right");
constexpr Text left_side("Left");
constexpr Text place_on_upper("On the upper tooth: {}");
constexpr Text place_on_lower("On the lower tooth: {}");
constexpr Text apart("No overlap: {} mm apart");
constexpr Text pair_click("Click to show it in the views.");
constexpr Text pairs_explained(
    "Upper / lower tooth; area on the lower jaw; depth of the overlap; share of all contact.");
constexpr Text pairs_moving(
    "Lower teeth while the jaw moves; pairs follow when it rests. Share of all contact.");
constexpr Text pairs_wait("Listed when the jaw rests.");
constexpr Text history_heading("While it moved");
constexpr const char* from_seconds = "{} s";
constexpr Text history_area("Contact area, mm\u00b2");
constexpr Text history_distance("Smallest surface distance, mm");
constexpr Text history_clearance("Smallest clearance, mm");

// Films.
constexpr Text films_heading("Play");
constexpr Text track_path_hint("Recorded track (CSV or JSON), then Enter");
constexpr Text open_track("Open a track\u2026");
constexpr Text track_explained("Poses over time, as recorded by a jaw tracker.");
constexpr Text play_all("Protrusion and laterotrusions");
constexpr Text play_all_explained(
    "One after the other, with the occlusal compass of all three: each contact in the colour of the movement "
    "that "
    "made it.");
constexpr Text play_protrusion("Protrusion");
constexpr Text play_right("Laterotrusion right");
constexpr Text play_left("Laterotrusion left");
constexpr Text films_explained("Articulator movements: out and back, guided by the teeth.");
constexpr Text play("Play");
constexpr Text pause("Pause");
constexpr Text play_explained("Key: Space, when a view has the focus.");
constexpr Text loop("Loop");
constexpr Text close_film("Stop");
constexpr Text timeline("Time");
constexpr Text speed("Speed");
constexpr Text settle_bite("Settle the bite");
constexpr Text settle_bite_explained(
    "Finds the stable bite near this position: a small motion that closes a bite scanned slightly open and "
    "opens one "
    "scanned too deep. Contact becomes smaller where the scans overlapped.");
constexpr Text closing_depth("Depth");
constexpr Text close_to("Close to this depth");
constexpr Text close_to_explained(
    "Closes about the hinge axis until the deepest overlap, by the measure chosen for contacts, is that "
    "deep.");
constexpr Text show_order("Order of contact");
constexpr Text show_order_explained("Numbers in the views: which teeth meet first on this movement.");
constexpr Text show_centre("Centre of contact");
constexpr Text show_centre_explained(
    "The middle of all contact area now (cross) and its way over the movement.");
constexpr Text play_closing("Closing");
constexpr Text over_time_heading("Contacts over time");
constexpr Text over_time_waits("Computing in the background\u2026");
constexpr Text over_time_distance("Contact: surface distance up to {} \u00b5m.");
constexpr Text over_time_clearance("Contact: clearance up to {} \u00b5m.");
constexpr Text picture_of_charts("Picture of these charts");
constexpr Text pairs_over_time_heading("Tooth pairs over time");
constexpr Text pairs_over_time_explained(
    "In the order of first contact. The paler, the smaller the contact.");
constexpr Text no_pairs_over_time("No contact on this movement.");
constexpr Text pair_first_touches("First contact at {} s");
constexpr Text pair_now("Now: {} mm\u00b2, smallest distance {} mm");
constexpr Text pair_row_click("Click to show it in the views.");
constexpr Text movements_findings_heading("Guidance");
constexpr Text paths_heading("Path of the incisal point, mm");
constexpr Text condyles_heading("Paths of the condyles, mm");
constexpr Text plane_sagittal("From the right");
constexpr Text plane_frontal("From the front");
constexpr Text plane_horizontal("From above");
constexpr Text end_right("R");
constexpr Text end_left("L");
constexpr Text end_anterior("ant.");
constexpr Text end_posterior("post.");
constexpr Text end_superior("up");
constexpr Text end_inferior("down");
constexpr Text grid_step("grid {} mm");
constexpr Text path_now("Now\nforward: {} mm\nto the left: {} mm\nup: {} mm");
constexpr Text paths_explained(
    "From where each point is in the bite that the movement starts from, of a recorded track in the bite as "
    "opened. The condyles are those of the articulator's settings.");
constexpr Text movement_now("Movement");
constexpr Text compass("Occlusal compass");
constexpr Text compass_explained(
    "Colours each contact by the movement that made it, over the whole recording. By clearance.");

// Validation.
constexpr Text validation_heading("Ray tracing");
constexpr Text validation_explained(
    "Recomputes the map of this pose by ray tracing with independent code, 16 rays per pixel, and compares.");
constexpr Text run_validation("Validate this pose");
constexpr Text of_another_pose("The mandible has moved since these figures were computed.");
constexpr Text point_heading("Against the ray through each pixel centre");
constexpr Text point_explained(
    "Pixels more than half a pixel from a silhouette. This is the error of the engine.");
constexpr Text mean_heading("Against the mean of 16 rays");
constexpr Text mean_explained("Mostly the effect of pixels on sloping surfaces. It has no bound.");
constexpr Text compared_pixels("Pixels compared");
constexpr Text rms("RMS");
constexpr Text p99("99 % within");
constexpr Text largest("Largest");
constexpr Text bias("Mean");
constexpr Text um("{} \u00b5m");
constexpr Text below_um("below {} \u00b5m");
constexpr Text from_um("from {} \u00b5m");
constexpr Text disagreements("Contact state differs");
constexpr Text disagreements_explained(
    "Pixels where one finds a gap and the other an overlap, by more than twice the depth tolerance.");
constexpr Text histogram_heading("Pixels by size of error");
constexpr Text show_error_map("Show the error map");
constexpr Text worst_heading("Largest errors");
constexpr const char* worst_place = "{}. {}";
constexpr Text stages_heading("Stages");
constexpr Text stages_explained("Which step of the computation decides each pixel of this pose.");
constexpr Text compute_stages("Compute stages");
constexpr Text colour_by_stage("Colour the map by stage");

// Export.
constexpr Text export_heading("Export");
constexpr Text export_report("Report");
constexpr Text export_report_explained("A folder with the report, its pictures, tables and maps.");
constexpr Text export_scene("Picture of the 3D view");
constexpr Text export_scene_explained("The view as shown, with legend, sides and scale.");
constexpr Text export_map_view("Picture of the map view");
constexpr Text export_map_view_explained("The whole map, with legend, sides and scale.");
constexpr Text export_section("Picture of the section");
constexpr Text export_without_section(
    "No section is set. Right-click a tooth in the 3D view to cut through it.");
constexpr Text export_section_explained("Both jaws in the plane, with distances and ruler.");
constexpr Text export_map("Clearance map");
constexpr Text export_map_explained("The full map as a picture, 0.05 mm per pixel.");
constexpr Text export_contacts("Table of contacts");
constexpr Text export_contacts_explained("CSV: every contact patch with its teeth, area and clearances.");
constexpr Text export_meshes("Jaws with their distances");
constexpr Text export_meshes_explained(
    "Upper and lower as VTP with clearance, distance and tooth number of every vertex.");
constexpr Text export_pose("Pose");
constexpr Text export_pose_explained("The position of the mandible, to be opened again.");
constexpr Text export_session("Session");
constexpr Text export_session_explained("Files, pose, named poses, threshold, view and articulator.");
constexpr Text export_film("Picture of the movement's charts");
constexpr Text export_film_explained("Tooth pairs over time, guidance, curves and paths as a PNG picture.");
constexpr Text export_without_film("No film is open. Play a movement in the Motion step first.");
constexpr Text folder("Folder");
constexpr Text folder_hint("Folder for the files");
constexpr Text file_name("Name");
constexpr Text picture_size("Width, height in px");
constexpr Text dicom_explained(
    "In the folder dicom: the report as a document, both jaws in occlusion, and the contacts per tooth as a "
    "structured report. Without the patient's name.");
constexpr Text export_without_folder("Choose a folder first.");
constexpr Text export_without_name("Give a name first.");
constexpr Text export_without_form("Choose at least one of HTML, PDF and DICOM.");
constexpr Text open_written("Open");
constexpr Text show_in_folder("Show in folder");
constexpr Text export_button("Export");
constexpr Text export_note("Existing files are kept unless you agree.");
constexpr Text confirm_title("Replace?");
constexpr Text picture_limit("A picture can have up to {} megapixels.");
constexpr Text replace_question("{} already exists. Replace it?");
constexpr Text replace("Replace");

// The view.
constexpr Text view_frontal("Front");
constexpr Text view_right("Right");
constexpr Text view_left("Left");
constexpr Text view_upper("Upper occlusal");
constexpr Text view_lower("Lower occlusal");
constexpr Text jaws_heading("Jaws");
constexpr Text shown("Shown");
constexpr Text transparent("Transparent");
constexpr Text painted("Painted");
constexpr Text upper_short("Upper");
constexpr Text lower_short("Lower");
constexpr Text colours_heading("Colours and lines");
constexpr Text palette_classic("Classic");
constexpr Text palette_safe("Colour-blind safe");
constexpr Text overlap_range("Deepest overlap in colours");
constexpr Text gap_range("Widest gap in colours");
constexpr Text range_button("Range of the colours");
constexpr Text lock_range("Keep the colours as they are");
constexpr Text range_explained("Stays as it is in every pose, so that colours can be compared.");
constexpr Text palette_explained(
    "The second becomes steadily lighter, so that it can be read without telling red from green.");
constexpr Text scan_colours("Colours of the scans");
constexpr Text contours("Contour lines");
constexpr Text tooth_numbers("Tooth numbers");
constexpr Text gizmo("Mandible handles");
constexpr Text show_map("Second view");
constexpr Text section_heading("Cross-section");
constexpr Text section_explained("Or right-click in the 3D view.");
constexpr Text section_across_arch("Across arch");
constexpr Text section_sagittal("Sagittal");
constexpr Text section_frontal("Frontal");
constexpr Text section_horizontal("Horizontal");
constexpr Text section_position("Position, from the centre of the lower jaw");
constexpr Text section_cuts("Hide what is in front");
constexpr Text remove_section("Remove the section");
constexpr Text no_section("Right-click a tooth in the 3D view to cut through it, or choose a direction.");
constexpr Text appearance_heading("Appearance");
constexpr Text theme_dark("Dark");
constexpr Text theme_light("Light");
constexpr Text font_size("Text size");

// In the views.
constexpr Text map_view("Contact map");
constexpr Text section_view("Cross-section");
constexpr Text error_view("Error map");
constexpr Text empty_map("The jaws do not overlap when viewed along the direction of the map.");
constexpr Text tooth_of("Tooth {}, {}");
constexpr Text hover_clearance("Clearance {} mm, along the direction of the map");
constexpr Text hover_no_clearance("No clearance here");
constexpr Text hover_distance("Surface distance {} mm");
constexpr Text hover_no_distance("No surface distance here");
constexpr Text hover_at_rim("The closest point is on the edge of the other scan.");
constexpr Text distance_undecided("Surface distance: unknown beyond the edge of a scan");
constexpr Text nothing_above("Nothing above the lower jaw here");
constexpr Text upper_only("Upper only");
constexpr Text lower_only("Lower only");
constexpr Text state_free("Free");
constexpr Text state_interfering("Overlapping");
constexpr Text state_not_anatomy("Added by import, not scanned");
constexpr Text decided_by("Decided by: {}");
constexpr Text stage_pass1("Stage 1");
constexpr Text stage_pass2("Stage 2");
constexpr Text stage_layers("Layers");
constexpr Text stage_rays("Rays");
constexpr Text stage_none("none");
constexpr Text place_mm("x {}  y {}  z {} mm");
constexpr Text look_here("Centre the view here");
constexpr Text cut_across_here("Cut across the arch here");
constexpr Text cut_sagittal_here("Cut sagittally here");
constexpr Text cut_frontal_here("Cut frontally here");
constexpr Text cut_horizontal_here("Cut horizontally here");

// Numbers in sight.
constexpr Text distance("Surface distance");
constexpr Text distance_explained(
    "The smallest distance between the surfaces in any direction, or the depth of their overlap.");
constexpr Text clearance("Clearance");
constexpr Text clearance_explained(
    "The smallest gap along the direction of the map, or the depth of the overlap along it.");
constexpr Text contact_area("Contact \u2264 {} \u00b5m");
constexpr Text contact_area_explained(
    "Area of the lower jaw's surface within the threshold, overlap included. 95 %: what the error of the "
    "bite's registration makes of it, as in the report.");
constexpr Text standing_explained(
    "At rest the numbers are those of the report. While the jaw moves they are read from a coarser map "
    "(\u2248).");
constexpr Text draws_in_software("Software rendering");

// Menus and dialogues.
constexpr Text menu_file("File");
constexpr Text menu_recent("Open recent");
constexpr Text menu_open("Open\u2026");
constexpr Text menu_save("Save session");
constexpr Text menu_save_as("Save session as\u2026");
constexpr Text menu_export("Export\u2026");
constexpr Text menu_quit("Quit");
constexpr Text menu_edit("Edit");
constexpr Text menu_view("View");
constexpr Text menu_upper("Upper jaw");
constexpr Text menu_lower("Lower jaw");
constexpr Text menu_dark("Dark theme");
constexpr Text menu_language("Language");
constexpr Text menu_tooth_names("Tooth numbers");
constexpr Text menu_help("Help");
constexpr Text menu_keys("Keys and mouse");
constexpr Text menu_about("About Intercusp");
constexpr Text open_explained(
    "Two scans, or two folders of single teeth; or one session, track or pose in the first field.");
constexpr Text save_explained(
    "A session holds the file names, pose, named poses, threshold, view and articulator.");
constexpr Text save_hint("File name ending in .json");
constexpr Text save_button("Save");
constexpr Text quit_title("Quit?");
constexpr Text quit_question("This session has unsaved changes.");
constexpr Text quit_anyway("Quit anyway");
constexpr Text recover("Recover");
constexpr Text discard("Discard");
constexpr Text open_unsaved("Do not save");
constexpr Text open_anyway("Open anyway");
constexpr Text about(
    "Intercusp {}\n\nShows how the teeth of two jaws meet while the mandible moves. For research and "
    "planning support; the user decides.");
constexpr Text rendered_by("Rendered by {}.");

// Keys.
constexpr Text arrows("Arrows");
constexpr Text page_keys("Page up, page down");
constexpr Text shift_key("with Shift");
constexpr Text home_key("Home");
constexpr Text space_key("Space");
constexpr Text mouse("Mouse");
constexpr Text keys_views("front, right, left, upper and lower occlusal view");
constexpr Text keys_jaws("show or hide the upper, the lower");
constexpr Text keys_fit("show all of the jaws again");
constexpr Text keys_gizmo_map("mandible handles, second view");
constexpr Text keys_nudge("move the mandible by 0.1 mm sideways, up and down");
constexpr Text keys_nudge_forward("move it forward and back by 0.1 mm");
constexpr Text keys_fine("by 0.01 mm");
constexpr Text keys_contact("close to first contact: about the hinge, straight up");
constexpr Text keys_reset("return the mandible to its opened position");
constexpr Text keys_play("play, pause");
constexpr Text keys_undo("undo, redo");
constexpr Text keys_files("open, save the session");
constexpr Text keys_export("report step; export what is selected");
constexpr Text keys_foils("thinner, thicker foil");
constexpr Text keys_panels("choose the step; view settings");
constexpr Text keys_focus("switch between view and panel");
constexpr Text keys_tab("next field of a panel; arrows move among buttons");
constexpr Text measure_from_here("Measure from here");
constexpr Text remove_space_ruler("Remove the measured distance");
constexpr Text measure_first_hint("Click the first place to measure from. Esc stops.");
constexpr Text measure_second_hint("Click the second place. Esc stops.");
constexpr Text keys_measure("measure a distance between two places");
constexpr Text keys_escape("cancel a drag, close a window");
constexpr Text keys_mouse(
    "left drag rotates, right or middle drag pans, wheel zooms, double click centres, right click offers "
    "sections");

}  // namespace intercusp::viewer::text
