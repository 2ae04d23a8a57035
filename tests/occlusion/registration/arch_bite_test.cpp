// The bite by the arches alone, on generated dentitions whose bite is known, and what has none.
#include "occlusion/registration/arch_bite.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "datasets/dentition_options.h"
#include "occlusion/case/fdi.h"
#include "occlusion/registration/find_bite.h"
#include "occlusion/registration/tooth_starts.h"
#include "tests/support/dentitions.h"
#include "tests/support/scan_changes.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::dentition_bite;
using testing::labelled_solid;

std::shared_ptr<const Solid> changed(const Solid& jaw, const auto& change) {
  auto copy = std::make_shared<Solid>(jaw);
  for (Eigen::Vector3d& vertex : copy->mesh.vertices) vertex = change(vertex);
  return copy;
}

//! As a scanner exports them without a bite: each jaw in a frame of its own.
struct ApartJaws {
  Bite jaws;
  Eigen::Isometry3d upper_from_lower;  //!< the truth
};

ApartJaws apart(const Bite& bite, std::uint64_t seed) {
  const Eigen::Isometry3d upper = random_pose(seed), lower = random_pose(seed + 100);
  return {{changed(*bite.upper, [&](const Eigen::Vector3d& v) { return upper * v; }),
           changed(*bite.lower, [&](const Eigen::Vector3d& v) { return lower * v; })},
          upper * lower.inverse()};
}

//! Mean at first molars, canines and central incisors.
double error_mm(const Solid& lower, const Eigen::Isometry3d& found, const Eigen::Isometry3d& truth) {
  double sum = 0;
  int count = 0;
  for (const auto& [fdi, middle] : tooth_middles({.mesh = lower.mesh, .labels = lower.labels})) {
    if (const int place = place_of(fdi); place != 1 && place != 3 && place != 6) continue;
    sum += (found * middle - truth * middle).norm();
    ++count;
  }
  return sum / count;
}

ArchBite arch_bite_of(const Bite& jaws) { return arch_bite(jaws, seating_jaws(jaws)); }

std::string reason_of(const FoundBite& found) {
  for (const Finding& finding : found.findings)
    if (finding.severity == Severity::error) return finding.code;
  return "";
}

TEST(ArchBite, finds_the_bite_of_a_dentition_in_any_pose_to_a_tenth_of_a_millimetre) {
  for (const std::uint64_t seed : testing::samples({1, 2, 3})) {
    const ApartJaws pair = apart(dentition_bite(seed), 10 * seed);
    const ArchBite bite = arch_bite_of(pair.jaws);
    ASSERT_FALSE(bite.reason.has_value()) << static_cast<int>(*bite.reason);
    const double error =
        error_mm(*pair.jaws.lower, bite.places.front().upper_from_lower, pair.upper_from_lower);
    EXPECT_LT(error, 0.1) << seed;
    for (std::size_t i = 1; i < bite.places.size(); ++i)
      EXPECT_LE(bite.places[i].fit, bite.places[i - 1].fit);
  }
}

TEST(ArchBite, finds_the_bite_where_teeth_are_missing_or_crowded) {
  for (const char* variant : testing::samples({"missing", "crowded", "mixed"})) {
    const Dentition made = make_dentition(with_variant({.triangles = 60000, .seed = 4}, variant));
    const ApartJaws pair = apart({labelled_solid(made.upper), labelled_solid(made.lower)}, 7);
    const ArchBite bite = arch_bite_of(pair.jaws);
    ASSERT_FALSE(bite.reason.has_value()) << variant;
    const double error =
        error_mm(*pair.jaws.lower, bite.places.front().upper_from_lower, pair.upper_from_lower);
    EXPECT_LT(error, 0.2) << variant;
  }
}

//! Share of the lower's chewing surface within 0.5 mm of the upper, from the distances of its vertices.
double near_share(const Solid& lower, const std::vector<float>& distance_mm) {
  const auto is_crown = [&](const Face& face) {
    return std::ranges::all_of(face, [&](auto v) { return lower.labels[v] != 0; });
  };
  Eigen::Vector3d up = Eigen::Vector3d::Zero();
  for (std::size_t f = 0; f < lower.anatomy_faces; ++f)
    if (is_crown(lower.mesh.faces[f])) up += face_normal_twice_area(lower.mesh, f);
  double whole = 0, near = 0;
  for (std::size_t f = 0; f < lower.anatomy_faces; ++f) {
    const Face& face = lower.mesh.faces[f];
    const Eigen::Vector3d normal = face_normal_twice_area(lower.mesh, f);
    if (!is_crown(face) || normal.dot(up.normalized()) < 0.34 * normal.norm()) continue;
    whole += normal.norm();
    const float sum_mm = distance_mm[face[0]] + distance_mm[face[1]] + distance_mm[face[2]];
    if (sum_mm < 3 * 0.5F) near += normal.norm();
  }
  return near / whole;
}

TEST(FindBite, scores_are_those_of_the_poses_shown_and_each_bite_is_listed_once) {
  for (const std::uint64_t seed : {1, 2}) {
    const Bite& jaws = dentition_bite(seed);
    const FoundBite found = find_bite(jaws, {});
    for (std::size_t i = 0; i < found.candidates.size(); ++i) {
      const BiteCandidate& candidate = found.candidates[i];
      // Faces are measured in their middle there, by their corners here.
      EXPECT_NEAR(candidate.score, near_share(*jaws.lower, candidate.lower_mm), 0.01) << i;
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_GE(found.candidates[k].score, candidate.score);
        EXPECT_GT(error_mm(*jaws.lower, candidate.upper_from_lower, found.candidates[k].upper_from_lower),
                  1.0);
      }
    }
  }
}

Bite varied_pair(std::uint64_t upper, std::uint64_t lower) {
  constexpr std::size_t triangles = 10000;
  const Dentition one = make_dentition({.triangles = triangles, .seed = upper, .varied = true});
  const Dentition other = make_dentition({.triangles = triangles, .seed = lower, .varied = true});
  return {labelled_solid(one.upper), labelled_solid(other.lower)};
}

bool warns_of_low_fit(const FoundBite& found) {
  return std::ranges::find(found.findings, "bite_fit_low", &Finding::code) != found.findings.end();
}

TEST(FindBite, tells_one_patient_from_two) {
  for (const std::uint64_t seed : testing::samples({1, 2, 3})) {
    const FoundBite own = find_bite(varied_pair(seed, seed), {});
    EXPECT_TRUE(own.determined()) << seed << ' ' << reason_of(own);
    const FoundBite exchanged = find_bite(varied_pair(seed, seed + 1), {});
    EXPECT_FALSE(exchanged.determined() && !warns_of_low_fit(exchanged)) << seed;
    EXPECT_GT(own.certainty.value(), exchanged.certainty.value()) << seed;
  }
}

TEST(FindBite, two_patients_with_the_same_crowns_are_given_with_a_warning) {
  const Dentition one = make_dentition({.triangles = 20000, .seed = 31});
  const Dentition other = make_dentition({.triangles = 20000, .seed = 32});
  const FoundBite found = find_bite({labelled_solid(one.upper), labelled_solid(other.lower)}, {});
  const auto low = std::ranges::find(found.findings, "bite_fit_low", &Finding::code);
  ASSERT_NE(low, found.findings.end());
  EXPECT_EQ(low->severity, Severity::warning);
  EXPECT_NEAR(low->number("fit_percent"), 100 * found.candidates.front().score, 1e-9);
  EXPECT_NEAR(low->number("contact_mm2"), found.candidates.front().contact_mm2, 1e-9);
  EXPECT_GT(low->number("bites_contact_mm2"), low->number("exchanged_contact_mm2"));
}

TEST(ArchBite, arches_of_different_size_do_not_fit) {
  Bite jaws = dentition_bite(1);
  jaws.lower = changed(*jaws.lower, [](const Eigen::Vector3d& v) { return Eigen::Vector3d(1.15 * v); });
  EXPECT_TRUE(arch_bite_of(jaws).reason.has_value());
}

TEST(ArchBite, one_side_of_the_jaws_has_too_few_teeth) {
  const Dentition made = make_dentition(with_variant({.triangles = 30000, .seed = 4}, "quadrant"));
  EXPECT_EQ(arch_bite_of({labelled_solid(made.upper), labelled_solid(made.lower)}).reason,
            NoArchBite::too_few_teeth);
}

TEST(ArchBite, gives_the_same_bits_for_any_number_of_threads) {
  const Bite& jaws = dentition_bite(1);
  const ArchBite all = arch_bite_of(jaws);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const ArchBite alone = arch_bite_of(jaws);
  ASSERT_EQ(all.places.size(), alone.places.size());
  for (std::size_t i = 0; i < all.places.size(); ++i) {
    EXPECT_EQ(all.places[i].upper_from_lower.matrix(), alone.places[i].upper_from_lower.matrix());
    EXPECT_EQ(all.places[i].fit, alone.places[i].fit);
  }
}

TEST(ArchBite, can_be_cancelled) {
  const Bite& jaws = dentition_bite(1);
  EXPECT_THROW((void)arch_bite(jaws, seating_jaws(jaws),
                               [](double done) {
                                 if (done > 0.3) throw Cancelled();
                               }),
               Cancelled);
}

TEST(FindBite, measures_its_candidates) {
  const FoundBite found = find_bite(dentition_bite(2), {});
  ASSERT_TRUE(found.determined()) << reason_of(found);
  EXPECT_EQ(found.method, BiteMethod::arches);
  const BiteCandidate& best = found.candidates.front();
  EXPECT_EQ(found.jaws.upper_from_lower.matrix(), best.upper_from_lower.matrix());
  EXPECT_GE(best.contacts, 10U);  // on all premolars and molars
  EXPECT_GT(best.max_penetration_mm, 0.03);
  EXPECT_LT(best.max_penetration_mm, 0.08);
  EXPECT_GT(best.overlap_share, 0.3);
  EXPECT_LT(best.residual_mm, 1);
}

TEST(FindBite, exchanged_jaws_have_none) {
  const Bite& bite = dentition_bite(1);
  EXPECT_EQ(reason_of(find_bite({bite.lower, bite.upper}, {})), "jaws_swapped");
  EXPECT_EQ(reason_of(find_bite(bite, {}, {.look_exchanged = true})), "jaws_swapped");
}

}  // namespace
}  // namespace intercusp
