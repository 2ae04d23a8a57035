// Variants of the generated dentition: the features that each must have, by its options.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "datasets/arch.h"
#include "datasets/dentition.h"
#include "datasets/dentition_options.h"
#include "datasets/mesh_growth.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/solid.h"
#include "tests/datasets/vertical_lines.h"
#include "tests/support/scan_changes.h"

namespace intercusp {
namespace {

constexpr std::size_t triangles = 20000;
constexpr double edge_mm = 0.7;  // of 20 000 triangles on some 4500 mm², on their longer side

Dentition made_with(DentitionOptions options) {
  options.triangles = triangles;
  return make_dentition(options);
}

//! The dentition without variants, for comparison.
const Dentition& plain() {
  static const Dentition made = made_with({});
  return made;
}

std::set<int> labels_of(const LabelledMesh& jaw) { return {jaw.labels.begin(), jaw.labels.end()}; }

//! Gum and the teeth of two quadrants.
std::set<int> teeth_of(int first, int second, int places = 7, const std::set<int>& without = {}) {
  std::set<int> numbers = {0};
  for (int place = 1; place <= places; ++place) numbers.insert({10 * first + place, 10 * second + place});
  for (const int tooth : without) numbers.erase(tooth);
  return numbers;
}

std::vector<Eigen::Vector3d> vertices_of(const LabelledMesh& jaw, int label) {
  std::vector<Eigen::Vector3d> result;
  for (std::size_t i = 0; i < jaw.labels.size(); ++i) {
    if (jaw.labels[i] == label) result.push_back(jaw.mesh.vertices[i]);
  }
  return result;
}

double least_distance(const LabelledMesh& jaw, int a, int b) {
  double least = std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& p : vertices_of(jaw, a)) {
    for (const Eigen::Vector3d& q : vertices_of(jaw, b)) least = std::min(least, (p - q).norm());
  }
  return least;
}

PlacedTooth placed(int fdi, const DentitionOptions& options = {}) {
  for (const PlacedTooth& tooth : place_teeth(*jaw_of(fdi), options)) {
    if (tooth.shape.fdi == fdi) return tooth;
  }
  throw std::invalid_argument("no such tooth");
}

//! The greatest distance of the surface from the bare crown, mm.
double farthest_off(const LabelledMesh& jaw, const PlacedTooth& tooth, int label) {
  double off_mm = 0;
  for (const Eigen::Vector3d& p : vertices_of(jaw, label)) off_mm = std::max(off_mm, -tooth.inside(p));
  return off_mm;
}

//! Every directed edge once; the number of those without a partner.
std::size_t count_boundary_edges(const TriangleMesh& mesh) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (const Face& face : mesh.faces) {
    for (std::size_t k = 0; k < 3; ++k) edges.push_back({face[k], face[(k + 1) % 3]});
  }
  std::sort(edges.begin(), edges.end());
  EXPECT_EQ(std::adjacent_find(edges.begin(), edges.end()), edges.end())
      << "an edge is used twice in one direction";
  return static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(), [&](const auto& e) {
    return !std::binary_search(edges.begin(), edges.end(), std::array{e[1], e[0]});
  }));
}

//! V - E + F: 1 for a disc, 2 for a closed body.
long euler_number(const TriangleMesh& mesh, std::size_t boundary_edges) {
  const std::size_t edges = (3 * mesh.faces.size() + boundary_edges) / 2;
  return static_cast<long>(mesh.vertices.size() + mesh.faces.size()) - static_cast<long>(edges);
}

TEST(DentitionVariants, without_one_the_dentition_is_the_one_it_always_was) {
  const Dentition& made = plain();
  const auto mean_of = [](const LabelledMesh& jaw) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& v : jaw.mesh.vertices) sum += v;
    return Eigen::Vector3d(sum / static_cast<double>(jaw.mesh.vertices.size()));
  };
  // Stored before variants existed, from single-precision files. The last bit of a sine may differ between machines,
  // the design may not.
  EXPECT_LT((mean_of(made.upper) - Eigen::Vector3d(0.008404196, -0.265531951, 5.976633598)).norm(), 1e-6);
  EXPECT_LT((mean_of(made.lower) - Eigen::Vector3d(-0.056571670, 0.255922676, -7.544836406)).norm(), 1e-6);
  EXPECT_EQ(made.upper.mesh.faces.size(), 20000U);
}

TEST(DentitionVariants, every_variant_has_exactly_its_teeth) {
  struct Expected {
    std::set<int> upper, lower;
  };
  const Expected all{teeth_of(1, 2), teeth_of(3, 4)};
  const std::map<std::string, Expected> others = {
      {"missing", {teeth_of(1, 2, 7, {14, 26}), teeth_of(3, 4, 7, {36, 46, 47})}},
      {"closed-gap", {teeth_of(1, 2, 7, {14, 24}), teeth_of(3, 4, 7, {34, 44})}},
      {"tilted", {teeth_of(1, 2), teeth_of(3, 4, 7, {36})}},
      {"wisdom", {teeth_of(1, 2, 8), teeth_of(3, 4, 8)}},
      {"deciduous", {teeth_of(5, 6, 5), teeth_of(7, 8, 5)}},
      {"mixed",
       {{0, 11, 12, 53, 54, 55, 16, 21, 22, 63, 64, 65, 26},
        {0, 31, 32, 73, 74, 75, 36, 41, 42, 83, 84, 85, 46}}},
      {"late-mixed",
       {{0, 11, 12, 13, 14, 55, 16, 21, 22, 23, 24, 65, 26},
        {0, 31, 32, 33, 34, 75, 36, 41, 42, 43, 44, 85, 46}}},
      {"quadrant", {teeth_of(2, 2), teeth_of(3, 3)}}};
  for (const std::string& name : variant_names()) {
    const Dentition made = made_with(with_variant({}, name));
    const Expected& expected = others.contains(name) ? others.at(name) : all;
    EXPECT_EQ(labels_of(made.upper), expected.upper) << name;
    EXPECT_EQ(labels_of(made.lower), expected.lower) << name;
    for (const LabelledMesh* jaw : {&made.upper, &made.lower}) {
      ASSERT_EQ(jaw->labels.size(), jaw->mesh.vertices.size()) << name;
      const std::size_t open = count_boundary_edges(jaw->mesh);
      EXPECT_EQ(open == 0, name == "plaster") << name;
      EXPECT_EQ(euler_number(jaw->mesh, open), open == 0 ? 2 : 1) << name;
      EXPECT_EQ(boundary_of(jaw->mesh).size(), open) << name;
      for (std::size_t f = 0; f < jaw->mesh.faces.size(); ++f) {
        ASSERT_GT(face_normal_twice_area(jaw->mesh, f).norm(), 1e-9) << name;
      }
    }
  }
}

TEST(DentitionVariants, a_lost_tooth_leaves_its_width_open_and_gum_across) {
  const Dentition made = made_with({.missing = {36}});
  const PlacedTooth molar = placed(36);
  // The neighbours' sides curve away from the contacts by some tenths of a mm.
  EXPECT_NEAR(least_distance(made.lower, 35, 37), molar.shape.mesiodistal_mm, 0.8);
  double highest_gum_mm = -100;
  for (const Eigen::Vector3d& p : vertices_of(made.lower, 0)) {
    const Eigen::Vector3d d = p - molar.origin;
    if (std::abs(molar.distal.dot(d)) > 3 || std::abs(molar.buccal.dot(d)) > 6) continue;
    highest_gum_mm = std::max(highest_gum_mm, molar.occlusal.dot(d));
  }
  // Lower teeth have come up by 1 to 2 mm until they bit; the gum went with them.
  EXPECT_GT(highest_gum_mm, -1.0);
  EXPECT_LT(highest_gum_mm, 3.0);
}

TEST(DentitionVariants, a_closed_gap_brings_the_neighbours_together) {
  const Dentition made = made_with({.closed_gaps = {14}});
  EXPECT_LT(least_distance(made.upper, 13, 15), edge_mm);
  EXPECT_GT(least_distance(made.upper, 23, 25), 5);
}

TEST(DentitionVariants, teeth_tilt_by_the_angles_asked_for) {
  const auto degrees = [](double cosine) { return std::acos(cosine) * 180 / M_PI; };
  for (const int fdi : {16, 13, 22, 37, 45}) {
    const PlacedTooth before = placed(fdi);
    const PlacedTooth mesial = placed(fdi, {.tilts = {{fdi, 20, 0}}});
    const PlacedTooth buccal = placed(fdi, {.tilts = {{fdi, 0, 15}}});
    EXPECT_NEAR(degrees(before.occlusal.dot(mesial.occlusal)), 20, 1e-9) << fdi;
    EXPECT_NEAR(degrees(before.occlusal.dot(buccal.occlusal)), 15, 1e-9) << fdi;
    EXPECT_LT(mesial.occlusal.dot(before.distal), 0) << fdi;
    EXPECT_GT(buccal.occlusal.dot(before.buccal), 0) << fdi;
    EXPECT_EQ(before.origin, mesial.origin) << fdi;
  }
}

TEST(DentitionVariants, crowding_takes_room_from_the_front_teeth) {
  const auto room_mm = [](double crowding_mm) {
    double sum = 0;
    for (const PlacedTooth& tooth : place_teeth(Jaw::lower, {.crowding_mm = crowding_mm})) {
      if (is_front_tooth(tooth.shape.fdi)) sum += 2 * tooth.half_width_mm;
    }
    return sum;
  };
  EXPECT_NEAR(room_mm(0) - room_mm(4), 4, 0.1);
  // The lateral incisor is behind the row, the canine in front of it.
  const DentitionOptions crowded{.crowding_mm = 4};
  const PlacedTooth lateral = placed(32, crowded);
  const PlacedTooth central = placed(31, crowded);
  const PlacedTooth before = placed(32);
  EXPECT_GT(std::acos(lateral.buccal.dot(before.buccal)), 0.2);
  EXPECT_GT(lateral.origin.y() - central.origin.y(), placed(32).origin.y() - placed(31).origin.y() + 0.5);
}

TEST(DentitionVariants, attachments_and_brackets_stand_off_their_crowns_as_far_as_they_are_thick) {
  const Dentition made = made_with({.attachments = {11, 26}, .brackets = {13, 14}});
  // A mesh of 20 000 triangles cuts their edges.
  for (const int fdi : {11, 26}) EXPECT_NEAR(farthest_off(made.upper, placed(fdi), fdi), 1.0, 0.25) << fdi;
  // At a bracket's corners the crown curves away and its value no longer equals the distance.
  for (const int fdi : {13, 14}) {
    const double off_mm = farthest_off(made.upper, placed(fdi), fdi);
    EXPECT_GT(off_mm, 1.9) << fdi;
    EXPECT_LT(off_mm, 3.0) << fdi;
  }
  for (const int fdi : {12, 16}) EXPECT_LT(farthest_off(made.upper, placed(fdi), fdi), 0.4) << fdi;
}

TEST(DentitionVariants, a_wire_runs_before_the_teeth_and_belongs_to_none) {
  const auto gum_before_contact = [](bool wire) {
    const Dentition made = made_with({.brackets = {11, 21}, .wire = wire});
    double front_y = 0;  // of the surface without a tooth, between the brackets and above the edges
    for (const Eigen::Vector3d& p : vertices_of(made.upper, 0)) {
      if (std::abs(p.x()) < 2 && p.z() < 5) front_y = std::min(front_y, p.y());
    }
    return front_y;
  };
  EXPECT_LT(gum_before_contact(true), gum_before_contact(false) - 1.5);
}

TEST(DentitionVariants, worn_cusps_are_lower_and_restored_crowns_have_no_grooves) {
  const Dentition made = made_with({.wear_share = 0.5});
  for (const int fdi : {16, 24, 11}) {
    const PlacedTooth tooth = placed(fdi);
    double top_mm = 0;
    for (const Eigen::Vector3d& p : vertices_of(made.upper, fdi)) {
      top_mm = std::max(top_mm, tooth.occlusal.dot(p - tooth.origin));
    }
    EXPECT_LT(top_mm, tooth.shape.height_mm - 0.9) << fdi;
    EXPECT_GT(top_mm, tooth.shape.height_mm - 1.4) << fdi;
  }
  EXPECT_TRUE(placed(16, {.restored = {16}}).shape.grooves.empty());
  EXPECT_FALSE(placed(26, {.restored = {16}}).shape.grooves.empty());
}

TEST(DentitionVariants, a_childs_arch_has_a_childs_width) {
  const auto tip_of = [](int fdi) {
    const PlacedTooth tooth = placed(fdi, {.deciduous = true});
    return tooth.point({tooth.shape.tip_x, 0, tooth.shape.height_mm});
  };
  EXPECT_NEAR((tip_of(53) - tip_of(63)).norm(), 25,
              1.5);  // children have 28 to 30 mm with spaces (Moorrees 1959)
}

TEST(DentitionVariants, the_palate_is_a_vault_between_both_sides) {
  const Dentition made = made_with({.palate = true});
  const Dentition& open = plain();
  double necks_z = 0;
  for (const int fdi : {16, 26}) necks_z += 0.5 * placed(fdi).origin.z();
  for (const double y : {0.0, 5.0, 10.0}) {
    const std::vector<double> heights = test::crossings(made.upper.mesh, 0.013, y + 0.011);
    ASSERT_EQ(heights.size(), 1U) << y;
    EXPECT_GT(heights[0], necks_z + 10) << y;
    EXPECT_LT(heights[0], necks_z + 18) << y;
    EXPECT_TRUE(test::crossings(open.upper.mesh, 0.013, y + 0.011).empty());
  }
  for (std::size_t i = 0; i < made.upper.labels.size(); ++i) {
    if (std::abs(made.upper.mesh.vertices[i].x()) < 8 && made.upper.mesh.vertices[i].y() > -8) {
      EXPECT_EQ(made.upper.labels[i], 0);
    }
  }
  EXPECT_GT(made.lower.mesh.faces.size(), open.lower.mesh.faces.size());
}

TEST(DentitionVariants, plaster_closes_the_jaws_with_a_flat_bottom) {
  const Dentition made = made_with({.plaster_base = true});
  const Dentition& open = plain();
  for (const auto& [jaw, scan, away] :
       {std::tuple{&made.upper, &open.upper, 1.0}, {&made.lower, &open.lower, -1.0}}) {
    EXPECT_GT(signed_volume(jaw->mesh), 20000);  // 60 × 50 mm, 15 mm thick at least, less the corners
    double bottom = -1e9;
    for (const Eigen::Vector3d& v : jaw->mesh.vertices) bottom = std::max(bottom, away * v.z());
    double area_mm2 = 0;
    for (std::size_t f = 0; f < jaw->mesh.faces.size(); ++f) {
      const Face& face = jaw->mesh.faces[f];
      const bool flat = std::all_of(face.begin(), face.end(), [&](std::uint32_t v) {
        return std::abs(away * jaw->mesh.vertices[v].z() - bottom) < 1e-9 && jaw->labels[v] == 0;
      });
      if (flat) area_mm2 += 0.5 * away * face_normal_twice_area(jaw->mesh, f).z();
    }
    const Eigen::Vector3d size = bounds_of(jaw->mesh).size();
    EXPECT_GT(area_mm2, 0.6 * size.x() * size.y());
    double edge = -1e9;
    for (const std::uint32_t v : boundary_of(scan->mesh))
      edge = std::max(edge, away * scan->mesh.vertices[v].z());
    EXPECT_GE(bottom - edge, 10);
    EXPECT_LE(bottom - edge, 20);
  }
}

TEST(DentitionVariants, one_side_ends_a_little_beyond_the_midline) {
  const Dentition right = made_with({.sides = ScannedSides::right});
  EXPECT_EQ(labels_of(right.upper), teeth_of(1, 1));
  EXPECT_EQ(labels_of(right.lower), teeth_of(4, 4));
  for (const LabelledMesh* jaw : {&right.upper, &right.lower}) {
    const Bounds bounds = bounds_of(jaw->mesh);
    EXPECT_GT(bounds.max.x(), 2);
    EXPECT_LT(bounds.max.x(), 6);
  }
  EXPECT_THROW((void)made_with({.sides = ScannedSides::left, .palate = true}), std::invalid_argument);
  EXPECT_THROW((void)made_with({.sides = ScannedSides::left, .plaster_base = true}), std::invalid_argument);
}

TEST(DentitionVariants, what_no_mouth_has_is_refused) {
  EXPECT_THROW((void)made_with({.wisdom_teeth = true, .deciduous = true}), std::invalid_argument);
  EXPECT_THROW((void)made_with({.deciduous = true, .mixed = true}), std::invalid_argument);
  EXPECT_THROW((void)made_with({.crowding_mm = 9}), std::invalid_argument);
  EXPECT_THROW((void)made_with({.wear_share = -0.1}), std::invalid_argument);
}

TEST(DentitionVariants, shuffling_keeps_the_surface_and_its_labels) {
  using Corner = std::tuple<double, double, double, int>;
  const auto corners_of = [](const LabelledMesh& jaw, bool of_faces) {
    std::multiset<Corner> corners;
    const auto add = [&](std::size_t v) {
      const Eigen::Vector3d& p = jaw.mesh.vertices[v];
      corners.emplace(p.x(), p.y(), p.z(), jaw.labels[v]);
    };
    for (std::size_t v = 0; v < jaw.labels.size() && !of_faces; ++v) add(v);
    for (std::size_t f = 0; f < jaw.mesh.faces.size() && of_faces; ++f) {
      for (const std::uint32_t v : jaw.mesh.faces[f]) add(v);
    }
    return corners;
  };
  const Dentition& before = plain();
  Dentition after = before;
  shuffle(after.upper, 6);
  for (const bool of_faces : {false, true}) {
    EXPECT_TRUE(corners_of(before.upper, of_faces) == corners_of(after.upper, of_faces));
  }
  EXPECT_NE(before.upper.mesh.vertices, after.upper.mesh.vertices);
  EXPECT_EQ(count_boundary_edges(after.upper.mesh), count_boundary_edges(before.upper.mesh));
  EXPECT_NEAR(surface_area(after.upper.mesh), surface_area(before.upper.mesh), 1e-6);
  EXPECT_NEAR(signed_volume(after.upper.mesh), signed_volume(before.upper.mesh), 1e-6);
}

TEST(DentitionVariants, several_variants_go_together) {
  DentitionOptions options;
  for (const char* name : {"missing", "crowded", "palate", "plaster", "worn"})
    options = with_variant(options, name);
  const Dentition made = made_with(options);
  EXPECT_EQ(labels_of(made.upper), teeth_of(1, 2, 7, {14, 26}));
  EXPECT_EQ(count_open_edges(made.upper.mesh), 0U);
  EXPECT_EQ(count_open_edges(made.lower.mesh), 0U);
}

TEST(DentitionVariants, an_unknown_name_is_answered_with_the_known_ones) {
  try {
    (void)with_variant({}, "mising");
    FAIL() << "no exception";
  } catch (const std::invalid_argument& error) {
    for (const std::string& name : variant_names()) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace intercusp
