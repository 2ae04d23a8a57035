// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr const char* program = "Intercusp";
constexpr const char* window_title = "{}{} \u2013 {}";
constexpr auto cancel = Text("Cancel");
constexpr auto close = Text("Close");
constexpr auto browse = Text("Browse\u2026");
constexpr auto nothing_open = Text("No case is open.");

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

constexpr auto upper_path_hint = Text("Upper jaw: file or folder");
constexpr auto lower_path_hint = Text("Lower jaw: file or folder");
constexpr auto open_button = Text("Open");
constexpr auto open_demo = Text("Open the demo case");
constexpr auto fix_explained = Text("Reopens the case with this corrected. The files are not changed.");
constexpr auto fit = Text("Fit");
constexpr auto upper_jaw = Text("Upper jaw");
constexpr auto lower_jaw = Text("Lower jaw");
constexpr const char* file_explained = "{}\n{}\nSHA-256 {}";

// The mandible.
constexpr auto undo = Text("Undo");
constexpr auto redo = Text("Redo");
constexpr auto reset = Text("Reset");
constexpr auto forward = Text("forward");
constexpr auto up = Text("up");
constexpr auto shift_explained = Text(
    "How far the centre of the lower jaw has moved since the case was opened, along the patient's axes.");
constexpr const char* mm_sign = " mm";
constexpr const char* degree_sign = "\u00b0";
constexpr auto hinge = Text("Opening between the incisors");
constexpr auto keep_pose = Text("Save pose");
constexpr auto remove_pose = Text("Delete pose");
constexpr auto end_comparison_explained = Text("End the comparison. Key: Esc.");
constexpr auto present_pose = Text("Present pose");

constexpr const char* sure_percent = "{} %";
constexpr auto shift_explained_teeth =
    Text("Shifts this tooth and all behind it on its side by one place, to mesial or to distal.");
constexpr auto merge_explained = Text("Both become one tooth with the number of the selected one.");

constexpr auto threshold = Text("Threshold");
constexpr auto no_contact = Text("No contact at this threshold.");
constexpr const char* column_area = "mm\u00b2";
constexpr const char* percent = "{} %";
constexpr const char* below_one_percent = "< 1 %";
constexpr auto right_side = Text("Right");
constexpr auto left_side = Text("Left");
constexpr auto apart = Text("No overlap: {} mm apart");
constexpr const char* from_seconds = "{} s";
constexpr auto history_area = Text("Contact area, mm\u00b2");
constexpr auto history_distance = Text("Smallest surface distance, mm");
constexpr auto history_clearance = Text("Smallest clearance, mm");

constexpr auto open_track = Text("Open a track\u2026");
constexpr auto play = Text("Play");
constexpr auto pause = Text("Pause");
constexpr auto end_right = Text("R");
constexpr auto end_left = Text("L");
constexpr auto end_anterior = Text("ant.");
constexpr auto end_posterior = Text("post.");
constexpr auto end_superior = Text("up");
constexpr auto end_inferior = Text("down");
constexpr auto compass = Text("Occlusal compass");

constexpr const char* worst_place = "{}. {}";

constexpr auto folder = Text("Folder");
constexpr auto confirm_title = Text("Replace?");
constexpr auto replace_question = Text("{} already exists. Replace it?");
constexpr auto replace = Text("Replace");

constexpr auto contours = Text("Contour lines");
constexpr auto gizmo = Text("Mandible handles");
constexpr auto show_map = Text("Second view");
constexpr auto remove_section = Text("Remove the section");

// In the views.
constexpr auto map_view = Text("Contact map");
constexpr auto section_view = Text("Cross-section");
constexpr auto hover_clearance = Text("Clearance {} mm, along the direction of the map");
constexpr auto hover_no_clearance = Text("No clearance here");
constexpr auto hover_distance = Text("Surface distance {} mm");
constexpr auto hover_at_rim = Text("The closest point is on the edge of the other scan.");
constexpr auto upper_only = Text("Upper only");
constexpr auto lower_only = Text("Lower only");
constexpr auto stage_pass1 = Text("Stage 1");
constexpr auto stage_pass2 = Text("Stage 2");
constexpr auto stage_layers = Text("Layers");
constexpr auto stage_rays = Text("Rays");

// Numbers in sight.
constexpr auto distance = Text("Surface distance");
constexpr auto clearance = Text("Clearance");
constexpr auto contact_area = Text("Contact \u2264 {} \u00b5m");

constexpr auto menu_open = Text("Open\u2026");
constexpr auto menu_save = Text("Save session");
constexpr auto menu_language = Text("Language");
constexpr auto menu_tooth_names = Text("Tooth numbers");
constexpr auto menu_keys = Text("Keys and mouse");
constexpr auto menu_about = Text("About Intercusp");
constexpr auto save_button = Text("Save");
constexpr auto recover = Text("Recover");
constexpr auto about = Text(
    "Intercusp {}\n\nShows how the teeth of two jaws meet while the mandible moves. For research and "
    "planning support; the user decides.");

// Keys.
constexpr auto arrows = Text("Arrows");
constexpr auto mouse = Text("Mouse");

// Text of the frame around panels and views: the rail of steps, the bar of views.
constexpr auto step_report = Text("Report");

constexpr auto leave_full_screen = Text("Leave full screen (Esc)");

}  // namespace intercusp::viewer::text
