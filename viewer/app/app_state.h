// The viewer's state, apart from how it is drawn. Panels read it; only actions.h changes it.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/case/case_notes.h"
#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/paint.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/maps/colour_scale.h"
#include "viewer/app/camera.h"
#include "viewer/app/open_case.h"
#include "viewer/case/section.h"
#include "viewer/platform/machine.h"

namespace intercusp::viewer {

class Tool;  // viewer/app/tool.h

//! Thicknesses of common articulating foils, mm.
constexpr std::array<double, 5> foils_mm = {0.008, 0.012, 0.04, 0.1, 0.2};

struct JawLook {
  bool shown = true;
  bool transparent = false;
  bool painted = true;  //!< with the clearance map
  bool operator==(const JawLook&) const = default;
};

//! Ends of the colours. Only the user changes them: a colour means the same in every pose.
struct ColourRange {
  double deepest_mm = 0.5, farthest_mm = 2;  //!< overlap and gap, both positive
  bool locked = false;                       //!< until the user unlocks it
  bool operator==(const ColourRange&) const = default;
};

enum class MapColouring { clearance, resolved_by };
[[nodiscard]] constexpr auto names_of(MapColouring) {
  return enum_table<MapColouring>(
      {{MapColouring::clearance, "clearance"}, {MapColouring::resolved_by, "resolved_by"}});
}

struct Ruler {
  Eigen::Vector2d from{0, 0}, to{0, 0};  //!< mm in the section's plane
};

//! A straight line between two places.
struct SpaceRuler {
  JawPlace from, to;
};

//! View settings; saved in sessions, not part of undo.
struct ViewState {
  Camera camera;
  JawLook upper, lower;
  Paint paint = Paint::distance;
  Palette palette = Palette::classic;
  ColourRange range;
  bool scan_colours = true;  //!< of scans that have them, instead of stone
  bool contours = true;      //!< at the threshold and at usual_contours_mm
  bool tooth_numbers = true;
  bool show_map = true;       //!< show the second view beside the 3D view
  bool show_compass = false;  //!< colour contacts by movement, once a track was played
  bool gizmo = true;
  std::vector<std::string> hidden_bodies;  //!< names
  MapColouring map_colouring = MapColouring::clearance;
  std::optional<SectionPlane> section;
  bool section_cuts = false;  //!< hide the jaws in front of the section
  std::optional<Ruler> ruler;
  std::optional<SpaceRuler> space_ruler;

  [[nodiscard]] ColourScale scale() const { return {palette, range.deepest_mm, range.farthest_mm}; }
  [[nodiscard]] PaintScale paint_scale(double threshold_mm) const { return {paint, scale(), threshold_mm}; }
};

//! Background work, as shown to the user.
struct WorkShown {
  std::string what;  //!< "Reading and closing the scans"
  double done = 0;   //!< 0 to 1
  bool can_cancel = true;
};

//! A refusal says why something cannot be done as things are; it goes away like information. A problem stays until it
//! is dismissed or something succeeds.
enum class MessageKind { information, refusal, problem };
constexpr double message_shown_s = 8;
struct Message {
  MessageKind kind = MessageKind::information;
  std::string text;
  double age_s = 0;
  std::filesystem::path written = {};  //!< that can be opened
  //! Nothing: until it is dismissed or something succeeds.
  [[nodiscard]] std::optional<double> shown_s() const {
    constexpr double to_be_opened_s = 60;
    if (kind == MessageKind::problem) return std::nullopt;
    return written.empty() ? message_shown_s : to_be_opened_s;
  }
};

//! A question to the user; nothing waits for the answer.
struct Question {
  enum class Kind { recover, outside_files, changed_scans, unsaved, of_tool };
  Kind kind = Kind::recover;
  std::string text;
  std::filesystem::path file;  //!< the file in question
  std::string title = {};      //!< of a tool's question, as the next
  std::vector<std::string> answers = {};
};

constexpr double least_font_px = 8, most_font_px = 64;
constexpr double least_second_share = 0.2, most_second_share = 0.75;
constexpr int least_window_px = 100, most_window_px = 32000;

//! The steps of the work in their order, and the settings of the view.
enum class PanelKind { the_case, mandible, contacts, motion, report, view };
constexpr std::size_t panel_kinds = 6;

//! What is beside the 3D view.
enum class SecondView { map, section, picture };  //!< `picture`: of a tool

//! What a report is written as. Tables, pictures and maps always belong to it.
struct ReportForms {
  bool html = true, pdf = false, dicom = false;
  std::optional<Language> language;  //!< nothing: that of the program
  [[nodiscard]] bool any() const { return html || pdf || dicom; }
  bool operator==(const ReportForms&) const = default;
};

//! Kept between runs (settings_file.h).
struct Settings {
  bool dark = true;
  Language language = Language::english;
  ToothNames tooth_names = ToothNames::fdi;
  double font_px = 17;
  bool expert = false;                       //!< shows validation, stages and what the computation runs on
  std::vector<CaseRequest> recent;           //!< latest first, at most 8
  std::vector<std::string> recent_sessions;  //!< likewise
  std::string export_folder;
  ReportForms report_forms;
  Paint paint = Paint::distance;  //!< of cases to come, as the next
  ColourRange range;
  int window_width = 1600, window_height = 1000;
  std::optional<std::array<int, 2>> window_place;  //!< of the window's corner; nothing: the first start
  PanelKind panel = PanelKind::the_case;
  SecondView second = SecondView::map;
  bool two_views = true;
  std::optional<double>
      second_share;  //!< of the views' room that the second view has; empty: by their shapes
};

struct StepPart;  // viewer/app/tool.h

//! What panels and views read; only Actions changes it.
struct AppState : OpenCase {
  platform::Machine machine;           //!< does not change
  std::span<const Tool* const> tools;  //!< do not change
  int case_number = 0;                 //!< counts the cases opened so far

  CaseNotes notes;
  ViewState view;
  Settings settings;

  bool shows_playback_marks = true;      //!< in the step that is open
  bool shows_teeth = false;              //!< the 3D view shows each tooth in a colour instead of the map
  PanelKind step = PanelKind::the_case;  //!< of the rail, that is open
  const StepPart* step_part = nullptr;   //!< of a tool in it; null: its own panel

  std::optional<WorkShown> work;
  std::vector<Message> messages;  //!< latest last
  std::optional<Question> question;

  bool unsaved = false;  //!< the document changed since it was saved or opened
  bool can_undo = false, can_redo = false;
  std::string undo_label, redo_label;  //!< names of the steps

  ViewRoom view_room;                   //!< that the 3D view on the screen leaves for the jaws
  std::optional<Camera> fitted_camera;  //!< the jaws fill the room for as long as the camera is this one
};

}  // namespace intercusp::viewer
