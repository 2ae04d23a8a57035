// Every panel fits: in both themes and languages, at every size, with names and messages of any length. No text covers
// its own subject.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/language/language.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/panels.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

TEST_F(PanelsGl, every_panel_fits_in_both_themes_and_sizes_with_and_without_a_case) {
  for (const bool open : {false, true}) {
    if (open) open_ball_and_plate();
    for (const bool dark : {true, false}) {
      Settings settings = app_.state().settings;
      settings.dark = dark;
      settings.expert = true;
      app_.actions().views.set_settings(settings);
      for (const SceneSize& size : {SceneSize{1024, 700}, SceneSize{1600, 1000}}) {
        for (const Place& place : places) {
          open_place(app_.widgets(), place);
          lay_out(size);
          expect_all_inside(size, "panel " + std::to_string(static_cast<int>(place.panel)) + " at " +
                                      std::to_string(size.width_px));
        }
        draw(size);
        const Rgb corner = picture_.at(2, size.height_px - 2);
        EXPECT_EQ(corner.red < 100, dark) << "theme";
      }
    }
  }
}

TEST_F(PanelsGl, the_jaws_fill_what_legend_and_letters_leave_of_the_view) {
  open_teeth();
  open_place(app_.widgets(), {PanelKind::contacts});
  for (const SceneSize& size : {SceneSize{1024, 700}, SceneSize{1600, 1000}, SceneSize{900, 1000}}) {
    for (const StandardView view : {StandardView::frontal, StandardView::lower_occlusal}) {
      const OffScreen screen(size);
      for (int i = 0; i < 3; ++i) (void)screen.frame(app_);
      app_.actions().views.look(view);
      (void)screen.frame(app_);
      const AppState& state = app_.state();
      const ViewBox& box = app_.scene_box();
      const PictureSize picture{static_cast<int>(box.width), static_cast<int>(box.height)};
      Eigen::AlignedBox2d jaws;
      const auto add = [&](const Solid& jaw, const Eigen::Isometry3d& pose) {
        for (std::size_t face = 0; face < jaw.anatomy_faces; ++face)
          for (const auto vertex : jaw.mesh.faces[face])
            jaws.extend(pixel_of(state.view.camera, picture, pose * jaw.mesh.vertices[vertex]));
      };
      add(*state.loaded->bite.lower, state.document.upper_from_lower);
      if (state.view.upper.shown) add(*state.loaded->bite.upper, Eigen::Isometry3d::Identity());
      const ViewRoom room = room_in(box);
      const Eigen::Array2d whole(box.width, box.height), least(room.left, room.top);
      const Eigen::Array2d most = 1 - Eigen::Array2d(room.right, room.bottom);
      constexpr double a_pixel = 1;
      EXPECT_GE((jaws.min().array() - least * whole).minCoeff(), -a_pixel);
      EXPECT_LE((jaws.max().array() - most * whole).maxCoeff(), a_pixel);
      EXPECT_NEAR((jaws.sizes().array() / (most - least) / whole).maxCoeff(), 1, 0.01)
          << size.width_px << " x " << size.height_px;
      EXPECT_LT(room.left + room.right, 0.3) << "most of the view is the jaws'";
      EXPECT_LT(room.top + room.bottom, 0.35);
      // Legend and words lie below the picture, all of them in the view.
      bool legend = false;
      for (const Label& label : app_.widgets().labels) {
        EXPECT_GE(label.area.left, box.x) << label.text;
        EXPECT_LE(label.area.right, box.x + box.width) << label.text;
        legend |= label.area.top >= static_cast<double>(box.y) + box.height;
      }
      EXPECT_TRUE(legend);
    }
  }
}

TEST_F(PanelsGl, a_panel_does_not_scroll_with_another) {
  open_ball_and_plate();
  const SceneSize low{1024, 400};
  const auto scroll = [&] {
    lay_out(low);
    return ImGui::FindWindowByID(id_in_panel({}))->Scroll.y;
  };
  app_.widgets().panel = PanelKind::mandible;
  lay_out(low);
  ImGui::SetScrollY(const_cast<ImGuiWindow*>(ImGui::FindWindowByID(id_in_panel({}))), 60);
  EXPECT_GT(scroll(), 0);
  app_.widgets().panel = PanelKind::view;
  EXPECT_EQ(scroll(), 0);
  app_.widgets().panel = PanelKind::mandible;
  EXPECT_GT(scroll(), 0) << "its own is kept";
}

TEST_F(PanelsGl, tooltips_wait_and_cover_neither_the_item_nor_what_is_dragged) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::contacts;
  lay_out();
  const auto tooltip = [] {
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
      if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return window;
    return static_cast<const ImGuiWindow*>(nullptr);
  };
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"Threshold", "##slider"})));
  const ImRect slider = ImGui::GetCurrentContext()->ActiveIdWindow->InnerRect;
  ImGui::ClearActiveID();
  const ViewBox& scene = app_.scene_box();
  // Down the panel until the mouse lies on something that is explained.
  for (float y = slider.Min.y + 4; y < slider.Max.y; y += 6) {
    const Eigen::Vector2d at(slider.Min.x + 40, y);
    mouse(at, false);
    mouse(at, false);
    for (int i = 0; i < 8; ++i) mouse(at, false);
    EXPECT_EQ(tooltip(), nullptr) << "at once";
    for (int i = 0; i < 40; ++i) mouse(at, false);
    if (const ImGuiWindow* const shown = tooltip()) {
      EXPECT_GE(shown->Pos.x, scene.x - 4) << "covers the panel";
      mouse(at, true);
      mouse(at, true);
      mouse(at, true);
      const bool drags = ImGui::IsAnyItemActive();
      EXPECT_TRUE(!drags || tooltip() == nullptr);
      mouse(at, false);
      if (drags) return;
    }
  }
  FAIL() << "nothing is explained";
}

TEST_F(PanelsGl, another_language_is_seen_in_the_frame_in_which_it_is_chosen) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::view;
  draw();
  const Picture english = picture_;
  Settings settings = app_.state().settings;
  settings.language = language_of("de");
  app_.actions().views.set_settings(settings);
  frame();
  EXPECT_NE(ImGui::FindWindowByName("##MainMenuBar"), nullptr);
  EXPECT_EQ(std::string(Text("Report")), "Bericht");
  const Picture german = interface_picture(app_, {1024, 700});
  EXPECT_GT(pixels_that_differ(english, german), 2000U);
  settings.language = Language::english;
  app_.actions().views.set_settings(settings);
  draw();
  EXPECT_EQ(pixels_that_differ(english, picture_), 0U);
}

TEST_F(PanelsGl, every_panel_fits_in_german_at_both_sizes_with_and_without_a_case) {
  speak(language_of("de"));
  for (const bool open : {false, true}) {
    if (open) open_teeth();
    for (const SceneSize& size : {SceneSize{1024, 700}, SceneSize{1600, 1000}}) {
      for (std::size_t panel = 0; panel < panel_kinds; ++panel) {
        app_.widgets().panel = static_cast<PanelKind>(panel);
        lay_out(size);
        expect_all_inside(size,
                          "German panel " + std::to_string(panel) + " at " + std::to_string(size.width_px));
      }
    }
  }
}

TEST_F(PanelsGl, lines_break_between_words_only) {
  lay_out();
  const std::string text = "Posterior teeth at 3 mm: right 1.71 mm apart, left in contact.\nNext line";
  for (float width = 20; width < 600; width += 7) {
    std::string lines = broken_at_spaces(text, width);
    EXPECT_NE(lines.find("1.71"), std::string::npos) << lines;
    EXPECT_NE(lines.find("contact.\nNext"), std::string::npos) << lines;
    std::ranges::replace(lines, '\n', ' ');
    EXPECT_EQ(lines, "Posterior teeth at 3 mm: right 1.71 mm apart, left in contact. Next line");
  }
}

TEST_F(PanelsGl, large_type_on_a_small_window_stays_inside) {
  open_ball_and_plate();
  Settings settings = app_.state().settings;
  settings.font_px = 24;
  app_.actions().views.set_settings(settings);
  lay_out();
  expect_all_inside({1024, 700}, "large type");
}

TEST_F(PanelsGl, what_the_program_says_covers_no_view) {
  open_ball_and_plate();
  for (const char* const text : {"one is wrong", "another is wrong", "a third one is wrong with a long name"})
    app_.actions().messages.say(MessageKind::problem, text);
  validate_pose(app_.state(), app_.actions());
  (void)app_.actions().update(0);
  ASSERT_TRUE(app_.state().work);
  lay_out();
  expect_all_inside({1024, 700}, "messages");
  const ViewBox& scene = app_.scene_box();
  for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
    const std::string name = window->Name;
    const bool view = name == "view" || name == "second" || name == "border" || name.starts_with("Debug") ||
                      (window->Flags & ImGuiWindowFlags_ChildWindow) != 0;
    if (!window->WasActive || window->Hidden || view) continue;
    const bool beside = window->Pos.x + window->Size.x <= scene.x ||
                        window->Pos.y + window->Size.y <= scene.y || window->Pos.y >= scene.y + scene.height;
    EXPECT_TRUE(beside) << name;
  }
  app_.actions().work.cancel();
  app_.actions().finish_work();
}

TEST_F(PanelsGl, names_from_users_and_files_are_shown_as_they_are) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().pose.add_named("a##b");
  app_.actions().pose.add_named("%s##");
  app_.actions().pose.add_named("c\u202E");
  app_.actions().pose.add_named("d\x1b");
  app_.actions().pose.add_named(std::string(10'000, 'W'));
  lay_out({1024, 1400});
  ImGui::SetScrollY(const_cast<ImGuiWindow*>(ImGui::FindWindowByID(id_in_panel({}))), 1e4F);
  lay_out();
  const std::vector<std::string> words = intercusp::testing::drawn_words();
  const auto is_drawn = [&](const std::string& word) {
    return std::ranges::find(words, word) != words.end();
  };
  EXPECT_TRUE(is_drawn("a##b"));
  EXPECT_TRUE(is_drawn("%s##"));
  EXPECT_TRUE(is_drawn("c\\u202e")) << "nothing turns the direction of writing";
  EXPECT_NE(testing::drawn_letters().find("d\\x1b"), std::string::npos);
  EXPECT_TRUE(
      std::ranges::any_of(words, [](const std::string& word) { return word.starts_with("WWWWWWWW"); }));
}

TEST_F(PanelsGl, a_text_too_long_to_draw_is_cut_off) {
  open_ball_and_plate();
  const std::string letters(30000, 'x');
  app_.actions().messages.say(MessageKind::problem, letters);
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ImGui::SetScrollY(const_cast<ImGuiWindow*>(ImGui::FindWindowByID(id_in_panel({}))), 1e4F);
  lay_out();
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"##pose"})));
  ImGui::GetIO().AddInputCharactersUTF8(letters.c_str());
  frame();
  EXPECT_EQ(app_.widgets().pose_name.size(), 4000U);
  press(key_enter);
  lay_out();
  ASSERT_EQ(app_.state().document.poses.size(), 1U);
  EXPECT_EQ(app_.state().document.poses[0].name, std::string(200, 'x'));
  expect_all_inside({1024, 700}, "long texts");
}

}  // namespace
}  // namespace intercusp::viewer
