// Varied dentitions: patients differ as published figures say, and what scene.json states is true of the surface.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "datasets/arch.h"
#include "datasets/dentition.h"
#include "datasets/dentition_options.h"
#include "tests/support/scan_changes.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

DentitionOptions varied(std::uint64_t seed, std::size_t per_jaw = 20000) {
  return {.triangles = per_jaw, .seed = seed, .varied = true};
}

const Dentition& patient(std::uint64_t seed) {
  static std::map<std::uint64_t, Dentition> made;
  const auto [found, is_new] = made.try_emplace(seed);
  if (is_new) found->second = make_dentition(varied(seed));
  return found->second;
}

struct JawWithTruth {
  const LabelledMesh& surface;
  const JawTruth& truth;
};

std::vector<JawWithTruth> jaws_of(const Dentition& made) {
  return {{made.upper, made.upper_truth}, {made.lower, made.lower_truth}};
}

double distance_to_triangle(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                            const Eigen::Vector3d& c) {
  const auto to_edge = [&](const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    const Eigen::Vector3d edge = to - from;
    const double t = std::clamp((p - from).dot(edge) / edge.squaredNorm(), 0.0, 1.0);
    return (p - from - t * edge).norm();
  };
  const double edges = std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
  const Eigen::Vector3d normal = (b - a).cross(c - a).normalized();
  const Eigen::Vector3d foot = p - normal.dot(p - a) * normal;
  const bool over = normal.dot((b - a).cross(foot - a)) >= 0 && normal.dot((c - b).cross(foot - b)) >= 0 &&
                    normal.dot((a - c).cross(foot - c)) >= 0;
  return over ? std::min(edges, std::abs(normal.dot(p - a))) : edges;
}

struct OnSurface {
  double distance_mm = std::numeric_limits<double>::infinity();
  double edge_mm = 0;  //!< longest of the nearest face
};

OnSurface nearest(const TriangleMesh& mesh, const Eigen::Vector3d& place) {
  constexpr double reach_mm = 3;
  OnSurface best;
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d &a = mesh.vertices[face[0]], &b = mesh.vertices[face[1]],
                          &c = mesh.vertices[face[2]];
    if ((a - place).squaredNorm() > reach_mm * reach_mm) continue;
    const double distance_mm = distance_to_triangle(place, a, b, c);
    if (distance_mm < best.distance_mm)
      best = {distance_mm, std::max({(a - b).norm(), (b - c).norm(), (c - a).norm()})};
  }
  return best;
}

const Landmark* find(const ToothTruth& tooth, std::string_view name) {
  const auto found = std::ranges::find(tooth.landmarks, name, &Landmark::name);
  return found == tooth.landmarks.end() ? nullptr : &*found;
}

void expect_landmarks_on(const JawWithTruth& jaw, const std::string& which) {
  for (const ToothTruth& tooth : jaw.truth.teeth) {
    for (const Landmark& landmark : tooth.landmarks) {
      const OnSurface on = nearest(jaw.surface.mesh, landmark.position_mm);
      EXPECT_LT(on.distance_mm, on.edge_mm) << which << ' ' << tooth.fdi << ' ' << landmark.name;
    }
  }
}

TEST(VariedDentition, every_seed_is_another_patient_and_no_patient_is_symmetrical) {
  const Patient one = drawn_patient(1), other = drawn_patient(2);
  EXPECT_NE(one.arch_width_mm, other.arch_width_mm);
  for (const int fdi : {11, 23, 36, 47}) {
    EXPECT_NE(one.tooth(fdi).scale.mesiodistal, other.tooth(fdi).scale.mesiodistal) << fdi;
    const int opposite = fellow_of(fdi);
    EXPECT_NE(one.tooth(fdi).scale.mesiodistal, one.tooth(opposite).scale.mesiodistal) << fdi;
  }
}

struct Spread {
  double mean = 0, deviation = 0;
};

Spread spread_of(const std::vector<double>& values) {
  Spread spread;
  for (const double value : values) spread.mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += std::pow(value - spread.mean, 2);
  spread.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return spread;
}

TEST(VariedDentition, patients_spread_as_published_ones) {
  constexpr std::uint64_t patients = 500;  // the error of a deviation is 3 %
  std::vector<double> molar_mm, lateral_mm, sides_mm, bolton_percent;
  for (std::uint64_t seed = 0; seed < patients; ++seed) {
    const Patient drawn = drawn_patient(seed);
    const auto width = [&](int fdi) {
      return tooth_shape(fdi).mesiodistal_mm * drawn.tooth(fdi).scale.mesiodistal;
    };
    molar_mm.push_back(width(16));
    lateral_mm.push_back(width(12));
    sides_mm.push_back(width(11) - width(21));
    double sums[2] = {0, 0};
    for (int place = 1; place <= 6; ++place) {
      sums[0] += width(10 + place) + width(20 + place);
      sums[1] += width(30 + place) + width(40 + place);
    }
    bolton_percent.push_back(100 * sums[1] / sums[0]);
  }
  EXPECT_NEAR(spread_of(molar_mm).mean, 10.0, 0.1);
  EXPECT_NEAR(spread_of(molar_mm).deviation, 0.5, 0.1);
  EXPECT_NEAR(spread_of(lateral_mm).deviation, 0.5, 0.1);
  EXPECT_NEAR(spread_of(sides_mm).deviation, 0.12, 0.04);
  EXPECT_NEAR(spread_of(bolton_percent).mean, 91.4, 0.5);
  EXPECT_NEAR(spread_of(bolton_percent).deviation, 1.9, 0.4);
}

TEST(VariedDentition, the_truth_does_not_depend_on_the_number_of_triangles) {
  const Dentition coarse = make_dentition(varied(3, 6000));
  const auto fine = jaws_of(patient(3)), rough = jaws_of(coarse);
  for (std::size_t jaw = 0; jaw < 2; ++jaw) {
    ASSERT_EQ(fine[jaw].truth.teeth.size(), 14U);
    for (std::size_t i = 0; i < 14; ++i) {
      const ToothTruth &a = fine[jaw].truth.teeth[i], &b = rough[jaw].truth.teeth[i];
      EXPECT_EQ(a.mesiodistal_mm, b.mesiodistal_mm);
      ASSERT_EQ(a.landmarks.size(), b.landmarks.size());
      for (std::size_t k = 0; k < a.landmarks.size(); ++k)
        EXPECT_EQ(a.landmarks[k].position_mm, b.landmarks[k].position_mm);
    }
    expect_landmarks_on(rough[jaw], "6000 triangles");
  }
}

TEST(VariedDentition, landmarks_lie_on_the_surface) {
  for (const std::uint64_t seed : testing::samples({3, 4, 5})) {
    for (const JawWithTruth& jaw : jaws_of(patient(seed)))
      expect_landmarks_on(jaw, "seed " + std::to_string(seed));
  }
}

TEST(VariedDentition, landmarks_lie_on_the_surface_of_every_variant) {
  const std::vector<std::vector<std::string>> together = {{"missing", "crowded", "palate"},
                                                          {"tilted", "attachments"},
                                                          {"brackets", "plaster"},
                                                          {"wisdom", "worn"},
                                                          {"closed-gap", "quadrant"},
                                                          {"deciduous"},
                                                          {"mixed"},
                                                          {"late-mixed"}};
  std::size_t variants = 0;
  for (const std::vector<std::string>& names : together) {
    DentitionOptions options = varied(6, 8000);
    for (const std::string& name : names) options = with_variant(options, name);
    variants += names.size();
    const Dentition made = make_dentition(options);
    for (const JawWithTruth& jaw : jaws_of(made)) {
      EXPECT_FALSE(jaw.truth.teeth.empty()) << names.front();
      expect_landmarks_on(jaw, names.front());
    }
  }
  EXPECT_EQ(variants, variant_names().size());
}

TEST(VariedDentition, every_tooth_has_the_landmarks_of_its_kind) {
  const std::map<int, std::vector<std::string>> kinds = {
      {1, {"incisal_middle", "gum_facial", "gum_lingual", "facial_axis"}},
      {3, {"cusp", "gum_facial", "gum_lingual", "facial_axis"}},
      {5, {"cusp_b", "facial_axis"}},
      {6, {"cusp_mb", "cusp_db", "cusp_ml", "cusp_dl", "groove_mb", "gum_facial", "facial_axis"}}};
  for (const std::uint64_t seed : testing::samples({3, 4, 5})) {
    for (const JawWithTruth& jaw : jaws_of(patient(seed))) {
      for (const ToothTruth& tooth : jaw.truth.teeth) {
        const auto kind = kinds.find(place_of(tooth.fdi));
        if (kind == kinds.end()) continue;
        for (const std::string& name : kind->second)
          EXPECT_NE(find(tooth, name), nullptr) << seed << ' ' << tooth.fdi << ' ' << name;
      }
    }
  }
}

//! Vertices of a tooth in its frame: mesial, buccal, occlusal of its origin.
std::vector<Eigen::Vector3d> in_frame(const JawWithTruth& jaw, const ToothTruth& tooth) {
  std::vector<Eigen::Vector3d> places;
  for (std::size_t v = 0; v < jaw.surface.labels.size(); ++v) {
    if (jaw.surface.labels[v] != tooth.fdi) continue;
    const Eigen::Vector3d d = jaw.surface.mesh.vertices[v] - tooth.origin_mm;
    places.emplace_back(tooth.mesial.dot(d), tooth.buccal.dot(d), tooth.occlusal.dot(d));
  }
  return places;
}

TEST(VariedDentition, cusp_tips_are_the_highest_places_around) {
  constexpr double around_mm = 0.5;
  constexpr double rounding_mm = 0.01;  // the search ends at 0.01 mm from the tip, where slopes are below 1
  for (const JawWithTruth& jaw : jaws_of(patient(3))) {
    for (const ToothTruth& tooth : jaw.truth.teeth) {
      const std::vector<Eigen::Vector3d> vertices = in_frame(jaw, tooth);
      for (const Landmark& landmark : tooth.landmarks) {
        if (!landmark.name.starts_with("cusp")) continue;
        const Eigen::Vector3d d = landmark.position_mm - tooth.origin_mm;
        const Eigen::Vector2d at(tooth.mesial.dot(d), tooth.buccal.dot(d));
        for (const Eigen::Vector3d& vertex : vertices) {
          if ((vertex.head<2>() - at).norm() > around_mm) continue;
          EXPECT_LT(vertex.z(), tooth.occlusal.dot(d) + rounding_mm) << tooth.fdi << ' ' << landmark.name;
        }
      }
    }
  }
}

TEST(VariedDentition, contact_points_are_the_ends_of_the_crown_and_the_width_their_distance) {
  constexpr double blended_mm =
      0.1;  // crowns that touch are joined by a rounding of 0.3 mm, a quarter of it high
  constexpr double edge_mm = 0.7;    // of 20 000 triangles
  constexpr double raised_mm = 0.1;  // what a contact in a niche adds to the width
  for (const JawWithTruth& jaw : jaws_of(patient(3))) {
    for (const ToothTruth& tooth : jaw.truth.teeth) {
      const Landmark *mesial = find(tooth, "contact_mesial"), *distal = find(tooth, "contact_distal");
      const std::vector<Eigen::Vector3d> vertices = in_frame(jaw, tooth);
      for (const auto& [landmark, sign] : {std::pair(mesial, 1.0), std::pair(distal, -1.0)}) {
        if (landmark == nullptr) continue;
        double farthest_mm = 0;
        for (const Eigen::Vector3d& vertex : vertices) farthest_mm = std::max(farthest_mm, sign * vertex.x());
        const double stated_mm = sign * tooth.mesial.dot(landmark->position_mm - tooth.origin_mm);
        EXPECT_LT(farthest_mm, stated_mm + blended_mm) << tooth.fdi << ' ' << landmark->name;
        EXPECT_GT(farthest_mm, stated_mm - edge_mm) << tooth.fdi << ' ' << landmark->name;
      }
      if (mesial != nullptr && distal != nullptr) {
        EXPECT_NEAR(std::abs(tooth.mesial.dot(mesial->position_mm - distal->position_mm)),
                    tooth.mesiodistal_mm, raised_mm)
            << tooth.fdi;
      }
    }
  }
}

TEST(VariedDentition, the_truth_follows_a_pose_and_a_new_order) {
  const Dentition still = make_dentition(varied(3, 8000));
  Dentition moved = still;
  const Eigen::Isometry3d pose = random_pose(5);
  for (LabelledMesh* const jaw : {&moved.upper, &moved.lower}) {
    move(*jaw, pose);
    shuffle(*jaw, 6);
  }
  move(moved.upper_truth, pose);
  move(moved.lower_truth, pose);
  const ToothTruth &before = still.lower_truth.teeth.front(), &after = moved.lower_truth.teeth.front();
  EXPECT_LT((pose * before.origin_mm - after.origin_mm).norm(), 1e-9);
  EXPECT_LT((pose.linear() * before.mesial - after.mesial).norm(), 1e-9);
  for (const JawWithTruth& jaw : jaws_of(moved)) expect_landmarks_on(jaw, "moved");
}

TEST(VariedDentition, jaws_bite_on_most_teeth) {
  constexpr double near_mm =
      0.4;  // a vertex of the lower to one of the upper, half an edge apart where they touch
  for (const std::uint64_t seed : testing::samples({3, 4, 5})) {
    const Dentition& made = patient(seed);
    int touching = 0;
    for (const ToothTruth& tooth : made.lower_truth.teeth) {
      if (place_of(tooth.fdi) < 4) continue;
      double least_mm = std::numeric_limits<double>::infinity();
      for (std::size_t v = 0; v < made.lower.labels.size(); ++v) {
        if (made.lower.labels[v] != tooth.fdi) continue;
        for (std::size_t u = 0; u < made.upper.labels.size(); ++u) {
          if (made.upper.labels[u] != 0)
            least_mm = std::min(least_mm, (made.lower.mesh.vertices[v] - made.upper.mesh.vertices[u]).norm());
        }
      }
      touching += least_mm < near_mm;
    }
    EXPECT_GE(touching, 6) << "of 8 premolars and molars, seed " << seed;
  }
}

TEST(VariedDentition, a_plain_dentition_states_no_truth) {
  EXPECT_TRUE(make_dentition({.triangles = 2000}).upper_truth.teeth.empty());
}

}  // namespace
}  // namespace intercusp
