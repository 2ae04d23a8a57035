#include "occlusion/motion/closing/unroll.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "occlusion/motion/trajectories.h"

namespace intercusp {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double turn_rad = 2 * pi;

//! With more pieces, a jaw takes too much memory for a map. A jaw of 5 million faces has no long faces.
constexpr std::size_t most_pieces = 30'000'000;

//! The points of a solid in the frame of a hinge: x along the axis, y and z across it.
std::vector<Eigen::Vector3d> placed(const Solid& solid, const Eigen::Isometry3d& hinge_from_solid) {
  std::vector<Eigen::Vector3d> points;
  points.reserve(solid.mesh.vertices.size());
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) points.push_back(hinge_from_solid * vertex);
  return points;
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

//! Distance of the axis from a face, seen along the axis; 0 if the axis passes through the face.
double radius_of_face(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  const double ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  const bool same_sides = (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);
  // If the axis is inside, two corners are more than 90° apart. A face in a plane through the axis appears
  // edge-on, and only rounding puts the axis on one side of all its edges.
  const bool around = a.dot(b) < 0 || b.dot(c) < 0 || c.dot(a) < 0;
  if (same_sides && around) return 0;
  return std::min(
      {motion::radius_of_stretch(a, b), motion::radius_of_stretch(b, c), motion::radius_of_stretch(c, a)});
}

//! `angle` plus the whole turns that bring it nearest to `other`.
double nearest_turn(double angle, double other) {
  return angle - turn_rad * std::round((angle - other) / turn_rad);
}

struct AngleRange {
  double first_rad = 0, last_rad = 0;
  [[nodiscard]] double middle() const { return 0.5 * (first_rad + last_rad); }
};

//! The angles that a solid covers: the complement of the widest empty range, rounded outwards to 0.1°.
//! \return empty if there is no empty range
//! \pre no face meets the axis
std::optional<AngleRange> angles_of(const Solid& solid, const std::vector<Eigen::Vector3d>& points) {
  constexpr int bins = 3600;
  constexpr double bin_rad = turn_rad / bins;
  std::vector<std::uint8_t> covered(bins, 0);
  for (const Face& face : solid.mesh.faces) {
    const double start = std::atan2(points[face[0]].z(), points[face[0]].y());
    double low = start, high = start;
    for (const std::uint32_t corner : {face[1], face[2]}) {
      const double angle = nearest_turn(std::atan2(points[corner].z(), points[corner].y()), start);
      low = std::min(low, angle), high = std::max(high, angle);
    }
    const auto first = static_cast<int>(std::floor(low / bin_rad));
    const auto last = static_cast<int>(std::floor(high / bin_rad));
    for (int bin = first; bin <= last; ++bin) covered[((bin % bins) + bins) % bins] = 1;
  }
  int widest = 0, end = 0;  // the bin after the widest empty range
  for (int bin = 0, run = 0; bin < 2 * bins; ++bin) {
    run = covered[bin % bins] != 0 ? 0 : run + 1;
    if (run > widest) widest = run, end = bin + 1;
  }
  if (widest == 0 || widest >= bins) return std::nullopt;
  const double first_rad = nearest_turn(end * bin_rad, 0);
  return AngleRange{first_rad, first_rad + (bins - widest) * bin_rad};
}

//! A jaw in the frame of the hinge, with its range of angles.
struct HingedJaw {
  const Solid& solid;
  std::vector<Eigen::Vector3d> points;
  AngleRange angles;
};

//! Cuts the faces of a jaw until their images are straight enough, and lays them out.
class Unroller {
 public:
  //! \param zero_rad the angle that becomes 0
  Unroller(const HingedJaw& jaw, double radius_mm, double zero_rad)
      : jaw_(jaw),
        radius_mm_(radius_mm),
        zero_rad_(zero_rad),
        points_(jaw.points),
        on_anatomy_(marked_anatomy(jaw.solid)) {}

  //! \return whether most_pieces sufficed
  [[nodiscard]] bool cut() {
    const std::vector<Face>& faces = jaw_.solid.mesh.faces;
    for (std::size_t face = 0; face < faces.size(); ++face) {
      if (face == jaw_.solid.anatomy_faces) anatomy_faces_ = faces_.size();
      cut(faces[face], static_cast<std::uint32_t>(face));
      if (faces_.size() > most_pieces) return false;
    }
    if (jaw_.solid.anatomy_faces == faces.size()) anatomy_faces_ = faces_.size();
    return true;
  }

  [[nodiscard]] double straightness_mm() const { return straightness_mm_; }

  //! \param turns for each copy of the jaw, the number of whole turns by which it is moved
  [[nodiscard]] UnrolledSolid laid_out(const std::vector<int>& turns) const {
    auto solid = std::make_shared<Solid>();
    UnrolledSolid result;
    for (const int turn : turns) add_vertices(solid->mesh, turn);
    // The anatomy of all copies comes first.
    add_faces(*solid, result.source_face, 0, anatomy_faces_, turns.size());
    solid->anatomy_faces = solid->mesh.faces.size();
    add_faces(*solid, result.source_face, anatomy_faces_, faces_.size(), turns.size());
    result.solid = std::move(solid);
    return result;
  }

 private:
  [[nodiscard]] Eigen::Vector2d across(std::uint32_t point) const { return points_[point].tail<2>(); }

  //! Bound for a face with this longest edge. Its other points are at most the height of an equilateral
  //! triangle away from the edge.
  [[nodiscard]] double bound_by_edge(std::uint32_t a, std::uint32_t b) const {
    const Eigen::Vector2d from = across(std::min(a, b)), to = across(std::max(a, b));
    const double edge_mm = (to - from).norm();
    const double least_mm = motion::radius_of_stretch(from, to) - 0.87 * edge_mm;
    return straightness_bound_mm(edge_mm, std::max(least_mm, 0.5 * least_radius_mm));
  }

  [[nodiscard]] std::uint32_t middle_of(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t key = (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
    const auto [entry, is_new] = middles_.try_emplace(key, static_cast<std::uint32_t>(points_.size()));
    if (is_new) {
      points_.push_back(0.5 * (points_[a] + points_[b]));
      on_anatomy_.push_back(on_anatomy_[a] & on_anatomy_[b]);
    }
    return entry->second;
  }

  //! The allowed error of an edge. Edges with a corner that is not on the anatomy belong to skirt and base
  //! only.
  [[nodiscard]] double most_mm(std::uint32_t a, std::uint32_t b) const {
    return on_anatomy_[a] != 0 && on_anatomy_[b] != 0 ? most_straightness_mm : most_base_straightness_mm;
  }

  //! Repeatedly halves the edge that most exceeds its allowed error.
  void cut(const Face& face, std::uint32_t source) {
    int worst = 0;
    double worst_share = -1, bound_mm = 0;
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t a = face[i], b = face[(i + 1) % 3];
      const double bound = bound_by_edge(a, b), share = bound / most_mm(a, b);
      if (share > worst_share) worst_share = share, worst = i;
      bound_mm = std::max(bound_mm, bound);
    }
    if (worst_share <= 1) {
      if (jaw_.solid.is_anatomy(source)) straightness_mm_ = std::max(straightness_mm_, bound_mm);
      faces_.push_back(face);
      source_.push_back(source);
      return;
    }
    if (faces_.size() > most_pieces) return;
    const std::uint32_t a = face[worst], b = face[(worst + 1) % 3], c = face[(worst + 2) % 3];
    const std::uint32_t middle = middle_of(a, b);
    cut({a, middle, c}, source);
    cut({middle, b, c}, source);
  }

  void add_vertices(TriangleMesh& mesh, int turn) const {
    const double middle = jaw_.angles.middle();
    mesh.vertices.reserve(mesh.vertices.size() + points_.size());
    for (const Eigen::Vector3d& point : points_) {
      const double angle =
          nearest_turn(std::atan2(point.z(), point.y()), middle) + turn * turn_rad - zero_rad_;
      mesh.vertices.emplace_back(point.x(), std::hypot(point.y(), point.z()), radius_mm_ * angle);
    }
  }

  void add_faces(Solid& solid, std::vector<std::uint32_t>& source, std::size_t first, std::size_t last,
                 std::size_t copies) const {
    for (std::size_t copy = 0; copy < copies; ++copy) {
      const auto offset = static_cast<std::uint32_t>(copy * points_.size());
      for (std::size_t face = first; face < last; ++face) {
        const auto& [a, b, c] = faces_[face];
        solid.mesh.faces.push_back({a + offset, b + offset, c + offset});
        source.push_back(source_[face]);
      }
    }
  }

  const HingedJaw& jaw_;
  double radius_mm_, zero_rad_;
  std::vector<Eigen::Vector3d> points_;
  std::vector<std::uint8_t> on_anatomy_;  // per point
  std::vector<Face> faces_;
  std::vector<std::uint32_t> source_;
  std::size_t anatomy_faces_ = 0;
  double straightness_mm_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> middles_;  // only looked up, never iterated
};

bool meets_axis(const Solid& solid, const std::vector<Eigen::Vector3d>& points) {
  return std::ranges::any_of(solid.mesh.faces, [&](const Face& face) {
    const auto across = [&](int i) -> Eigen::Vector2d { return points[face[i]].tail<2>(); };
    return radius_of_face(across(0), across(1), across(2)) < least_radius_mm;
  });
}

Finding no_map_about_axis(const char* reason) {
  return {"no_map_about_axis", Severity::info, {{"reason", reason}}};
}

//! The reason why a jaw cannot be unrolled. If it can, empty, and the jaw receives its angles.
std::optional<Finding> find_angles(const char* name, HingedJaw& jaw) {
  const auto because = [&](const char* reason) {
    Finding finding = no_map_about_axis(reason);
    finding.values.emplace("jaw", name);
    return finding;
  };
  if (meets_axis(jaw.solid, jaw.points)) return because("jaw_at_axis");
  const std::optional<AngleRange> angles = angles_of(jaw.solid, jaw.points);
  if (!angles) return because("jaw_around_axis");
  jaw.angles = *angles;
  return std::nullopt;
}

double middle_radius(const HingedJaw& jaw) {
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (std::size_t face = 0; face < jaw.solid.anatomy_faces; ++face) {
    for (const std::uint32_t corner : jaw.solid.mesh.faces[face]) {
      const double radius = jaw.points[corner].tail<2>().norm();
      least = std::min(least, radius), greatest = std::max(greatest, radius);
    }
  }
  return 0.5 * (least + greatest);
}

//! The numbers of whole turns that move the upper to positions that the lower occupies or reaches.
std::vector<int> turns_met(const AngleRange& upper, const AngleRange& lower, double limit_rad) {
  const auto first = static_cast<int>(std::ceil((lower.first_rad - upper.last_rad) / turn_rad));
  const auto last = static_cast<int>(std::floor((lower.last_rad + limit_rad - upper.first_rad) / turn_rad));
  std::vector<int> turns;
  for (int turn = first; turn <= last; ++turn) turns.push_back(turn);
  if (turns.empty()) turns.push_back(first);  // meets nothing, but the map still shows its position
  return turns;
}

//! Takes the case frame to the frame of the turn with its axis as x.
Eigen::Isometry3d hinge_from_case(const Motion& turn) {
  Eigen::Isometry3d hinge_from_motion = Eigen::Isometry3d::Identity();
  hinge_from_motion.linear() << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return hinge_from_motion * turn.motion_from_case();
}

//! The hinge whose depth is 0 at this angle in the frame of the turn.
HingeChart hinge_of(const Motion& turn, double zero_rad) {
  const Eigen::Isometry3d case_from_motion = turn.motion_from_case().inverse(Eigen::Isometry);
  const Eigen::Vector3d middle(std::cos(zero_rad), std::sin(zero_rad), 0);
  return {case_from_motion.translation(), case_from_motion.linear().col(2),
          case_from_motion.linear() * middle};
}

}  // namespace

double straightness_bound_mm(double edge_mm, double radius_mm) {
  return std::numbers::sqrt2 / 6 * edge_mm * edge_mm / radius_mm * (1 + edge_mm / radius_mm);
}

Unrolling unroll(const Bite& bite, const Motion& turn) {
  assert(turn.kind() == Motion::Kind::turn);
  const Eigen::Isometry3d frame = hinge_from_case(turn);
  HingedJaw upper{.solid = *bite.upper, .points = placed(*bite.upper, frame), .angles = {}};
  HingedJaw lower{
      .solid = *bite.lower, .points = placed(*bite.lower, frame * bite.upper_from_lower), .angles = {}};
  for (const auto& [name, jaw] : {std::pair{"upper", &upper}, std::pair{"lower", &lower}}) {
    if (std::optional<Finding> why_not = find_angles(name, *jaw)) return {{}, std::move(why_not)};
  }
  const double zero_rad = upper.angles.middle();
  UnrolledBite result{.hinge = hinge_of(turn, zero_rad), .radius_mm = middle_radius(upper)};
  Unroller upper_faces(upper, result.radius_mm, zero_rad), lower_faces(lower, result.radius_mm, zero_rad);
  if (!upper_faces.cut() || !lower_faces.cut()) {
    return {{}, no_map_about_axis("faces_too_large")};
  }
  result.straightness_mm = std::max(upper_faces.straightness_mm(), lower_faces.straightness_mm());
  result.upper = upper_faces.laid_out(turns_met(upper.angles, lower.angles, turn.limit()));
  result.lower = lower_faces.laid_out({0});
  return {std::move(result), {}};
}

}  // namespace intercusp
