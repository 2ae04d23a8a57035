// The viewer's appearance on the desktop and the state restored at the next start.

#include <gtest/gtest.h>

#include "occlusion/engines/gl/context.h"
#include "tests/support/made_dentition.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/machine.h"
#include "viewer/panels/off_screen.h"
#include "viewer/scene/scene_meshes.h"
#include "viewer/tools/all.h"

namespace intercusp::viewer {
namespace {

TEST(WindowTitleGl, names_the_file_or_the_case_with_a_star_while_it_is_not_saved) {
  const gl::Context context;
  const TemporaryFolder folder;
  App app(intercusp::testing::bare_machine(), all_tools());
  const std::string nothing_open = app.title();
  const auto [upper, lower] = intercusp::testing::write_dentition(folder.path(), 8000);
  app.actions().cases.open({.upper = upper, .lower = lower});
  app.actions().finish_work();
  const std::string as_opened = app.title();
  EXPECT_NE(as_opened, nothing_open);
  EXPECT_EQ(as_opened.find('*'), std::string::npos);

  app.actions().cases.set_notes({.name = "Splint check 7", .date = "", .notes = ""});
  EXPECT_TRUE(app.title().starts_with("Splint check 7*")) << app.title();
  app.actions().files.save_session(folder / "visit.intercusp.json");
  EXPECT_TRUE(app.title().starts_with("visit.intercusp.json \u2013")) << app.title();
  app.actions().pose.nudge({.shift_mm = {0.1, 0, 0}});
  EXPECT_TRUE(app.title().starts_with("visit.intercusp.json*")) << app.title();
}

TEST(RememberedLayoutGl, is_there_at_the_next_start) {
  const gl::Context context;
  const TemporaryFolder folder;
  const platform::Machine machine{.settings = folder.path(), .font = intercusp::testing::font};
  {
    App app(machine, all_tools());
    app.widgets().panel = PanelKind::contacts;
    app.widgets().second = SecondView::section;
    app.widgets().second_share = 0.625F;
    ViewState view = app.state().view;
    view.show_map = false;
    app.actions().views.set(view);
    app.actions().views.set_settings(app.settings_with_layout());
  }
  App app(machine, all_tools());
  EXPECT_EQ(app.widgets().panel, PanelKind::contacts);
  EXPECT_EQ(app.widgets().second, SecondView::section);
  EXPECT_EQ(app.widgets().second_share, 0.625F);
  EXPECT_FALSE(app.state().view.show_map);

  app.widgets().step_before_view = PanelKind::motion;
  app.widgets().panel = PanelKind::view;
  app.widgets().second = SecondView::picture;
  EXPECT_EQ(app.settings_with_layout().panel, PanelKind::motion) << "a step, not the settings";
  EXPECT_EQ(app.settings_with_layout().second, SecondView::map) << "errors belong to a validation";
}

TEST(LostContextGl, costs_neither_the_case_nor_its_undo_nor_the_picture) {
  const TemporaryFolder folder;
  auto context = std::make_unique<gl::Context>();
  App app(intercusp::testing::bare_machine(), all_tools());
  const auto [upper, lower] = intercusp::testing::write_dentition(folder.path(), 8000);
  app.actions().cases.open({.upper = upper, .lower = lower});
  app.actions().finish_work();
  app.actions().pose.nudge({.shift_mm = {0, 0, 0.1}});
  app.actions().pose.add_named("moved");
  app.actions().finish_work();
  app.widgets().panel = PanelKind::mandible;
  const Picture before = interface_picture(app, {1024, 700});
  ASSERT_EQ(app.widgets().thumbnails.size(), 1U);

  app.drop_drawing();
  context = nullptr;
  context = std::make_unique<gl::Context>();
  app.make_drawing();
  EXPECT_TRUE(interface_picture(app, {1024, 700}).pixels == before.pixels);
  app.actions().pose.undo();
  app.actions().pose.undo();
  EXPECT_TRUE(app.state().document.upper_from_lower.isApprox(Eigen::Isometry3d::Identity()));
  EXPECT_TRUE(context->debug_messages().empty()) << context->debug_messages().front();
}

TEST(TextSizeGl, follows_the_scale_of_the_screen) {
  const gl::Context context;
  App app(intercusp::testing::bare_machine(), all_tools());
  (void)interface_picture(app, {1600, 1000});
  const float usual = ImGui::GetFontSize();
  app.set_scale(1.5F);
  (void)interface_picture(app, {1600, 1000});
  EXPECT_NEAR(ImGui::GetFontSize(), 1.5F * usual, 1);
}

TEST(OpeningGl, what_is_drawn_is_made_in_the_background) {
  const gl::Context context;
  const TemporaryFolder folder;
  const auto [upper, lower] = intercusp::testing::write_dentition(folder.path(), 20000);
  Picture made_before, made_by_scene;
  for (const bool before : {true, false}) {
    App app(intercusp::testing::bare_machine(), all_tools());
    app.actions().cases.open({.upper = upper, .lower = lower});
    app.actions().finish_work();
    ASSERT_NE(app.state().loaded, nullptr);
    ASSERT_NE(app.state().meshes, nullptr) << "else the first frame has to make them";
    EXPECT_EQ(app.state().meshes->bite.upper, app.state().loaded->as_opened.upper);
    if (!before) app.state().meshes.reset();
    (before ? made_before : made_by_scene) = interface_picture(app, {800, 600});
  }
  EXPECT_TRUE(made_before.pixels == made_by_scene.pixels);
}

}  // namespace
}  // namespace intercusp::viewer
