// The 3D view of a page. Its data are both jaws with fewer triangles, their surface distances and tooth
// numbers, small enough for the page. Markup, data and the program that draws them form one piece of HTML
// without any address.
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

//! Within this distance of the other jaw the surface keeps more triangles, for contacts and their edges.
constexpr double scene_near_mm = 0.2;
//! The end of the threshold slider.
constexpr double scene_longest_threshold_mm = 0.5;
//! Wanted greatest deviation of the drawn surface, near the other jaw and elsewhere. Scans that would not fit
//! into a page deviate by more. SceneJaw has the measured values.
constexpr double scene_near_error_mm = 0.005, scene_error_mm = 0.02;
constexpr double scene_distance_step_mm = 0.001;
constexpr std::int16_t no_scene_distance = 32767;

//! The scanned surface of a jaw. Its vertices are vertices of the solid, with the distances that the
//! inspection found.
struct SceneJaw {
  Eigen::Vector3d origin_mm = Eigen::Vector3d::Zero();  //!< case frame
  double step_mm = 1;
  std::vector<std::array<std::uint16_t, 3>> positions;  //!< in steps from the origin
  std::vector<std::int16_t> distances;  //!< in units of scene_distance_step_mm; no_scene_distance if unknown
  std::vector<std::uint8_t> teeth;      //!< FDI number; 0: gum or unknown
  std::vector<Face> faces;
  std::vector<std::uint32_t> source;  //!< for each vertex, the vertex of the solid
  //! Greatest distance of a vertex of the scan from the drawn surface, near the other jaw and elsewhere.
  double near_error_mm = 0, error_mm = 0;
};

struct SceneContact {
  int number = 0;
  Eigen::Vector3d place_mm = Eigen::Vector3d::Zero();  //!< case frame
};

//! The lower jaw at first contact of a closing about the hinge axis.
struct SceneFirstContact {
  Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();  //!< motion from its pose in the bite, case frame
  Eigen::Vector3d place_mm = Eigen::Vector3d::Zero();
};

struct SceneData {
  SceneJaw upper, lower;
  AnatomicalAxes axes;      //!< the patient's; if unknown, those of the pictures of both jaws
  bool axes_known = false;  //!< false: sides and lateral views are unknown
  double threshold_mm = 0.1;
  std::vector<SceneContact> contacts;  //!< the contacts that the page lists
  std::optional<SceneFirstContact> first_contact;
};

//! The style of the view, for the head of the page.
[[nodiscard]] std::string scene_style();

//! The programs of the view, as they are in its <script> elements.
[[nodiscard]] std::array<std::string, 2> scene_scripts();

//! The markup is hidden until its program has drawn a first picture. A browser without WebGL or scripts then
//! shows only the rest of the page. Rows of tables with `data-contact` become links to that contact.
[[nodiscard]] std::string scene_html(const SceneData& scene);

//! Three numbers per face, one per corner, in groups of 7 bits: how far the corner's index is behind that of
//! the next new vertex. If vertices are in the order of use, most numbers take one byte.
[[nodiscard]] std::string face_bytes(const std::vector<Face>& faces);

}  // namespace intercusp
