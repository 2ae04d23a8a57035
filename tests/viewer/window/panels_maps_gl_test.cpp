// The map beside the 3D view: another pose, zoom, marks of contacts and of the mouse, errors of a validation.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/panels.h"
#include "viewer/scene/view_marks.h"

namespace intercusp::viewer {
namespace {

//! Middle of a half of the map's picture: the pole of the ball.
struct MapMiddles {
  Eigen::Vector2i present, other;
};
MapMiddles middles_of_compared_maps(const ImGuiWindow& second, const AppState& state) {
  const float head = std::floor(second.Pos.y + ImGui::GetStyle().WindowPadding.y + ImGui::GetFrameHeight());
  const ViewBox box{.x = second.Pos.x,
                    .y = head,
                    .width = second.Size.x,
                    .height = second.Pos.y + second.Size.y - head,
                    .font_px = ImGui::GetFontSize()};
  const ViewBox maps = parts_outside_a_frame(box, state, PictureOf::map, Caption::without_finding).picture;
  const float name = ImGui::GetFrameHeight() / 2, x = maps.x + maps.width / 2;
  const auto at = [&](float share) {
    return Eigen::Vector2f(x, maps.y + share * maps.height + name).cast<int>().eval();
  };
  return {at(0.25F), at(0.75F)};
}

TEST_F(PanelsGl, the_map_of_a_named_pose_stands_below_the_present_one_in_the_same_colours) {
  open_ball_and_plate();
  app_.actions().pose.add_named("in contact");
  app_.actions().pose.nudge({.shift_mm = {0, 0, -0.8}});
  app_.actions().pose.add_named("apart");
  app_.actions().finish_work();
  app_.widgets().panel = PanelKind::mandible;
  const SceneSize size{1600, 1000};
  draw(size);  // asks for the map of the pose where the jaw is not
  app_.actions().finish_work();
  draw(size);
  ASSERT_EQ(app_.widgets().thumbnails.size(), 2U);
  const Picture alone = picture_;
  const auto colours = [&] {
    const MapMiddles at = middles_of_compared_maps(*shown_window("second"), app_.state());
    return std::pair(picture_.at(at.present.x(), at.present.y()), picture_.at(at.other.x(), at.other.y()));
  };
  app_.actions().pose.compare_with(1);
  app_.actions().finish_work();
  draw(size);
  const auto [apart, also_apart] = colours();
  EXPECT_EQ(apart, also_apart) << "one pose twice";
  app_.actions().pose.compare_with(0);
  app_.actions().finish_work();
  draw(size);
  const auto [present, in_contact] = colours();
  EXPECT_EQ(present, apart);
  EXPECT_FALSE(in_contact == apart);
  app_.actions().pose.go_to_named(0);
  app_.actions().pose.compare_with(1);
  app_.actions().finish_work();
  draw(size);
  EXPECT_EQ(colours(), std::pair(in_contact, apart)) << "exchanged";
  expect_all_inside(size, "comparison");

  app_.actions().pose.go_to_named(1);
  app_.actions().finish_work();
  press(key_escape);
  EXPECT_FALSE(app_.state().comparison);
  draw(size);
  EXPECT_EQ(pixels_that_differ(picture_, alone), 0U);
}

TEST_F(PanelsGl, the_table_of_contacts_has_whole_headings_and_a_click_marks_its_contact) {
  open_teeth();
  app_.actions().finish_work();
  app_.widgets().panel = PanelKind::contacts;
  for (const SceneSize& size : {SceneSize{1600, 1000}, SceneSize{1024, 700}}) {
    lay_out(size);
    expect_all_inside(size, "contacts panel");
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiTable* const table = context.Tables.GetByKey(id_in_panel({"pairs"}));
    ASSERT_NE(table, nullptr);
    for (int i = 0; i < table->ColumnsCount; ++i) {
      const ImGuiTableColumn& column = table->Columns[i];
      const float wanted = std::max(column.ContentMaxXHeadersIdeal, column.ContentMaxXUnfrozen);
      EXPECT_LE(wanted, column.WorkMaxX + 0.5F) << ImGui::TableGetColumnName(table, i) << " is cut off";
    }
  }
  const std::vector<ContactPair> pairs = app_.state().contacts();
  ASSERT_GT(pairs.size(), 4U);
  app_.actions().views.look(StandardView::lower_occlusal);
  app_.actions().views.select_contact(pairs.front().name);
  ASSERT_TRUE(app_.state().selected_contact);
  draw();
  const Picture marked = picture_;
  AppState& state = app_.state();
  state.selected_contact.reset();
  draw();
  // Rings in both views: the 3D view ends where the second one begins.
  const ViewBox& scene = app_.scene_box();
  bool in_scene = false, in_second = false;
  for (int y = static_cast<int>(scene.y); y < 640; ++y)
    for (int x = static_cast<int>(scene.x); x < 1024; ++x) {
      if (marked.at(x, y) == picture_.at(x, y)) continue;
      const bool in_first =
          static_cast<float>(x) < scene.x + scene.width && static_cast<float>(y) < scene.y + scene.height;
      (in_first ? in_scene : in_second) = true;
    }
  EXPECT_TRUE(in_scene);
  EXPECT_TRUE(in_second);
}

TEST_F(PanelsGl, views_below_each_other_share_one_scale_and_name_the_sides) {
  open_dentition(8000);
  const auto written = [&](const char* text) {
    return std::ranges::count(app_.widgets().labels, text, &Label::text) +
           10 * std::ranges::count(app_.widgets().second_labels, text, &Label::text);
  };
  lay_out({1600, 700});
  EXPECT_EQ(written("Surface distance, mm"), 11) << "beside each other, each has its own";
  lay_out({1024, 900});
  ASSERT_GT(shown_window("second")->Pos.y, app_.scene_box().y) << "they lie below each other";
  EXPECT_EQ(written("Surface distance, mm"), 1);
  EXPECT_EQ(written("anterior"), 10);
}

TEST_F(PanelsGl, the_zoom_of_the_map_ends_with_its_case) {
  open_ball_and_plate();
  app_.widgets().map = {.times = 8, .middle = {0.9, 0.9}};
  lay_out();
  EXPECT_EQ(app_.widgets().map.times, 8);
  app_.actions().pose.nudge({.shift_mm = {0, 0, -0.5}});
  lay_out();
  EXPECT_EQ(app_.widgets().map.times, 8);
  app_.actions().files.save_session(folder_ / "session.json");
  open_ball_and_plate();
  EXPECT_EQ(app_.widgets().map.times, 1);
}

TEST_F(PanelsGl, a_zoomed_map_has_a_visible_way_back) {
  open_ball_and_plate();
  app_.widgets().map = {.times = 8, .middle = {0.9, 0.9}};
  lay_out();
  const ImGuiWindow* const second = shown_window("second");
  ASSERT_NE(second, nullptr);
  const float em = ImGui::GetFontSize();
  const Eigen::Vector2d fit(second->Pos.x + second->Size.x - 1.2F * em, second->Pos.y + 1.2F * em);
  for (const bool down : {false, true, false}) mouse(fit, down);
  EXPECT_EQ(app_.widgets().map.times, 1);
  EXPECT_EQ(app_.widgets().map.middle, Eigen::Vector2d(0.5, 0.5));
}

TEST_F(PanelsGl, the_place_of_the_mouse_is_marked_in_the_other_view) {
  open_ball_and_plate();
  app_.actions().views.look(StandardView::lower_occlusal);
  ViewState view = app_.state().view;
  view.gizmo = false;
  app_.actions().views.set(view);
  draw();
  const ImGuiWindow& second = *shown_window("second");
  const ViewBox scene = app_.scene_box();
  const auto marks_in = [&](float left, float top, float width, float height) {
    std::vector<Eigen::Vector2d> places;
    for (int y = static_cast<int>(top); y < static_cast<int>(top + height); ++y)
      for (int x = static_cast<int>(left); x < static_cast<int>(left + width); ++x)
        if (picture_.at(x, y) == place_mark_colour) places.emplace_back(x, y);
    return places;
  };
  const auto middle_of = [](const std::vector<Eigen::Vector2d>& places) {
    Eigen::Vector2d sum(0, 0);
    for (const Eigen::Vector2d& place : places) sum += place;
    return Eigen::Vector2d(sum / static_cast<double>(std::max<std::size_t>(places.size(), 1)));
  };
  const auto in_scene = [&] { return marks_in(scene.x, scene.y, scene.width, scene.height); };
  const auto in_map = [&] { return marks_in(second.Pos.x, second.Pos.y, second.Size.x, second.Size.y); };
  EXPECT_TRUE(in_scene().empty() && in_map().empty());
  const Eigen::Vector3d place(5, -12, 0);  // below the middle, where its tooltip leaves the map free
  const Eigen::Vector2d pixel = pixel_in_scene(app_.state().view.camera, scene, place);
  mouse(pixel, false);
  mouse(pixel, false);
  draw();
  ASSERT_TRUE(app_.widgets().pointed && !app_.widgets().pointed->in_map);
  EXPECT_NEAR((app_.widgets().pointed->case_point - place).norm(), 0, 0.2);
  ASSERT_GT(in_map().size(), 10U);
  EXPECT_TRUE(in_scene().empty()) << "the mouse itself is there";
  const Eigen::Vector2d mark = middle_of(in_map());
  mouse(mark, false);
  mouse(mark, false);
  draw();
  ASSERT_TRUE(app_.widgets().pointed && app_.widgets().pointed->in_map);
  ASSERT_GT(in_scene().size(), 10U);
  const double px_per_mm = scene.height / app_.state().view.camera.height_mm;
  EXPECT_LE((middle_of(in_scene()) - pixel).norm(), 3 + 0.5 * px_per_mm) << "a pixel of the map's picture";
  mouse({2, 2}, false);
  mouse({2, 2}, false);
  draw();
  EXPECT_TRUE(in_scene().empty() && in_map().empty());
}

TEST_F(PanelsGl, the_error_map_of_a_validation_lies_beside_the_view) {
  open_ball_and_plate();
  const auto white_pixels = [&] {
    draw({1600, 1000});
    return std::count(picture_.pixels.begin(), picture_.pixels.end(), white);
  };
  Settings settings = app_.state().settings;
  settings.expert = true;
  app_.actions().views.set_settings(settings);
  const auto before = white_pixels();
  validate_pose(app_.state(), app_.actions());
  app_.actions().finish_work();
  app_.widgets().second = SecondView::picture;
  // Its margins are white; nothing else in the dark theme is white over an area.
  EXPECT_GT(white_pixels(), before + 50'000);
}

TEST_F(PanelsGl, a_validation_that_compared_nothing_shows_no_number) {
  open_ball_and_plate();
  app_.actions().pose.nudge({.shift_mm = {200, 0, 0}});
  validate_pose(app_.state(), app_.actions());
  app_.actions().finish_work();
  ASSERT_TRUE(validation_of(app_.state()));
  ASSERT_EQ(validation_of(app_.state())->validation.mean.pixels, 0U);
  Settings settings = app_.state().settings;
  settings.expert = true;
  app_.actions().views.set_settings(settings);
  open_place(app_.widgets(), {PanelKind::report, &validation_part});
  lay_out();
  const std::string drawn = intercusp::testing::drawn_letters();
  EXPECT_NE(drawn.find("RMS"), std::string::npos);
  EXPECT_EQ(drawn.find("RMSnan"), std::string::npos);
}

TEST_F(PanelsGl, what_the_mouse_points_at_is_told_within_its_own_view) {
  open_dentition(8000);
  screen_ = OffScreen(SceneSize{2200, 700});
  lay_out({2200, 700});
  const ViewBox box = app_.scene_box();
  ASSERT_GE(shown_window("second")->Pos.x, box.x + box.width) << "side by side";
  const auto at = [&](const Eigen::Vector3d& place) -> Eigen::Vector2d {
    return Eigen::Vector2d(box.x, box.y) +
           pixel_of(app_.state().view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)},
                    place);
  };
  // Scanned places of the lower that are seen at both ends of the view.
  const Solid& lower = *app_.state().loaded->bite.lower;
  int told = 0;
  for (std::size_t v = 0; v < lower.mesh.vertices.size(); v += 29) {
    const Eigen::Vector2d place = at(lower.mesh.vertices[v]);
    const double share = (place.x() - box.x) / box.width;
    if (share > 0.3 && share < 0.7) continue;
    mouse(place, false);
    mouse(place, false);
    const ImGuiWindow* const tooltip = shown_window("##Tooltip_00");
    if (tooltip == nullptr) continue;
    ++told;
    EXPECT_GE(tooltip->Pos.x, box.x);
    EXPECT_LE(tooltip->Pos.x + tooltip->Size.x, box.x + box.width);
    if (told == 12) break;
  }
  EXPECT_GT(told, 3);
}

TEST_F(PanelsGl, a_chart_of_noise_is_flat) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::contacts;
  for (int i = 0; i < 20; ++i)
    app_.state().history.push_back({.time_s = 0.1 * i, .least_mm = 0.001 * (i % 2), .area_mm2 = 0.5});
  lay_out({1024, 1400});
  const std::vector<std::string> words = intercusp::testing::drawn_words();
  EXPECT_NE(std::ranges::find(words, "0.05"), words.end()) << "the upper end of the range";
}

}  // namespace
}  // namespace intercusp::viewer
