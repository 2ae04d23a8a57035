// Both jaws of a case as they are drawn, made in the background while the case is opened: vertices with smooth normals,
// colours and openness.
//
// Lengths mm, about `centre` in the solid's frame. Where surfaces meet at an edge (the walls that close a scan, the rims of
// blocks) vertices are split, so that the edge stays sharp. For display only: no number is computed from it.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/base/progress.h"
#include "occlusion/geometry/solid.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! One jaw.
struct JawMesh {
  Eigen::Vector3d centre{0, 0, 0};
  std::vector<Eigen::Vector3f> points, normals;  //!< one entry per vertex; normals unit, outward
  std::vector<float> openness;                   //!< 1 in the open, towards 0 in fissures and between teeth
  std::vector<float> gum;                        //!< 0 enamel to 1 gum, soft at the border between them
  std::vector<char> scanned;                     //!< 0 on what import added
  std::vector<std::uint32_t> source;             //!< vertex of the solid
  std::vector<std::uint32_t> corners;  //!< three per face, outward counter-clockwise; scanned faces first
  std::size_t scanned_faces = 0;

  [[nodiscard]] std::size_t faces() const { return corners.size() / 3; }
};

//! Openness is set to 1. Gum is label 0 of a labelled jaw.
[[nodiscard]] JawMesh jaw_mesh(const Solid& solid);

//! Where gum is after labels have changed.  \param labels per vertex of the solid
[[nodiscard]] std::vector<float> gum_of(const JawMesh& mesh, const std::vector<int>& labels);

//! The mesh reduced to about that many faces; unchanged if it has fewer.
[[nodiscard]] JawMesh reduced(const JawMesh& mesh, std::size_t faces);

struct DrawnMeshes {
  JawMesh full, quick;  //!< quick: reduced to what software draws 20 times a second
};

struct MapRelief;  // viewer/scene/map_colours.h

struct SceneMeshes {
  Bite bite;  //!< that they were made from
  DrawnMeshes upper, lower;
  bool shaded = false;
  //! The upper's relief under the map's colours; null if it is not made here.
  std::shared_ptr<const MapRelief> relief;
  View relief_view;
};

//! What can be drawn at once: openness is 1 everywhere, and the reduced meshes are coarser.
//! \param bite one jaw may be null: its meshes stay empty  \throw Cancelled
[[nodiscard]] std::shared_ptr<const SceneMeshes> scene_shapes(const Bite& bite,
                                                              const Progress& progress = {});

//! Adds openness, well reduced meshes, and gum where the labels say so. Takes seconds for a million faces:
//! openness is found by casting rays.
//! \param bite its jaws have the vertices and faces that the shapes were made from
//! \param map whose relief is made too; null: none  \throw Cancelled
[[nodiscard]] std::shared_ptr<const SceneMeshes> shaded(const Bite& bite, const SceneMeshes& shapes,
                                                        const View* map, const Progress& progress = {});

//! Both steps.
[[nodiscard]] std::shared_ptr<const SceneMeshes> scene_meshes(const Bite& bite,
                                                              const Progress& progress = {});

}  // namespace intercusp::viewer
