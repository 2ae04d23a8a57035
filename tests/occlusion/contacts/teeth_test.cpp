#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"
#include "tests/occlusion/contacts/scenes.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

//! Boxes on a horseshoe, x to the left, y posterior; `missing` counts from the right end of the arch.
struct BoxArch {
  int teeth = 14;
  std::set<int> missing = {};

  [[nodiscard]] static Eigen::Vector3d place(double along) {  // −1 right end … 1 left end
    const double angle = along * 1.75;                        // a little over a right angle to either side
    return {24 * std::sin(angle), -40 * std::cos(angle), 0};
  }
  [[nodiscard]] TriangleMesh mesh() const {
    TriangleMesh mesh;
    for (int i = 0; i < teeth; ++i) {
      if (missing.contains(i)) continue;
      const Eigen::Vector3d middle = place((2.0 * i - (teeth - 1)) / (teeth - 1));
      append(mesh, shapes::box(middle.array() - 3.0, middle.array() + 3.0));
    }
    return mesh;
  }
};

//! Labels of the boxes in their order, one for each eight vertices.
std::vector<int> box_labels(const TriangleMesh& mesh, Jaw jaw,
                            const Eigen::Isometry3d& case_from_solid = Eigen::Isometry3d::Identity()) {
  const std::vector<int> labels = estimate_labels(solid_of(mesh), lps_axes(), jaw, case_from_solid);
  std::vector<int> boxes;
  for (std::size_t i = 0; i < labels.size(); i += 8) boxes.push_back(labels[i]);
  return boxes;
}

TEST(FaceTeeth, most_vertices_decide) {
  Solid solid{.mesh = {.vertices = std::vector<Eigen::Vector3d>(5, Eigen::Vector3d::Zero()),
                       .faces = {{0, 1, 2}, {0, 1, 3}, {3, 4, 0}, {0, 2, 3}, {2, 3, 4}}},
              .anatomy_faces = 5,
              .labels = {36, 36, 37, 0, 0}};
  EXPECT_EQ(face_teeth(solid), (std::vector<int>{36, 36, 0, 36, 0}));
  solid.labels.clear();
  EXPECT_EQ(face_teeth(solid), std::vector<int>(5, 0));
}

TEST(EstimateLabels, fourteen_teeth_are_one_to_seven_on_either_side) {
  const TriangleMesh arch = BoxArch{}.mesh();
  EXPECT_EQ(box_labels(arch, Jaw::upper),
            (std::vector<int>{17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27}));
  EXPECT_EQ(box_labels(arch, Jaw::lower),
            (std::vector<int>{47, 46, 45, 44, 43, 42, 41, 31, 32, 33, 34, 35, 36, 37}));
}

TEST(EstimateLabels, sixteen_teeth_have_wisdom_teeth) {
  EXPECT_EQ(box_labels(BoxArch{.teeth = 16}.mesh(), Jaw::lower).front(), 48);
  EXPECT_EQ(box_labels(BoxArch{.teeth = 16}.mesh(), Jaw::lower).back(), 38);
}

TEST(EstimateLabels, a_missing_molar_leaves_the_midline_where_it_is) {
  EXPECT_EQ(box_labels(BoxArch{.missing = {13}}.mesh(), Jaw::upper),
            (std::vector<int>{17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26}));
}

TEST(EstimateLabels, the_pose_of_the_jaw_counts) {
  std::mt19937 random(2);
  const Eigen::Isometry3d pose = testing::random_pose(random, 30);
  const TriangleMesh arch = BoxArch{}.mesh();
  EXPECT_EQ(box_labels(shapes::moved(arch, pose.inverse(Eigen::Isometry)), Jaw::upper, pose),
            box_labels(arch, Jaw::upper));
}

TEST(EstimateLabels, a_crumb_belongs_to_the_nearest_tooth) {
  TriangleMesh arch = BoxArch{}.mesh();
  const Eigen::Vector3d beside = BoxArch::place(1).array() + 3.5;
  append(arch, shapes::box(beside, beside.array() + 0.3));
  const std::vector<int> labels = box_labels(arch, Jaw::upper);
  ASSERT_EQ(labels.size(), 15u);
  EXPECT_EQ(labels.front(), 17);
  EXPECT_EQ(labels[13], 27);
  EXPECT_EQ(labels[14], 27);
}

TEST(EstimateLabels, gum_and_skirt_are_no_teeth) {
  Solid solid = solid_of(BoxArch{}.mesh());
  append(solid.mesh, shapes::box({-30, -45, -8}, {30, 10, -2}));  // a gum as wide as the arch
  solid.anatomy_faces = solid.mesh.faces.size();
  append(solid.mesh, shapes::box({-3, -3, -20}, {3, 3, -15}));  // as large as a tooth, but added by import
  const std::vector<int> labels =
      estimate_labels(solid, lps_axes(), Jaw::upper, Eigen::Isometry3d::Identity());
  ASSERT_EQ(labels.size(), 16u * 8);
  EXPECT_EQ(labels[13 * 8], 27);
  EXPECT_EQ(labels[14 * 8], 0);
  EXPECT_EQ(labels[15 * 8], 0);
}

TEST(EstimateLabels, what_is_no_arch_gets_no_labels) {
  const auto none = [](const TriangleMesh& mesh) {
    return estimate_labels(solid_of(mesh), lps_axes(), Jaw::upper, Eigen::Isometry3d::Identity()).empty();
  };
  EXPECT_TRUE(none(shapes::box({-30, -40, 0}, {30, 10, 10})));  // a scan in one piece
  EXPECT_TRUE(none(BoxArch{.teeth = 3}.mesh()));
  EXPECT_TRUE(none(BoxArch{.teeth = 17}.mesh()));
  EXPECT_TRUE(none({}));
}

TEST(EstimateTeeth, counted_teeth_are_not_sure_and_may_be_declined) {
  Bite bite;
  const auto give = [&](bool leave_unnumbered) {
    Solid arch = solid_of(BoxArch{}.mesh());
    arch.leave_unnumbered = leave_unnumbered;
    bite = {.upper = std::make_shared<const Solid>(arch), .lower = std::make_shared<const Solid>(arch)};
    return estimate_teeth(bite, lps_axes());
  };
  const std::optional<Bite> counted = give(false);
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->upper->estimated_teeth.size(), 14U);
  EXPECT_FALSE(belief_in(*counted, 17).sure);
  EXPECT_FALSE(belief_in(*counted, 47).sure);
  EXPECT_FALSE(give(true));
}

//! A binary STL with identical corners merged.
TriangleMesh read_stl(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(80);
  std::uint32_t count = 0;
  file.read(reinterpret_cast<char*>(&count), 4);
  std::map<std::array<float, 3>, std::uint32_t> index;
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::array<char, 50> record;
    file.read(record.data(), record.size());
    std::array<std::array<float, 3>, 4> values;  // normal, three corners
    std::memcpy(values.data(), record.data(), sizeof(values));
    Face face;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = values[k + 1];
      const auto [found, added] = index.try_emplace(p, static_cast<std::uint32_t>(mesh.vertices.size()));
      if (added) mesh.vertices.emplace_back(p[0], p[1], p[2]);
      face[k] = found->second;
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

class RealTeeth : public ::testing::TestWithParam<const char*> {};

//! Middle of each tooth's vertices along left and anterior.
std::map<int, Eigen::Vector2d> middles_of(const TriangleMesh& mesh, const std::vector<int>& labels,
                                          const AnatomicalAxes& axes) {
  std::map<int, Bounds> boxes;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Eigen::Vector3d& p = mesh.vertices[i];
    boxes[labels[i]].add({axes.left.dot(p), axes.anterior.dot(p), 0});
  }
  std::map<int, Eigen::Vector2d> middles;
  for (const auto& [tooth, box] : boxes) middles[tooth] = box.centre().head<2>();
  return middles;
}

TEST_P(RealTeeth, are_numbered_one_to_seven_and_face_their_opponents) {
  const std::filesystem::path folder = testing::real_scans() / GetParam();
  if (!std::filesystem::exists(folder / "upper.stl")) GTEST_SKIP() << "no real scans";
  const AnatomicalAxes axes{.superior = {0, 1, 0}, .anterior = {0, 0, 1}, .left = {1, 0, 0}};
  std::map<int, Eigen::Vector2d> middles;
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const TriangleMesh mesh = read_stl(folder / (std::string(name_of(jaw)) + ".stl"));
    const std::vector<int> labels = estimate_labels(solid_of(mesh), axes, jaw, Eigen::Isometry3d::Identity());
    ASSERT_EQ(labels.size(), mesh.vertices.size());
    middles.merge(middles_of(mesh, labels, axes));
  }
  std::set<int> numbers, expected;
  for (const auto& [tooth, middle] : middles) numbers.insert(tooth);
  for (const int first : {11, 21, 31, 41}) {
    for (int i = 0; i < 7; ++i) expected.insert(first + i);
  }
  ASSERT_EQ(numbers, expected);
  for (const auto& [tooth, middle] : middles) {
    const bool left = side_of(tooth) == PatientSide::left;
    const double from_midline = middle.x() - 0.5 * (middles[17].x() + middles[27].x());
    EXPECT_GT(left ? from_midline : -from_midline, 0) << tooth;
    const int mesial = place_of(tooth) > 1 ? tooth - 1 : tooth;
    EXPECT_GT(middles[mesial].y() + 1, middle.y()) << tooth;  // incisors may be crowded by 1 mm
    if (jaw_of(tooth) == Jaw::lower) continue;
    const int opponent = fdi_of(Jaw::lower, side_of(tooth), place_of(tooth));
    EXPECT_LT((middles[opponent] - middle).norm(), 8) << tooth;  // less than a molar's length
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, RealTeeth, ::testing::ValuesIn(testing::samples({"case-a", "case-b"})),
                         [](const auto& test) { return std::string(test.param) == "case-a" ? "a" : "b"; });

}  // namespace
}  // namespace intercusp
