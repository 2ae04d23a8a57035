// Text of the frame around panels and views: the rail of steps, the bar of views.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

// The steps of the work, below their pictures.
constexpr Text step_case("Case");
constexpr Text step_bite("Bite");
constexpr Text step_contacts("Contacts");
constexpr Text step_motion("Motion");
constexpr Text step_report("Report");
constexpr Text step_case_explained("Scans, teeth and their numbers. Key: Ctrl+1.");
constexpr Text step_bite_explained("Position of the mandible, first contact, named poses. Key: Ctrl+2.");
constexpr Text step_contacts_explained("Findings and table of contacts. Key: Ctrl+3.");
constexpr Text step_motion_explained("Articulator movements and recorded tracks. Key: Ctrl+4.");
constexpr Text step_report_explained("Report, pictures and other files. Key: Ctrl+6.");
constexpr Text undo_step("Undo: {}");
constexpr Text redo_step("Redo: {}");

// Parts of a step.
constexpr Text part_scans("Scans");
constexpr Text part_teeth("Teeth");
constexpr Text part_export("Export");
constexpr Text part_validation("Validation");

// The bar above the 3D view.
constexpr Text look_frontal("From the front. Key: 1.");
constexpr Text look_right("From the patient's right. Key: 2.");
constexpr Text look_left("From the patient's left. Key: 3.");
constexpr Text look_upper("Upper jaw, occlusal. Key: 4.");
constexpr Text look_lower("Lower jaw, occlusal. Key: 5.");
constexpr Text fit_scene("Shows all of the jaws again. Key: F.");
constexpr Text show_upper("Show or hide the upper jaw. Key: U.");
constexpr Text show_lower("Show or hide the lower jaw. Key: L.");
constexpr Text view_settings("View settings");
constexpr Text view_settings_explained("Colours, sections, theme and text size. Key: Ctrl+7.");

// What stays on the views in every step.
constexpr Text overlay_film("Movement");
constexpr Text overlay_contact("Contact");
constexpr Text overlay_comparison("Comparison");
constexpr Text overlay_section("Section");
constexpr Text overlay_ruler("Distance");
constexpr Text overlay_explained("Takes it off the views.");

// Titles of dialogues.
constexpr Text recover_title("Recover unsaved work?");
constexpr Text outside_files_title("Files outside the session's folder");
constexpr Text changed_scans_title("The scans have changed");
constexpr Text unsaved_title("Save changes?");

constexpr Text copy_view("Copy view as a picture");
constexpr Text keys_copy_view("copy the larger view as a picture");
constexpr Text full_screen("Full screen");
constexpr Text leave_full_screen("Leave full screen (Esc)");
constexpr Text rebuild_display("Rebuild the display");
constexpr Text keys_full_screen("the 3D view alone, on the whole screen");

constexpr Text expert("Expert mode");
constexpr Text expert_explained("Adds validation by ray tracing and what the computation runs on.");

}  // namespace intercusp::viewer::text
