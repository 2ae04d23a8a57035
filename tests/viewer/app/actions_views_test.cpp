// The contents of the view: jaws that fill it, hidden jaws, sections, and colours that stay as set.

#include <gtest/gtest.h>

#include <array>

#include "occlusion/base/limits.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/session.h"
#include "viewer/panels/panels.h"

namespace intercusp::viewer::testing {
namespace {

TEST(Actions, jaws_that_fill_the_view_fill_it_in_another_shape_too_unless_the_user_moved_them) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Camera before = viewer.state.view.camera;
  viewer.actions.views.set_room({.width_over_height = 0.5});
  EXPECT_GT(viewer.state.view.camera.height_mm, 1.5 * before.height_mm);
  viewer.actions.views.set_room({});
  EXPECT_EQ(viewer.state.view.camera, before);
  ViewState view = viewer.state.view;
  view.camera.height_mm *= 0.7;
  viewer.actions.views.set(view);
  viewer.actions.views.set_room({.width_over_height = 0.5});
  EXPECT_EQ(viewer.state.view.camera, view.camera);
  viewer.actions.views.fit();
  EXPECT_GT(viewer.state.view.camera.height_mm, 1.5 * before.height_mm);
}

TEST(Actions, jaws_too_far_apart_for_a_view_leave_a_session_that_can_be_read) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  Eigen::Isometry3d far = Eigen::Isometry3d::Identity();
  for (const Eigen::Vector3d& way :
       {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0.7, 0.1, -0.7)}) {
    for (const double width_over_height : {0.3, 1.0, 4.0}) {
      far.translation() = 0.999 * limits::farthest_mm * way.normalized();
      viewer.actions.pose.set(far, "far");
      viewer.actions.views.set_room({.width_over_height = width_over_height, .left = 0.6, .top = 0.5});
      viewer.actions.views.fit();
      const std::string text = session_json(session_of(viewer.state), viewer.folder.path(), all_tools());
      const Session again = read_session(viewer.folder.write("far.json", text), all_tools());
      EXPECT_EQ(again.view.camera.height_mm, viewer.state.view.camera.height_mm);
      EXPECT_LT(again.view.camera.target.norm(), limits::farthest_mm);
    }
  }
}

TEST(Actions, the_colours_of_a_clearance_stay_as_they_were_set) {
  const TemporaryFolder folder;
  ViewState view;
  {
    AppState state;
    Actions actions(state, {.settings = folder / "config", .autosave = {}}, all_tools());
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    EXPECT_EQ(state.view.range, ColourRange{});
    view = state.view;
    view.range = {.deepest_mm = 0.2, .farthest_mm = 1};
    actions.views.set(view);
    actions.pose.set(lowered_by(-3), "deep");
    EXPECT_EQ(state.view.scale().deepest_mm, 0.2);
    actions.files.save_session(folder / "session.json");
    view.range.deepest_mm = 2;
    actions.views.set(view);
  }
  AppState state;
  Actions actions(state, {.settings = folder / "config", .autosave = {}}, all_tools());
  EXPECT_EQ(state.view.range, view.range) << "of the settings";
  actions.cases.open_session(folder / "session.json");
  actions.finish_work();
  EXPECT_EQ(state.view.range, (ColourRange{.deepest_mm = 0.2, .farthest_mm = 1})) << "of the session";
}

TEST(Actions, the_paint_is_remembered_and_a_locked_scale_stays) {
  const TemporaryFolder folder;
  {
    AppState state;
    Actions actions(state, {.settings = folder / "config", .autosave = {}}, all_tools());
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    EXPECT_EQ(state.view.paint, Paint::distance);
    ViewState view = state.view;
    view.paint = Paint::depth;
    actions.views.set(view);
    actions.files.save_session(folder / "session.json");
    view.paint = Paint::foil;
    view.range.locked = true;
    actions.views.set(view);
    view.range.farthest_mm = 1;
    actions.views.set(view);
    EXPECT_EQ(state.view.range.farthest_mm, 2) << "locked";
    view.range.locked = false;
    actions.views.set(view);
    EXPECT_EQ(state.view.range.farthest_mm, 1) << "unlocked";
  }
  AppState state;
  Actions actions(state, {.settings = folder / "config", .autosave = {}}, all_tools());
  EXPECT_EQ(state.view.paint, Paint::foil) << "of the settings";
  actions.cases.open_session(folder / "session.json");
  actions.finish_work();
  EXPECT_EQ(state.view.paint, Paint::depth) << "of the session";
}

TEST(Actions, a_section_moves_along_its_normal) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.views.set_section(SectionKind::sagittal, {1, 2, 3});
  const double offset_mm = viewer.state.view.section->offset_mm();
  ViewState view = viewer.state.view;
  view.ruler = Ruler{{0, 0}, {1, 1}};
  viewer.actions.views.set(view);
  viewer.actions.views.move_section(0.75);
  EXPECT_NEAR(viewer.state.view.section->offset_mm(), offset_mm + 0.75, 1e-12);
  EXPECT_FALSE(viewer.state.view.ruler) << "it measured what is in another plane";
}

TEST(Actions, an_occlusal_view_hides_the_jaw_before_it_until_another_view) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.views.look(StandardView::lower_occlusal);
  EXPECT_FALSE(viewer.state.view.upper.shown);
  EXPECT_TRUE(viewer.state.view.lower.shown);
  viewer.actions.views.look(StandardView::frontal);
  EXPECT_TRUE(viewer.state.view.upper.shown);

  ViewState view = viewer.state.view;
  view.upper.shown = false;  // by the user: stays so
  viewer.actions.views.set(view);
  viewer.actions.views.look(StandardView::right);
  EXPECT_FALSE(viewer.state.view.upper.shown);
}

std::string drawn;
template <char letter>
void draw_letter(const AppState&, Actions&, WidgetState&) {
  drawn += letter;
}

TEST(Tools, draw_in_a_step_by_their_order_and_then_by_that_of_the_list) {
  class First : public Tool {
    std::vector<Contribution> contributions() const override {
      return {{PanelKind::motion, 200, draw_letter<'d'>},
              {PanelKind::motion, 100, draw_letter<'b'>},
              {PanelKind::contacts, 0, draw_letter<'x'>}};
    }
  };
  class Second : public Tool {
    std::vector<Contribution> contributions() const override {
      return {{PanelKind::motion, 100, draw_letter<'c'>}, {PanelKind::motion, 0, draw_letter<'a'>}};
    }
  };
  const std::array<const Tool*, 2> tools = {&the<First>, &the<Second>};
  Viewer viewer;
  viewer.state.tools = tools;
  WidgetState widgets;
  drawn.clear();
  draw_tools(PanelKind::motion, viewer.state, viewer.actions, widgets);
  EXPECT_EQ(drawn, "abcd");
  drawn.clear();
  draw_tools(PanelKind::motion, viewer.state, viewer.actions, widgets, 100, 200);
  EXPECT_EQ(drawn, "bc");
  viewer.state.tools = all_tools();
}

}  // namespace
}  // namespace intercusp::viewer::testing
