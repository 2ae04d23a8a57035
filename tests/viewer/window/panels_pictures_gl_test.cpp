// Pictures of named poses, charts of a playback, and pictures that are saved.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/panels.h"
#include "viewer/panels/theme.h"
#include "viewer/scene/view_picture.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/bite/tool.h"
#include "viewer/tools/teeth/tool.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

std::vector<std::uint8_t> texels_of(const gl::Texture& texture) {
  std::vector<std::uint8_t> texels(4 * static_cast<std::size_t>(texture.width_px() * texture.height_px()));
  texture.read(GL_RGBA, GL_UNSIGNED_BYTE, std::as_writable_bytes(std::span(texels)));
  return texels;
}

//! Of the 3D view as it is saved, seen from the patient's right.
Picture picture_of_scene(App& app) {
  app.actions().views.look(StandardView::right);
  return view_picture(app.renderer(), app.state(), PictureOf::scene, {400, 300});
}

TEST_F(PanelsGl, a_buccal_scan_is_drawn_over_the_jaws_and_leaves_them_visible) {
  open_dentition(8000);
  const Picture before = picture_of_scene(app_);
  FoundBite found{.method = BiteMethod::buccal, .jaws = {}};
  found.candidates.push_back({.upper_from_lower = app_.state().document.upper_from_lower, .lower_mm = {}});
  found.buccal.emplace().scans.emplace_back();  // of the lower, which lies in its place
  app_.actions().pose.change("found", {}, [&](Document& document) {
    document.parts.set(BiteSearch{.buccal = {app_.state().loaded->request.lower},
                                  .found = std::make_shared<const FoundBite>(found)});
  });
  app_.actions().finish_work();
  const Picture with = picture_of_scene(app_);
  // Jaws are red rather than blue; where the scan lies over them they are blue, but paler than the scan itself.
  const auto bluish = [](const Picture& picture) {
    return std::ranges::count_if(
        picture.pixels, [](const Rgb& pixel) { return pixel.blue > pixel.red + 5 && pixel.red > 100; });
  };
  EXPECT_GT(bluish(with), bluish(before) + 2000);
  app_.actions().pose.undo();
  EXPECT_EQ(pixels_that_differ(before, picture_of_scene(app_)), 0U);
}

TEST_F(PanelsGl, a_named_pose_has_a_picture_of_the_view_in_which_it_was_saved) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().views.look(StandardView::lower_occlusal);
  app_.actions().pose.nudge({.shift_mm = {3, 0, 0}});
  app_.actions().finish_work();
  app_.actions().pose.add_named("aside");
  draw();
  const std::vector<PoseThumbnail>& thumbnails = app_.widgets().thumbnails;
  ASSERT_EQ(thumbnails.size(), 1U);
  const std::vector<std::uint8_t> saved = texels_of(thumbnails[0].texture);
  EXPECT_GT(std::set(saved.begin(), saved.end()).size(), 20U) << "jaws with light and paint";

  const std::filesystem::path session = folder_ / "saved.json";
  app_.actions().views.look(StandardView::right);
  app_.actions().pose.nudge({.shift_mm = {0, 0, -2}});
  app_.actions().files.save_session(session);
  app_.actions().cases.open_session(session);
  app_.actions().finish_work();
  draw();
  EXPECT_TRUE(thumbnails.empty()) << "its map is read first";
  app_.actions().finish_work();
  draw();
  ASSERT_EQ(thumbnails.size(), 1U);
  EXPECT_EQ(texels_of(thumbnails[0].texture), saved);
  EXPECT_FALSE(app_.state().pose_map) << "no longer needed";
}

TEST_F(PanelsGl, a_row_of_the_chart_of_tooth_pairs_marks_its_pair_and_a_drag_moves_the_playback) {
  open_dentition(8000);
  play_all_excursions(app_.state(), app_.actions());
  app_.actions().finish_work();
  app_.actions().playbacks.set_playing(false);
  ASSERT_TRUE(app_.state().playback && contacts_of_playback(app_.state()));
  app_.widgets().panel = PanelKind::motion;
  lay_out();
  EXPECT_GT(panel_scroll(), 50) << "the playback's controls come into sight";
  screen_ = OffScreen(SceneSize{1024, 1600});  // room for all of the chart
  lay_out({1024, 1600});
  const ImGuiID bars = id_in_panel({"bars"});
  Eigen::Vector2d at(160, 100);
  for (; at.y() < 1600 && ImGui::GetHoveredID() != bars; at.y() += 40) mouse(at, false);
  ASSERT_EQ(ImGui::GetHoveredID(), bars);
  at.y() -= 40;
  const Eigen::Vector2d name(ImGui::FindWindowByName("panel")->Pos.x + 25, at.y());  // of the row
  for (const bool down : {false, true, false, false}) mouse(name, down);
  ASSERT_TRUE(app_.state().playback->selected_pair);
  const GroupPair pair = *app_.state().playback->selected_pair;
  ASSERT_TRUE(app_.state().selected_contact);
  EXPECT_EQ(app_.state().selected_contact->name.upper_tooth, pair.upper);
  EXPECT_EQ(app_.state().selected_contact->name.lower_tooth, pair.lower);

  app_.actions().playbacks.set_time(0);
  mouse(at, false);
  mouse(at, true);
  mouse({1000, at.y()}, true);  // beyond the end of the chart
  mouse({1000, at.y()}, false);
  EXPECT_EQ(app_.state().playback->time_s, app_.state().playback->track.poses.back().time_s);
}

TEST_F(PanelsGl, a_picture_larger_than_the_limit_is_not_begun) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::report;
  app_.widgets().export_kind = 6;
  app_.widgets().export_folder = folder_.path().string();
  app_.widgets().export_name = "large.png";
  for (const std::array<int, 2>& size : {std::array{4001, 4000}, {640, 480}}) {
    app_.widgets().picture_px = size;
    lay_out();
    press(key_enter, key_control);
    app_.actions().finish_work();
    EXPECT_EQ(std::filesystem::exists(folder_ / "large.png"), size[0] == 640) << size[0];
    std::filesystem::remove(folder_ / "large.png");
  }
}

TEST_F(PanelsGl, the_charts_of_a_playback_are_saved_as_a_picture_and_the_screen_stays_as_it_was) {
  open_dentition(8000);
  play_all_excursions(app_.state(), app_.actions());
  app_.actions().finish_work();
  app_.actions().playbacks.set_playing(false);
  ASSERT_TRUE(app_.state().playback && contacts_of_playback(app_.state()));
  app_.actions().finish_work();  // measured at rest
  const auto dismiss_all = [&] {
    while (!app_.state().messages.empty()) app_.actions().messages.dismiss(0);
  };
  dismiss_all();
  draw();
  give_view_the_keyboard();
  draw();
  const Picture before = picture_;
  app_.widgets().pictures.push_back(
      {.of_tool = &playback_charts_export, .size = {}, .file = folder_ / "charts.png"});
  (void)screen_.frame(app_);
  const std::vector<std::string> words =
      intercusp::testing::drawn_words();  // of the charts, which come after the frame
  for (const char* const word : {"pairs", "protrusion", "condyles,"})
    EXPECT_NE(std::ranges::find(words, word), words.end()) << word;
  app_.actions().finish_work();
  const std::string bytes = intercusp::testing::bytes_of(folder_ / "charts.png");
  ASSERT_GT(bytes.size(), 20000U);
  EXPECT_GT(static_cast<unsigned char>(bytes[18]) * 256 + static_cast<unsigned char>(bytes[19]), 1200);
  dismiss_all();  // that it is saved
  draw();
  EXPECT_EQ(pixels_that_differ(before, picture_), 0U);
}

TEST(Theme, the_patients_sides_have_the_colours_of_the_report) {
  for (const bool dark : {true, false}) {
    const Theme theme = theme_of(dark);
    EXPECT_GT(theme.right.z, theme.right.x) << "blue, as the report's first part";
    EXPECT_GT(theme.left.x, theme.left.z) << "orange, as its second";
  }
}

TEST_F(PanelsGl, each_overlay_is_written_on_an_exported_picture) {
  open_dentition(8000);
  play_closing(app_.state(), app_.actions());
  app_.actions().finish_work();
  app_.actions().playbacks.set_playing(false);
  ASSERT_TRUE(app_.state().playback && contacts_of_playback(app_.state()));
  app_.actions().playbacks.set_marks(true, true);
  app_.actions().playbacks.set_time(app_.state().playback->track.poses.back().time_s);
  app_.actions().finish_work();
  select_playback_pair(app_.state(), app_.actions(), contacts_of_playback(app_.state())->pairs.front().pair);
  const Eigen::Vector3d middle = app_.state().loaded->lower_centre;
  ViewState view = app_.state().view;
  view.show_compass = view.tooth_numbers = view.contours = true;
  view.section = section_through(*app_.state().loaded, SectionKind::frontal, middle);
  view.ruler = Ruler{{-5, 0}, {5, 0}};
  view.space_ruler =
      SpaceRuler{{.jaw = Jaw::upper, .jaw_point = middle}, {.jaw = Jaw::lower, .jaw_point = {0, 0, 0}}};
  app_.actions().views.set(view);
  app_.widgets().panel = PanelKind::report;
  lay_out();
  const auto saved = [&](PictureOf what) {
    return view_picture(app_.renderer(), app_.state(), what, {1000, 700}).pixels;
  };
  for (const PictureOf what : {PictureOf::scene, PictureOf::map, PictureOf::section}) {
    app_.actions().playbacks.set_marks(true, true);
    const auto with = saved(what);
    app_.actions().playbacks.set_marks(false, false);
    EXPECT_EQ(with == saved(what), what == PictureOf::section) << "the order of contact";
  }
}

TEST_F(PanelsGl, pictures_for_paper_are_white_and_leave_the_screen_as_it_was) {
  open_ball_and_plate();
  Settings settings = app_.state().settings;
  settings.white_pictures = true;
  app_.actions().views.set_settings(settings);
  app_.actions().views.set_section(SectionKind::sagittal, {0, 0, 0});
  for (const PictureOf what : {PictureOf::scene, PictureOf::map, PictureOf::section}) {
    SCOPED_TRACE(static_cast<int>(what));
    const Picture paper = view_picture(app_.renderer(), app_.state(), what, {640, 480});
    const auto white = std::ranges::count(paper.pixels, Rgb{255, 255, 255});
    EXPECT_GT(white, 640 * 480 / 10);
  }
  draw();
  EXPECT_LT(picture_.at(1023, 60).green, 100) << "the dark theme";
}

TEST_F(PanelsGl, handles_stand_in_the_bite_step_and_where_the_mouse_is_near) {
  open_ball_and_plate();
  const auto drawn = [&](PanelKind step, bool near, bool gizmo) {
    ViewState view = app_.state().view;
    view.gizmo = gizmo;
    app_.actions().views.set(view);
    app_.widgets().panel = step;
    const Eigen::Vector2d at = handle() + Eigen::Vector2d(near ? 60 : 250, near ? 40 : 0);
    mouse(at, false);
    draw();
    const Eigen::Vector2i top = (handle() - Eigen::Vector2d(0, 40)).cast<int>();  // on the arrow up
    return picture_.at(top.x(), top.y());
  };
  const Rgb without = drawn(PanelKind::contacts, false, false);
  EXPECT_EQ(drawn(PanelKind::contacts, false, true), without);
  EXPECT_NE(drawn(PanelKind::contacts, true, true), without);
  EXPECT_NE(drawn(PanelKind::mandible, false, true), without);
}

TEST_F(PanelsGl, a_press_acts_on_what_its_user_saw) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::the_case;
  lay_out();
  const ImGuiWindow& panel = *shown_window("panel");
  std::optional<UnderMouse> button;  // the first one below the middle of the panel
  for (float y = 40; y < 400 && (!button || button->item == 0); y += 8) {
    mouse({panel.Pos.x + 40, panel.Pos.y + y}, false);
    button = under_mouse();
  }
  ASSERT_NE(button->item, 0U);
  frame();
  EXPECT_TRUE(finds_what_was_seen(button, under_mouse()));
  app_.widgets().panel = PanelKind::view;
  frame();
  EXPECT_FALSE(finds_what_was_seen(button, under_mouse())) << "another panel came meanwhile";
  EXPECT_TRUE(finds_what_was_seen(UnderMouse{button->item, 900, 300}, under_mouse()))
      << "the mouse came after it was seen";
  EXPECT_FALSE(finds_what_was_seen(std::nullopt, under_mouse())) << "no frame was shown yet";
}

TEST_F(PanelsGl, guidance_is_a_table_of_movements_by_excursions) {
  open_dentition(8000);
  app_.widgets().panel = PanelKind::motion;
  compute_articulator(app_.state(), app_.actions());
  app_.actions().finish_work();
  lay_out({1024, 1400});
  const std::vector<std::string> words = intercusp::testing::drawn_words();
  const auto count = [&](const std::string& word) { return std::ranges::count(words, word); };
  std::map<std::string, std::ptrdiff_t> expected;
  for (const MovementReport& movement : articulated(app_.state())->movements)
    for (const GuidanceStep& step : movement.guidance)
      if (step.kind == GuidanceKind::canine || step.kind == GuidanceKind::incisal)
        ++expected[step.kind == GuidanceKind::canine ? "canine" : "incisors"];
  ASSERT_FALSE(expected.empty());
  for (const auto& [word, times] : expected) EXPECT_GE(count(word), times) << word;
  const bool balancing = std::ranges::any_of(articulated(app_.state())->movements, [](const auto& movement) {
    return std::ranges::any_of(movement.guidance, &GuidanceStep::balancing);
  });
  EXPECT_EQ(count("balancing") > 0, balancing);
}

TEST_F(PanelsGl, a_picture_is_written_as_large_as_asked) {
  open_ball_and_plate();
  app_.widgets().pictures.push_back(
      {.what = PictureOf::scene, .size = {300, 200}, .file = folder_ / "a.png"});
  (void)screen_.frame(app_);
  app_.actions().finish_work();
  const std::string bytes = intercusp::testing::bytes_of(folder_ / "a.png");
  ASSERT_GT(bytes.size(), 24U);
  // The first chunk of a PNG holds width and height, most significant byte first.
  EXPECT_EQ(static_cast<unsigned char>(bytes[18]) * 256 + static_cast<unsigned char>(bytes[19]), 300);
  EXPECT_EQ(static_cast<unsigned char>(bytes[22]) * 256 + static_cast<unsigned char>(bytes[23]), 200);
}

TEST_F(PanelsGl, a_tooth_that_is_not_sure_is_hatched) {
  open_teeth();
  app_.actions().views.look(StandardView::lower_occlusal);
  const ViewBox& box = app_.scene_box();
  const Solid& lower = *app_.state().loaded->bite.lower;
  //! Shares of what is seen of tooth 46 that are coloured and pale.
  const auto shares = [&] {
    int coloured = 0, pale = 0, all = 0;
    for (std::size_t v = 0; v < lower.labels.size(); ++v) {
      if (lower.labels[v] != 46) continue;
      const Eigen::Vector2d at =
          pixel_of(app_.state().view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)},
                   lower.mesh.vertices[v]);
      const Rgb seen = picture_.at(static_cast<int>(box.x + at.x()), static_cast<int>(box.y + at.y()));
      const int chroma =
          std::max({seen.red, seen.green, seen.blue}) - std::min({seen.red, seen.green, seen.blue});
      ++all;
      coloured += chroma > 45 ? 1 : 0;
      pale += chroma < 35 ? 1 : 0;
    }
    return std::pair(static_cast<double>(coloured) / all, static_cast<double>(pale) / all);
  };
  app_.state().view.tooth_numbers = false;
  for (const bool sure : {true, false}) {
    auto teeth = std::make_shared<EditedTeeth>(*app_.state().lower_teeth);
    for (FoundTooth& tooth : teeth->found.teeth) tooth.sure = sure;
    app_.state().lower_teeth = teeth;
    draw();
    const auto [coloured, pale] = shares();
    EXPECT_GT(coloured, sure ? 0.6 : 0.2) << sure;
    EXPECT_EQ(pale > 0.2, !sure) << pale;
  }
}

TEST_F(PanelsGl, the_chosen_tooth_has_an_outline_and_the_list_scrolls_to_it) {
  open_teeth();
  app_.actions().views.look(StandardView::lower_occlusal);
  draw({1024, 500});
  const Picture before = picture_;
  EXPECT_EQ(panel_scroll(), 0);
  select_tooth_in_place(app_.actions(), {.jaw = Jaw::lower, .fdi = 46});
  draw({1024, 500});
  EXPECT_GT(panel_scroll(), 0);
  // White pixels that were not white stand around the middle of the tooth, on all sides of it.
  const auto is_white = [](const Rgb& colour) {
    return std::min({colour.red, colour.green, colour.blue}) > 205;
  };
  const ViewBox& box = app_.scene_box();
  const Solid& lower = *app_.state().loaded->bite.lower;
  Bounds tooth;
  for (std::size_t v = 0; v < lower.labels.size(); ++v) {
    if (lower.labels[v] != 46) continue;
    const Eigen::Vector2d at =
        pixel_of(app_.state().view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)},
                 lower.mesh.vertices[v]);
    tooth.add({box.x + at.x(), box.y + at.y(), 0});
  }
  std::array<int, 4> around{};
  for (int y = static_cast<int>(tooth.min.y()); y <= static_cast<int>(tooth.max.y()); ++y) {
    for (int x = static_cast<int>(tooth.min.x()); x <= static_cast<int>(tooth.max.x()); ++x) {
      if (!is_white(picture_.at(x, y)) || is_white(before.at(x, y))) continue;
      ++around[(x > tooth.centre().x() ? 1 : 0) + (y > tooth.centre().y() ? 2 : 0)];
    }
  }
  for (const int white : around) EXPECT_GT(white, 3);
}

}  // namespace
}  // namespace intercusp::viewer
