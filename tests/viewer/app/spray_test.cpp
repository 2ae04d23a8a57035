// Spray passes by the actions that panels call.

#include <gtest/gtest.h>

#include "io/case/import_solids.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/session.h"

namespace intercusp::viewer {
namespace {

using testing::lowered_by;
using testing::Viewer;

//! From above the ball and the plate, obliquely, so that both get some.
Nozzle oblique() {
  const Eigen::Vector3d direction = Eigen::Vector3d(0, 1, 0.2).normalized();
  return {.place = -40 * direction, .direction = direction, .aim_mm = 40, .droplets = 20'000};
}

void spray(Viewer& viewer, const Nozzle& nozzle = oblique()) {
  viewer.actions.set_nozzle(nozzle);
  viewer.actions.spray();
  viewer.actions.finish_work();
}

TEST(ViewerSpray, a_pass_has_the_numbers_of_the_command) {
  Viewer viewer;
  const CaseRequest files = testing::write_dentition(viewer.folder / "scans");
  viewer.open(files);
  Nozzle nozzle = oblique();
  nozzle.place = viewer.state.loaded->axes().anterior * 60;
  nozzle.direction = -viewer.state.loaded->axes().anterior;
  spray(viewer, nozzle);
  ASSERT_TRUE(viewer.state.deposit) << viewer.messages();

  const ImportedSolids imported = import_solids({files.upper, files.lower}, std::nullopt, TeethSource::files);
  const std::vector<SolidOrBody> solids = {{imported.solids[0].solid}, {imported.solids[1].solid}};
  SprayOptions options{.emitter = {.place = nozzle.place,
                                   .direction = nozzle.direction,
                                   .opening = Cone{nozzle.half_angle_rad}},
                       .particles = nozzle.droplets};
  const Spray command = intercusp::spray(solids, options);
  EXPECT_EQ(viewer.state.pass_results[0]->hits, command.hits);
  const JawDeposits& deposit = *viewer.state.deposit;
  for (const auto& [jaw, found] :
       {std::pair{&deposit.upper, &command.solids[0]}, {&deposit.lower, &command.solids[1]}}) {
    EXPECT_GT(jaw->whole.reached_mm2, 50);
    EXPECT_EQ(jaw->whole.reached_mm2, found->coverage.reached_mm2);
    EXPECT_EQ(jaw->whole.area_mm2, found->coverage.area_mm2);
    ASSERT_EQ(jaw->teeth.size(), found->teeth.size());
    for (std::size_t i = 0; i < jaw->teeth.size(); ++i) {
      EXPECT_EQ(jaw->teeth[i].fdi, found->teeth[i].fdi);
      EXPECT_EQ(jaw->teeth[i].cover.reached_mm2, found->teeth[i].coverage.reached_mm2);
    }
  }
}

TEST(ViewerSpray, the_first_nozzle_stands_in_front_of_the_jaws_as_they_are_seen) {
  Viewer viewer;
  viewer.open(testing::write_dentition(viewer.folder / "scans"));
  viewer.actions.aim_nozzle_as_seen();
  const Nozzle nozzle = viewer.state.document.nozzle.value();
  double nearest_mm = 1e9;
  for (const Eigen::Vector3d& vertex : viewer.state.loaded->bite.upper->mesh.vertices)
    nearest_mm = std::min(nearest_mm, (vertex - nozzle.place).dot(nozzle.direction));
  const Solid& lower = *viewer.state.loaded->bite.lower;
  for (const Eigen::Vector3d& vertex : lower.mesh.vertices)
    nearest_mm = std::min(
        nearest_mm, (viewer.state.document.upper_from_lower * vertex - nozzle.place).dot(nozzle.direction));
  EXPECT_NEAR(nearest_mm, nozzle.aim_mm, 1e-9);
  viewer.actions.spray();
  viewer.actions.finish_work();
  EXPECT_GT(viewer.state.deposit->upper.whole.reached_mm2 + viewer.state.deposit->lower.whole.reached_mm2,
            100);
}

TEST(ViewerSpray, passes_are_listed_by_side_undone_and_removed_with_what_they_left) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  spray(viewer);
  ASSERT_EQ(viewer.state.document.passes.size(), 1U) << viewer.messages();
  EXPECT_EQ(viewer.state.document.passes[0].name, "1: from the front");
  const double once = viewer.state.deposit->lower.whole.reached_mm2;
  Nozzle other = oblique();
  other.place.y() *= -1;
  other.direction.y() *= -1;
  spray(viewer, other);
  ASSERT_EQ(viewer.state.document.passes.size(), 2U);
  EXPECT_EQ(viewer.state.document.passes[1].name, "2: from behind");
  const double twice = viewer.state.deposit->lower.whole.reached_mm2;
  EXPECT_GT(twice, 1.5 * once);
  viewer.actions.undo();
  ASSERT_TRUE(viewer.state.deposit);
  EXPECT_EQ(viewer.state.deposit->lower.whole.reached_mm2, once);
  viewer.actions.redo();
  EXPECT_EQ(viewer.state.deposit->lower.whole.reached_mm2, twice);
  viewer.actions.remove_pass(0);
  viewer.actions.remove_pass(0);
  EXPECT_FALSE(viewer.state.deposit);
  viewer.actions.undo();
  EXPECT_TRUE(viewer.state.deposit);
}

TEST(ViewerSpray, a_pass_stays_what_it_was_when_the_jaw_has_moved) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  spray(viewer);
  const double before = viewer.state.deposit->lower.whole.reached_mm2;
  viewer.actions.set_pose(lowered_by(8), "opened");
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.deposit->lower.whole.reached_mm2, before);
  EXPECT_FALSE(
      same_pose(viewer.state.document.passes[0].upper_from_lower, viewer.state.document.upper_from_lower));
  spray(viewer);
  ASSERT_EQ(viewer.state.document.passes.size(), 2U) << viewer.messages();
  EXPECT_GE(viewer.state.deposit->lower.whole.reached_mm2, before);
}

TEST(ViewerSpray, a_nozzle_inside_a_jaw_is_told_and_leaves_no_pass) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  spray(viewer, {.place = {0, 0, 2.5}});
  EXPECT_TRUE(viewer.state.document.passes.empty());
  EXPECT_NE(viewer.messages().find("inside the upper jaw"), std::string::npos) << viewer.messages();
}

TEST(ViewerSpray, a_cancelled_pass_is_not_listed) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  Nozzle nozzle = oblique();
  nozzle.droplets = most_droplets;
  viewer.actions.set_nozzle(nozzle);
  viewer.actions.spray();
  (void)viewer.actions.update(0.01);
  ASSERT_TRUE(viewer.state.work);
  EXPECT_TRUE(viewer.state.work->can_cancel);
  viewer.actions.cancel_work();
  viewer.actions.finish_work();
  EXPECT_TRUE(viewer.state.document.passes.empty());
  EXPECT_TRUE(viewer.state.messages.empty()) << viewer.messages();
}

TEST(ViewerSpray, a_session_keeps_nozzle_and_passes_and_sprays_them_again) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  Nozzle nozzle = oblique();
  nozzle.half_angle_rad = 0.2;
  nozzle.gravity = true;
  spray(viewer, nozzle);
  viewer.actions.set_thin(33);
  viewer.actions.save_session(viewer.folder / "one.intercusp.json");
  viewer.actions.finish_work();
  const double reached = viewer.state.deposit->upper.whole.reached_mm2;

  Viewer again;
  again.actions.open_session(viewer.folder / "one.intercusp.json");
  again.actions.finish_work();
  ASSERT_TRUE(again.state.loaded) << again.messages();
  EXPECT_EQ(again.state.document.nozzle, viewer.state.document.nozzle);
  EXPECT_EQ(again.state.document.thin_per_mm2, 33);
  ASSERT_EQ(again.state.document.passes.size(), 1U);
  EXPECT_EQ(again.state.document.passes[0].name, viewer.state.document.passes[0].name);
  ASSERT_TRUE(again.state.deposit) << again.messages();
  EXPECT_EQ(again.state.deposit->upper.whole.reached_mm2, reached);
}

TEST(ViewerSpray, the_nozzle_is_placed_in_front_of_a_place_and_aimed_along_the_view) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.look(StandardView::right);
  const Eigen::Vector3d place(1, 2, 0);
  viewer.actions.place_nozzle(place);
  ASSERT_TRUE(viewer.state.document.nozzle);
  const Nozzle nozzle = *viewer.state.document.nozzle;
  const AnatomicalAxes axes = viewer.state.loaded->axes();
  EXPECT_NEAR(nozzle.direction.dot(axes.left), 1, 1e-9) << "seen from the patient's right";
  EXPECT_TRUE(nozzle.aim().isApprox(place, 1e-9));
  viewer.actions.look(StandardView::frontal);
  viewer.actions.aim_nozzle_as_seen();
  EXPECT_TRUE(viewer.state.document.nozzle->aim().isApprox(place, 1e-9));
  EXPECT_NEAR(viewer.state.document.nozzle->direction.dot(axes.posterior()), 1, 1e-9);
}

TEST(ViewerSpray, fitting_shows_the_nozzle_while_it_is_shown) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.set_nozzle({.place = {0, -150, 0}, .direction = {0, 1, 0}});
  const auto is_seen = [&] {
    const Camera& camera = viewer.state.view.camera;
    const Eigen::Vector2d at = (camera.pose() * viewer.state.document.nozzle->place).head<2>();
    return std::abs(at.y()) < camera.height_mm / 2 && std::abs(at.x()) < camera.height_mm / 2;
  };
  viewer.actions.look(StandardView::right);
  EXPECT_FALSE(is_seen());
  viewer.actions.show_nozzle(true);
  viewer.actions.fit_view();
  EXPECT_TRUE(is_seen());
}

TEST(ViewerSpray, numbers_of_a_nozzle_and_back_are_the_nozzle) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const LoadedCase& loaded = *viewer.state.loaded;
  const Nozzle nozzle = oblique(), back = with_numbers(nozzle, numbers_of(nozzle, loaded), loaded);
  EXPECT_TRUE(back.place.isApprox(nozzle.place, 1e-12));
  EXPECT_TRUE(back.direction.isApprox(nozzle.direction, 1e-12));
}

TEST(ViewerSpray, whatever_is_typed_a_nozzle_stays_within_its_limits) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  viewer.actions.set_nozzle({.place = {nan, 0, 0}});
  viewer.actions.set_nozzle({.direction = {0, 0, 0}});
  viewer.actions.set_nozzle({.direction = {0, 0, 1e200}});
  EXPECT_FALSE(viewer.state.document.nozzle);
  viewer.actions.set_nozzle({.direction = {0, 0, 7}, .aim_mm = -3, .half_angle_rad = 9, .speed_mm_s = nan});
  ASSERT_TRUE(viewer.state.document.nozzle);
  EXPECT_EQ(viewer.state.document.nozzle->direction, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(viewer.state.document.nozzle->aim_mm, least_aim_mm);
  EXPECT_EQ(viewer.state.document.nozzle->half_angle_rad, most_half_angle_rad);
  EXPECT_EQ(viewer.state.document.nozzle->speed_mm_s, least_speed_mm_s);
}

}  // namespace
}  // namespace intercusp::viewer
