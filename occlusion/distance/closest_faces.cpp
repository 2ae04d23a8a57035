#include "occlusion/distance/closest_faces.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"

namespace intercusp {

using surface::FaceBoxes;
using surface::PointGroup;

namespace {

constexpr std::uint32_t branches = surface::branches;

//! Number of boxes in the subtree over so many faces; all boxes but the last have sixteen parts.
std::uint32_t boxes_for(std::uint32_t faces) {
  std::uint32_t boxes = 0;
  for (std::uint32_t parts = faces; parts > 1 || boxes == 0;) {
    parts = (parts + branches - 1) / branches;
    boxes += parts;
  }
  return boxes;
}

}  // namespace

//! Splits the faces into sixteen parts by four halvings, at the median along the longest side of the box
//! about their middles. All parts but the last are full, so the position of each part in the list of boxes is
//! known beforehand, and parts are built in parallel.
struct ClosestFaces::Builder {
  const TriangleMesh& mesh;
  ClosestFaces& tree;
  struct Entry {
    Eigen::Vector3f middle;
    std::uint32_t face;
  };
  std::vector<Entry> entries;  //!< in the order of the tree

  //! The parts of one list of boxes.
  struct Parts {
    FaceBoxes* boxes;
    std::uint32_t size;         //!< number of faces in a full part
    std::uint32_t first_place;  //!< index of the first part's list of boxes
  };

  void build(std::uint32_t begin, std::uint32_t end, std::uint32_t place) {
    std::uint32_t size = 1;
    while (std::uint64_t{size} * branches < end - begin) size *= branches;
    FaceBoxes& boxes = tree.boxes_[place];
    for (int side = 0; side < 3; ++side) {
      std::ranges::fill(boxes.low[side], std::numeric_limits<float>::infinity());
      std::ranges::fill(boxes.high[side], -std::numeric_limits<float>::infinity());
    }
    boxes.are_faces = size == 1;
    add_parts({&boxes, size, place + 1}, 0, begin, end);
  }

  //! \param first number of the part that begins at `begin`
  void add_parts(const Parts& parts, std::uint32_t first, std::uint32_t begin, std::uint32_t end) {
    if (end - begin <= parts.size) return add_part(parts, first, begin, end);
    const std::uint32_t before = (end - begin + parts.size - 1) / parts.size / 2;
    const std::uint32_t middle = begin + before * parts.size;
    split(begin, middle, end);
    constexpr std::uint32_t worth_a_task = 4096;
    run_both_if(
        end - begin > worth_a_task, [&] { add_parts(parts, first, begin, middle); },
        [&] { add_parts(parts, first + before, middle, end); });
  }

  void add_part(const Parts& parts, std::uint32_t number, std::uint32_t begin, std::uint32_t end) {
    FaceBoxes& boxes = *parts.boxes;
    if (boxes.are_faces) {
      boxes.part[number] = begin;
      put_bounds_of_face(entries[begin].face, boxes, number);
    } else {
      boxes.part[number] = parts.first_place + number * boxes_for(parts.size);
      build(begin, end, boxes.part[number]);
      const FaceBoxes& below = tree.boxes_[boxes.part[number]];
      for (int side = 0; side < 3; ++side) {
        boxes.low[side][number] = std::ranges::min(below.low[side]);
        boxes.high[side][number] = std::ranges::max(below.high[side]);
      }
    }
  }

  void put_bounds_of_face(std::uint32_t face, FaceBoxes& boxes, std::uint32_t number) const {
    Bounds bounds;
    for (const std::uint32_t vertex : mesh.faces[face]) bounds.add(mesh.vertices[vertex]);
    for (int side = 0; side < 3; ++side) {
      boxes.low[side][number] = static_cast<float>(bounds.min[side] - tree.centre_[side]);
      boxes.high[side][number] = static_cast<float>(bounds.max[side] - tree.centre_[side]);
    }
  }

  void split(std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
    Eigen::AlignedBox3f spread;
    for (std::uint32_t i = begin; i < end; ++i) spread.extend(entries[i].middle);
    Eigen::Index side = 0;
    spread.sizes().maxCoeff(&side);
    const auto first = entries.begin();
    std::nth_element(first + begin, first + middle, first + end, [&](const Entry& a, const Entry& b) {
      const float at_a = a.middle[side], at_b = b.middle[side];
      return at_a != at_b ? at_a < at_b : a.face < b.face;
    });
  }
};

ClosestFaces::ClosestFaces(const TriangleMesh& mesh, std::size_t face_count) : mesh_(&mesh) {
  if (face_count == 0) return;
  const Bounds bounds = bounds_of(mesh);
  centre_ = bounds.centre();
  radius_mm_ = 0.5 * bounds.size().norm();
  const auto count = static_cast<std::uint32_t>(face_count);
  boxes_.resize(boxes_for(count));
  Builder builder{.mesh = mesh, .tree = *this, .entries = {}};
  builder.entries.reserve(face_count);
  for (std::uint32_t face = 0; face < count; ++face) {
    const auto& [a, b, c] = mesh.faces[face];
    const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3 - centre_;
    builder.entries.push_back({middle.cast<float>(), face});
  }
  builder.build(0, count, 0);
  numbers_.reserve(face_count);
  for (const Builder::Entry& entry : builder.entries) numbers_.push_back(entry.face);
  builder.entries = {};  // frees memory for the rest
  rough_ = std::make_unique_for_overwrite<surface::RoughFace[]>(face_count);
  constexpr std::size_t chunk = 4096;
  for_all(std::size_t{0}, (face_count + chunk - 1) / chunk, [&](std::size_t i) {
    const auto first = static_cast<std::uint32_t>(i * chunk);
    surface::all_kernels().first->rough_faces(view(), first, std::min<std::uint32_t>(chunk, count - first),
                                              &rough_[first]);
  });
}

surface::FaceTreeView ClosestFaces::view() const {
  return {.boxes = boxes_.data(),
          .rough = rough_.get(),
          .numbers = numbers_.data(),
          .vertices = mesh_->vertices.front().data(),
          .corners = mesh_->faces.front().data(),
          .centre = {centre_.x(), centre_.y(), centre_.z()}};
}

void ClosestFaces::search(PointGroup& group, surface::ClosestFacesKernel kernel) const {
  std::ranges::fill(group.face, surface::no_closest);
  if (boxes_.empty()) return;
  double size2 = radius_mm_ * radius_mm_;
  for (int i = 0; i < surface::lanes; ++i) {
    size2 = std::max(size2, (Eigen::Vector3d(group.x[i], group.y[i], group.z[i]) - centre_).squaredNorm());
  }
  // Half a unit in the last place of a point and of a box or corner, and the same again for the
  // arithmetic on boxes.
  const double rounding_mm = 2 * std::numeric_limits<float>::epsilon() * std::sqrt(size2);
  kernel(view(), rounding_mm, group);
}

}  // namespace intercusp
