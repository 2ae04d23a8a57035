// The viewer's state, apart from how it is drawn. Panels read it; only actions.h changes it.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case_notes.h"
#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/paint.h"
#include "io/picture/picture.h"
#include "occlusion/engines/engine_reason.h"
#include "occlusion/maps/colour_scale.h"
#include "occlusion/motion/articulator/articulate.h"
#include "occlusion/validation/validate.h"
#include "viewer/app/camera.h"
#include "viewer/case/bodies.h"
#include "viewer/case/case_fixes.h"
#include "viewer/case/case_teeth.h"
#include "viewer/case/contact_pairs.h"
#include "viewer/case/film_contacts.h"
#include "viewer/case/jaw_paths.h"
#include "viewer/case/live_bite.h"
#include "viewer/case/loaded_case.h"
#include "viewer/case/lone_scan.h"
#include "viewer/case/neighbour_teeth.h"
#include "viewer/case/pick.h"
#include "viewer/case/section.h"
#include "viewer/case/shown_figures.h"
#include "viewer/platform/machine.h"

namespace intercusp {
struct Settlement;  // occlusion/motion/seating/settle.h
}

namespace intercusp::viewer {

struct NamedPose {
  std::string name;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::optional<Camera> camera = {};  //!< of the view when it was saved
};

//! What undo and redo restore; saved in sessions.
struct Document {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::vector<NamedPose> poses;
  double threshold_mm = 0.1;  //!< contact threshold; that of a 100 µm foil
  Measure measure = Measure::surface_distance;
  ArticulatorSettings articulator;
  std::vector<TeethEdit> upper_edits, lower_edits;  //!< corrections of the teeth, points in each jaw's frame
  std::vector<std::string> bodies;                  //!< paths of BODIES.json
};

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

struct ToothName {
  bool upper = true;
  int fdi = 0;
  bool operator==(const ToothName&) const = default;
};

enum class MapColouring { clearance, resolved_by };

struct Ruler {
  Eigen::Vector2d from{0, 0}, to{0, 0};  //!< mm in the section's plane
};

//! A place on a jaw, which goes with it.
struct JawPlace {
  bool upper = true;
  Eigen::Vector3d jaw_point{0, 0, 0};  //!< in the jaw's frame
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

constexpr double slowest_film = 0.05, fastest_film = 4;  //!< times the recorded speed

//! A recorded track or an articulator movement, played over time.
struct Film {
  std::string name;            //!< "chewing.csv", "laterotrusion right"
  std::filesystem::path file;  //!< of a recorded track; empty for an articulator movement
  Track track;
  double time_s = 0;
  double speed = 1;
  bool playing = false;
  bool loop = true;
  std::shared_ptr<const FilmContacts> contacts;   //!< of the whole track; null until computed
  JawPaths paths;                                 //!< a place for each pose of the track
  bool shows_order = true, shows_centre = false;  //!< marks on the views
  std::optional<GroupPair> selected_pair;         //!< marked on the views while it touches
};

//! A background result with the pose it belongs to, so that the interface can say when the jaw has moved since.
struct ValidationResult {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  Validation validation;
  ClearanceMap map;
  Picture picture;  //!< error map with legend and figures
};
struct StagesResult {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  ClearanceMap map;     //!< by the stencil engine
  EngineReason engine;  //!< names the renderer
};

//! One point of the history plot.
struct HistoryPoint {
  double time_s = 0;    //!< of the film, or since the drag began
  double least_mm = 0;  //!< by the measure of the document; NaN where there is none
  double area_mm2 = 0;
};

//! A named pose beside the present one, until the user ends it.
struct Comparison {
  NamedPose other;
  Eigen::Isometry3d present = Eigen::Isometry3d::Identity();  //!< where the jaw stood when it began
  double share = 1;                                           //!< of the way from the other to `present`
  std::shared_ptr<LiveBite> live;                             //!< has its map; null until it is read
  std::shared_ptr<const RestReading> rest;  //!< at the document's threshold; null until it is read
};

//! A row of the contacts that is shown on the views.
struct SelectedContact {
  ContactName name;
  std::vector<ContactSpot> spots;
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
  enum class Kind { recover, outside_files, changed_scans, unsaved };
  Kind kind = Kind::recover;
  std::string text;
  std::filesystem::path file;  //!< the file in question
};

constexpr double least_font_px = 8, most_font_px = 64;
constexpr double least_second_share = 0.2, most_second_share = 0.75;
constexpr int least_window_px = 100, most_window_px = 32000;

//! The steps of the work in their order, and the settings of the view.
enum class PanelKind { the_case, mandible, contacts, motion, report, view };
constexpr std::size_t panel_kinds = 6;

//! What is beside the 3D view.
enum class SecondView { map, section, errors };

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

struct SceneMeshes;  // viewer/scene/scene_meshes.h

struct AppState {
  platform::Machine machine;  //!< does not change

  std::shared_ptr<const LoadedCase> loaded;  //!< null: no case is open
  std::shared_ptr<const LoneScan> lone;      //!< shown where no case is open; null: nothing is
  std::shared_ptr<const SceneMeshes>
      meshes;                  //!< of the case as opened or the lone scan; null: the scene makes them
  int case_number = 0;         //!< counts the cases opened so far
  std::vector<CaseFix> fixes;  //!< offered for it, or for the case that could not be opened
  std::shared_ptr<const Picker> picker;  //!< of the case; null until it is ready

  Document document;
  CaseNotes notes;
  ViewState view;
  Settings settings;

  // Always of the current case, pose and threshold: actions update them together with the document.
  std::shared_ptr<LiveBite> live;  //!< null where nothing is open
  std::shared_ptr<const RestReading>
      rest;  //!< the report's numbers; null while the jaw moves and a little longer
  std::shared_ptr<const RestIntervals> intervals;   //!< of `rest`; null until measured, a moment later
  std::vector<HistoryPoint> history;                //!< of this drag or film, at most 600 points
  std::optional<SelectedContact> selected_contact;  //!< of `rest`, by the document's measure
  std::optional<Comparison> comparison;
  std::shared_ptr<LiveBite> pose_map;  //!< of a named pose, for its picture; null until asked for and read
  //! What views and panels show as numbers of the pose.  \pre live
  [[nodiscard]] ShownFigures figures() const {
    return figures_of(*live, rest.get(), document.measure, intervals.get());
  }
  [[nodiscard]] std::vector<ContactPair> contacts() const {
    return contact_pairs(*live, rest.get(), document.measure);
  }

  std::shared_ptr<const Settlement> settlement;  //!< the last one of the case: says from where to where

  std::optional<Film> film;
  bool shows_film_marks = true;  //!< in the step that is open
  //! With the document's settings; null until computed. Says of which bite: see movements_belong.
  std::shared_ptr<const ArticulatedBite> articulated;
  std::array<double, 3> excursion_mm = {0, 0, 0};        //!< of the sliders, in the order of all_excursions
  double opening_rad = 0;                                //!< of the hinge slider
  std::optional<Eigen::Isometry3d> pose_before_opening;  //!< by the hinge slider

  std::shared_ptr<const CaseTeeth> teeth;  //!< before corrections; null until they are asked for and ready
  std::shared_ptr<const EditedTeeth> upper_teeth, lower_teeth;  //!< as corrected; null with `teeth`
  std::optional<ToothName> selected_tooth;
  bool shows_teeth = false;  //!< the 3D view shows each tooth in a colour instead of the map

  [[nodiscard]] const EditedTeeth* teeth_of(bool upper) const {
    return upper ? upper_teeth.get() : lower_teeth.get();
  }

  std::shared_ptr<const NeighbourTeeth> neighbours;  //!< says of which case; null until measured
  bool shows_neighbours = false;

  std::shared_ptr<const Bodies> bodies;  //!< of the document's files; null where there are none, or not read
  std::shared_ptr<const BodiesReading>
      bodies_reading;  //!< says of which bodies and pose; null until measured

  std::shared_ptr<const ValidationResult> validation;
  std::shared_ptr<const StagesResult> stages;

  std::optional<WorkShown> work;
  std::vector<Message> messages;  //!< latest last
  std::optional<Question> question;

  std::filesystem::path session_file;  //!< empty: not saved yet
  bool unsaved = false;                //!< the document changed since it was saved or opened
  bool can_undo = false, can_redo = false;
  std::string undo_label, redo_label;  //!< names of the steps

  bool dragging = false;  //!< between begin_drag and end_drag

  [[nodiscard]] Eigen::Vector3d case_point(const JawPlace& place) const {
    return place.upper ? place.jaw_point : Eigen::Vector3d(document.upper_from_lower * place.jaw_point);
  }
  //! Of what is open; axes_of_lps where no arch tells them.
  [[nodiscard]] std::optional<AnatomicalAxes> shown_axes() const {
    if (loaded) return loaded->axes();
    return lone ? std::optional(lone->axes.value_or(axes_of_lps())) : std::nullopt;
  }
  ViewRoom view_room;                   //!< that the 3D view on the screen leaves for the jaws
  std::optional<Camera> fitted_camera;  //!< the jaws fill the room for as long as the camera is this one

  [[nodiscard]] bool moving() const { return dragging || (film && film->playing); }
};

//! Whether the articulator's movements are computed, and start from the bite shown or pass through it.
[[nodiscard]] bool movements_belong(const AppState& state);

}  // namespace intercusp::viewer
