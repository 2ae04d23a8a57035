// The viewer's state, apart from how it is drawn: the case that is open with what is computed of it, views, settings,
// messages. Panels read it; the classes of actions.h and tools change it.
#pragma once

#include <Eigen/Geometry>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/case/case_notes.h"
#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/paint.h"
#include "io/picture/picture.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/case/tooth_groups.h"
#include "occlusion/engines/engine_reason.h"
#include "occlusion/maps/colour_scale.h"
#include "occlusion/motion/hinge.h"
#include "viewer/app/camera.h"
#include "viewer/app/derived.h"
#include "viewer/app/tool_parts.h"
#include "viewer/case/case_fixes.h"
#include "viewer/case/case_teeth.h"
#include "viewer/case/jaw_moves.h"
#include "viewer/case/live_bite.h"
#include "viewer/case/loaded_case.h"
#include "viewer/case/pick.h"
#include "viewer/case/section.h"
#include "viewer/case/shown_figures.h"
#include "viewer/platform/machine.h"

namespace intercusp::viewer {

//! Bit for bit.
[[nodiscard]] bool same_pose(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b);

//! Keys of what is computed of the open case.
struct PoseKey {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  bool operator==(const PoseKey& other) const { return same_pose(upper_from_lower, other.upper_from_lower); }
};
//! The case says which teeth it has: a correction makes another one.
struct BiteKey {
  std::shared_ptr<const LoadedCase> loaded;
  PoseKey pose;
  double threshold_mm = 0;
  bool operator==(const BiteKey&) const = default;
};
//! The key of what depends on the scans alone.
struct ScansKey {
  bool operator==(const ScansKey&) const = default;
};

struct NamedPose {
  std::string name;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::optional<Camera> camera = {};  //!< the view's camera when the pose was saved
};

//! What undo and redo restore; saved in sessions.
struct Document {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::vector<NamedPose> poses;
  double threshold_mm = 0.1;  //!< contact threshold; that of a 100 µm foil
  Measure measure = Measure::surface_distance;
  bool exchanged = false;  //!< upper and lower, against the case as it was opened
  HingeAxis hinge;
  std::vector<TeethEdit> upper_edits, lower_edits;  //!< corrections of the teeth, points in each jaw's frame
  DocumentParts parts;

  [[nodiscard]] Eigen::Isometry3d case_from(Jaw jaw) const {
    return jaw == Jaw::upper ? Eigen::Isometry3d::Identity() : upper_from_lower;
  }
};

struct ToothName {
  Jaw jaw = Jaw::upper;
  int fdi = 0;
  bool operator==(const ToothName&) const = default;
};

//! A place on a jaw, which goes with it.
struct JawPlace {
  Jaw jaw = Jaw::upper;
  Eigen::Vector3d jaw_point{0, 0, 0};  //!< in the jaw's frame
};

constexpr double slowest_playback = 0.05, fastest_playback = 4;  //!< times the recorded speed

//! A recorded track or a computed movement, played over time.
struct OpenPlayback {
  std::string name;            //!< "chewing.csv", "laterotrusion right"
  std::filesystem::path file;  //!< of a recorded track; empty for a computed movement
  Track track;
  int number = 0;  //!< counts the playbacks of the case
  double time_s = 0;
  double speed = 1;
  bool playing = false;
  bool loop = true;
  JawPaths paths;                                 //!< a place for each pose of the track
  bool shows_order = true, shows_centre = false;  //!< marks on the views
  std::optional<GroupPair> selected_pair;         //!< marked on the views while it touches
};

//! The map with what decided each pixel, of the pose in which it was computed; the jaw may have moved since.
struct StagesResult {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  ClearanceMap map;     //!< by the stencil engine
  EngineReason engine;  //!< names the renderer
};

//! One point of the history plot.
struct HistoryPoint {
  double time_s = 0;    //!< time of the playback, or since the drag began
  double least_mm = 0;  //!< by the measure of the document; NaN where there is none
  double area_mm2 = 0;
};

//! A named pose beside the present one, until the user ends it.
struct ComparedPose {
  NamedPose other;
  Eigen::Isometry3d present = Eigen::Isometry3d::Identity();  //!< where the jaw stood when it began
  double share = 1;                          //!< part of the way from the other pose to `present`
  Derived<PoseKey, LiveBite> live;           //!< has its map
  Derived<BiteKey, const RestReading> rest;  //!< at the document's threshold
};

//! A row of the contacts that is shown on the views.
struct SelectedContact {
  ContactName name;
  std::vector<ContactSpot> spots;
};

struct SceneMeshes;  // viewer/scene/scene_meshes.h

//! The case that is open and all that was computed of it. Opening another case makes a new one.
struct OpenCase {
  std::shared_ptr<const LoadedCase> loaded;  //!< null: no case is open
  std::shared_ptr<const LoneScan> lone;      //!< shown where no case is open; null: nothing is
  std::shared_ptr<const ReadJaws> read;      //!< both jaws of a case that is being opened
  std::shared_ptr<const SceneMeshes>
      meshes;  //!< meshes of what is shown, at first without shade; null if the scene makes them
  Derived<ScansKey, const SceneMeshes> shaded;  //!< meshes with the shade in fissures and between teeth
  std::vector<CaseFix> fixes;                   //!< offered for it, or for the case that could not be opened
  std::filesystem::path session_file;           //!< empty: not saved yet

  Document document;
  bool dragging = false;  //!< between begin_drag and end_drag

  // What picking and closing need.
  Derived<ScansKey, const Picker> picker;
  Derived<ScansKey, const ContactSearch> search;

  std::shared_ptr<LiveBite>
      live;  //!< always of the document's pose and threshold; null where nothing is open
  //! The report's numbers, and a moment later their intervals; not while the jaw moves.
  Derived<BiteKey, const RestReading> rest;
  Derived<std::shared_ptr<const RestReading>, const RestIntervals> intervals;
  std::vector<HistoryPoint> history;                //!< of this drag or playback, at most 600 points
  std::optional<SelectedContact> selected_contact;  //!< of `rest`, by the document's measure

  std::optional<ComparedPose> comparison;
  Derived<PoseKey, LiveBite> pose_map;  //!< of a named pose, for its picture

  std::optional<OpenPlayback> playback;
  double opening_rad = 0;                                //!< position of the hinge slider
  std::optional<Eigen::Isometry3d> pose_before_opening;  //!< by the hinge slider

  Derived<ScansKey, const CaseTeeth> teeth;                     //!< before corrections, once requested
  std::shared_ptr<const EditedTeeth> upper_teeth, lower_teeth;  //!< as corrected; null without `teeth`
  std::optional<ToothName> selected_tooth;

  std::shared_ptr<const StagesResult> stages;

  ToolParts parts;

  //! What views and panels show as numbers of the pose.  \pre live
  [[nodiscard]] ShownFigures figures() const {
    return figures_of(*live, rest.get(), document.measure, intervals.get());
  }
  [[nodiscard]] std::vector<ContactPair> contacts() const {
    return contact_pairs(*live, rest.get(), document.measure);
  }
  [[nodiscard]] const EditedTeeth* teeth_of(Jaw jaw) const {
    return (jaw == Jaw::upper ? upper_teeth : lower_teeth).get();
  }
  [[nodiscard]] Eigen::Vector3d case_point(const JawPlace& place) const {
    return document.case_from(place.jaw) * place.jaw_point;
  }
  [[nodiscard]] JawPlace place_on_jaw(Jaw jaw, const Eigen::Vector3d& case_point) const {
    return {jaw, document.case_from(jaw).inverse(Eigen::Isometry) * case_point};
  }
  //! The axes of what is open; axes_of_lps where no arch tells them.
  [[nodiscard]] std::optional<AnatomicalAxes> shown_axes() const {
    if (loaded) return loaded->axes();
    if (read) return read->axes.value_or(axes_of_lps());
    return lone ? std::optional(lone->axes.value_or(axes_of_lps())) : std::nullopt;
  }
  //! Jaws that are shown where no case is open; one or both may be null.
  [[nodiscard]] Bite unmeasured() const {
    if (read) return read->bite;
    return lone ? lone->bite() : Bite();
  }
  [[nodiscard]] bool moving() const { return dragging || (playback && playback->playing); }
};

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

constexpr std::size_t most_recent = 8;  //!< cases and sessions

//! Kept between runs (settings_file.h).
struct Settings {
  bool dark = true;
  Language language = Language::english;
  ToothNames tooth_names = ToothNames::fdi;
  double font_px = 17;
  bool expert = false;                       //!< shows validation, stages and what the computation runs on
  std::vector<CaseRequest> recent;           //!< latest first, at most most_recent
  std::vector<std::string> recent_sessions;  //!< likewise
  std::string export_folder;
  ReportForms report_forms;
  bool white_pictures = false;    //!< exported, for paper
  Paint paint = Paint::distance;  //!< of cases to come, as the next
  ColourRange range;
  int window_width = 1600, window_height = 1000;
  std::optional<std::array<int, 2>> window_place;  //!< the window's corner; empty at the first start
  PanelKind panel = PanelKind::the_case;
  SecondView second = SecondView::map;
  bool two_views = true;
  std::optional<double>
      second_share;  //!< part of the views' room that the second view has; empty if their shapes decide
};

//! Whom DICOM files name; empty: nobody. Sessions and settings do not keep it.
struct DicomPatient {
  std::string id, name;
  std::string like;  //!< DICOM file whose patient and study they take, unless id or name say otherwise
  bool operator==(const DicomPatient&) const = default;
};

struct StepPart;  // viewer/app/tool.h

//! What panels and views read; only the classes of actions.h and tools change it.
struct AppState : OpenCase {
  platform::Machine machine;           //!< does not change
  std::span<const Tool* const> tools;  //!< do not change
  int case_number = 0;                 //!< counts the cases opened so far

  CaseNotes notes;
  DicomPatient patient;
  ViewState view;
  Settings settings;

  bool shows_playback_marks = true;      //!< in the step that is open
  bool shows_teeth = false;              //!< the 3D view shows each tooth in a colour instead of the map
  PanelKind step = PanelKind::the_case;  //!< the open step of the rail
  const StepPart* step_part = nullptr;   //!< of a tool in it; null: its own panel

  std::optional<WorkShown> work;
  std::vector<Message> messages;  //!< latest last
  std::optional<Question> question;

  bool unsaved = false;  //!< the document changed since it was saved or opened
  bool can_undo = false, can_redo = false;
  std::string undo_label, redo_label;  //!< names of the steps

  // Since the state was drawn, autosaved, its settings written.
  bool changed = true, autosave_due = false, settings_due = false;
  void touch() {
    changed = autosave_due = true;
  }  //!< something that is shown and that sessions keep has changed

  bool on_white = false;  //!< true while a picture for paper is drawn

  ViewRoom view_room;                   //!< that the 3D view on the screen leaves for the jaws
  std::optional<Camera> fitted_camera;  //!< the jaws fill the room for as long as the camera is this one
};

}  // namespace intercusp::viewer
