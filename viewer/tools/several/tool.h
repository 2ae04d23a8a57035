// Several solids: neighbouring teeth of one jaw, in the Contacts step, how near they come and over how large an area; bodies
// of a formula beside the jaws, in the Case step.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/case/import_solids.h"
#include "occlusion/base/progress.h"
#include "occlusion/several/neighbours.h"
#include "viewer/app/tool.h"
#include "viewer/case/loaded_case.h"
#include "viewer/scene/extra_surface.h"
#include "viewer/scene/scene_meshes.h"
#include "viewer/tools/several/body_files.h"

namespace intercusp::viewer {

struct NeighbourPair {
  Jaw jaw = Jaw::upper;
  int fdi = 0, other_fdi = 0;
  Neighbours found;  //!< its point in the jaw's frame
};

struct NeighbourTeeth {
  std::vector<NeighbourPair>
      pairs;  //!< touching pairs first, the deepest overlap at the top; then by distance
  bool upper_has_single_teeth = false, lower_has_single_teeth = false;
};

//! \throw InputError where a file of a single tooth cannot be read again; Cancelled
[[nodiscard]] NeighbourTeeth measured_neighbours(const std::shared_ptr<const LoadedCase>& loaded,
                                                 const Progress& progress = {});

struct Bodies {
  std::vector<std::string> files;  //!< that they were read from
  std::vector<NamedSolid> solids;  //!< each with its `body`
  std::vector<std::shared_ptr<const DrawnMeshes>> meshes;
};

//! \throw InputError as `intercusp interfere`, also for a file that is no BODIES.json
[[nodiscard]] std::shared_ptr<const Bodies> read_bodies_of(const std::vector<std::string>& files);

//! What a body is to one jaw.
struct BodyGap {
  double depth_mm = 0;  //!< depth of the overlap as by `intercusp interfere`; 0 without one
  bool touching = false;
  std::optional<double> distance_mm;    //!< the least, without overlap; nothing where no point is certain
  Eigen::Vector3d case_point{0, 0, 0};  //!< the deepest, or the nearest
};
struct BodyFigures {
  BodyGap upper, lower;
};
struct BodiesReading {
  std::shared_ptr<const Bodies> bodies;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::vector<BodyFigures> figures;  //!< of each body
};

//! \throw Cancelled
[[nodiscard]] BodiesReading measured_bodies(const LoadedCase& loaded,
                                            const Eigen::Isometry3d& upper_from_lower,
                                            const std::shared_ptr<const Bodies>& bodies,
                                            const Progress& progress = {});

[[nodiscard]] BodyFiles body_files(const AppState& state);

struct BodiesKey {
  std::shared_ptr<const Bodies> bodies;
  PoseKey pose;
  bool operator==(const BodiesKey&) const = default;
};
struct BodiesWork {
  Derived<std::vector<std::string>, const Bodies> bodies;  //!< read from the document's files
  Derived<BodiesKey, const BodiesReading> reading;         //!< where the jaw rests
};
//! Null before they are read or where there are none.
[[nodiscard]] std::shared_ptr<const Bodies> bodies_of(const AppState& state);
//! Null while the jaw moves.
[[nodiscard]] const BodiesReading* bodies_reading(const AppState& state);

//! In the background. Each is a step of undo.
void add_bodies(const AppState& state, Actions& actions, const std::vector<std::string>& files);
void remove_bodies(Actions& actions);

// What the tool does with them.
void want_bodies(AppState& state);
[[nodiscard]] bool begin_bodies(const AppState& state, Actions& actions);
void add_body_surfaces(const AppState& state, std::vector<ExtraSurface>& surfaces);
void draw_bodies(const AppState& state, Actions& actions, WidgetState& widgets);

//! Null until they are measured, which they are while the Contacts step is open.
[[nodiscard]] const NeighbourTeeth* neighbours_of(const AppState& state);

//! Marks the place where they come closest; the camera flies there.
void select_neighbours(const AppState& state, Actions& actions, const NeighbourPair& pair);

void draw_neighbours(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
