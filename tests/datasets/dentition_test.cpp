#include "datasets/dentition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "io/mesh/write_ply.h"

namespace intercusp {
namespace {

//! One dentition for all tests that do not modify it.
const Dentition& dentition() {
  static const Dentition made = make_dentition({.triangles = 120000, .seed = 0});
  return made;
}

std::vector<Eigen::Vector3d> tooth_vertices(const LabelledMesh& jaw, const std::set<int>& teeth) {
  std::vector<Eigen::Vector3d> result;
  for (std::size_t i = 0; i < jaw.labels.size(); ++i) {
    if (teeth.count(jaw.labels[i]) > 0) result.push_back(jaw.mesh.vertices[i]);
  }
  return result;
}

Eigen::Vector3d mean_of(const std::vector<Eigen::Vector3d>& points) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

Bounds bounds_of_points(const std::vector<Eigen::Vector3d>& points) {
  Bounds bounds;
  for (const Eigen::Vector3d& p : points) bounds.add(p);
  return bounds;
}

std::set<int> quadrants(int first, int second) {
  std::set<int> numbers;
  for (int place = 1; place <= 7; ++place) numbers.insert({10 * first + place, 10 * second + place});
  return numbers;
}

//! Directed edges without a partner, by their first vertex.
std::multimap<std::uint32_t, std::uint32_t> boundary_edges(const TriangleMesh& mesh) {
  std::map<std::array<std::uint32_t, 2>, int> uses;
  for (const Face& face : mesh.faces) {
    for (std::size_t k = 0; k < 3; ++k) ++uses[{face[k], face[(k + 1) % 3]}];
  }
  std::multimap<std::uint32_t, std::uint32_t> open;
  for (const auto& [edge, count] : uses) {
    EXPECT_EQ(count, 1) << "an edge is used twice in one direction";
    if (uses.count({edge[1], edge[0]}) == 0) open.emplace(edge[0], edge[1]);
  }
  return open;
}

//! Lowest height of the upper jaw over (x, y), by bins of faces.
class Underside {
 public:
  explicit Underside(const TriangleMesh& mesh) : mesh_(mesh), bounds_(bounds_of(mesh)) {
    columns_ = static_cast<std::size_t>(bounds_.size().x() / bin_mm) + 1;
    rows_ = static_cast<std::size_t>(bounds_.size().y() / bin_mm) + 1;
    bins_.resize(columns_ * rows_);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      Bounds face;
      for (const std::uint32_t v : mesh.faces[f]) face.add(mesh.vertices[v] - bounds_.min);
      for (std::size_t j = bin(face.min.y()); j <= bin(face.max.y()); ++j) {
        for (std::size_t i = bin(face.min.x()); i <= bin(face.max.x()); ++i)
          bins_[j * columns_ + i].push_back(f);
      }
    }
  }

  [[nodiscard]] double lowest(double x, double y) const {
    double z = std::numeric_limits<double>::infinity();
    if (x <= bounds_.min.x() || x >= bounds_.max.x() || y <= bounds_.min.y() || y >= bounds_.max.y())
      return z;
    for (const std::size_t f : bins_[bin(y - bounds_.min.y()) * columns_ + bin(x - bounds_.min.x())]) {
      const Eigen::Vector3d& a = mesh_.vertices[mesh_.faces[f][0]];
      const Eigen::Vector3d ab = mesh_.vertices[mesh_.faces[f][1]] - a;
      const Eigen::Vector3d ac = mesh_.vertices[mesh_.faces[f][2]] - a;
      const double area = ab.x() * ac.y() - ab.y() * ac.x();
      const double u = ((x - a.x()) * ac.y() - (y - a.y()) * ac.x()) / area;
      const double v = (ab.x() * (y - a.y()) - ab.y() * (x - a.x())) / area;
      if (u >= 0 && v >= 0 && u + v <= 1) z = std::min(z, a.z() + u * ab.z() + v * ac.z());
    }
    return z;
  }

 private:
  static constexpr double bin_mm = 0.5;
  static std::size_t bin(double offset) { return static_cast<std::size_t>(offset / bin_mm); }

  const TriangleMesh& mesh_;
  Bounds bounds_;
  std::size_t columns_ = 0, rows_ = 0;
  std::vector<std::vector<std::size_t>> bins_;
};

//! Vertical gap over each vertex of the lower jaw; infinite without a surface above.
const std::vector<double>& gaps() {
  static const std::vector<double> result = [] {
    const Underside upper(dentition().upper.mesh);
    std::vector<double> list;
    for (const Eigen::Vector3d& v : dentition().lower.mesh.vertices)
      list.push_back(upper.lowest(v.x(), v.y()) - v.z());
    return list;
  }();
  return result;
}

TEST(Dentition, has_the_number_of_triangles_asked_for_within_two_per_cent) {
  for (const std::size_t wanted : {20000UL, 50001UL, 210000UL}) {
    const Dentition made = make_dentition({.triangles = wanted});
    for (const LabelledMesh* jaw : {&made.upper, &made.lower}) {
      EXPECT_NEAR(static_cast<double>(jaw->mesh.faces.size()), static_cast<double>(wanted),
                  0.02 * static_cast<double>(wanted));
    }
  }
}

TEST(Dentition, carries_all_28_teeth_and_gum) {
  const auto numbers = [](const LabelledMesh& jaw) {
    return std::set<int>(jaw.labels.begin(), jaw.labels.end());
  };
  std::set<int> upper = quadrants(1, 2);
  std::set<int> lower = quadrants(3, 4);
  upper.insert(0);
  lower.insert(0);
  EXPECT_EQ(numbers(dentition().upper), upper);
  EXPECT_EQ(numbers(dentition().lower), lower);
  for (const LabelledMesh* jaw : {&dentition().upper, &dentition().lower}) {
    EXPECT_EQ(jaw->labels.size(), jaw->mesh.vertices.size());
  }
}

TEST(Dentition, is_the_same_bytes_every_time_and_others_for_another_seed) {
  const auto bytes = [](std::uint64_t seed) {
    const Dentition made = make_dentition({.triangles = 20000, .seed = seed});
    return ply_bytes(made.upper.mesh, made.upper.labels) + ply_bytes(made.lower.mesh, made.lower.labels);
  };
  const std::string first = bytes(0);
  EXPECT_TRUE(first == bytes(0));
  EXPECT_FALSE(first == bytes(1));
}

TEST(Dentition, each_jaw_is_one_manifold_sheet_with_one_boundary) {
  for (const LabelledMesh* jaw : {&dentition().upper, &dentition().lower}) {
    const auto open = boundary_edges(jaw->mesh);
    ASSERT_FALSE(open.empty());
    std::size_t length = 0;
    std::uint32_t vertex = open.begin()->first;
    do {
      ASSERT_EQ(open.count(vertex), 1U);  // the boundary does not touch itself
      vertex = open.find(vertex)->second;
      ++length;
    } while (vertex != open.begin()->first);
    EXPECT_EQ(length, open.size());
    // A disc: V - E + F = 1, with E from the faces and the boundary.
    const std::size_t edges = (3 * jaw->mesh.faces.size() + open.size()) / 2;
    EXPECT_EQ(jaw->mesh.vertices.size() + jaw->mesh.faces.size(), edges + 1);
  }
}

TEST(Dentition, has_no_faces_without_area) {
  for (const LabelledMesh* jaw : {&dentition().upper, &dentition().lower}) {
    for (std::size_t f = 0; f < jaw->mesh.faces.size(); ++f) {
      ASSERT_GT(face_normal_twice_area(jaw->mesh, f).norm(), 1e-7);
    }
  }
}

TEST(Dentition, normals_point_out_of_the_jaws_towards_each_other) {
  const auto sum_z = [](const TriangleMesh& mesh) {
    double sum = 0;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) sum += face_normal_twice_area(mesh, f).z();
    return sum;
  };
  EXPECT_LT(sum_z(dentition().upper.mesh), 0);
  EXPECT_GT(sum_z(dentition().lower.mesh), 0);
}

TEST(Dentition, stands_in_lps) {
  for (int place = 1; place <= 7; ++place) {
    EXPECT_LT(mean_of(tooth_vertices(dentition().upper, {10 + place})).x(), 0) << place;
    EXPECT_GT(mean_of(tooth_vertices(dentition().upper, {20 + place})).x(), 0) << place;
    EXPECT_GT(mean_of(tooth_vertices(dentition().lower, {30 + place})).x(), 0) << place;
    EXPECT_LT(mean_of(tooth_vertices(dentition().lower, {40 + place})).x(), 0) << place;
  }
  for (const auto& [jaw, quadrant] : {std::pair{&dentition().upper, 1}, {&dentition().lower, 4}}) {
    for (int place = 1; place < 7; ++place) {
      EXPECT_LT(mean_of(tooth_vertices(*jaw, {10 * quadrant + place})).y(),
                mean_of(tooth_vertices(*jaw, {10 * quadrant + place + 1})).y());
    }
  }
  EXPECT_GT(mean_of(tooth_vertices(dentition().upper, quadrants(1, 2))).z(),
            mean_of(tooth_vertices(dentition().lower, quadrants(3, 4))).z());
}

TEST(Dentition, the_midlines_match_and_the_sides_differ_slightly) {
  const double upper = bounds_of_points(tooth_vertices(dentition().upper, {11})).max.x();
  const double lower = bounds_of_points(tooth_vertices(dentition().lower, {41})).max.x();
  EXPECT_NEAR(upper, 0, 0.5);
  EXPECT_NEAR(lower, 0, 0.5);
  const Eigen::Vector3d left = mean_of(tooth_vertices(dentition().upper, {26}));
  const Eigen::Vector3d right = mean_of(tooth_vertices(dentition().upper, {16}));
  EXPECT_NEAR(left.x(), -right.x(), 1);
  EXPECT_NE(left.x(), -right.x());
}

TEST(Dentition, incisors_overlap_by_two_to_three_millimetres_both_ways) {
  const Bounds upper = bounds_of_points(tooth_vertices(dentition().upper, {11, 21}));
  const Bounds lower = bounds_of_points(tooth_vertices(dentition().lower, {31, 41}));
  const double overbite_mm = lower.max.z() - upper.min.z();
  EXPECT_GT(overbite_mm, 1.8);
  EXPECT_LT(overbite_mm, 3.2);
  // Overjet: from the upper edges to the labial face of the lower edges.
  const auto edge_y = [](const LabelledMesh& jaw, const std::set<int>& teeth, double from, double to) {
    double y = 0;
    for (const Eigen::Vector3d& v : tooth_vertices(jaw, teeth)) {
      if (v.z() >= from && v.z() <= to) y = std::min(y, v.y());
    }
    return y;
  };
  const double overjet_mm = edge_y(dentition().lower, {31, 41}, lower.max.z() - 1, lower.max.z()) -
                            edge_y(dentition().upper, {11, 21}, upper.min.z(), upper.min.z() + 1);
  EXPECT_GT(overjet_mm, 1.5);
  EXPECT_LT(overjet_mm, 3.5);
}

TEST(Dentition, the_upper_arch_lies_outside_the_lower_one) {
  for (int place = 3; place <= 7; ++place) {
    const double upper = bounds_of_points(tooth_vertices(dentition().upper, {20 + place})).max.x();
    const double lower = bounds_of_points(tooth_vertices(dentition().lower, {30 + place})).max.x();
    EXPECT_GT(upper, lower + 0.3) << place;
  }
}

TEST(Dentition, the_deepest_contact_overlaps_by_five_to_ten_hundredths) {
  // Seated to 0.08 mm on the fitting net of 0.2 mm. Here the lower vertices are exact and the upper faces,
  // about 0.25 mm long, lie inside a surface of curvature radius 1 mm by up to 0.25²/8 = 0.008 mm; on slopes
  // of 60° the nets of both jaws add 2 · 0.2²/8 · 2 = 0.02 mm.
  const double deepest = -*std::min_element(gaps().begin(), gaps().end());
  EXPECT_GT(deepest, 0.05);
  EXPECT_LT(deepest, 0.11);
}

TEST(Dentition, molars_and_premolars_touch_on_both_sides) {
  std::map<int, double> least;
  for (std::size_t i = 0; i < gaps().size(); ++i) {
    const auto [place, added] = least.try_emplace(dentition().lower.labels[i], gaps()[i]);
    if (!added) place->second = std::min(place->second, gaps()[i]);
  }
  for (const int side : {30, 40}) {
    for (int place = 4; place <= 7; ++place) EXPECT_LT(least.at(side + place), 0.01) << side + place;
    EXPECT_LT(least.at(side + 3), 0.1) << "canine";
  }
  EXPECT_GT(least.at(0), 0.5) << "gum must not bite";
}

TEST(Dentition, every_molar_has_several_separate_contacts) {
  for (const int molar : {36, 37, 46, 47}) {
    // Contact points thinned to one per 1.5 mm: the remaining ones are separate places.
    std::vector<Eigen::Vector3d> places;
    for (std::size_t i = 0; i < gaps().size(); ++i) {
      if (dentition().lower.labels[i] != molar || gaps()[i] > 0.05) continue;
      const Eigen::Vector3d& v = dentition().lower.mesh.vertices[i];
      const bool near_another =
          std::any_of(places.begin(), places.end(), [&](const auto& p) { return (p - v).norm() < 1.5; });
      if (!near_another) places.push_back(v);
    }
    EXPECT_GE(places.size(), 3U) << molar;
  }
}

TEST(Dentition, crowns_have_undercuts_like_real_ones) {
  std::size_t faces_of_teeth = 0;
  std::size_t undercut = 0;
  const LabelledMesh& lower = dentition().lower;
  for (std::size_t f = 0; f < lower.mesh.faces.size(); ++f) {
    if (lower.labels[lower.mesh.faces[f][0]] == 0) continue;
    ++faces_of_teeth;
    undercut += face_normal_twice_area(lower.mesh, f).normalized().z() < -0.1;
  }
  EXPECT_GT(static_cast<double>(undercut), 0.02 * static_cast<double>(faces_of_teeth));
}

}  // namespace
}  // namespace intercusp
