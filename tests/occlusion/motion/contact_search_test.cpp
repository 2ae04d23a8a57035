#include "occlusion/motion/contact_search.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cmath>

#include "occlusion/motion/contact_event.h"
#include "occlusion/motion/depth_growth.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/motion/prepared_jaw.h"
#include "tests/occlusion/motion/scenes.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::first_contact_of;
using testing::interferes_after;
using testing::wedge;

const Motion up = Motion::shift({0, 0, 1}, 20);
const Motion full_turn = Motion::turn({0, 0, 0}, {0, 0, 1}, 2 * std::numbers::pi);

FirstContactAnswer answer_of(const Bite& bite, const Motion& motion) {
  return find_first_contact(bite, ContactSearch(bite.upper, bite.lower), motion);
}

TEST(FirstContact, blocks_meet_after_the_gap_between_them) {
  const Bite bite = bite_of(shapes::box({1, 1, 5}, {4, 4, 8}), shapes::box({0, 0, 0}, {10, 10, 1.75}));
  const auto contact = first_contact_of(bite, up);
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->amount, 3.25);
  EXPECT_NEAR(contact->case_point.z(), 5, 1e-14);
}

TEST(FirstContact, a_spike_meets_a_plate_at_its_tip) {
  const TriangleMesh spike = shapes::prism({{0, 0}, {1, 0}, {0.4, 3}}, 0, 1);  // tip edge along z at (0.4, 3)
  const Bite bite = bite_of(shapes::box({-5, 4, -5}, {5, 6, 5}), spike);
  const auto contact = first_contact_of(bite, Motion::shift({0, 2, 0}, 5));
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 1, 1e-14);
  EXPECT_EQ(contact->features, ContactFeatures::lower_corner_on_upper_face);
  EXPECT_NEAR(contact->case_point.x(), 0.4, 1e-14);
}

TEST(FirstContact, crossed_roofs_meet_edge_on_edge) {
  // Ridges along z at y = 1 below and along x at y = 3 above.
  const TriangleMesh below = shapes::prism({{-2, -1}, {2, -1}, {0.25, 1}}, -4, 4);
  Eigen::Isometry3d across = Eigen::Isometry3d::Identity();
  across.linear() = Eigen::AngleAxisd(90 * degree, Eigen::Vector3d::UnitY()).toRotationMatrix();
  const TriangleMesh above = shapes::moved(shapes::prism({{-2, 5}, {0.5, 3}, {2, 5}}, -4, 4), across);
  const auto contact = first_contact_of(bite_of(above, below), Motion::shift({0, 1, 0}, 5));
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 2, 1e-14);
  EXPECT_EQ(contact->features, ContactFeatures::edge_on_edge);
  EXPECT_TRUE(contact->case_point.isApprox(Eigen::Vector3d(0.25, 3, -0.5), 1e-12));
}

TEST(FirstContact, wedges_about_the_axis_meet_after_the_angle_between_them) {
  const Bite bite = bite_of(wedge(1.2, 1.6, 4, 6, -1, 1), wedge(-0.1, 0.3, 5, 8, -2, 0.5));
  const auto contact = first_contact_of(bite, full_turn);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 0.9, 1e-13);
  EXPECT_NEAR(std::atan2(contact->case_point.y(), contact->case_point.x()), 1.2, 1e-12);
}

TEST(FirstContact, an_angle_beyond_half_a_turn_is_one_step_as_well) {
  const Bite bite = bite_of(wedge(-1.2, -0.8, 4, 6, -1, 1), wedge(-0.1, 0.3, 5, 8, -2, 0.5));
  const auto contact = first_contact_of(bite, full_turn);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 2 * std::numbers::pi - 1.5, 1e-13);
}

TEST(FirstContact, the_sense_of_the_axis_is_right_handed) {
  const Bite bite = bite_of(wedge(1.2, 1.6, 4, 6, -1, 1), wedge(-0.1, 0.3, 5, 8, -2, 0.5));
  const auto contact = first_contact_of(bite, Motion::turn({0, 0, 7}, {0, 0, -2}, 2 * std::numbers::pi));
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 2 * std::numbers::pi - 1.7, 1e-13);
}

TEST(FirstContact, a_motion_ends_at_its_limit) {
  const Bite bite = bite_of(wedge(1.2, 1.6, 4, 6, -1, 1), wedge(-0.1, 0.3, 5, 8, -2, 0.5));
  EXPECT_FALSE(first_contact_of(bite, Motion::turn({0, 0, 0}, {0, 0, 1}, 0.899)));
  EXPECT_TRUE(first_contact_of(bite, Motion::turn({0, 0, 0}, {0, 0, 1}, 0.901)));
}

TEST(FirstContact, bodies_on_other_circles_never_meet) {
  EXPECT_FALSE(
      first_contact_of(bite_of(wedge(1, 2, 4, 6, -1, 1), wedge(0, 0.3, 6.5, 8, -2, 0.5)), full_turn));
  EXPECT_FALSE(first_contact_of(bite_of(wedge(1, 2, 4, 6, -1, 1), wedge(0, 0.3, 4, 6, 1.5, 2)), full_turn));
}

// Eichner's conclusion, figure 15: a body so small that it lies wholly in the volume that one face sweeps,
// so that no line of it meets a line of the moving body.
TEST(FirstContact, a_tiny_body_inside_the_volume_that_a_face_sweeps_is_met) {
  const Bite bite =
      bite_of(shapes::box({4.999, 3, -0.001}, {5.001, 3.002, 0.001}), shapes::box({1, -1, -6}, {9, 0, 6}));
  const auto contact = first_contact_of(bite, full_turn);
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->features, ContactFeatures::upper_corner_on_lower_face);
  // The plate's face y = 0 passes through the axis; the corner furthest round the axis from it comes first.
  EXPECT_NEAR(contact->amount, std::atan2(3, 5.001), 1e-12);
}

TEST(FirstContact, a_tiny_body_is_met_by_a_shift_as_well) {
  const Bite bite =
      bite_of(shapes::box({4.999, 3, 7}, {5.001, 3.002, 7.002}), shapes::box({1, -1, -6}, {9, 9, 6}));
  const auto contact = first_contact_of(bite, up);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 1, 1e-14);
}

// Eichner's algorithm has no start check: a body that encloses the other crosses none of its lines.
TEST(FirstContact, a_body_inside_the_other_at_the_start_overlaps_there) {
  const Bite bite = bite_of(shapes::box({-1, -1, -1}, {1, 1, 1}), shapes::box({-5, -5, -5}, {5, 5, 5}));
  const FirstContactAnswer answer = answer_of(bite, up);
  EXPECT_TRUE(answer.starts_overlapping);
  EXPECT_FALSE(answer.contact);
  ASSERT_TRUE(answer.deepest);
  EXPECT_NEAR(answer.deepest->distance_mm, -4,
              1e-6);  // from any wall of the small one to the next of the big
}

TEST(FirstContact, an_overlap_at_the_start_is_told_with_its_deepest_place) {
  const Bite bite = bite_of(shapes::box({0, 0, 1.75}, {10, 10, 5}), shapes::box({2, 2, -3}, {5, 5, 2}));
  const FirstContactAnswer answer = answer_of(bite, up);
  EXPECT_TRUE(answer.starts_overlapping);
  ASSERT_TRUE(answer.deepest);
  EXPECT_NEAR(answer.deepest->distance_mm, -0.25, 1e-6);
}

TEST(FirstContact, touching_blocks_that_are_pressed_together_meet_at_once) {
  const Bite bite = bite_of(shapes::box({0, 0, 2}, {10, 10, 5}), shapes::box({2, 2, -3}, {5, 5, 2}));
  const FirstContactAnswer answer = answer_of(bite, up);
  EXPECT_FALSE(answer.starts_overlapping);
  ASSERT_TRUE(answer.contact);
  EXPECT_EQ(answer.contact->amount, 0);
}

TEST(FirstContact, touching_blocks_that_part_or_slide_do_not_meet) {
  const Bite bite = bite_of(shapes::box({0, 0, 2}, {10, 10, 5}), shapes::box({2, 2, -3}, {5, 5, 2}));
  EXPECT_FALSE(answer_of(bite, Motion::shift({0, 0, -1}, 20)).contact);
  EXPECT_FALSE(answer_of(bite, Motion::shift({1, 0, 0}, 20)).contact);
}

TEST(FirstContact, edges_inside_a_plane_wall_stop_nothing_that_slides_along_it) {
  const Bite bite = bite_of(shapes::fine_box({0, 0, 2}, {10, 10, 5}, 1),
                            shapes::fine_box({2.03, 2.1, -3}, {5.07, 5.2, 2}, 0.7));
  EXPECT_FALSE(answer_of(bite, Motion::shift({1, 0.3, 0}, 20)).contact);
}

TEST(FirstContact, a_block_slides_through_under_a_plate_whose_underside_lies_in_the_plane_of_its_top) {
  TriangleMesh upper = shapes::box({4, -5, 2}, {8, 5, 3});
  append(upper, shapes::box({15, -5, 1}, {18, 5, 3}));
  const Bite bite = bite_of(upper, shapes::box({-1, -1, 0}, {1, 1, 2}));
  const auto contact = first_contact_of(bite, Motion::shift({1, 0, 0}, 40));
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->amount, 14);
}

TEST(FirstContact, blocks_of_the_same_outline_meet_although_no_corner_lies_within_a_face) {
  const Bite bite = bite_of(shapes::box({0, 0, 5}, {10, 10, 8}), shapes::box({0, 0, 0}, {10, 10, 1}));
  const auto contact = first_contact_of(bite, up);
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->amount, 4);
}

TEST(FirstContact, parallel_edges_that_meet_head_on_are_found) {
  const TriangleMesh below = shapes::prism({{-2, -1}, {2, -1}, {0, 1}}, -4, 4);
  const TriangleMesh above = shapes::prism({{-2, 5}, {0, 3}, {2, 5}}, -1, 9);
  const auto contact = first_contact_of(bite_of(above, below), Motion::shift({0, 1, 0}, 5));
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 2, 1e-14);
}

TEST(FirstContact, an_axis_through_the_mesh_is_no_special_case) {
  // A propeller about its own middle, and a peg in its way.
  const Bite bite =
      bite_of(shapes::box({-0.5, 3, -1}, {0.5, 4, 1}), shapes::box({-8, -0.5, -0.5}, {8, 0.5, 0.5}));
  const auto contact = first_contact_of(bite, full_turn);
  ASSERT_TRUE(contact);
  // The face y = 0.5 reaches the peg's corner (0.5, 3): r·sin(α − φ) = 0.5.
  const double radius = std::hypot(0.5, 3), angle = std::atan2(3, 0.5);
  EXPECT_NEAR(contact->amount, angle - std::asin(0.5 / radius), 1e-13);
}

TEST(FirstContact, walls_that_import_added_stop_nothing) {
  Solid upper = solid_of(shapes::box({0, 0, 5}, {10, 10, 8}));
  append(upper.mesh, shapes::box({2, 2, 3}, {4, 4, 4}));  // not anatomy
  const Bite bite{.upper = std::make_shared<const Solid>(upper),
                  .lower = std::make_shared<const Solid>(solid_of(shapes::box({1, 1, 0}, {6, 6, 1})))};
  const auto contact = first_contact_of(bite, up);
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->amount, 4);
}

TEST(FirstContact, without_anatomy_there_is_no_contact) {
  Solid nothing = solid_of(shapes::box({0, 0, 5}, {10, 10, 8}));
  nothing.anatomy_faces = 0;
  const Bite bite{.upper = std::make_shared<const Solid>(nothing),
                  .lower = std::make_shared<const Solid>(solid_of(shapes::box({1, 1, 0}, {6, 6, 1})))};
  EXPECT_FALSE(first_contact_of(bite, up));
}

TEST(FirstContact, a_pose_that_is_not_finite_is_refused) {
  Bite bite = bite_of(shapes::box({0, 0, 5}, {10, 10, 8}), shapes::box({1, 1, 0}, {6, 6, 1}));
  bite.upper_from_lower.translation().x() = std::nan("");
  EXPECT_THROW((void)first_contact_of(bite, up), std::invalid_argument);
  EXPECT_THROW((void)Motion::turn({0, 0, 0}, {0, 0, 0}, 1), std::invalid_argument);
  EXPECT_THROW((void)Motion::shift({0, 0, 1}, -1), std::invalid_argument);
  EXPECT_THROW(ContactSearch(nullptr, bite.lower), std::invalid_argument);
}

TEST(Motion, goes_where_its_velocity_points) {
  const Motion turn = Motion::turn({1, 2, 3}, {1, -1, 2}, 6);
  const Motion shift = Motion::shift({1, -1, 2}, 6);
  const Eigen::Vector3d point(4, -3, 0.5);
  for (const Motion& motion : {turn, shift}) {
    const double step = 1e-6;
    const Eigen::Vector3d way = (motion.at(step) * point - motion.at(-step) * point) / (2 * step);
    EXPECT_TRUE(way.isApprox(motion.velocity_at(point), 1e-9));
  }
  const Eigen::Vector3d on_axis = Eigen::Vector3d(1, 2, 3) + 4 * Eigen::Vector3d(1, -1, 2);
  EXPECT_TRUE((turn.at(2) * on_axis).isApprox(on_axis, 1e-12));
  EXPECT_NEAR((shift.at(2) * point - point).norm(), 2, 1e-12);
}

//! All pairs of all faces, without trees, bounds or culling.
std::optional<double> by_all_pairs(const Bite& bite, const Motion& motion) {
  using namespace intercusp::motion;
  const Motion::Kind kind = motion.kind();
  const auto triangles = [&](const Solid& jaw, const Eigen::Isometry3d& motion_from_jaw) {
    std::vector<ContactFace> all;
    const auto across = faces_across(jaw.mesh);
    for (const Face& face : jaw.mesh.faces) {
      ContactFace t;
      for (std::size_t i = 0; i < 3; ++i) t.corners[i] = motion_from_jaw * jaw.mesh.vertices[face[i]];
      t.normal = (t.corners[1] - t.corners[0]).cross(t.corners[2] - t.corners[0]);
      for (std::size_t i = 0; i < 3; ++i) {
        const AcrossEdge& beside = across[all.size()][i];
        t.across[i] = motion_from_jaw * jaw.mesh.vertices[jaw.mesh.faces[beside.face][beside.corner]];
      }
      all.push_back(t);
    }
    return all;
  };
  std::optional<double> least;
  const PreparedJaw upper_jaw(bite.upper), lower_jaw(bite.lower);
  DepthGrowth growth(upper_jaw, lower_jaw, motion.motion_from_case(),
                     motion.motion_from_case() * bite.upper_from_lower, kind, motion.limit());
  const auto keep = [&](const std::optional<ContactEvent>& contact, const auto& sinks_in) {
    if (!contact || contact->amount > motion.limit() || (least && contact->amount >= *least)) return;
    if (sinks_in(*contact)) least = contact->amount;
  };
  const auto edge = [](const ContactFace& t, std::size_t i) {
    return FaceEdge{t.corners[i], t.corners[(i + 1) % 3], {t.corners[(i + 2) % 3], t.across[i]}};
  };
  const Eigen::Isometry3d& from_upper = motion.motion_from_case();
  const Eigen::Isometry3d from_lower = from_upper * bite.upper_from_lower;
  const std::vector<ContactFace> uppers = triangles(*bite.upper, from_upper);
  for (const ContactFace& lower : triangles(*bite.lower, from_lower)) {
    for (const ContactFace& upper : uppers) {
      for (std::size_t i = 0; i < 3; ++i) {
        keep(lower_corner_meets(kind, lower.corners[i], upper), [&](const ContactEvent& event) {
          return growth.corner_sinks_in(event, true, lower.corners[i], upper);
        });
        keep(upper_corner_meets(kind, upper.corners[i], lower), [&](const ContactEvent& event) {
          return growth.corner_sinks_in(event, false, upper.corners[i], lower);
        });
        for (std::size_t k = 0; k < 3; ++k) {
          const FaceEdge of_lower = edge(lower, i), of_upper = edge(upper, k);
          keep(edges_meet(kind, of_lower, of_upper),
               [&](const ContactEvent& event) { return growth.edges_sink_in(event, of_lower, of_upper); });
        }
      }
    }
  }
  return least;
}

class RandomScenes : public ::testing::TestWithParam<Motion::Kind> {};
INSTANTIATE_TEST_SUITE_P(Motions, RandomScenes, ::testing::Values(Motion::Kind::turn, Motion::Kind::shift),
                         [](const auto& kind) {
                           return kind.param == Motion::Kind::turn ? "turn" : "shift";
                         });

TEST_P(RandomScenes, bounds_and_culling_lose_nothing) {
  std::mt19937 random(3);
  int met = 0;
  for (int i = 0; i < 25; ++i) {
    const auto [bite, motion] = testing::random_scene(random, GetParam());
    const auto contact = first_contact_of(bite, motion);
    const auto unculled = first_contact_of(bite, motion, {.velocity_culling = false});
    const std::optional<double> least = by_all_pairs(bite, motion);
    ASSERT_EQ(contact.has_value(), least.has_value()) << i;
    ASSERT_EQ(unculled.has_value(), least.has_value()) << i;
    if (!least) continue;
    ++met;
    // An edge has the opposite direction in its other face, and different rounding.
    EXPECT_NEAR(contact->amount, *least, 1e-13 * motion.limit()) << i;
    EXPECT_NEAR(unculled->amount, *least, 1e-13 * motion.limit()) << i;
  }
  EXPECT_GT(met, 10);
}

// The exact test of faces against faces shares no code with the search: it finds nothing before the contact,
// at 40 steps up to it and a millionth short of it, and interference a millionth after.
TEST_P(RandomScenes, jaws_are_apart_before_first_contact_and_overlap_after) {
  std::mt19937 random(8);
  int met = 0;
  for (int i = 0; i < 40; ++i) {
    const auto [bite, motion] = testing::random_scene(random, GetParam());
    const auto contact = first_contact_of(bite, motion);
    const double until = contact ? contact->amount - 1e-6 : motion.limit();
    for (int step = 1; step <= 40; ++step) {
      ASSERT_FALSE(interferes_after(bite, motion, until * step / 40)) << i << ", step " << step;
    }
    if (!contact) continue;
    ++met;
    // Edges that graze each other at a small angle sink in slowly: then a thousandth decides.
    EXPECT_TRUE(interferes_after(bite, motion, contact->amount + 1e-6) ||
                interferes_after(bite, motion, contact->amount + 1e-3))
        << i;
  }
  EXPECT_GT(met, 15);
}

TEST_P(RandomScenes, jaws_overlap_where_the_exact_test_says_so) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> share(0, 1);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 150; ++i) {
    auto [bite, motion] = testing::random_scene(random, GetParam());
    const ContactSearch search(bite.upper, bite.lower);
    bite.upper_from_lower = motion.at(share(random) * motion.limit()) * bite.upper_from_lower;
    const ExactInterference exact = exact_interference(bite);
    EXPECT_EQ(search.overlap(bite.upper_from_lower), exact.interference) << i;
    ++(exact.interference ? overlapping : apart);
  }
  EXPECT_GT(apart, 5);
  EXPECT_GT(overlapping, 5);
}

TEST_P(RandomScenes, where_the_motion_starts_does_not_change_where_it_ends) {
  std::mt19937 random(21);
  for (int i = 0; i < 30; ++i) {
    auto [bite, motion] = testing::random_scene(random, GetParam());
    const auto contact = first_contact_of(bite, motion);
    if (!contact) continue;
    const double ahead = 0.5 * contact->amount;
    bite.upper_from_lower = motion.at(ahead) * bite.upper_from_lower;
    const auto later = first_contact_of(bite, motion);
    ASSERT_TRUE(later) << i;
    EXPECT_NEAR(later->amount + ahead, contact->amount, 1e-11) << i;
  }
}

void expect_same(const FirstContact& a, const FirstContact& b) {
  EXPECT_EQ(a.amount, b.amount);
  EXPECT_EQ(a.case_point, b.case_point);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.upper_face, b.upper_face);
  EXPECT_EQ(a.lower_face, b.lower_face);
  EXPECT_EQ(a.upper_vertices, b.upper_vertices);
  EXPECT_EQ(a.lower_vertices, b.lower_vertices);
}

//! As many threads as an arena requests, independently of the number of processors.
class FourThreads {
  tbb::global_control allowed_{tbb::global_control::max_allowed_parallelism, 4};
};

// Every face of the one meets some of the other at the same amount: each thread finds a different contact.
TEST(FirstContact, of_plates_that_meet_everywhere_at_once_is_the_same_on_any_number_of_threads) {
  const Bite bite = bite_of(shapes::fine_box({0.2, 0.3, 2}, {10.2, 10.3, 3}, 0.2),
                            shapes::fine_box({0, 0, 0}, {10, 10, 1}, 0.2));
  const Motion motion = Motion::shift({0, 0, 1}, 5);
  const ContactSearch search(bite.upper, bite.lower);
  const auto ask = [&] { return search.first(bite.upper_from_lower, motion); };
  const FourThreads four_threads;
  tbb::task_arena one(1), several(4);
  const auto alone = one.execute(ask);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->amount, 1);
  for (int repeat = 0; repeat < 20; ++repeat) expect_same(*several.execute(ask), *alone);
}

TEST_P(RandomScenes, threads_that_share_a_search_find_what_one_finds) {
  std::mt19937 random(6);
  int met = 0;
  const FourThreads four_threads;
  tbb::task_arena one(1), several(4);
  for (int i = 0; i < 60; ++i) {
    const auto [bite, motion] = testing::random_scene(random, GetParam());
    const ContactSearch search(bite.upper, bite.lower);
    const auto ask = [&, &bite = bite, &motion = motion] {
      return search.first(bite.upper_from_lower, motion);
    };
    const auto alone = one.execute(ask);
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto together = several.execute(ask);
      ASSERT_EQ(together.has_value(), alone.has_value()) << i;
      if (!alone) continue;
      ++met;
      expect_same(*together, *alone);
    }
  }
  EXPECT_GT(met, 100);
}

TEST_P(RandomScenes, many_threads_may_ask_one_search) {
  std::mt19937 random(2);
  const auto [bite, motion] = testing::random_scene(random, GetParam());
  const ContactSearch search(bite.upper, bite.lower);
  std::vector<double> found(200);
  const auto ask = [&, &bite = bite, &motion = motion](std::size_t i) {
    const Eigen::Isometry3d pose = motion.at(-1e-4 * static_cast<double>(i % 20)) * bite.upper_from_lower;
    const auto contact = search.first(pose, motion);
    return contact ? contact->amount : -1;
  };
  tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t i) { found[i] = ask(i); });
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], ask(i));
}

}  // namespace
}  // namespace intercusp
