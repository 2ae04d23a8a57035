// The case that is open: its document and what is computed of it in the background.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/picture/picture.h"
#include "occlusion/case/tooth_groups.h"
#include "occlusion/engines/engine_reason.h"
#include "occlusion/motion/hinge.h"
#include "viewer/app/camera.h"
#include "viewer/app/derived.h"
#include "viewer/app/tool_parts.h"
#include "viewer/case/case_fixes.h"
#include "viewer/case/case_teeth.h"
#include "viewer/case/contact_pairs.h"
#include "viewer/case/jaw_paths.h"
#include "viewer/case/live_bite.h"
#include "viewer/case/loaded_case.h"
#include "viewer/case/lone_scan.h"
#include "viewer/case/pick.h"
#include "viewer/case/section.h"
#include "viewer/case/shown_figures.h"

namespace intercusp {
class ContactSearch;  // occlusion/motion/contact_search.h
}  // namespace intercusp

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
  std::optional<Camera> camera = {};  //!< of the view when it was saved
};

//! What undo and redo restore; saved in sessions.
struct Document {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::vector<NamedPose> poses;
  double threshold_mm = 0.1;  //!< contact threshold; that of a 100 µm foil
  Measure measure = Measure::surface_distance;
  BonwillTriangle hinge;                            //!< the axis about which the mandible opens
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
  int number = 0;  //!< of the playbacks of the case
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
  double time_s = 0;    //!< of the playback, or since the drag began
  double least_mm = 0;  //!< by the measure of the document; NaN where there is none
  double area_mm2 = 0;
};

//! A named pose beside the present one, until the user ends it.
struct ComparedPose {
  NamedPose other;
  Eigen::Isometry3d present = Eigen::Isometry3d::Identity();  //!< where the jaw stood when it began
  double share = 1;                                           //!< of the way from the other to `present`
  Derived<PoseKey, LiveBite> live;                            //!< has its map
  Derived<BiteKey, const RestReading> rest;                   //!< at the document's threshold
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
  std::shared_ptr<const SceneMeshes>
      meshes;                          //!< of the case as opened or the lone scan; null: the scene makes them
  std::vector<CaseFix> fixes;          //!< offered for it, or for the case that could not be opened
  std::filesystem::path session_file;  //!< empty: not saved yet

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
  double opening_rad = 0;                                //!< of the hinge slider
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
    return lone ? std::optional(lone->axes.value_or(axes_of_lps())) : std::nullopt;
  }
  [[nodiscard]] bool moving() const { return dragging || (playback && playback->playing); }
};

}  // namespace intercusp::viewer
