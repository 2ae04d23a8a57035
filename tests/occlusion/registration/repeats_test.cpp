// Fields of distortion that are known, and what is found of them.

#include "occlusion/registration/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/registration/arch_distortion.h"
#include "occlusion/registration/rigid_fit.h"
#include "occlusion/registration/tooth_movement.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::moved;

//! Legendre polynomials of the place along an arch, −1 to 1, of the first to fourth degree.
struct Field {
  Eigen::Matrix<double, 3, 4> waves = Eigen::Matrix<double, 3, 4>::Zero();
  [[nodiscard]] Eigen::Vector3d at(double s) const {
    return waves * Eigen::Vector4d(s, (3 * s * s - 1) / 2, (5 * s * s * s - 3 * s) / 2,
                                   (35 * s * s * s * s - 30 * s * s + 3) / 8);
  }
};

TEST(ArchDistortion, of_a_half_circle_is_that_on_paper) {
  constexpr int count = 13;
  constexpr double radius_mm = 25, pi = 3.14159265358979;
  Field field;
  field.waves(2, 2) = 0.1;   // up and down: one twist
  field.waves(0, 0) = 0.05;  // each end outwards
  std::vector<ShiftedCrown> crowns;
  for (int i = 0; i < count; ++i) {
    const double s = i / 6.0 - 1, angle = 0.5 * pi * s;
    crowns.push_back({radius_mm * Eigen::Vector3d(std::sin(angle), -std::cos(angle), 0), field.at(s)});
    crowns.back().covariance = 1e-6 * Eigen::Matrix3d::Identity();
  }
  const ArchDistortion found = arch_distortion(crowns, Eigen::Vector3d::UnitZ());
  EXPECT_NEAR(found.spread_mm, 0.1, 1e-3);
  // The plane through the ends and the middle rises by 0.1 mm over 25 mm; half-way lies 25·sin 45° aside.
  const double half_way_mm = field.at(0.5).z() - 0.1 * std::sin(0.25 * pi);
  EXPECT_NEAR(found.twist_mm, 2 * half_way_mm, 1e-3);
  EXPECT_NEAR(found.bend_mm, 0, 1e-4);
  for (std::size_t i = 0; i < crowns.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {  // whatever the pose
      const Eigen::Vector3d apart = crowns[i].middle - crowns[k].middle;
      EXPECT_NEAR((apart + found.at[i] - found.at[k]).norm(),
                  (apart + crowns[i].shift - crowns[k].shift).norm(), 1e-5);
    }
  }
}

//! The arch of a generated jaw: its crowns' middles in order, and each place's share of the way along, −1 to 1 from one end
//! of the last crowns to the other.
class Arch {
 public:
  explicit Arch(const LabelledMesh& jaw) : teeth(axes_of_teeth(scan_of(jaw))) {
    for (const ToothAxes& tooth : teeth) {
      std::vector<std::uint8_t> mask;
      for (const int label : jaw.labels) mask.push_back(label == tooth.fdi);
      middles.push_back(MatchSurface(jaw.mesh.vertices, jaw.mesh.faces, mask).centre());
    }
    for (std::size_t i = 0; i < middles.size(); ++i)
      along_.push_back(i == 0 ? 0 : along_[i - 1] + (middles[i] - middles[i - 1]).norm());
  }
  //! Of the nearest place on the line through the middles, half a molar longer at both ends.
  [[nodiscard]] double place_of(const Eigen::Vector3d& point) const {
    double least = 1e9, place = 0;
    for (std::size_t i = 1; i < middles.size(); ++i) {
      const Eigen::Vector3d way = middles[i] - middles[i - 1];
      double share = way.dot(point - middles[i - 1]) / way.squaredNorm();
      share = std::clamp(share, i == 1 ? -1.0 : 0.0, i + 1 == middles.size() ? 2.0 : 1.0);
      const double away = (point - middles[i - 1] - share * way).norm();
      if (away < least) {
        least = away;
        place = along_[i - 1] + share * way.norm();
      }
    }
    constexpr double half_molar_mm = 5;
    const double half_mm = 0.5 * along_.back();
    return std::clamp((place - half_mm) / (half_mm + half_molar_mm), -1.0, 1.0);
  }

  std::vector<ToothAxes> teeth;
  std::vector<Eigen::Vector3d> middles;

 private:
  std::vector<double> along_;
};

//! What a field does to the middles, without what a pose would do.
std::vector<Eigen::Vector3d> shifts_of(const Arch& arch, const Field& field) {
  std::vector<PointPair> pairs;
  for (const Eigen::Vector3d& middle : arch.middles)
    pairs.push_back({middle, middle + field.at(arch.place_of(middle))});
  const Eigen::Isometry3d pose = rigid_fit(pairs);
  std::vector<Eigen::Vector3d> shifts;
  for (const PointPair& pair : pairs) shifts.push_back(pose * pair.moving - pair.fixed);
  return shifts;
}

double spread_of(const Arch& arch, const std::vector<Eigen::Vector3d>& shifts) {
  const Eigen::Vector3d apart = arch.middles.back() - arch.middles.front();
  return (apart + shifts.back() - shifts.front()).norm() - apart.norm();
}

Field random_field(SeededRandom& random, double ends_mm) {
  constexpr std::array<double, 4> of_degree = {1, 1, 0.5, 0.25};
  Field field;
  for (int axis = 0; axis < 3; ++axis) {
    for (int degree = 0; degree < 4; ++degree)
      field.waves(axis, degree) = random.uniform(-1, 1) * of_degree[static_cast<std::size_t>(degree)];
  }
  field.waves *= ends_mm / field.at(1).norm();
  return field;
}

//! A reference, and scans of it with a known field each.
struct KnownRepeats {
  LabelledMesh reference;
  std::vector<Field> fields;
  std::vector<LabelledMesh> distorted;  //!< in the frame of the reference
  Repeats found;
};

KnownRepeats known_repeats(double common_mm, double own_mm, double noise_mm, std::uint64_t seed,
                           bool numbers) {
  KnownRepeats known{.reference = scanned_teeth(60000, 1 + seed % 3, 1).upper};
  if (!numbers) known.reference.labels.clear();
  const Arch arch(scanned_teeth(60000, 1 + seed % 3, 1).upper);
  SeededRandom random(seed);
  const Field common = random_field(random, common_mm);
  std::deque<JawScan> scans;
  std::vector<RepeatedScan> repeated;
  for (std::uint64_t i = 1; i <= 4; ++i) {
    known.fields.push_back({common.waves + random_field(random, own_mm).waves});
    LabelledMesh scan = scanned_teeth(60000, 1 + seed % 3, 1 + i % 3).upper;
    for (Eigen::Vector3d& vertex : scan.mesh.vertices)
      vertex += known.fields.back().at(arch.place_of(vertex));
    known.distorted.push_back(noisy(scan, noise_mm, 10 * seed + i));
    const Eigen::Isometry3d pose = random_pose(i);
    scans.push_back(scan_of(moved(known.distorted.back(), pose)));
    scans.back().labels.clear();  // the reference's count
    repeated.push_back({&scans.back(), testing::small_motion(i, 0.1, 0.2, arch.middles[0]) * pose.inverse()});
  }
  known.found = repeats_of(scan_of(known.reference), repeated);
  return known;
}

TEST(Repeats, fields_from_20_to_200_um_are_found_within_5_um) {
  std::uint64_t seed = 1;
  for (const double common_mm : testing::samples({0.02, 0.05, 0.1, 0.2})) {
    SCOPED_TRACE(common_mm);
    const KnownRepeats known = known_repeats(common_mm, 0.5 * common_mm, 0.015, seed++, true);
    const Arch arch(known.reference);
    std::vector<std::vector<Eigen::Vector3d>> truth;
    for (const Field& field : known.fields) truth.push_back(shifts_of(arch, field));
    ASSERT_EQ(known.found.teeth.size(), arch.teeth.size());
    double spread_mm = 0, ends = 0;
    std::vector<Eigen::Vector3d> means;
    for (std::size_t i = 0; i < arch.teeth.size(); ++i) {
      Eigen::Vector3d mean = Eigen::Vector3d::Zero();
      for (const auto& shifts : truth) mean += shifts[i] / 4;
      means.push_back(mean);
      const ToothAxes& axes = arch.teeth[i];
      const RepeatedTooth& tooth = known.found.teeth[i];
      ASSERT_EQ(tooth.fdi, axes.fdi);
      const Eigen::Vector3d expected(mean.dot(axes.buccal), mean.dot(axes.mesial), mean.dot(axes.occlusal));
      EXPECT_LT((*tooth.shift_mm - expected).norm(), 0.005) << tooth.fdi;
    }
    for (const auto& shifts : truth) {
      spread_mm += spread_of(arch, shifts) / 4;
      ends +=
          ((shifts.front() - means.front()).squaredNorm() + (shifts.back() - means.back()).squaredNorm()) / 6;
    }
    EXPECT_NEAR(known.found.distortion->spread_mm.mean, spread_mm, 0.005);
    EXPECT_NEAR(known.found.distortion->ends_mm, std::sqrt(ends), 0.005);
    EXPECT_NEAR(known.found.vertex_mm, 0.015, 0.005);
  }
}

//! Along the normals of the mesh, over its teeth.
double rms_of_shifts(const LabelledMesh& from, const LabelledMesh& to,
                     const Eigen::Isometry3d& from_from_to) {
  const std::vector<Eigen::Vector3d> normals = vertex_normals(from.mesh.vertices, from.mesh.faces);
  double squares = 0, area = 0;
  for (std::size_t f = 0; f < from.mesh.faces.size(); ++f) {
    const double third = face_normal_twice_area(from.mesh, f).norm() / 6;
    for (const std::uint32_t v : from.mesh.faces[f]) {
      if (from.labels[v] == 0) continue;
      const double mm = normals[v].dot(from_from_to * to.mesh.vertices[v] - from.mesh.vertices[v]);
      squares += third * mm * mm;
      area += third;
    }
  }
  return std::sqrt(squares / area);
}

//! Motion of the second mesh that leaves least along the normals: by trying each of six ways with ever smaller steps.
double least_rms(const LabelledMesh& from, const LabelledMesh& to) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  double least = rms_of_shifts(from, to, pose);
  for (double step_mm = 0.1; step_mm > 1e-4; step_mm /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (int way = 0; way < 12; ++way) {
        const Eigen::Vector3d axis = (way % 2 == 0 ? 1 : -1) * Eigen::Vector3d::Unit(way / 2 % 3);
        Eigen::Isometry3d tried = pose;
        if (way < 6) {
          tried = Eigen::Translation3d(step_mm * axis) * pose;
        } else {
          tried = Eigen::AngleAxisd(step_mm / 25, axis) * pose;
        }
        const double rms = rms_of_shifts(from, to, tried);
        if (rms >= least) continue;
        least = rms;
        pose = tried;
        better = true;
      }
    }
  }
  return least;
}

TEST(Repeats, trueness_and_precision_are_those_of_the_vertices) {
  KnownRepeats known = known_repeats(0.1, 0.1, 0, 5, true);
  // Vertices of the same triangulation show where a scan has them. That of scan 3 is that of the reference, that of scans 1 and 4 another one.
  const LabelledMesh& third = known.distorted[2];
  ASSERT_EQ(third.mesh.faces, known.reference.mesh.faces);
  EXPECT_NEAR(known.found.scan_trueness_mm[2], least_rms(known.reference, third), 0.003);
  const LabelledMesh &first = known.distorted[0], &fourth = known.distorted[3];
  ASSERT_EQ(first.mesh.faces, fourth.mesh.faces);
  const auto pair = std::ranges::find_if(
      known.found.pairs, [](const RepeatPair& one) { return one.first == 0 && one.second == 3; });
  EXPECT_NEAR(pair->precision_mm, least_rms(first, fourth), 0.003);
  ASSERT_EQ(known.found.pairs.size(), 6U);
  double squares = 0;
  for (const RepeatPair& one : known.found.pairs) squares += one.precision_mm * one.precision_mm / 6;
  EXPECT_NEAR(known.found.precision_mm, std::sqrt(squares), 1e-12);
}

TEST(Repeats, exact_copies_are_true_and_precise) {
  const KnownRepeats known = known_repeats(1e-9, 1e-9, 0, 2, true);
  EXPECT_LT(known.found.scan_trueness_mm[2], 1e-5);
  EXPECT_LT(known.found.pairs[2].precision_mm, 1e-5);  // scans 1 and 4
  EXPECT_LT(known.found.distortion->ends_mm, 0.002);
}

TEST(Repeats, without_numbers_all_of_the_surface_counts) {
  const KnownRepeats known = known_repeats(0.05, 0.05, 0.01, 3, false);
  EXPECT_FALSE(known.found.by_teeth);
  EXPECT_TRUE(known.found.teeth.empty());
  EXPECT_FALSE(known.found.distortion.has_value());
  EXPECT_GT(known.found.trueness_mm, 0.01);
  EXPECT_LT(known.found.trueness_mm, 0.1);
}

}  // namespace
}  // namespace intercusp
