#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"
#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

// Least and greatest extent of a tooth along left and anterior. A lower incisor is 5 mm wide; a molar
// is 12 mm long and, if it is turned in the arch, 16 mm across. Gum or a bridge is larger, a crumb of
// a scan smaller.
constexpr double least_tooth_mm = 2.5;
constexpr double largest_tooth_mm = 17;
constexpr std::size_t least_teeth = 4;
constexpr std::size_t most_teeth_a_side = 8;

// Shapes are not considered, and a missing tooth shifts the numbers of all teeth behind it.
constexpr double counted_confidence = 0.5;

constexpr std::uint32_t no_component = 0xffff'ffffU;

struct Components {
  std::vector<std::uint32_t> of_vertex;  //!< no_component if no anatomical face uses the vertex
  std::size_t count = 0;
};

//! Components of the anatomy, connected by vertices and numbered by their first vertex.
Components components_of(const Solid& solid) {
  const std::size_t vertices = solid.mesh.vertices.size();
  UnionFind sets = joined_vertices(vertices, std::span(solid.mesh.faces).first(solid.anatomy_faces));
  const std::vector<std::uint8_t> used = marked_anatomy(solid);
  Components components{.of_vertex = std::vector<std::uint32_t>(vertices, no_component)};
  for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
    if (used[vertex] == 0) continue;
    const std::uint32_t root = sets.root(vertex);
    if (root == vertex) components.of_vertex[vertex] = static_cast<std::uint32_t>(components.count++);
    components.of_vertex[vertex] = components.of_vertex[root];
  }
  return components;
}

//! Box of each component along left, anterior and superior.
std::vector<Bounds> boxes_of(const Solid& solid, const Components& components, const AnatomicalAxes& axes,
                             const Eigen::Isometry3d& case_from_solid) {
  const Eigen::Matrix3d anatomy_from_case = axes.anatomical_from_case();
  std::vector<Bounds> boxes(components.count);
  for (std::size_t vertex = 0; vertex < solid.mesh.vertices.size(); ++vertex) {
    const std::uint32_t component = components.of_vertex[vertex];
    if (component != no_component)
      boxes[component].add(anatomy_from_case * (case_from_solid * solid.mesh.vertices[vertex]));
  }
  return boxes;
}

enum class Size { crumb, tooth, too_big };

Size size_of(const Bounds& box) {
  const double widest = box.size().head<2>().maxCoeff();
  if (widest < least_tooth_mm) return Size::crumb;
  return widest <= largest_tooth_mm ? Size::tooth : Size::too_big;
}

//! Indices of the teeth along the arch, from the patient's right to left, sorted by the angle around a point
//! inside the arch.
std::vector<std::size_t> along_arch(const std::vector<Bounds>& boxes) {
  std::vector<std::size_t> teeth;
  Bounds middles;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (size_of(boxes[i]) != Size::tooth) continue;
    teeth.push_back(i);
    middles.add(boxes[i].centre());
  }
  if (teeth.empty()) return teeth;
  const Eigen::Vector3d origin = middles.centre();
  const auto angle = [&](std::size_t i) {
    const Eigen::Vector3d from_origin = boxes[i].centre() - origin;
    return std::atan2(from_origin.x(), from_origin.y());  // 0 in front, growing towards the left
  };
  std::sort(teeth.begin(), teeth.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(angle(a), a) < std::pair(angle(b), b); });
  return teeth;
}

//! Number of teeth on the right. The midline runs between the two neighbours in front whose middle
//! is nearest to it.
std::size_t count_right(const std::vector<Bounds>& boxes, const std::vector<std::size_t>& teeth) {
  Bounds middles;
  for (const std::size_t tooth : teeth) middles.add(boxes[tooth].centre());
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t right = 1; right < teeth.size(); ++right) {
    const Eigen::Vector3d between = 0.5 * (boxes[teeth[right - 1]].centre() + boxes[teeth[right]].centre());
    const double off = std::abs(between.x() - middles.centre().x());
    if (off < least) {
      least = off;
      best = right;
    }
  }
  return best;
}

double distance(const Bounds& a, const Bounds& b) {
  const Eigen::Vector3d apart = (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0.0);
  return apart.norm();
}

int number_of_nearest(const Bounds& crumb, const std::vector<Bounds>& boxes,
                      const std::vector<std::size_t>& teeth, const std::vector<int>& numbers) {
  const auto nearer = [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return std::pair(distance(crumb, boxes[i]), (crumb.centre() - boxes[i].centre()).norm());
    };
    return key(a) < key(b);
  };
  return numbers[*std::min_element(teeth.begin(), teeth.end(), nearer)];
}

}  // namespace

std::vector<int> face_teeth(const Solid& solid) {
  std::vector<int> teeth(solid.mesh.faces.size(), 0);
  if (solid.labels.empty()) return teeth;
  assert(solid.labels.size() == solid.mesh.vertices.size());
  for (std::size_t face = 0; face < teeth.size(); ++face) {
    const auto& [i, j, k] = solid.mesh.faces[face];
    std::array<int, 3> sorted = {solid.labels[i], solid.labels[j], solid.labels[k]};
    std::sort(sorted.begin(), sorted.end());
    const auto& [a, b, c] = sorted;
    const bool all_differ = a != b && b != c;
    teeth[face] = all_differ && a != 0 ? a : b;  // if two are equal, the middle one is always one of them
  }
  return teeth;
}

std::vector<int> estimate_labels(const Solid& solid, const AnatomicalAxes& axes, Jaw jaw,
                                 const Eigen::Isometry3d& case_from_solid) {
  const Components components = components_of(solid);
  const std::vector<Bounds> boxes = boxes_of(solid, components, axes, case_from_solid);
  const std::vector<std::size_t> teeth = along_arch(boxes);
  if (teeth.size() < least_teeth || teeth.size() > 2 * most_teeth_a_side) return {};
  const std::size_t right = count_right(boxes, teeth);
  if (right > most_teeth_a_side || teeth.size() - right > most_teeth_a_side) return {};

  std::vector<int> numbers(boxes.size(), 0);
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    const bool is_right = i < right;
    const auto from_midline = static_cast<int>(is_right ? right - i : i - right + 1);
    numbers[teeth[i]] = fdi_of(jaw, is_right ? PatientSide::right : PatientSide::left, from_midline);
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (size_of(boxes[i]) == Size::crumb) numbers[i] = number_of_nearest(boxes[i], boxes, teeth, numbers);
  }
  std::vector<int> labels(solid.mesh.vertices.size(), 0);
  for (std::size_t vertex = 0; vertex < labels.size(); ++vertex) {
    const std::uint32_t component = components.of_vertex[vertex];
    if (component != no_component) labels[vertex] = numbers[component];
  }
  return labels;
}

std::shared_ptr<const Solid> with_counted_teeth(const Solid& solid, const AnatomicalAxes& axes, Jaw jaw,
                                                const Eigen::Isometry3d& case_from_solid) {
  std::vector<int> labels = estimate_labels(solid, axes, jaw, case_from_solid);
  if (labels.empty()) return nullptr;
  auto counted = std::make_shared<Solid>(solid);
  counted->estimated_teeth.clear();
  const std::set<int> teeth(labels.begin(), labels.end());
  for (const int tooth : teeth) {
    if (tooth > 0) counted->estimated_teeth.push_back({tooth, counted_confidence, false});
  }
  counted->labels = std::move(labels);
  return counted;
}

std::optional<Bite> estimate_teeth(const Bite& bite, const AnatomicalAxes& axes) {
  for (const Solid* const jaw : {bite.upper.get(), bite.lower.get()}) {
    if (!jaw->labels.empty() || jaw->leave_unnumbered) return std::nullopt;
  }
  const auto upper = with_counted_teeth(*bite.upper, axes, Jaw::upper, Eigen::Isometry3d::Identity());
  const auto lower = with_counted_teeth(*bite.lower, axes, Jaw::lower, bite.upper_from_lower);
  if (!upper && !lower) return std::nullopt;
  return Bite{.upper = upper ? upper : bite.upper,
              .lower = lower ? lower : bite.lower,
              .upper_from_lower = bite.upper_from_lower};
}

EstimatedTooth belief_in(const Solid& solid, int fdi) {
  const auto tooth = std::ranges::find(solid.estimated_teeth, fdi, &EstimatedTooth::fdi);
  return tooth == solid.estimated_teeth.end() ? EstimatedTooth{fdi, 1, true} : *tooth;
}

EstimatedTooth belief_in(const Bite& bite, int fdi) {
  const EstimatedTooth upper = belief_in(*bite.upper, fdi);
  return upper.confidence < 1 || !upper.sure ? upper : belief_in(*bite.lower, fdi);
}

}  // namespace intercusp
