#include "occlusion/teeth/find_teeth.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "datasets/dentition.h"
#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/teeth/known_teeth.h"
#include "tests/occlusion/teeth/thinned.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::dice;
using testing::numbers_in;

const Dentition& both_jaws() {
  static const Dentition made = make_dentition({.triangles = 60000});
  return made;
}

FoundTeeth teeth_of(const TriangleMesh& mesh, std::optional<Jaw> jaw = {}) {
  return find_teeth(mesh.vertices, mesh.faces, jaw);
}

double same_share(const std::vector<int>& a, const std::vector<int>& b) {
  double same = 0;
  for (std::size_t v = 0; v < a.size(); ++v) same += a[v] == b[v];
  return same / static_cast<double>(a.size());
}

TEST(FindTeeth, numbers_every_tooth_of_the_generated_jaws) {
  for (const bool upper : {true, false}) {
    const LabelledMesh& jaw = upper ? both_jaws().upper : both_jaws().lower;
    const FoundTeeth found = teeth_of(jaw.mesh);
    EXPECT_EQ(found.jaw, upper ? Jaw::upper : Jaw::lower);
    EXPECT_GT(found.jaw_confidence, 0.9);
    ASSERT_EQ(found.labels.size(), jaw.mesh.vertices.size());
    EXPECT_EQ(numbers_in(found.labels), numbers_in(jaw.labels)) << (upper ? "upper" : "lower");
    // 0.924 and 0.926 as it stands; the goal on scans is 0.96.
    EXPECT_GE(dice(jaw.labels, found.labels), 0.92) << (upper ? "upper" : "lower");
    EXPECT_TRUE(found.findings.empty());
    EXPECT_TRUE(found.unnumbered.empty());
  }
}

TEST(FindTeeth, is_the_same_for_any_order_of_vertices_and_faces) {
  const TriangleMesh& mesh = both_jaws().lower.mesh;
  const FoundTeeth found = teeth_of(mesh);
  std::mt19937 random(5);
  std::vector<std::uint32_t> place(mesh.vertices.size());
  std::iota(place.begin(), place.end(), 0U);
  std::shuffle(place.begin(), place.end(), random);
  TriangleMesh shuffled{.vertices = std::vector<Eigen::Vector3d>(place.size()), .faces = mesh.faces};
  for (std::size_t v = 0; v < place.size(); ++v) shuffled.vertices[place[v]] = mesh.vertices[v];
  std::shuffle(shuffled.faces.begin(), shuffled.faces.end(), random);
  for (Face& face : shuffled.faces) {
    for (std::uint32_t& v : face) v = place[v];
    std::rotate(face.begin(), face.begin() + random() % 3, face.end());
  }
  const FoundTeeth again = teeth_of(shuffled);
  for (std::size_t v = 0; v < place.size(); ++v) ASSERT_EQ(again.labels[place[v]], found.labels[v]) << v;
  ASSERT_EQ(again.teeth.size(), found.teeth.size());
  for (std::size_t t = 0; t < found.teeth.size(); ++t) {
    EXPECT_EQ(again.teeth[t].confidence, found.teeth[t].confidence);
    EXPECT_EQ(again.teeth[t].centre_mm, found.teeth[t].centre_mm);
  }
}

TEST(FindTeeth, is_the_same_in_any_pose) {
  const TriangleMesh& mesh = both_jaws().upper.mesh;
  const FoundTeeth found = teeth_of(mesh);
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 3; ++trial) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
                        .normalized()
                        .toRotationMatrix();
    pose.translation() = 100 * Eigen::Vector3d(normal(random), normal(random), normal(random));
    TriangleMesh moved = mesh;
    for (Eigen::Vector3d& v : moved.vertices) v = pose * v;
    const FoundTeeth there = teeth_of(moved);
    EXPECT_EQ(numbers_in(there.labels), numbers_in(found.labels));
    EXPECT_GE(same_share(there.labels, found.labels), 0.999);
    EXPECT_LT((there.up - pose.linear() * found.up).norm(), 1e-6);
    EXPECT_LT((there.front - pose.linear() * found.front).norm(), 1e-6);
  }
}

TEST(FindTeeth, mirrors_the_numbers_of_a_mirrored_scan_with_turned_faces) {
  TriangleMesh mirrored = both_jaws().upper.mesh;
  for (Eigen::Vector3d& v : mirrored.vertices) v.x() = -v.x();
  for (Face& face : mirrored.faces) std::swap(face[1], face[2]);
  const FoundTeeth found = teeth_of(mirrored);
  std::vector<int> expected = both_jaws().upper.labels;  // 11 ↔ 21
  for (int& label : expected) label += label == 0 ? 0 : label < 20 ? 10 : -10;
  EXPECT_EQ(numbers_in(found.labels), numbers_in(expected));
  EXPECT_GE(dice(expected, found.labels), 0.92);
}

TEST(FindTeeth, does_not_number_a_scan_that_is_inside_out) {
  for (TriangleMesh mirrored : testing::samples({both_jaws().upper.mesh, both_jaws().lower.mesh})) {
    for (Eigen::Vector3d& v : mirrored.vertices) v.x() = -v.x();
    const FoundTeeth found = teeth_of(mirrored);
    EXPECT_TRUE(found.teeth.empty());
    ASSERT_EQ(found.findings.size(), 1U);
    EXPECT_EQ(found.findings[0].code, "scan_inside_out");
    EXPECT_EQ(found.labels, std::vector<int>(mirrored.vertices.size(), 0));
  }
}

TEST(FindTeeth, takes_the_jaw_that_it_is_given) {
  const FoundTeeth found = teeth_of(both_jaws().lower.mesh, Jaw::lower);
  EXPECT_EQ(found.jaw, Jaw::lower);
  EXPECT_EQ(found.jaw_confidence, 1);
}

TEST(FindTeeth, reads_vertices_that_are_repeated_for_every_face_as_in_stl) {
  const TriangleMesh& mesh = both_jaws().lower.mesh;
  const FoundTeeth found = teeth_of(mesh);
  TriangleMesh soup;
  std::vector<int> expected;
  for (const Face& face : mesh.faces) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t v : face) {
      soup.vertices.push_back(mesh.vertices[v]);
      expected.push_back(found.labels[v]);
    }
    soup.faces.push_back({first, first + 1, first + 2});
  }
  // Bad corners and coordinates are left out, and still get a label.
  soup.faces.push_back({0, 1, static_cast<std::uint32_t>(soup.vertices.size() + 7)});
  soup.vertices.push_back(Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN()));
  expected.push_back(0);
  EXPECT_EQ(teeth_of(soup).labels, expected);
}

TEST(FindTeeth, leaves_the_place_of_a_missing_tooth_empty) {
  const Dentition gaps = make_dentition({.triangles = 60000, .missing = {15, 24, 36}});
  for (const LabelledMesh* jaw : {&gaps.upper, &gaps.lower}) {
    const FoundTeeth found = teeth_of(jaw->mesh);
    EXPECT_EQ(numbers_in(found.labels), numbers_in(jaw->labels));
  }
}

TEST(FindTeeth, numbers_half_erupted_molars_or_says_where_they_stand) {
  const Dentition made = make_dentition({.triangles = 60000, .seed = 41, .varied = true});
  int unnumbered = 0;
  for (const double sunk_mm : {0.0, 1.5, 2.5}) {
    LabelledMesh jaw = made.upper;
    std::map<int, Eigen::Vector3d> middle;
    for (const int fdi : {17, 27}) {
      const auto truth = std::ranges::find(made.upper_truth.teeth, fdi, &ToothTruth::fdi);
      double vertices = 0;
      for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
        if (jaw.labels[v] != fdi) continue;
        jaw.mesh.vertices[v] -= sunk_mm * truth->occlusal;
        middle.try_emplace(fdi, Eigen::Vector3d::Zero()).first->second += jaw.mesh.vertices[v];
        ++vertices;
      }
      middle[fdi] /= vertices;
    }
    const FoundTeeth found = teeth_of(jaw.mesh);
    for (const auto& [fdi, place] : middle) {
      const bool numbered = std::ranges::find(found.teeth, fdi, &FoundTooth::fdi) != found.teeth.end();
      const auto near = std::ranges::count_if(found.unnumbered, [&](const UnnumberedPlace& each) {
        return (each.position_mm - place).norm() < 3 && each.reason == UnnumberedReason::behind_last_tooth;
      });
      EXPECT_EQ(near, numbered ? 0 : 1) << fdi << " sunk by " << sunk_mm;
      unnumbered += static_cast<int>(near);
    }
  }
  EXPECT_GT(unnumbered, 0);
}

TEST(FindTeeth, numbers_crowded_front_teeth) {
  const Dentition crowded = make_dentition({.triangles = 60000, .crowding_mm = 5});
  for (const LabelledMesh* jaw : {&crowded.upper, &crowded.lower})
    EXPECT_EQ(numbers_in(teeth_of(jaw->mesh).labels), numbers_in(jaw->labels));
}

TEST(FindTeeth, numbers_milk_teeth_with_and_without_permanent_ones_beside_them) {
  for (const bool mixed : {false, true}) {
    const Dentition child = make_dentition({.triangles = 60000, .deciduous = !mixed, .mixed = mixed});
    for (const LabelledMesh* jaw : {&child.upper, &child.lower})
      EXPECT_EQ(numbers_in(teeth_of(jaw->mesh).labels), numbers_in(jaw->labels)) << mixed;
  }
}

// This patient's small permanent canines and first premolars were taken for milk teeth, too.
TEST(FindTeeth, numbers_second_milk_molars_of_the_lower_jaw_beside_permanent_teeth) {
  for (const std::vector<int>& stayed : {std::vector<int>{75, 85}, {75}, {}}) {
    const Dentition child = make_dentition(
        {.triangles = 16000, .seed = 3, .varied = true, .missing = {37, 47}, .stayed = stayed});
    EXPECT_EQ(numbers_in(teeth_of(child.lower.mesh).labels), numbers_in(child.lower.labels)) << stayed.size();
  }
}

TEST(FindTeeth, numbers_study_models_and_knows_them_inside_out) {
  const Dentition models = make_dentition({.triangles = 40000, .plaster_base = true});
  for (const LabelledMesh* jaw : {&models.upper, &models.lower}) {
    EXPECT_EQ(numbers_in(teeth_of(jaw->mesh).labels), numbers_in(jaw->labels));
    TriangleMesh turned = jaw->mesh;
    for (Face& face : turned.faces) std::swap(face[1], face[2]);
    const FoundTeeth found = teeth_of(turned);
    ASSERT_EQ(found.findings.size(), 1U);
    EXPECT_EQ(found.findings[0].code, "scan_inside_out");
  }
}

TEST(FindTeeth, finds_the_same_teeth_at_every_resolution) {
  const FoundTeeth usual = teeth_of(both_jaws().lower.mesh);
  for (const std::size_t triangles : {20000U, 250000U}) {
    const LabelledMesh jaw = make_dentition({.triangles = triangles}).lower;
    const FoundTeeth found = teeth_of(jaw.mesh);
    EXPECT_EQ(numbers_in(found.labels), numbers_in(usual.labels)) << triangles;
    EXPECT_GE(dice(jaw.labels, found.labels), 0.92) << triangles;
  }
}

TEST(FindTeeth, finds_the_same_teeth_on_half_of_the_triangles_left_at_random) {
  for (const LabelledMesh* jaw : {&both_jaws().upper, &both_jaws().lower}) {
    const TriangleMesh thin = testing::ThinnedMesh(jaw->mesh).with_faces(jaw->mesh.faces.size() / 2, 17);
    EXPECT_EQ(numbers_in(teeth_of(thin).labels), numbers_in(jaw->labels));
  }
}

TEST(FindTeeth, keeps_crowns_whole_that_are_pieces_of_their_own) {
  const LabelledMesh& jaw = both_jaws().upper;
  TriangleMesh crowns{.vertices = jaw.mesh.vertices, .faces = {}};
  for (const Face& face : jaw.mesh.faces) {
    if (jaw.labels[face[0]] > 0 && jaw.labels[face[0]] == jaw.labels[face[1]] &&
        jaw.labels[face[0]] == jaw.labels[face[2]])
      crowns.faces.push_back(face);
  }
  std::vector<int> expected(crowns.vertices.size(), 0);
  for (const Face& face : crowns.faces) {
    for (const std::uint32_t v : face) expected[v] = jaw.labels[v];
  }
  EXPECT_GE(dice(expected, teeth_of(crowns).labels), 0.99);
}

TEST(FindTeeth, says_so_where_there_are_no_teeth) {
  const FoundTeeth none = find_teeth({}, {});
  ASSERT_EQ(none.findings.size(), 1U);
  EXPECT_EQ(none.findings[0].code, "no_teeth_found");
}

TEST(FindTeeth, names_no_crown_on_bodies_without_teeth) {
  for (const TriangleMesh& body :
       {shapes::sphere({0, 0, 15}, 15, 60), shapes::box({-20, -20, -5}, {20, 20, 0})}) {
    const FoundTeeth found = find_teeth(body.vertices, body.faces, Jaw::upper);
    EXPECT_TRUE(found.teeth.empty());
    EXPECT_TRUE(found.unnumbered.empty());
  }
}

TEST(FindTeeth, can_be_cancelled) {
  const TriangleMesh& mesh = both_jaws().lower.mesh;
  EXPECT_THROW((void)find_teeth(mesh.vertices, mesh.faces, {}, [](double) { throw Cancelled(); }), Cancelled);
}

//! Waves in both directions: no occlusal plane fits them well, so that tilted ones are read.
TriangleMesh egg_box() {
  constexpr int side = 90;
  constexpr double step_mm = 0.5, period_mm = 9, height_mm = 2;
  TriangleMesh mesh;
  for (int row = 0; row <= side; ++row) {
    for (int column = 0; column <= side; ++column) {
      const double x = step_mm * column, y = step_mm * row, turn = 2 * std::numbers::pi / period_mm;
      mesh.vertices.emplace_back(x, y, height_mm * std::sin(turn * x) * std::sin(turn * y));
    }
  }
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const std::uint32_t v = row * (side + 1) + column, above = v + side + 1;
      mesh.faces.push_back({v, v + 1, above + 1});
      mesh.faces.push_back({v, above + 1, above});
    }
  }
  return mesh;
}

TEST(FindTeeth, can_be_cancelled_while_it_reads_tilted_planes) {
  const TriangleMesh mesh = egg_box();
  std::vector<double> reports;
  (void)find_teeth(mesh.vertices, mesh.faces, {}, [&](double done) { reports.push_back(done); });
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  const auto between =
      std::count_if(reports.begin(), reports.end(), [](double done) { return done > 0.2 && done < 0.4; });
  EXPECT_GT(between, 45);  // of three rounds of fifteen planes
  for (const double limit : {0.21, 0.3, 0.39}) {
    const auto cancel = [&](double done) {
      if (done > limit) throw Cancelled();
    };
    EXPECT_THROW((void)find_teeth(mesh.vertices, mesh.faces, {}, cancel), Cancelled) << limit;
  }
}

}  // namespace
}  // namespace intercusp
