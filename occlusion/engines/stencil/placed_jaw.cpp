#include "occlusion/engines/stencil/placed_jaw.h"

#include <algorithm>
#include <array>
#include <span>

#include "occlusion/base/for_all.h"

namespace intercusp::stencil {
namespace {

//! The listing of faces is divided into this many parts, each at most one batch of drawing.
constexpr std::size_t lists = 32;

//! The box around a box after an affine map.
Eigen::AlignedBox3d mapped(const Eigen::Matrix4d& map, const Eigen::AlignedBox3d& box) {
  const Eigen::Vector3d centre = (map.topLeftCorner<3, 3>() * box.center()) + map.topRightCorner<3, 1>();
  const Eigen::Vector3d half = map.topLeftCorner<3, 3>().cwiseAbs() * (0.5 * box.sizes());
  return {centre - half, centre + half};
}

Eigen::AlignedBox3d box_of(const Bounds& bounds) { return {bounds.min, bounds.max}; }

Eigen::AlignedBox2d box_of(const gl::Rectangle& window) {
  return {Eigen::Vector2d(window.x, window.y),
          Eigen::Vector2d(window.x + window.width, window.y + window.height)};
}

//! The pixels that a box in clip space may touch.
Eigen::AlignedBox2d pixels_of(const Eigen::AlignedBox3d& clip_box, const SieveWindow& window,
                              double margin_px) {
  const Eigen::Array2d scale(0.5 * window.width_px, 0.5 * window.height_px);
  const Eigen::Array2d min = (clip_box.min().head<2>().array() + 1) * scale - margin_px;
  const Eigen::Array2d max = (clip_box.max().head<2>().array() + 1) * scale + margin_px;
  return {min.matrix(), max.matrix()};
}

unsigned sides_of(gl::Facing facing) {
  switch (facing) {
    case gl::Facing::front:
      return FaceSieve::front;
    case gl::Facing::back:
      return FaceSieve::back;
    case gl::Facing::any:
      break;
  }
  return FaceSieve::front | FaceSieve::back;
}

}  // namespace

struct PlacedJaw::Needed {
  gl::Facing facing;
  const DrawnFor& pixels;
  double depth_shift;
};

PlacedJaw::PlacedJaw(const Solid& solid, bool face_by_face, int subpixel_bits)
    : mesh_(solid.mesh, solid.anatomy_faces), face_by_face_(face_by_face) {
  window_.subpixel_bits = subpixel_bits;
  if (!face_by_face) return;
  lists_.resize(lists);
  large_lists_.resize(lists);
}

void PlacedJaw::place(const Eigen::Matrix4d& clip_from_case, const Eigen::Isometry3d& case_from_jaw,
                      int width_px, int height_px) {
  clip_from_jaw_ = clip_from_case * case_from_jaw.matrix();
  window_.clip_from_vertex = clip_from_jaw_ * Eigen::Affine3d(Eigen::Translation3d(mesh_.centre())).matrix();
  window_.width_px = width_px;
  window_.height_px = height_px;
  to_viewer_ = -clip_from_jaw_.row(2).head<3>().transpose().normalized();
  px_per_mm_ = 0.5 * width_px * clip_from_jaw_.row(0).head<3>().norm();
  const Eigen::AlignedBox2d pixels =
      mesh_.faces().empty() ? Eigen::AlignedBox2d(Eigen::Vector2d::Zero())
                            : pixels_of(mapped(clip_from_jaw_, box_of(mesh_.bounds())), window_, 0);
  const double extent_px = std::max(pixels.min().cwiseAbs().maxCoeff(), pixels.max().cwiseAbs().maxCoeff());
  margin_px_ = corner_margin_px(window_, extent_px);
  if (face_by_face_) sieve_.place(mesh_.vertices(), window_, extent_px);
}

Eigen::Matrix4d PlacedJaw::clip_from_vertex() const { return window_.clip_from_vertex; }

Eigen::AlignedBox1d PlacedJaw::depths() const {
  if (mesh_.faces().empty()) return {};
  const Eigen::AlignedBox3d box = mapped(clip_from_jaw_, box_of(mesh_.bounds()));
  return {box.min().tail<1>(), box.max().tail<1>()};
}

bool PlacedJaw::may_need(const gl::FaceCluster& cluster, const Needed& needed) const {
  if (needed.facing != gl::Facing::any) {
    // A face as narrow as the margin may flip: compares the sum of its sides' shifts with its altitude.
    const double least = 6 * margin_px_ / (px_per_mm_ * cluster.least_altitude_mm);
    const Eigen::Vector3d wanted = needed.facing == gl::Facing::front ? to_viewer_ : -to_viewer_;
    if (cluster.normals.turned_from(wanted, least)) return false;
  }
  const Eigen::AlignedBox3d clip_box = mapped(clip_from_jaw_, cluster.box);
  if (clip_box.min().z() + needed.depth_shift > needed.pixels.max_depth) return false;
  const Eigen::AlignedBox2d touched = pixels_of(clip_box, window_, 1 + margin_px_);
  const WaitingPixels* waiting = needed.pixels.waiting;
  if (waiting == nullptr) return touched.intersects(box_of({0, 0, window_.width_px, window_.height_px}));
  return touched.intersects(box_of(waiting->window)) && waiting->any(touched);
}

std::vector<gl::FaceRange> PlacedJaw::clusters_needed(const Needed& needed) const {
  std::vector<gl::FaceRange> ranges;
  for (const gl::FaceCluster& cluster : mesh_.clusters()) {
    if (!may_need(cluster, needed)) continue;
    if (!ranges.empty() && ranges.back().first + ranges.back().count == cluster.faces.first) {
      ranges.back().count += cluster.faces.count;
    } else {
      ranges.push_back(cluster.faces);
    }
  }
  return ranges;
}

std::size_t PlacedJaw::list_cluster(const gl::FaceRange& faces, const Needed& needed, Face* list,
                                    std::vector<Face>* large) const {
  const unsigned sides = sides_of(needed.facing);
  const WaitingPixels* waiting = needed.pixels.waiting;
  const std::span<const Face> cluster(mesh_.faces().data() + faces.first, faces.count);
  std::array<std::uint32_t, gl::faces_per_cluster> seen;
  sieve_.look_at(cluster, seen);
  std::size_t count = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    bool needed_here = (seen[i] & sides) != 0;
    if (waiting != nullptr && needed_here) needed_here = waiting->any(sieve_.tiles(cluster[i]));
    if (needed_here && large != nullptr && (seen[i] & FaceSieve::large) != 0) {
      large->push_back(cluster[i]);
      needed_here = false;
    }
    list[count] = cluster[i];  // without a branch; the next one overwrites it if it is not needed
    count += needed_here ? 1 : 0;
  }
  return count;
}

void PlacedJaw::list_faces(const Needed& needed, Sizes sizes) {
  const std::vector<gl::FaceCluster>& clusters = mesh_.clusters();
  for_all(std::size_t{0}, lists, [&](std::size_t part) {
    std::vector<Face>& list = lists_[part];
    std::vector<Face>* const large = sizes == Sizes::apart ? &large_lists_[part] : nullptr;
    if (large != nullptr) large->clear();
    std::size_t count = 0;
    for (std::size_t c = clusters.size() * part / lists; c < clusters.size() * (part + 1) / lists; ++c) {
      if (!may_need(clusters[c], needed)) continue;
      list.resize(std::max(list.size(), count + clusters[c].faces.count));
      count += list_cluster(clusters[c].faces, needed, list.data() + count, large);
    }
    list.resize(count);
  });
}

void PlacedJaw::draw(gl::Facing facing, const DrawnFor& pixels, double depth_shift) {
  const Needed needed{facing, pixels, depth_shift};
  if (face_by_face_) {
    list_faces(needed, Sizes::together);
    mesh_.draw(lists_);
  } else {
    mesh_.draw(clusters_needed(needed));
  }
}

std::size_t PlacedJaw::bind_fronts(GLuint vertices_unit, GLuint faces_unit) {
  if (!face_by_face_) return mesh_.bind_all(vertices_unit, faces_unit);
  list_faces({gl::Facing::front, {}, 0}, Sizes::apart);
  small_fronts_ = mesh_.bind_listed(lists_, vertices_unit, faces_unit);
  return small_fronts_;
}

}  // namespace intercusp::stencil
