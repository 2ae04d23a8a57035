// The 3D view of a page. Its data: both jaws with fewer triangles, their surface distances and tooth numbers, small enough
// for the page. Markup, data and the program that draws them are one piece of HTML without any address.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Within this distance of the other jaw the surface keeps more of its triangles: contacts and their edges.
constexpr double scene_near_mm = 0.2;
//! The end of the threshold slider.
constexpr double scene_longest_threshold_mm = 0.5;
//! Wanted greatest deviation of the surface drawn, near the other jaw and elsewhere. Scans that would not fit into a
//! page deviate by more; SceneJaw has the measured values.
constexpr double scene_near_error_mm = 0.005, scene_error_mm = 0.02;
constexpr double scene_distance_step_mm = 0.001;
constexpr std::int16_t no_scene_distance = 32767;

//! The scanned surface of a jaw. Its vertices are vertices of the solid, with their distances as the inspection has them.
struct SceneJaw {
  Eigen::Vector3d origin_mm = Eigen::Vector3d::Zero();  //!< case frame
  double step_mm = 1;
  std::vector<std::array<std::uint16_t, 3>> positions;  //!< in steps from the origin
  std::vector<std::int16_t> distances;  //!< in scene_distance_step_mm; no_scene_distance where unknown
  std::vector<std::uint8_t> teeth;      //!< FDI number; 0: gum or unknown
  std::vector<Face> faces;
  std::vector<std::uint32_t> source;  //!< the vertex of the solid that each vertex is
  //! Greatest distance of a vertex of the scan from the surface drawn, near the other jaw and elsewhere.
  double near_error_mm = 0, error_mm = 0;
};

struct SceneContact {
  int number = 0;
  Eigen::Vector3d place_mm = Eigen::Vector3d::Zero();  //!< case frame
};

//! The lower jaw in first contact of a closing about the hinge axis.
struct SceneFirstContact {
  Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();  //!< from its pose in the bite, case frame
  Eigen::Vector3d place_mm = Eigen::Vector3d::Zero();
};

struct SceneData {
  SceneJaw upper, lower;
  AnatomicalAxes axes;      //!< of the patient; otherwise those of the pictures of both jaws
  bool axes_known = false;  //!< false: sides and lateral views are unknown
  double threshold_mm = 0.1;
  std::vector<SceneContact> contacts;  //!< those that the page lists
  std::optional<SceneFirstContact> first_contact;
};

//! Its style, for the head of the page.
[[nodiscard]] std::string scene_style();

//! The programs of the view, as in its <script> elements.
[[nodiscard]] std::array<std::string, 2> scene_scripts();

//! Hidden until its program has drawn a first picture, so that a browser without WebGL or scripts shows the rest of the
//! page alone. Rows of tables with `data-contact` become links to that contact.
[[nodiscard]] std::string scene_html(const SceneData& scene);

//! Three numbers per face: how far each corner's index is behind that of the next new vertex, in groups of 7 bits. With
//! vertices in the order of use most take one byte.
[[nodiscard]] std::string face_bytes(const std::vector<Face>& faces);

}  // namespace intercusp
