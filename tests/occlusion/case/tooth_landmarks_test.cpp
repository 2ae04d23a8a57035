#include "occlusion/case/tooth_landmarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "datasets/dentition.h"
#include "occlusion/case/teeth.h"
#include "tests/support/scan_changes.h"

namespace intercusp {
namespace {

const AnatomicalAxes lps{Eigen::Vector3d::UnitZ(), -Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX()};

const Dentition& patient(std::uint64_t seed) {
  static std::map<std::uint64_t, Dentition> made;
  const auto [found, is_new] = made.try_emplace(seed);
  if (is_new) found->second = make_dentition({.triangles = 30000, .seed = seed, .varied = true});
  return found->second;
}

Solid labelled(const LabelledMesh& mesh) {
  Solid jaw = solid_of(mesh.mesh);
  jaw.labels = mesh.labels;
  return jaw;
}

std::vector<ToothLandmark> landmarks_of(const Solid& jaw, Jaw which, const AnatomicalAxes& axes = lps) {
  const Eigen::Isometry3d here = Eigen::Isometry3d::Identity();
  return find_landmarks(jaw, tooth_axes(jaw, face_teeth(jaw), here, axes, which), here);
}

struct JawWithTruth {
  Jaw which;
  const LabelledMesh& mesh;
  const JawTruth& truth;
};

std::vector<JawWithTruth> jaws_of(const Dentition& made) {
  return {{Jaw::upper, made.upper, made.upper_truth}, {Jaw::lower, made.lower, made.lower_truth}};
}

TEST(ToothLandmarks, lie_where_the_crowns_were_made_with_them) {
  int all = 0, found = 0, within = 0;
  for (const std::uint64_t seed : {501U, 502U}) {
    for (const JawWithTruth& jaw : jaws_of(patient(seed))) {
      const std::vector<ToothLandmark> landmarks = landmarks_of(labelled(jaw.mesh), jaw.which);
      std::vector<double> cusps_mm;
      for (const ToothTruth& tooth : jaw.truth.teeth) {
        for (const Landmark& truth : tooth.landmarks) {
          ++all;
          const ToothLandmark* const mine =
              landmark_named(landmarks, tooth.fdi, *find_named<LandmarkName>(truth.name));
          if (mine == nullptr) continue;
          ++found;
          const double away_mm = (mine->position_mm - truth.position_mm).norm();
          within += away_mm <= mine->radius_mm;
          if (truth.name.starts_with("cusp")) cusps_mm.push_back(away_mm);
        }
      }
      std::ranges::nth_element(cusps_mm, cusps_mm.begin() + std::ssize(cusps_mm) / 2);
      EXPECT_LT(cusps_mm[cusps_mm.size() / 2], 0.25) << seed << name_of(jaw.which);
    }
  }
  EXPECT_GT(found, 0.93 * all);
  EXPECT_GT(within, 0.9 * found);  // 95 of 100 are expected
}

TEST(ToothLandmarks, contact_points_give_the_widths_of_the_crowns) {
  std::vector<double> errors_mm;
  std::ptrdiff_t within = 0;
  for (const std::uint64_t seed : {501U, 502U}) {
    for (const JawWithTruth& jaw : jaws_of(patient(seed))) {
      const std::vector<ToothLandmark> landmarks = landmarks_of(labelled(jaw.mesh), jaw.which);
      for (const ToothTruth& tooth : jaw.truth.teeth) {
        const auto width = crown_width(landmarks, tooth.fdi);
        ASSERT_TRUE(width) << tooth.fdi;
        errors_mm.push_back(std::abs(width->mm - tooth.mesiodistal_mm));
        within += errors_mm.back() <= width->doubt_mm;
        EXPECT_LT(width->doubt_mm, 0.6);
      }
    }
  }
  std::ranges::nth_element(errors_mm, errors_mm.begin() + std::ssize(errors_mm) / 2);
  EXPECT_LT(errors_mm[errors_mm.size() / 2], 0.15);
  EXPECT_GT(within, 0.9 * static_cast<double>(errors_mm.size()));  // 95 of 100 are expected
}

//! Left and right exchanged, with outward normals.
Solid mirrored(Solid jaw) {
  for (Eigen::Vector3d& vertex : jaw.mesh.vertices) vertex.x() *= -1;
  for (Face& face : jaw.mesh.faces) std::swap(face[1], face[2]);
  for (int& label : jaw.labels)
    if (label != 0) label = fellow_of(label);
  return jaw;
}

TEST(ToothLandmarks, of_a_mirrored_scan_are_mirrored) {
  for (const JawWithTruth& jaw : jaws_of(patient(501))) {
    const Solid solid = labelled(jaw.mesh);
    const auto own = landmarks_of(solid, jaw.which), twin = landmarks_of(mirrored(solid), jaw.which);
    ASSERT_EQ(own.size(), twin.size());
    for (const ToothLandmark& landmark : own) {
      const ToothLandmark* const other = landmark_named(twin, fellow_of(landmark.fdi), landmark.name);
      ASSERT_NE(other, nullptr) << landmark.fdi << name_of(landmark.name);
      const Eigen::Vector3d place(-other->position_mm.x(), other->position_mm.y(), other->position_mm.z());
      // The sample of faces that show a tooth's axes is the same; what is left is rounding and the grid of heights.
      EXPECT_LT((place - landmark.position_mm).norm(), 0.2) << landmark.fdi << name_of(landmark.name);
      EXPECT_LT((place - landmark.position_mm).norm(), landmark.radius_mm);
    }
    for (const ToothTruth& tooth : jaw.truth.teeth) {
      const auto width = crown_width(own, tooth.fdi), other = crown_width(twin, fellow_of(tooth.fdi));
      ASSERT_TRUE(width && other) << tooth.fdi;
      // A face on gum and both central incisors goes to the smaller number, which is another tooth in the mirror.
      EXPECT_NEAR(width->mm, other->mm, 0.01) << tooth.fdi;
    }
  }
}

TEST(ToothLandmarks, follow_a_pose) {
  const JawWithTruth jaw = jaws_of(patient(501))[1];
  const Eigen::Isometry3d pose = random_pose(5);
  Solid moved = labelled(jaw.mesh);
  for (Eigen::Vector3d& vertex : moved.mesh.vertices) vertex = pose * vertex;
  const auto turned = [&](const Eigen::Vector3d& v) { return Eigen::Vector3d(pose.linear() * v); };
  const auto still = landmarks_of(labelled(jaw.mesh), jaw.which);
  const auto there =
      landmarks_of(moved, jaw.which, {turned(lps.superior), turned(lps.anterior), turned(lps.left)});
  ASSERT_EQ(still.size(), there.size());
  for (std::size_t i = 0; i < still.size(); ++i) {
    EXPECT_LT((pose * still[i].position_mm - there[i].position_mm).norm(), 1e-6) << still[i].fdi;
    EXPECT_NEAR(still[i].radius_mm, there[i].radius_mm, 1e-6);
  }
}

TEST(ToothLandmarks, of_a_flat_crown_are_left_out_or_have_a_wide_radius) {
  const JawWithTruth jaw = jaws_of(patient(501))[1];
  Solid worn = labelled(jaw.mesh);
  const auto truth = std::ranges::find(jaw.truth.teeth, 36, &ToothTruth::fdi);
  const auto height = [&](const Eigen::Vector3d& p) { return truth->occlusal.dot(p - truth->origin_mm); };
  double top_mm = 0;
  for (std::size_t v = 0; v < worn.labels.size(); ++v)
    if (worn.labels[v] == 36) top_mm = std::max(top_mm, height(worn.mesh.vertices[v]));
  for (std::size_t v = 0; v < worn.labels.size(); ++v) {
    Eigen::Vector3d& vertex = worn.mesh.vertices[v];
    constexpr double worn_mm = 1.8;  // cusps are 2 mm high
    if (worn.labels[v] == 36) vertex -= std::max(0.0, height(vertex) - top_mm + worn_mm) * truth->occlusal;
  }
  for (const ToothLandmark& landmark : landmarks_of(worn, jaw.which)) {
    if (landmark.fdi == 36 && landmark.name <= LandmarkName::cusp) {
      EXPECT_GT(landmark.radius_mm, 1) << name_of(landmark.name);
    }
  }
}

TEST(ToothLandmarks, that_are_given_replace_those_found) {
  using enum LandmarkName;
  const std::vector<ToothLandmark> found = {
      {cusp_mb, 16, {0, 0, 0}, 0.2}, {cusp_db, 16, {4, 0, 0}, 0.2}, {contact_mesial, 36, {0, 9, 0}, 0.4}};
  const auto both = with_given(found, {{cusp_db, 16, {5, 0, 0}, 0.1}, {cusp, 46, {9, 9, 9}, 0.1}});
  ASSERT_EQ(both.size(), 4U);
  EXPECT_EQ(landmark_named(both, 16, cusp_db)->position_mm.x(), 5);
  EXPECT_EQ(landmark_named(both, 16, cusp_mb)->position_mm.x(), 0);
  EXPECT_NE(landmark_named(both, 46, cusp), nullptr);
  // Without a tooth: the nearest of its name; far from all, none.
  const auto unnamed = with_given(
      found,
      {{cusp, 0, {3, 0, 0}, 0.3}, {contact_mesial, 0, {0, 8, 0}, 0.3}, {contact_mesial, 0, {90, 0, 0}, 0.3}});
  ASSERT_EQ(unnamed.size(), 3U);
  EXPECT_EQ(landmark_named(unnamed, 16, cusp_db)->position_mm.x(), 3);
  EXPECT_EQ(landmark_named(unnamed, 36, contact_mesial)->position_mm.y(), 8);
}

}  // namespace
}  // namespace intercusp
