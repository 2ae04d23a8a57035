// Tracks played on bites whose contacts are known on paper.
#include "occlusion/motion/tracks/play.h"
#include "occlusion/case/teeth.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>
#include <random>

#include "io/case/import_jaw.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/map_contacts.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/motion/articulator/articulate.h"
#include "tests/support/arches.h"
#include "tests/support/bites.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

const PlayOptions along_z = {.engine = EngineKind::zlist, .direction = Eigen::Vector3d::UnitZ()};

Track sliding(double from_mm, double speed_mm_s, double duration_s, double rate_hz = 100) {
  Track track;
  for (int i = 0; i <= static_cast<int>(std::lround(duration_s * rate_hz)); ++i) {
    TimedPose pose{.time_s = i / rate_hz};
    pose.upper_from_lower.translation().x() = from_mm + speed_mm_s * pose.time_s;
    track.poses.push_back(pose);
  }
  return track;
}

//! A ball of the upper that ends gap_mm above z = 0, and the contact within the threshold.
struct Bump {
  double radius_mm = 5, gap_mm = 0.05;
  int rings = 100;

  [[nodiscard]] TriangleMesh mesh() const {
    return shapes::sphere({0, 0, radius_mm + gap_mm}, radius_mm, rings);
  }
  //! Radius of the contact.
  [[nodiscard]] double reach_mm(double threshold_mm) const {
    const double depth = threshold_mm - gap_mm;
    return std::sqrt(2 * radius_mm * depth - depth * depth);
  }
  //! How far the mesh lies inside the ball changes the reach by less than this (shapes.h).
  [[nodiscard]] double reach_error_mm(double threshold_mm) const {
    return inside_mm() * radius_mm / reach_mm(threshold_mm);
  }
  [[nodiscard]] double inside_mm() const {
    return 2 * radius_mm * (1 - std::cos(std::numbers::pi / (2 * rings)));
  }
};

//! Shares of pixels and their surfaces are floats in a report.
constexpr double rounding = 0x1p-24;

//! The figures of a report for the map of a whole frame, by the engine with all layers.
ContactTable contacts_of_map(const Bite& bite, const View& view,
                             const std::optional<AnatomicalAxes>& axes = std::nullopt) {
  const CountedMap map{ZListEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower), {}};
  return map_contacts(std::span(&map, 1), bite, {0.1}, face_teeth(*bite.upper), face_teeth(*bite.lower),
                      axes);
}

TEST(Play, a_plate_under_a_bump_is_in_contact_from_edge_to_edge) {
  const Bump bump;
  const Bite bite = testing::bite_of(bump.mesh(), shapes::fine_box({-2, -4, -2}, {2, 4, 0}, 0.5));
  constexpr double speed = 10;
  const Playback playback = play(bite, sliding(-5, speed, 1), along_z);  // the plate's middle: −5 to 5 mm
  const double reach = bump.reach_mm(0.1);
  const double first_s = (5 - 2 - reach) / speed, last_s = (5 + 2 + reach) / speed;
  // Edges are known to a pixel, times to a pose.
  const double error_s = (0.1 + bump.reach_error_mm(0.1)) / speed + 0.01;
  const PlaySummary summary = summary_of(playback);
  ASSERT_TRUE(summary.first_contact_s);
  EXPECT_NEAR(*summary.first_contact_s, first_s, error_s);
  EXPECT_NEAR(summary.contact_s, last_s - first_s, 2 * error_s);
  // The nearest pixel's centre is up to half a diagonal from the lowest point.
  EXPECT_NEAR(*summary.least_clearance_mm, bump.gap_mm, bump.inside_mm() + 0.1 * 0.1 / 4 / bump.radius_mm);
  // In the middle the whole disc lies on the plate: a contour that is off by e changes it by 2πre. The map's
  // linear field on a ball of radius 5 lies within pixel²/(8·5) of it.
  const PoseContacts& middle = playback.samples[50].contacts;
  const double contour_mm = bump.reach_error_mm(0.1) + 0.1 * 0.1 / 8 / reach;
  EXPECT_NEAR(middle.projected_mm2, std::numbers::pi * reach * reach,
              2 * std::numbers::pi * reach * contour_mm);
  EXPECT_NEAR(middle.surface_mm2, middle.projected_mm2, 1e-9);  // the plate is flat
  EXPECT_FALSE(middle.interference);
}

TEST(Play, a_bump_that_slides_along_a_plate_leaves_a_track_of_known_length_width_and_time) {
  const Bump bump;
  Eigen::Isometry3d upside_down = Eigen::Isometry3d::Identity();
  upside_down.linear() = Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitX()).toRotationMatrix();
  const Bite bite = testing::bite_of(shapes::fine_box({-9, -4, 0}, {9, 4, 2}, 0.2),
                                     shapes::moved(bump.mesh(), upside_down));
  constexpr double speed = 8, duration = 1;
  const Playback playback = play(bite, sliding(-4, speed, duration), along_z);
  const double reach = bump.reach_mm(0.1), error_mm = 0.1 + bump.reach_error_mm(0.1);

  // The swept area: a stadium.
  const auto touched = std::count_if(playback.pixel_contact_s.begin(), playback.pixel_contact_s.end(),
                                     [](float time_s) { return time_s > 0; });
  const double path_mm = speed * duration;
  EXPECT_NEAR(static_cast<double>(touched) * 0.01, path_mm * 2 * reach + std::numbers::pi * reach * reach,
              2 * (path_mm + std::numbers::pi * reach) * error_mm);
  // On the middle line a point of the plate is under the disc for as long as its diameter takes to pass.
  for (std::size_t i = 0; i < bite.upper->mesh.vertices.size(); ++i) {
    const Eigen::Vector3d& vertex = bite.upper->mesh.vertices[i];
    if (vertex.z() != 0 || std::abs(vertex.y()) > 1e-9 || std::abs(vertex.x()) > 2.5) continue;
    EXPECT_NEAR(static_cast<double>(playback.upper.total_s(i)), 2 * reach / speed,
                2 * error_mm / speed + 0.01)
        << vertex.x();
    EXPECT_NEAR(static_cast<double>(playback.upper.least_mm[i]), bump.gap_mm,
                bump.inside_mm() + std::pow(0.5 * speed * 0.01 + 0.1, 2) / (2 * bump.radius_mm));
  }
  // The tip of the bump is in contact all the time, its equator never.
  std::size_t tips = 0;
  for (std::size_t i = 0; i < bite.lower->mesh.vertices.size(); ++i) {
    const Eigen::Vector3d& vertex = bite.lower->mesh.vertices[i];
    if (vertex.head<2>().norm() < 0.5 * reach && vertex.z() > -1) {
      EXPECT_NEAR(static_cast<double>(playback.lower.total_s(i)), duration, 1e-4);
      ++tips;
    }
    if (vertex.head<2>().norm() > 2 * reach) {
      EXPECT_EQ(playback.lower.total_s(i), 0);
      EXPECT_TRUE(std::isnan(playback.lower.least_mm[i]));
    }
  }
  EXPECT_GT(tips, 10U);
}

TEST(Play, what_gathers_on_pixels_is_the_sum_over_poses) {
  std::mt19937 random(5);
  const Bump bump{.gap_mm = -0.05, .rings = 40};
  const Bite bite = testing::bite_of(bump.mesh(), shapes::fine_box({-4, -4, -2}, {4, 4, 0}, 0.4));
  std::uniform_real_distribution<double> step(0.002, 0.03), shift(-1, 1), tilt(-0.02, 0.02);
  Track track;
  double time_s = 3;
  for (int i = 0; i < 60; ++i, time_s += step(random)) {
    Eigen::Isometry3d pose(
        Eigen::AngleAxisd(tilt(random), Eigen::Vector3d(1, shift(random), 0).normalized()));
    pose.translation() = Eigen::Vector3d(shift(random), shift(random), 0.05 * shift(random));
    track.poses.push_back({time_s, pose});
  }
  double sum = 0, gathered = 0;
  const Playback playback = play(
      bite, track, along_z, {}, [&](const Playback&, const PlaybackSample& sample, const ClearanceMap& map) {
        std::size_t within = 0;
        for (const float clearance : map.clearance_mm) within += static_cast<double>(clearance) <= 0.1;
        sum += sample.standing_s * static_cast<double>(within);
        EXPECT_NEAR(sample.contacts.projected_mm2, contact_area_mm2(map, 0.1), 1e-9);
        EXPECT_EQ(sample.contacts.least_mm, static_cast<double>(testing::least_clearance(map)));
        EXPECT_EQ(sample.contacts.interference, count_pixels(map).interfering > 0);
      });
  for (const float pixel_s : playback.pixel_contact_s) gathered += static_cast<double>(pixel_s);
  EXPECT_GT(sum, 0);
  EXPECT_NEAR(gathered, sum, 1e-5 * sum);  // floats of some tens of summands
  const double standing =
      std::accumulate(playback.samples.begin(), playback.samples.end(), 0.0,
                      [](double total, const PlaybackSample& sample) { return total + sample.standing_s; });
  EXPECT_NEAR(standing, track.poses.back().time_s - track.poses.front().time_s, 1e-12);
}

TEST(Play, a_track_of_one_pose_has_the_areas_of_the_map_itself) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1, 1);
    const Bump bump{.gap_mm = -0.1, .rings = 60};
    Bite bite = testing::bite_of(bump.mesh(), shapes::fine_box({-4, -4, -2}, {4, 4, 0}, 0.4));
    bite.upper_from_lower = Eigen::AngleAxisd(0.1 * unit(random), Eigen::Vector3d::UnitY());
    bite.upper_from_lower.translation() = 0.1 * Eigen::Vector3d(unit(random), unit(random), unit(random));
    const Playback playback = play(bite, {{{2.5, bite.upper_from_lower}}, {}}, along_z);
    const ContactTable report = contacts_of_map(bite, playback.view);
    ASSERT_EQ(playback.samples.size(), 1U);
    const PoseContacts& contacts = playback.samples.front().contacts;
    const AreaTotal& area = report.areas.front();
    EXPECT_GT(area.projected_mm2, 1) << "seed " << seed;
    EXPECT_NEAR(contacts.projected_mm2, area.projected_mm2, rounding * area.projected_mm2) << "seed " << seed;
    EXPECT_NEAR(contacts.surface_mm2, area.surface_mm2, 2 * rounding * area.surface_mm2) << "seed " << seed;
    EXPECT_EQ(playback.samples.front().standing_s, 0);
  }
}

TEST(Play, teeth_have_the_areas_that_lie_on_them) {
  // Two balls of the lower, teeth 36 and 46, under a plate whose halves are 26 and 16.
  std::vector<TriangleMesh> balls;
  for (const double x : {-6.0, 6.0}) balls.push_back(shapes::sphere({x, 0, -5}, 5, 50));
  Solid lower = solid_of(testing::together(balls));
  for (const Eigen::Vector3d& vertex : lower.mesh.vertices) lower.labels.push_back(vertex.x() > 0 ? 36 : 46);
  Solid upper = solid_of(shapes::fine_box({-12, -6, 0}, {12, 6, 2}, 0.5));
  for (const Eigen::Vector3d& vertex : upper.mesh.vertices) upper.labels.push_back(vertex.x() > 0 ? 26 : 16);
  const Bite bite{std::make_shared<const Solid>(upper), std::make_shared<const Solid>(lower),
                  Eigen::Isometry3d::Identity()};
  // Tilted at first, so that only the right ball (46, at −x) is in contact; then both.
  Eigen::Isometry3d tilted(Eigen::AngleAxisd(0.05, Eigen::Vector3d::UnitY()));  // +x goes down
  tilted.translation().z() = -0.25;
  Eigen::Isometry3d level = Eigen::Isometry3d::Identity();
  level.translation().z() = -0.02;
  const Playback playback = play(bite, {{{0, tilted}, {1, level}, {3, level}}, {}}, along_z);
  EXPECT_EQ(playback.teeth, (std::vector<int>{16, 26, 36, 46}));
  const std::vector<ToothHistory> teeth = tooth_histories(playback);
  ASSERT_EQ(teeth.size(), 4U);
  for (const ToothHistory& tooth : teeth) {
    const bool right = tooth.tooth == 16 || tooth.tooth == 46;
    EXPECT_NEAR(tooth.contact_s, right ? 3 : 2.5, 1e-12) << tooth.tooth;  // 0.5 + 1.5 + 1 s
    EXPECT_EQ(tooth.first_s, right ? 0 : 1);
    EXPECT_EQ(tooth.last_s, 3);
    EXPECT_NEAR(tooth.by_kind_s[0], tooth.contact_s, 1e-12);  // no anatomy: of unknown movements
  }
  const PoseContacts& contacts = playback.samples[1].contacts;
  double lower_teeth = 0, upper_teeth = 0;
  for (std::size_t i = 0; i < 4; ++i)
    (playback.teeth[i] > 30 ? lower_teeth : upper_teeth) += contacts.teeth[i].projected_mm2;
  EXPECT_NEAR(lower_teeth, contacts.projected_mm2, 1e-9);
  EXPECT_NEAR(upper_teeth, contacts.projected_mm2, 1e-9);
}

//! Ends early after so many poses.
Playback play_until(const Bite& bite, const Track& track, int poses) {
  int played = 0;
  return play(
      bite, track, along_z, [&](double) { ++played; }, {}, [&] { return played == poses; });
}

TEST(Play, ended_half_way_it_keeps_what_is_done) {
  const Bump bump{.rings = 30};
  const Bite bite = testing::bite_of(bump.mesh(), shapes::fine_box({-2, -2, -2}, {2, 2, 0}, 0.5));
  const Track track = sliding(-1, 2, 1);
  const Playback whole = play(bite, track, along_z);
  const Playback half = play_until(bite, track, 51);
  EXPECT_FALSE(whole.stopped_at_s);
  ASSERT_TRUE(half.stopped_at_s);
  ASSERT_EQ(half.samples.size(), 51U);  // 51 of 101 are more than half
  EXPECT_EQ(*half.stopped_at_s, 0.5);
  EXPECT_EQ(half.asked_poses, 101U);
  for (std::size_t i = 0; i < half.samples.size(); ++i) {
    EXPECT_EQ(half.samples[i].contacts.projected_mm2, whole.samples[i].contacts.projected_mm2);
    EXPECT_EQ(half.samples[i].standing_s, whole.samples[i].standing_s);
  }
  EXPECT_EQ(half.movements.back().to_s, 0.5);
  double half_s = 0, whole_s = 0;
  for (const float time_s : half.pixel_contact_s) half_s += static_cast<double>(time_s);
  for (const float time_s : whole.pixel_contact_s) whole_s += static_cast<double>(time_s);
  EXPECT_GT(half_s, 0);
  EXPECT_LT(half_s, whole_s);
}

TEST(Play, ended_at_once_there_is_one_pose_and_after_the_last_it_is_whole) {
  const Bite bite = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0.95));
  const Track track = sliding(0, 1, 0.1);
  EXPECT_EQ(play_until(bite, track, 1).samples.size(), 1U);
  EXPECT_FALSE(play_until(bite, track, 11).stopped_at_s);
  EXPECT_THROW(static_cast<void>(play(bite, {}, along_z)), std::invalid_argument);
}

TEST(Play, resampling_to_the_track_s_own_rate_changes_nothing) {
  const Bite bite =
      testing::bite_of(Bump{.rings = 30}.mesh(), shapes::fine_box({-2, -2, -2}, {2, 2, 0}, 0.5));
  PlayOptions at_rate = along_z;
  at_rate.rate_hz = 100;
  const Playback own = play(bite, sliding(-1, 2, 0.3), along_z),
                 again = play(bite, sliding(-1, 2, 0.3), at_rate);
  ASSERT_EQ(again.samples.size(), own.samples.size());
  for (std::size_t i = 0; i < own.samples.size(); ++i)
    EXPECT_EQ(again.samples[i].contacts.projected_mm2, own.samples[i].contacts.projected_mm2);
  EXPECT_EQ(again.pixel_contact_s, own.pixel_contact_s);
}

TEST(Play, tracks_that_cannot_belong_to_the_scans_are_found) {
  const Bite bite = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0.95));
  Track track = sliding(0, 1, 0.05);
  for (TimedPose& pose : track.poses) pose.upper_from_lower.translation().z() = -4;
  const Playback apart = play(bite, track, along_z);
  ASSERT_EQ(apart.findings.size(), 1U);
  EXPECT_EQ(apart.findings[0].code, "never_in_contact");
  EXPECT_NEAR(apart.findings[0].number("apart_mm"), 4.05, 1e-5);
  for (TimedPose& pose : track.poses) pose.upper_from_lower.translation() = Eigen::Vector3d(100, 0, 0);
  EXPECT_EQ(play(bite, track, along_z).findings.at(0).code, "track_misses_jaws");
}

//! Both jaws of a real case.
std::optional<Bite> real_bite(const std::string& name) {
  const std::filesystem::path folder = testing::real_scans() / name;
  if (!std::filesystem::exists(folder / "upper.stl")) return std::nullopt;
  return Bite{import_jaw((folder / "upper.stl").string(), Jaw::upper).solid,
              import_jaw((folder / "lower.stl").string(), Jaw::lower).solid, Eigen::Isometry3d::Identity()};
}

//! To the patient's left and back, slightly deeper than the registered bite (y is superior, x left, z anterior).
Track excursion(double side) {
  Track track;
  for (int i = 0; i <= 20; ++i) {
    TimedPose pose{.time_s = i / 20.0};
    pose.upper_from_lower.translation().x() = side * 0.4 * std::sin(std::numbers::pi * pose.time_s) * 2;
    pose.upper_from_lower.translation().y() = -0.1 * std::sin(std::numbers::pi * pose.time_s);
    track.poses.push_back(pose);
  }
  return track;
}

TEST(Play, is_at_rest_while_the_jaw_turns_about_the_articulators_incisal_point) {
  const ArticulatedCase mouth = articulated_case(prepare_case(testing::closed_arches()));
  const Eigen::Vector3d point = mouth.incisal_point.case_point;
  Track track;  // a radian a second about superior: 1 mm from the point the jaw moves at the speed of rest
  for (int i = 0; i <= 40; ++i) {
    const double time_s = 0.01 * i;
    const Eigen::AngleAxisd turn(time_s - 0.2, Eigen::Vector3d::UnitZ());
    track.poses.push_back(
        {.time_s = time_s,
         .upper_from_lower = Eigen::Translation3d(point) * turn * Eigen::Translation3d(-point)});
  }
  const Playback playback = play(mouth.bite_case->bite, track, {.engine = EngineKind::zlist});
  ASSERT_TRUE(playback.closed_case->anatomy.axes);
  for (const Movement& movement : playback.movements)
    EXPECT_EQ(movement.kind, MovementKind::rest) << movement.name;
}

//! To the bit.
void expect_same_numbers(const Playback& playback, const Playback& expected) {
  ASSERT_EQ(playback.samples.size(), expected.samples.size());
  for (std::size_t i = 0; i < expected.samples.size(); ++i) {
    const PoseContacts &found = playback.samples[i].contacts, &asked = expected.samples[i].contacts;
    EXPECT_EQ(found.projected_mm2, asked.projected_mm2) << i;
    EXPECT_EQ(found.surface_mm2, asked.surface_mm2) << i;
    EXPECT_EQ(found.left_mm2, asked.left_mm2) << i;
    EXPECT_EQ(found.least_mm, asked.least_mm) << i;
    EXPECT_EQ(found.interference, asked.interference) << i;
  }
  EXPECT_EQ(playback.upper.contact_s, expected.upper.contact_s);
  EXPECT_EQ(playback.lower.contact_s, expected.lower.contact_s);
  EXPECT_EQ(playback.pixel_contact_s, expected.pixel_contact_s);
  EXPECT_EQ(playback.coverage, expected.coverage);
}

class PlayOnScans : public ::testing::TestWithParam<std::string> {};

TEST_P(PlayOnScans, one_pose_has_the_areas_of_its_map_and_any_number_of_threads_gives_the_same_bits) {
  const std::optional<Bite> bite = real_bite(GetParam());
  if (!bite) GTEST_SKIP() << "no scans in " << testing::real_scans();
  const Track track = excursion(1);
  const Playback playback = play(*bite, track, {.engine = EngineKind::zlist});
  const Track first = {{track.poses.front()}, {}};
  const Playback one =
      play(*bite, first, {.engine = EngineKind::zlist, .direction = playback.view.direction()});
  const AreaTotal area = contacts_of_map(*bite, one.view, one.closed_case->anatomy.axes).areas.front();
  const PoseContacts& contacts = one.samples.front().contacts;
  EXPECT_NEAR(contacts.projected_mm2, area.projected_mm2, rounding * area.projected_mm2);
  EXPECT_NEAR(contacts.left_mm2, *area.left_share * area.projected_mm2, rounding * area.projected_mm2);
  EXPECT_LE(contacts.surface_mm2, area.surface_mm2 + 1e-4);  // which has steep faces as well

  const tbb::global_control single(tbb::global_control::max_allowed_parallelism, 1);
  expect_same_numbers(play(*bite, track, {.engine = EngineKind::zlist}), playback);
}

TEST_P(PlayOnScans, what_is_left_out_away_from_contact_changes_no_number) {
  const std::optional<Bite> bite = real_bite(GetParam());
  if (!bite) GTEST_SKIP() << "no scans in " << testing::real_scans();
  const Track track = excursion(1);
  Track open = track;  // the least clearance is also found without contact
  for (TimedPose& pose : open.poses) pose.upper_from_lower.pretranslate(Eigen::Vector3d(0, 0, -2));
  for (const Track& played : {track, open}) {
    const Playback whole = play(*bite, played, {.engine = EngineKind::zlist}, {},
                                [](const Playback&, const PlaybackSample&, const ClearanceMap&) {});
    expect_same_numbers(play(*bite, played, {.engine = EngineKind::zlist}), whole);
  }
}

TEST(ToothHistory, milk_teeth_work_on_their_own_side) {
  Playback playback;
  playback.teeth = {55, 65, 75, 85};
  playback.movements = {{.kind = MovementKind::laterotrusion_left}};
  playback.samples.resize(1);
  playback.samples[0].standing_s = 1;
  playback.samples[0].contacts.teeth.assign(4, ContactSum{.projected_mm2 = 1});
  for (const ToothHistory& tooth : tooth_histories(playback)) {
    const bool left = tooth.tooth == 65 || tooth.tooth == 75;
    const ContactKind kind = left ? ContactKind::working : ContactKind::balancing;
    EXPECT_EQ(tooth.by_kind_s[static_cast<std::size_t>(kind)], 1) << tooth.tooth;
  }
}

TEST_P(PlayOnScans, an_excursion_works_on_the_side_it_goes_to) {
  const std::optional<Bite> bite = real_bite(GetParam());
  if (!bite) GTEST_SKIP() << "no scans in " << testing::real_scans();
  for (const double side : {1.0, -1.0}) {
    const Playback playback = play(*bite, excursion(side), {.engine = EngineKind::zlist});
    bool sideways = false;
    for (const ToothHistory& tooth : tooth_histories(playback)) {
      const bool left = side_of(tooth.tooth) == PatientSide::left;
      const ContactKind here = left == (side > 0) ? ContactKind::working : ContactKind::balancing;
      const ContactKind never = left == (side > 0) ? ContactKind::balancing : ContactKind::working;
      sideways |= tooth.by_kind_s[static_cast<std::size_t>(here)] > 0;
      EXPECT_EQ(tooth.by_kind_s[static_cast<std::size_t>(never)], 0) << tooth.tooth;
    }
    EXPECT_TRUE(sideways);
    for (std::size_t i = 0; i < playback.upper.contact_s.size(); ++i) {
      const double left_mm = playback.closed_case->bite.upper->mesh.vertices[i].x();  // x is left
      const std::size_t wrong =
          static_cast<std::size_t>(left_mm * side > 5 ? ContactKind::balancing : ContactKind::working);
      if (std::abs(left_mm) < 5) continue;  // the midline is not quite the file's
      EXPECT_EQ(playback.upper.contact_s[i][wrong], 0);
    }
    // The excursion begins with all centric contacts. Those that it leaves at once were not in contact during any
    // outward movement.
    const SurfaceRecord& record = playback.lower;
    int centric = 0, out = 0;
    for (std::size_t i = 0; i < record.contact_s.size(); ++i) {
      float out_s = 0;
      for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
        EXPECT_LE(record.out_s[i][kind], record.contact_s[i][kind]);
        out_s += record.out_s[i][kind];
      }
      centric += record.total_s(i) > 0 && out_s == 0 ? 1 : 0;
      out += out_s > 0 ? 1 : 0;
    }
    EXPECT_GT(centric, 100);
    EXPECT_GT(out, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Scans, PlayOnScans,
                         ::testing::ValuesIn(testing::samples<std::string>({"case-a", "case-b"})),
                         [](const auto& scan) { return scan.param == "case-a" ? "case_a" : "case_b"; });

}  // namespace
}  // namespace intercusp
