#include "viewer/scene/scene_meshes.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/engines/rays/embree.h"
#include "viewer/scene/map_colours.h"

namespace intercusp::viewer {
namespace {

//! Vertices around each vertex; a neighbour shared by two faces is listed twice.
struct VertexRing {
  std::vector<std::uint32_t> first, vertex;

  explicit VertexRing(const JawMesh& mesh)
      : first(mesh.points.size() + 1, 0), vertex(2 * mesh.corners.size()) {
    for (const std::uint32_t corner : mesh.corners) first[corner + 1] += 2;
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < mesh.corners.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t own = mesh.corners[i + k];
        vertex[next[own]++] = mesh.corners[i + (k + 1) % 3];
        vertex[next[own]++] = mesh.corners[i + (k + 2) % 3];
      }
    }
  }

  //! Moves every value halfway to the mean of its neighbours, repeatedly.
  template <typename Value>
  [[nodiscard]] std::vector<Value> smoothed(std::vector<Value> values, int times) const {
    std::vector<Value> next(values.size());
    for (int time = 0; time < times; ++time) {
      for_all(std::size_t{0}, values.size(), [&](std::size_t i) {
        Value sum = values[i] * 0;
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) sum += values[vertex[k]];
        const auto count = static_cast<float>(std::max(1U, first[i + 1] - first[i]));
        next[i] = (values[i] + sum / count) * 0.5F;
      });
      std::swap(values, next);
    }
    return values;
  }
};

// Neighbouring faces at a larger angle than this are separated by a sharp edge. The first value keeps nearly all of a scan
// smooth; its deepest fissures become edges, which makes them easier to see.
const float cosine_of_smooth = std::cos(40.0F * 0.01745329F);
const float cosine_of_side = std::cos(50.0F * 0.01745329F);

//! The corners of faces at each vertex, as places in a list of all corners.
struct CornersAtVertex {
  std::vector<std::uint32_t> first, corner;

  explicit CornersAtVertex(const TriangleMesh& mesh)
      : first(mesh.vertices.size() + 1, 0), corner(3 * mesh.faces.size()) {
    for (const Face& face : mesh.faces) {
      for (const std::uint32_t vertex : face) ++first[vertex + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < corner.size(); ++i)
      corner[next[mesh.faces[i / 3][i % 3]]++] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::span<const std::uint32_t> at(std::size_t vertex) const {
    return {corner.data() + first[vertex], corner.data() + first[vertex + 1]};
  }
};

//! One vertex as drawn: the face corners that share it and their area-weighted normal.
struct Side {
  Eigen::Vector3f sum = Eigen::Vector3f::Zero();
  bool anatomy = true;
  std::uint32_t drawn = 0;
};

class Splitter {
 public:
  Splitter(const Solid& solid, JawMesh& mesh) : solid_(solid), mesh_(mesh), areas_(solid.mesh.faces.size()) {
    for (std::size_t face = 0; face < areas_.size(); ++face)
      areas_[face] = face_normal_twice_area(solid.mesh, face).cast<float>();
  }

  void split(std::size_t vertex, std::span<const std::uint32_t> corners) {
    sides_.clear();
    if (corners.empty()) return;
    if (is_smooth(corners)) {
      Side& side = add_side(vertex, corners.front());
      for (const std::uint32_t corner : corners) join(side, corner);
    } else {
      for (const std::uint32_t corner : corners) join(side_of(vertex, corner), corner);
    }
    for (const Side& side : sides_) mesh_.normals[side.drawn] = side.sum.normalized();
  }

 private:
  [[nodiscard]] bool anatomy(std::uint32_t corner) const { return solid_.is_anatomy(corner / 3); }

  [[nodiscard]] bool is_smooth(std::span<const std::uint32_t> corners) const {
    Eigen::Vector3f sum = Eigen::Vector3f::Zero();
    for (const std::uint32_t corner : corners) sum += areas_[corner / 3];
    sum.normalize();
    return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
      const Eigen::Vector3f& area = areas_[corner / 3];
      return anatomy(corner) == anatomy(corners.front()) && area.dot(sum) >= cosine_of_smooth * area.norm();
    });
  }

  Side& side_of(std::size_t vertex, std::uint32_t corner) {
    const Eigen::Vector3f& area = areas_[corner / 3];
    for (Side& side : sides_) {
      if (side.anatomy == anatomy(corner) &&
          side.sum.dot(area) >= cosine_of_side * side.sum.norm() * area.norm())
        return side;
    }
    return add_side(vertex, corner);
  }

  Side& add_side(std::size_t vertex, std::uint32_t corner) {
    Side& side = sides_.emplace_back();
    side.anatomy = anatomy(corner);
    side.drawn = static_cast<std::uint32_t>(mesh_.points.size());
    mesh_.points.emplace_back((solid_.mesh.vertices[vertex] - mesh_.centre).cast<float>());
    mesh_.normals.emplace_back(Eigen::Vector3f::Zero());
    mesh_.source.push_back(static_cast<std::uint32_t>(vertex));
    mesh_.gum.push_back(!solid_.labels.empty() && solid_.labels[vertex] == 0 ? 1.0F : 0.0F);
    mesh_.scanned.push_back(side.anatomy ? 1 : 0);
    return side;
  }

  void join(Side& side, std::uint32_t corner) {
    side.sum += areas_[corner / 3];
    mesh_.corners[corner] = side.drawn;
  }

  const Solid& solid_;
  JawMesh& mesh_;
  std::vector<Eigen::Vector3f> areas_;  // per face, normal times twice the area
  std::vector<Side> sides_;             // of the vertex at work
};

template <typename Value>
void keep(std::vector<Value>& values, const std::vector<std::uint32_t>& place, std::size_t count) {
  std::vector<Value> kept(count);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (place[i] != ~0U) kept[place[i]] = values[i];
  }
  values = std::move(kept);
}

//! Keeps only vertices that faces use, in the order of use.
void in_order_of_use(JawMesh& mesh) {
  std::vector<std::uint32_t> place(mesh.points.size());
  const std::size_t count = meshopt_optimizeVertexFetchRemap(place.data(), mesh.corners.data(),
                                                             mesh.corners.size(), mesh.points.size());
  for (std::uint32_t& corner : mesh.corners) corner = place[corner];
  keep(mesh.points, place, count);
  keep(mesh.normals, place, count);
  keep(mesh.openness, place, count);
  keep(mesh.gum, place, count);
  keep(mesh.scanned, place, count);
  keep(mesh.source, place, count);
}

//! Scanned faces before those that import added, which have vertices of their own.
void in_order_of_origin(JawMesh& mesh) {
  std::vector<std::uint32_t> scanned, added;
  for (std::size_t corner = 0; corner < mesh.corners.size(); corner += 3) {
    std::vector<std::uint32_t>& part = mesh.scanned[mesh.corners[corner]] ? scanned : added;
    part.insert(part.end(), mesh.corners.data() + corner, mesh.corners.data() + corner + 3);
  }
  mesh.scanned_faces = scanned.size() / 3;
  mesh.corners = std::move(scanned);
  mesh.corners.insert(mesh.corners.end(), added.begin(), added.end());
}

void in_order_of_neighbours(JawMesh& mesh) {
  meshopt_optimizeVertexCache(mesh.corners.data(), mesh.corners.data(), mesh.corners.size(),
                              mesh.points.size());
  in_order_of_origin(mesh);
  in_order_of_use(mesh);
}

//! Labels belong to vertices, so their border is a zigzag of edges; smoothing straightens it.
std::vector<float> softened(const JawMesh& mesh, std::vector<float> gum) {
  gum = VertexRing(mesh).smoothed(std::move(gum), 8);
  for (float& share : gum) share = std::clamp(0.5F + 2.5F * (share - 0.5F), 0.0F, 1.0F);
  return gum;
}

}  // namespace

JawMesh jaw_mesh(const Solid& solid) {
  JawMesh mesh;
  mesh.centre = bounds_of(solid.mesh).centre();
  mesh.corners.resize(3 * solid.mesh.faces.size());
  Splitter splitter(solid, mesh);
  const CornersAtVertex corners(solid.mesh);
  for (std::size_t vertex = 0; vertex < solid.mesh.vertices.size(); ++vertex)
    splitter.split(vertex, corners.at(vertex));
  mesh.openness.assign(mesh.points.size(), 1);
  in_order_of_neighbours(mesh);
  mesh.gum = softened(mesh, std::move(mesh.gum));
  return mesh;
}

std::vector<float> gum_of(const JawMesh& mesh, const std::vector<int>& labels) {
  std::vector<float> gum(mesh.source.size(), 0);
  if (labels.empty()) return gum;
  for (std::size_t i = 0; i < gum.size(); ++i) gum[i] = labels[mesh.source[i]] == 0 ? 1.0F : 0.0F;
  return softened(mesh, std::move(gum));
}

JawMesh reduced(const JawMesh& mesh, std::size_t faces) {
  if (mesh.faces() <= faces) return mesh;
  constexpr float largest_error = 0.01F;  // of the jaw's size; the face count is reached first
  JawMesh fewer = mesh;
  fewer.corners.resize(meshopt_simplify(fewer.corners.data(), mesh.corners.data(), mesh.corners.size(),
                                        mesh.points.front().data(), mesh.points.size(),
                                        sizeof(Eigen::Vector3f), 3 * faces, largest_error, 0, nullptr));
  in_order_of_neighbours(fewer);
  return fewer;
}

namespace {

constexpr std::size_t openness_parts = 16;

constexpr int rays = 10;       // per vertex; neighbours use different rays and are averaged below
constexpr float reach_mm = 7;  // about the height of a crown; farther surfaces cast no shadow
constexpr float start_mm = 0.03F;

//! The mesh in Embree's tree.
class Obstacles {
 public:
  explicit Obstacles(const JawMesh& mesh)
      : device_(embree::make_device()), scene_(embree::make_scene(device_)) {
    const embree::Geometry geometry = embree::make_geometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    std::memcpy(embree::new_buffer<float>(device_, geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3,
                                          mesh.points.size()),
                mesh.points.data(), mesh.points.size() * sizeof(Eigen::Vector3f));
    std::memcpy(embree::new_buffer<std::uint32_t>(device_, geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3,
                                                  mesh.faces()),
                mesh.corners.data(), mesh.corners.size() * sizeof(std::uint32_t));
    embree::commit_and_attach(geometry, scene_);
    rtcCommitScene(scene_.get());
  }

  [[nodiscard]] bool between(const Eigen::Vector3f& from, const Eigen::Vector3f& along, float length) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay ray{};
    ray.org_x = from.x(), ray.org_y = from.y(), ray.org_z = from.z();
    ray.dir_x = along.x(), ray.dir_y = along.y(), ray.dir_z = along.z();
    ray.tnear = 0, ray.tfar = length;
    ray.mask = ~0U;
    rtcOccluded1(scene_.get(), &context, &ray);
    return ray.tfar < 0;
  }

 private:
  embree::Device device_;
  embree::Scene scene_;  // after the device, which it must not outlive
};

//! Cosine-distributed directions about +z.
std::array<Eigen::Vector3f, rays> directions() {
  std::array<Eigen::Vector3f, rays> all;
  for (int i = 0; i < rays; ++i) {
    const float square = (static_cast<float>(i) + 0.5F) / rays;
    const float angle = static_cast<float>(i) * 2.3999632F;  // the golden angle
    const float aside = std::sqrt(square);
    all[static_cast<std::size_t>(i)] = {aside * std::cos(angle), aside * std::sin(angle),
                                        std::sqrt(1 - square)};
  }
  return all;
}

std::vector<float> unobstructed(const JawMesh& mesh, const std::function<void()>& part_is_done) {
  const Obstacles obstacles(mesh);
  const std::array<Eigen::Vector3f, rays> about_z = directions();
  std::vector<float> open(mesh.points.size());
  const auto share_of_sky = [&](std::size_t i) {
    const Eigen::Vector3f& normal = mesh.normals[i];
    const Eigen::Vector3f aside =
        normal.cross(std::abs(normal.x()) < 0.7F ? Eigen::Vector3f::UnitX() : Eigen::Vector3f::UnitY())
            .normalized();
    const Eigen::Vector3f across = normal.cross(aside);
    const float turn = static_cast<float>(i % 97) * (2 * std::numbers::pi_v<float> / 97);
    const float cosine = std::cos(turn), sine = std::sin(turn);
    int free = 0;
    for (const Eigen::Vector3f& d : about_z) {
      const Eigen::Vector3f along =
          (cosine * d.x() - sine * d.y()) * aside + (sine * d.x() + cosine * d.y()) * across + d.z() * normal;
      free += obstacles.between(mesh.points[i] + start_mm * normal, along, reach_mm) ? 0 : 1;
    }
    return static_cast<float>(free) / rays;
  };
  for (std::size_t part = 0; part < openness_parts; ++part) {
    for_all(part * open.size() / openness_parts, (part + 1) * open.size() / openness_parts,
            [&](std::size_t i) { open[i] = share_of_sky(i); });
    part_is_done();
  }
  return open;
}

//! Depth of each vertex below the smoothed surface around it, mm: fissures too fine for the few rays.
std::vector<float> hollowness(const JawMesh& mesh, const VertexRing& ring) {
  const std::vector<Eigen::Vector3f> smooth = ring.smoothed(mesh.points, 10);
  std::vector<float> below(smooth.size());
  for (std::size_t i = 0; i < below.size(); ++i) below[i] = (smooth[i] - mesh.points[i]).dot(mesh.normals[i]);
  return ring.smoothed(std::move(below), 1);
}

//! Share of ambient light that reaches each vertex, 1 in the open, by ray casting (Embree) to a few mm; darkened further in
//! fine hollows. The same bits for any number of threads.
//! \param part_is_done called openness_parts times; what it throws ends the work
//! \throw std::runtime_error if Embree cannot be used
std::vector<float> openness_of(const JawMesh& mesh, const std::function<void()>& part_is_done) {
  const VertexRing ring(mesh);
  std::vector<float> open = ring.smoothed(unobstructed(mesh, part_is_done), 3);
  const std::vector<float> below = hollowness(mesh, ring);
  constexpr float per_mm = 4.0F;  // a fissure 0.1 mm below its surroundings loses four tenths of its light
  for (std::size_t i = 0; i < open.size(); ++i)
    open[i] = std::clamp(open[i] * (1 - std::clamp(per_mm * below[i], -0.15F, 0.5F)), 0.0F, 1.0F);
  return open;
}

constexpr std::size_t quick_faces = 20000;  // per jaw; twice as coarse as a scan of a usual arch

//! Merges vertices in cells of a grid: coarser than `reduced`, but without its search for edges.
JawMesh coarsened(const JawMesh& mesh, std::size_t faces) {
  if (mesh.faces() <= faces) return mesh;
  constexpr float any_error = 1;  // of the jaw's size
  JawMesh fewer = mesh;
  fewer.corners.resize(meshopt_simplifySloppy(fewer.corners.data(), mesh.corners.data(), mesh.corners.size(),
                                              mesh.points.front().data(), mesh.points.size(),
                                              sizeof(Eigen::Vector3f), 3 * faces, any_error, nullptr));
  in_order_of_neighbours(fewer);
  return fewer;
}

DrawnMeshes shaded_meshes(const Solid& solid, const DrawnMeshes& shapes, SharedProgress& progress) {
  DrawnMeshes meshes{.full = shapes.full, .quick = {}};
  meshes.full.openness = openness_of(meshes.full, [&] { progress.part_is_done(); });
  meshes.full.gum = gum_of(meshes.full, solid.labels);
  progress.part_is_done();
  meshes.quick = reduced(meshes.full, quick_faces);
  progress.part_is_done();
  return meshes;
}

//! Makes the meshes of each jaw that there is, both at the same time.
template <class Make>
std::shared_ptr<SceneMeshes> for_jaws(const Bite& bite, const Make& make) {
  auto meshes = std::make_shared<SceneMeshes>();
  meshes->bite = bite;
  const auto add = [&](DrawnMeshes& drawn, const std::shared_ptr<const Solid>& solid, Jaw jaw) {
    if (solid) drawn = make(*solid, jaw);
  };
  run_both([&] { add(meshes->upper, bite.upper, Jaw::upper); },
           [&] { add(meshes->lower, bite.lower, Jaw::lower); });
  return meshes;
}

}  // namespace

std::shared_ptr<const SceneMeshes> scene_shapes(const Bite& bite, const Progress& progress) {
  SharedProgress shared(progress, 2 * 2);
  return for_jaws(bite, [&](const Solid& solid, Jaw) {
    DrawnMeshes meshes{.full = jaw_mesh(solid), .quick = {}};
    shared.part_is_done();
    meshes.quick = coarsened(meshes.full, quick_faces);
    shared.part_is_done();
    return meshes;
  });
}

std::shared_ptr<const SceneMeshes> shaded(const Bite& bite, const SceneMeshes& shapes, const View* map,
                                          const Progress& progress) {
  std::shared_ptr<const MapRelief> relief;
  if (map != nullptr) relief = std::make_shared<const MapRelief>(upper_relief(*bite.upper, *map));
  SharedProgress shared(progress, 2 * (openness_parts + 2));
  const auto meshes = for_jaws(bite, [&](const Solid& solid, Jaw jaw) {
    return shaded_meshes(solid, jaw == Jaw::upper ? shapes.upper : shapes.lower, shared);
  });
  meshes->shaded = true;
  meshes->relief = std::move(relief);
  if (map != nullptr) meshes->relief_view = *map;
  return meshes;
}

std::shared_ptr<const SceneMeshes> scene_meshes(const Bite& bite, const Progress& progress) {
  constexpr double shapes_share = 0.1;
  const auto shapes = scene_shapes(bite, part_of(progress, 0, shapes_share));
  return shaded(bite, *shapes, nullptr, part_of(progress, shapes_share, 1));
}

}  // namespace intercusp::viewer
