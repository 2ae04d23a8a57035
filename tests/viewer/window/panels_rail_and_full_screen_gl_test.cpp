// The frame around panels and views: the rail of steps, the bar above the view, the banner; and full screen, which
// keeps the 3D view and the finding.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/language/language.h"
#include "io/mesh/write_ply.h"
#include "tests/support/made_dentition.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/panels.h"
#include "viewer/panels/layout.h"
#include "viewer/tools/articulator/tool.h"

namespace intercusp::viewer {
namespace {

TEST(Layout, views_share_the_window_by_the_shape_of_the_case) {
  const Bars bars = {.menu_height = 25, .rail_width = 80, .view_bar_height = 32, .status_height = 58};
  const Layout crowns = lay_out(1600, 1000, bars, 17, true, std::nullopt, {.scene = 3.6F, .second = 1.2F});
  EXPECT_EQ(crowns.scene.width, crowns.second.width) << "wide and low: above the map";
  const Layout jaws = lay_out(1600, 1000, bars, 17, true, std::nullopt, {.scene = 1.4F, .second = 1.2F});
  EXPECT_EQ(jaws.second.height, jaws.scene.height + jaws.bar.height) << "beside the map";
  const Layout dragged = lay_out(1600, 1000, bars, 17, true, 0.3F, {.scene = 1.4F, .second = 1.2F});
  EXPECT_NEAR(dragged.second.width / (dragged.second.width + dragged.scene.width), 0.3, 0.01);
}

TEST(Layout, letters_on_a_small_view_follow_the_size_of_the_text) {
  const ViewBox small{.width = 600, .height = 240};
  for (const float text_px : {12.F, 17.F, 25.F, 34.F}) {
    EXPECT_GE(type_for(small, text_px), 0.85F * text_px);
    EXPECT_LE(type_for(small, text_px), text_px);
  }
}

//! Clicks the item of the bar above the 3D view.
ImGuiID bar_item(const char* label) { return ImHashStr(label, 0, ImGui::FindWindowByName("view bar")->ID); }

TEST_F(PanelsGl, what_stays_on_the_views_has_a_chip_that_takes_it_off) {
  open_dentition(8000);
  app_.actions().views.set_section(SectionKind::sagittal, app_.state().loaded->lower_centre);
  app_.actions().views.select_contact(app_.state().contacts().front().name);
  ASSERT_TRUE(app_.state().view.section && app_.state().selected_contact);
  screen_ = OffScreen(SceneSize{1600, 1000});
  lay_out({1600, 1000});
  for (const char* const chip : {"Section \xc3\x97", "Contact \xc3\x97"}) {
    ImGui::SetWindowFocus("view bar");
    ImGui::ActivateItem(bar_item(chip));
    for (int frames = 0; frames < 3; ++frames) frame();
  }
  EXPECT_FALSE(app_.state().view.section);
  EXPECT_FALSE(app_.state().selected_contact);
}

TEST_F(PanelsGl, marks_of_a_movement_are_shown_in_their_step_and_for_export) {
  open_dentition(8000);
  play_closing(app_.state(), app_.actions());
  app_.actions().finish_work();
  for (const auto& [panel, shown] :
       {std::pair(PanelKind::motion, true), {PanelKind::contacts, false}, {PanelKind::report, true}}) {
    app_.widgets().panel = panel;
    frame();
    EXPECT_EQ(app_.state().shows_playback_marks, shown) << static_cast<int>(panel);
  }
}

TEST_F(PanelsGl, a_step_chosen_by_keys_has_the_keyboard_so_that_arrows_leave_the_jaw) {
  open_ball_and_plate();
  ImGui::SetWindowFocus("view");
  frame();
  ASSERT_TRUE(app_.widgets().view_has_focus);
  press(key_1 + 2, key_control);
  EXPECT_FALSE(app_.widgets().view_has_focus);
  const Eigen::Matrix4d before = pose();
  press(key_up);
  EXPECT_EQ(pose(), before);
}

TEST_F(PanelsGl, a_click_of_split_beside_the_jaw_is_answered) {
  open_teeth();
  app_.actions().views.look(StandardView::upper_occlusal);
  app_.widgets().parts.of<TeethWidgets>().tool = TeethTool::split;
  app_.widgets().second_share.reset();
  click(table_of(app_.state(), 11) + Eigen::Vector3d(0, -8, 0));
  ASSERT_FALSE(app_.state().messages.empty());
  EXPECT_EQ(app_.state().messages.back().kind, MessageKind::refusal);
}

TEST_F(PanelsGl, steps_open_by_their_keys_and_by_the_rail) {
  open_ball_and_plate();
  for (int step = 0; step < static_cast<int>(panel_kinds); ++step) {
    press(key_1 + step, key_control);
    EXPECT_EQ(app_.widgets().panel, static_cast<PanelKind>(step));
  }
  const ImGuiWindow* const rail = shown_window("rail");
  ASSERT_NE(rail, nullptr);
  // Down the rail: each step once, in the order of the work.
  std::vector<PanelKind> opened;
  const float x = rail->Pos.x + rail->Size.x / 2, foot = rail->Pos.y + rail->Size.y - 60;
  for (float y = rail->Pos.y + 4; y < foot; y += 8) {
    for (const bool down : {false, true, false}) mouse({x, y}, down);
    const PanelKind panel = app_.widgets().panel;
    if (panel != PanelKind::view && (opened.empty() || opened.back() != panel)) opened.push_back(panel);
  }
  EXPECT_EQ(opened, (std::vector{PanelKind::the_case, PanelKind::mandible, PanelKind::contacts,
                                 PanelKind::motion, PanelKind::report}));
}

TEST_F(PanelsGl, a_move_is_undone_from_every_step) {
  open_ball_and_plate();
  const Eigen::Matrix4d opened = pose();
  for (const Place& place : places) {
    open_place(app_.widgets(), place);
    app_.actions().pose.nudge({.shift_mm = {0, 0, 0.1}});
    lay_out();
    const ImGuiWindow* const rail = shown_window("rail");
    ASSERT_NE(rail, nullptr);
    const float em = ImGui::GetFontSize();
    const Eigen::Vector2d undo(rail->Pos.x + rail->Size.x / 2 - em, rail->Pos.y + rail->Size.y - 1.2F * em);
    for (const bool down : {false, true, false}) mouse(undo, down);
    EXPECT_EQ(pose(), opened) << static_cast<int>(place.panel);
  }
}

TEST_F(PanelsGl, without_expert_mode_neither_validation_nor_stages_are_shown) {
  open_ball_and_plate();
  validate_pose(app_.state(), app_.actions());
  app_.actions().finish_work();
  Settings settings = app_.state().settings;
  EXPECT_FALSE(settings.expert);
  settings.expert = true;
  app_.actions().views.set_settings(settings);
  ViewState view = app_.state().view;
  view.map_colouring = MapColouring::resolved_by;
  app_.actions().views.set(view);
  open_place(app_.widgets(), {PanelKind::report, &validation_part});
  app_.widgets().second = SecondView::picture;
  draw();
  const Picture expert = picture_;
  EXPECT_EQ(app_.widgets().second, SecondView::picture);
  settings.expert = false;
  app_.actions().views.set_settings(settings);
  draw();
  EXPECT_EQ(app_.widgets().second, SecondView::map);
  EXPECT_EQ(app_.state().view.map_colouring, MapColouring::clearance);
  const Picture plain = picture_;
  app_.widgets().step_parts.clear();
  draw();
  EXPECT_EQ(picture_.pixels, plain.pixels) << "the export alone";
  EXPECT_NE(picture_.pixels, expert.pixels);
}

TEST_F(PanelsGl, the_gear_opens_the_settings_of_the_view_and_gives_the_step_back) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::motion;
  lay_out();
  const ImGuiWindow* const bar = shown_window("view bar");
  ASSERT_NE(bar, nullptr);
  const Eigen::Vector2d gear(bar->Pos.x + bar->Size.x - 14, bar->Pos.y + bar->Size.y / 2);
  for (const PanelKind wanted : {PanelKind::view, PanelKind::motion}) {
    for (const bool down : {false, true, false}) mouse(gear, down);
    EXPECT_EQ(app_.widgets().panel, wanted);
  }
}

TEST_F(PanelsGl, the_bar_above_the_view_looks_from_every_side_and_hides_jaws) {
  open_ball_and_plate();
  const ImGuiWindow* const bar = shown_window("view bar");
  ASSERT_NE(bar, nullptr);
  std::vector<StandardView> views;
  bool upper_hidden = false, lower_hidden = false;
  for (float x = bar->Pos.x + 6; x < bar->Pos.x + bar->Size.x - 60; x += 12) {
    for (const bool down : {false, true, false}) mouse({x, bar->Pos.y + bar->Size.y / 2}, down);
    const auto view = view_of(app_.state().view.camera, app_.state().loaded->axes());
    if (view && (views.empty() || views.back() != *view)) views.push_back(*view);
    upper_hidden |= views.size() == 5 && !app_.state().view.upper.shown && !app_.state().view.lower.shown;
    lower_hidden |= views.size() == 5 && app_.state().view.upper.shown;
  }
  EXPECT_EQ(views, (std::vector{StandardView::frontal, StandardView::right, StandardView::left,
                                StandardView::upper_occlusal, StandardView::lower_occlusal}));
  EXPECT_TRUE(upper_hidden || lower_hidden) << "the buttons of the jaws";
}

TEST_F(PanelsGl, full_screen_shows_the_3d_view_and_the_finding_alone_and_gives_back_what_was_there) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::contacts;
  const SceneSize size{1024, 700};
  draw(size);
  give_view_the_keyboard(size);
  draw(size);
  const Picture before = picture_;
  const ViewBox usual = app_.scene_box();

  press(key_f11);
  lay_out(size);
  EXPECT_GT(app_.scene_box().width, 0.99F * static_cast<float>(size.width_px));
  EXPECT_GT(app_.scene_box().height, 0.65F * static_cast<float>(size.height_px));
  for (const char* const hidden : {"panel", "rail", "second", "##MainMenuBar"})
    EXPECT_EQ(shown_window(hidden), nullptr) << hidden;
  for (const char* const shown : {"view", "view bar", "status"})
    EXPECT_NE(shown_window(shown), nullptr) << shown;
  expect_all_inside(size, "full screen");

  press(key_escape);
  draw(size);
  EXPECT_EQ(app_.scene_box().width, usual.width);
  EXPECT_EQ(pixels_that_differ(before, picture_), 0U);
  press(key_f11);
  press(key_f11);
  draw(size);
  EXPECT_EQ(pixels_that_differ(before, picture_), 0U) << "F11 leaves it too";
}

TEST_F(PanelsGl, full_screen_shows_what_the_program_says) {
  open_ball_and_plate();
  press(key_f11);
  lay_out();
  EXPECT_EQ(shown_window("notices"), nullptr) << "nothing to say";
  app_.actions().messages.say(MessageKind::problem, "The disk is full");
  lay_out();
  ASSERT_NE(shown_window("notices"), nullptr);
  const std::vector<std::string> words = intercusp::testing::drawn_words();
  EXPECT_NE(std::ranges::find(words, "disk"), words.end());
  expect_all_inside({1024, 700}, "full screen with a message");
}

TEST_F(PanelsGl, full_screen_waits_for_a_case) {
  press(key_f11);
  lay_out();
  EXPECT_NE(shown_window("panel"), nullptr);
}

TEST_F(PanelsGl, a_banner_above_the_view_offers_to_swap_exchanged_jaws_from_any_panel) {
  const Dentition& dentition = intercusp::testing::made_dentition(20000);
  write_ply(folder_ / "x1.ply", dentition.lower.mesh);
  write_ply(folder_ / "x2.ply", dentition.upper.mesh);
  const CaseRequest exchanged = {.upper = (folder_ / "x1.ply").string(),
                                 .lower = (folder_ / "x2.ply").string()};
  app_.actions().cases.open(exchanged);
  app_.actions().finish_work();
  ASSERT_NE(app_.state().loaded, nullptr);
  for (const Place& place : places) {
    open_place(app_.widgets(), place);
    lay_out();
    const ImGuiWindow* const banner = shown_window("banner");
    ASSERT_NE(banner, nullptr) << static_cast<int>(place.panel);
    EXPECT_LE(banner->Pos.y + banner->Size.y, app_.scene_box().y + 1) << "it covers nothing";
    expect_all_inside({1024, 700}, "banner");
  }
  speak(language_of("de"));  // the offer does not depend on the language
  click_first_button(*shown_window("banner"));
  app_.actions().finish_work();
  EXPECT_EQ(app_.state().loaded->request.upper, exchanged.lower);
  lay_out();
  EXPECT_EQ(shown_window("banner"), nullptr);
}

TEST_F(PanelsGl, a_banner_says_that_teeth_have_no_numbers_and_leads_to_numbering_them) {
  const auto [upper, lower] = intercusp::testing::write_dentition(folder_.path(), 8000);
  const auto open = [&](TeethSource teeth) {
    app_.actions().cases.open({.upper = upper, .lower = lower, .teeth = teeth});
    app_.actions().finish_work();
    app_.widgets().panel = PanelKind::contacts;
    lay_out();
  };
  open(TeethSource::automatic);
  EXPECT_EQ(shown_window("banner"), nullptr) << "all have numbers";
  open(TeethSource::none);
  ASSERT_NE(shown_window("banner"), nullptr);
  EXPECT_NE(intercusp::testing::drawn_letters().find("Theteethhavenonumbers."), std::string::npos);
  click_first_button(*shown_window("banner"));
  EXPECT_EQ(app_.widgets().panel, PanelKind::the_case);
  EXPECT_EQ(app_.widgets().step_parts.at(PanelKind::the_case), &teeth_part);
  lay_out();
  const ImGuiWindow& banner = *shown_window("banner");
  ImGui::SetWindowFocus("banner");
  ImGui::ActivateItem(ImHashStr("Go on without", 0, banner.ID));
  for (int frames = 0; frames < 3; ++frames) frame();
  lay_out();
  EXPECT_EQ(shown_window("banner"), nullptr);
}

TEST_F(PanelsGl, the_file_menu_opens_a_recent_case) {
  const auto [upper, lower] = intercusp::testing::write_dentition(folder_.path(), 8000);
  const auto point_at = [&](const ImGuiWindow& menu, float line) {
    const float height = ImGui::GetTextLineHeightWithSpacing();
    return Eigen::Vector2d(menu.Pos.x + 3 * ImGui::GetFontSize(), menu.Pos.y + (line + 0.8F) * height);
  };
  const auto open_menu = [&] {
    lay_out();
    for (const bool down : {false, true, false, false}) mouse({20, 8}, down);
  };
  const auto recent_menu = [&]() -> const ImGuiWindow* {
    for (int line = 0; line < 6; ++line) {
      mouse(point_at(*shown_window("##Menu_00"), static_cast<float>(line)), false);
      for (int frames = 0; frames < 3; ++frames) frame();
      if (const ImGuiWindow* const recent = shown_window("##Menu_01")) return recent;
    }
    return nullptr;
  };
  open_menu();
  ASSERT_NE(shown_window("##Menu_00"), nullptr);
  EXPECT_EQ(recent_menu(), nullptr) << "nothing was opened yet";
  press(key_escape);

  Settings settings = app_.state().settings;
  settings.recent = {{.upper = upper, .lower = lower}};
  app_.actions().views.set_settings(settings);
  open_menu();
  const ImGuiWindow* const recent = recent_menu();
  ASSERT_NE(recent, nullptr);
  const Eigen::Vector2d first = point_at(*recent, 0);
  for (const bool down : {false, false, true, false, false}) mouse(first, down);
  app_.actions().finish_work();
  ASSERT_NE(app_.state().loaded, nullptr);
  EXPECT_EQ(app_.state().loaded->request.upper, upper);
}

}  // namespace
}  // namespace intercusp::viewer
