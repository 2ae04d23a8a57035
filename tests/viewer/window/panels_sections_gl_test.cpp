// Sections through the jaws, in the 3D view, in the map and in their own view, and the ruler.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/wording/definitions.h"
#include "tests/viewer/window/panels.h"
#include "viewer/case/section.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {
namespace {

TEST_F(PanelsGl, the_ruler_of_a_section_snaps_to_the_surfaces) {
  cut_ball_and_plate();
  // Measures the gap of 0.02 mm. The drag begins in the ball and ends in the plate, some pixels from the gap.
  const Eigen::Vector2d contact = section_pixel({0, 0});
  drag(contact - Eigen::Vector2d(0, 6), contact + Eigen::Vector2d(0, 6));
  ASSERT_TRUE(app_.state().view.ruler);
  const Ruler& ruler = *app_.state().view.ruler;
  const auto off_ball = [](const Eigen::Vector2d& at) {
    return std::abs((at + Eigen::Vector2d(0, 15 + gap_mm)).norm() - 15);
  };
  EXPECT_LT(std::min(off_ball(ruler.from), std::abs(ruler.from.y())), 0.003);
  EXPECT_LT(std::min(off_ball(ruler.to), std::abs(ruler.to.y())), 0.003);
  // Far from any surface it follows the mouse.
  const Eigen::Vector2d free(5, -4), also_free(6, -4);
  drag(section_pixel(free), section_pixel(also_free));
  EXPECT_LT((app_.state().view.ruler->to - also_free).norm(), 0.1);
  drag(contact, contact);
  EXPECT_FALSE(app_.state().view.ruler) << "a click removes it";
}

//! Remembers the texts and where they are.
class RecordingCanvas : public DrawListCanvas {
 public:
  using DrawListCanvas::DrawListCanvas;
  std::vector<std::pair<std::string, Area>> texts;

 protected:
  void draw_text(double left, double top, std::string_view text, const Letters& letters) override {
    if (!(letters.ink.colour == inks.strong.colour)) return;  // the halo
    texts.emplace_back(text, Area{left, top, left + text_width(text, letters), top + letters.size_px});
  }
};

TEST_F(PanelsGl, the_figures_of_a_section_keep_apart_at_any_zoom) {
  open_dentition(20000);
  frame();
  const LoadedCase& loaded = *app_.state().loaded;
  const ViewBox box{.width = 600, .height = 450, .font_px = 15, .font = ImGui::GetIO().Fonts->Fonts[0]};
  int numbers = 0, negative = 0, together = 0;
  for (const int tooth : {17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27}) {
    for (const SectionKind kind : {SectionKind::sagittal, SectionKind::frontal, SectionKind::across_arch}) {
      const CrossSection section = section_of(loaded, Eigen::Isometry3d(Eigen::Translation3d(0, 0, 0.1)),
                                              section_through(loaded, kind, table_of(app_.state(), tooth)));
      for (const double zoom : {0.3, 1.0, 3.0}) {
        SectionPlacement placement = fitting(window_of(section), box);
        placement.pixels_per_mm *= zoom;
        ImDrawList list(ImGui::GetDrawListSharedData());
        list._ResetForNewFrame();
        list.PushTextureID(ImGui::GetIO().Fonts->TexID);
        RecordingCanvas canvas(list, box, true);
        write_gaps(canvas, section, placement);
        for (std::size_t i = 0; i < canvas.texts.size(); ++i) {
          const auto& [text, area] = canvas.texts[i];
          EXPECT_TRUE(std::ranges::any_of(section.gaps, [&](const SectionGap& gap) {
            return rounded(gap.distance_mm, 2) + " mm" == text;
          })) << text;
          for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(area.meets(canvas.texts[j].second)) << text;
          negative += text.starts_with("\u2013");
        }
        numbers += static_cast<int>(canvas.texts.size());
        together += canvas.texts.size() > 1;
      }
    }
  }
  EXPECT_GT(numbers, 60);
  EXPECT_GT(negative, 20);
  EXPECT_GT(together, 20);
}

TEST_F(PanelsGl, a_section_is_drawn_and_dragged_in_the_3d_view) {
  open_ball_and_plate();
  app_.actions().views.look(StandardView::frontal);
  ViewState view = app_.state().view;
  view.gizmo = false;  // its handles lie on the plane of this test
  app_.actions().views.set(view);
  draw();
  const auto traces = [&] {  // pixels of the trace's colour
    return std::ranges::count_if(picture_.pixels, [](const Rgb& pixel) {
      return pixel.red > 190 && pixel.blue > 170 && pixel.green < 120;
    });
  };
  EXPECT_EQ(traces(), 0);
  app_.actions().views.set_section(SectionKind::sagittal, {0, 0, 0});
  draw();
  EXPECT_GT(traces(), 100) << "in the 3D view and in the map";
  const Camera camera = app_.state().view.camera;
  const auto in_scene = [&](const Eigen::Vector3d& place) {
    const ViewBox& box = app_.scene_box();
    return Eigen::Vector2d(
        Eigen::Vector2d(box.x, box.y) +
        pixel_of(camera, {static_cast<int>(box.width), static_cast<int>(box.height)}, place));
  };
  // From the front the plane is a line.
  const Eigen::Vector2d start = in_scene({0, 0, 10}).array().floor(),
                        end = in_scene({4, 0, 10}).array().floor();
  const double moved_mm = 4 * (end - start).x() / (in_scene({4, 0, 10}) - in_scene({0, 0, 10})).x();
  drag(start, end);  // Dear ImGui has whole pixels
  const SectionPlane& section = *app_.state().view.section;
  EXPECT_NEAR(section.case_from_plane.translation().x(), moved_mm, 0.1);
  EXPECT_NEAR(section.case_from_plane.translation().tail<2>().norm(), 0, 1e-9);
  EXPECT_EQ(app_.state().view.camera.view_from_case.coeffs(), camera.view_from_case.coeffs());
  // A drag next to it turns the view.
  drag(in_scene({-5, 0, 10}), in_scene({-9, 0, 10}));
  EXPECT_NEAR(section.case_from_plane.translation().x(), moved_mm, 0.1);
  EXPECT_NE(app_.state().view.camera.view_from_case.coeffs(), camera.view_from_case.coeffs());
}

TEST_F(PanelsGl, a_section_is_drawn_and_dragged_in_the_map) {
  open_ball_and_plate();
  app_.actions().views.set_section(SectionKind::frontal, {0, 0, 0});
  draw();
  // The plane is a line through the middle of the map, from left to right: dragged down by a quarter of it.
  const ImGuiWindow& window = *shown_window("second");
  const auto left = static_cast<int>(window.Pos.x + 0.48F * window.Size.x);
  // Purple, also where the line covers half a pixel only.
  const auto of_line = [](const Rgb& pixel) {
    return pixel.red > pixel.green + 60 && pixel.blue > pixel.green + 60;
  };
  int line = 0;
  for (int y = static_cast<int>(window.Pos.y); y < static_cast<int>(window.Pos.y + window.Size.y); ++y) {
    if (of_line(picture_.at(left, y))) line = y;
  }
  ASSERT_GT(line, 0) << "no line in the map";
  const ImageZoom zoom = app_.widgets().map;
  drag({left, line}, {left, line + 40});
  const double moved = app_.state().view.section->case_from_plane.translation().y();
  EXPECT_GT(moved, 0.5) << "towards the patient's back, which is down in the map";
  EXPECT_EQ(app_.widgets().map.middle, zoom.middle) << "the map itself stays";
  draw();
  EXPECT_TRUE(of_line(picture_.at(left, line + 40)));
  EXPECT_FALSE(of_line(picture_.at(left, line)));
  EXPECT_FALSE(of_line(picture_.at(left, line + 50)));
}

TEST_F(PanelsGl, two_clicks_measure_a_distance_that_follows_the_jaws_and_escape_removes_it) {
  open_ball_and_plate();
  app_.actions().views.look(StandardView::frontal);
  ViewState view = app_.state().view;
  view.gizmo = false;
  app_.actions().views.set(view);
  lay_out();
  press(key_a + ('D' - 'A'));
  ASSERT_TRUE(app_.widgets().measuring.on);
  const Eigen::Vector3d on_plate(-8, -20, -2),
      on_ball(9, -std::sqrt(225 - 81 - std::pow(20 - 15 - gap_mm, 2)), 20);
  click(on_plate);
  EXPECT_FALSE(app_.state().view.space_ruler);
  click(on_ball);
  EXPECT_FALSE(app_.widgets().measuring.on);
  ASSERT_TRUE(app_.state().view.space_ruler);
  const auto length = [&] {
    const SpaceRuler& ruler = *app_.state().view.space_ruler;
    return (app_.state().case_point(ruler.to) - app_.state().case_point(ruler.from)).norm();
  };
  const double one_px = app_.state().view.camera.height_mm / app_.scene_box().height;
  EXPECT_NEAR(length(), (on_ball - on_plate).norm(), 2 * one_px);
  draw();
  const std::string written = rounded(length(), 2) + " mm";
  const auto label = std::ranges::find(app_.widgets().labels, written, &Label::text);
  ASSERT_NE(label, app_.widgets().labels.end());
  const Rgb beside = picture_.at(static_cast<int>(label->area.left) - 3,
                                 static_cast<int>(label->area.top + label->area.bottom) / 2);
  EXPECT_LT(beside.red, 100) << "the number has a dark ground";
  const double before = length();
  app_.actions().pose.nudge({.shift_mm = {0, 0, -5}});
  EXPECT_GT(length(), before + 1) << "its ends go with their jaws";
  press(key_escape);
  EXPECT_FALSE(app_.state().view.space_ruler);
  press(key_a + ('D' - 'A'));
  click(on_plate);
  press(key_escape);
  EXPECT_FALSE(app_.widgets().measuring.on || app_.widgets().measuring.from);
}

TEST_F(PanelsGl, the_chosen_kind_of_section_is_marked) {
  cut_ball_and_plate();
  app_.widgets().panel = PanelKind::view;
  EXPECT_FALSE(app_.state().view.section_cuts) << "by default nothing is hidden";
  draw({1600, 1400});
  const Picture marked = picture_;
  const ViewState chosen = app_.state().view;
  ViewState other = chosen;
  other.section->kind.reset();
  app_.actions().views.set(other);
  draw({1600, 1400});
  const auto scene_left = static_cast<int>(app_.scene_box().x);
  int differing = 0;
  for (int y = 0; y < marked.height; ++y)
    for (int x = 0; x < scene_left; ++x) differing += !(marked.at(x, y) == picture_.at(x, y));
  EXPECT_GT(differing, 500) << "the ground of a button";
  app_.actions().views.set(chosen);
  app_.actions().views.move_section(1);
  EXPECT_EQ(app_.state().view.section->kind, SectionKind::sagittal);
}

TEST_F(PanelsGl, the_section_view_opens_with_a_section_where_the_jaws_touch) {
  open_ball_and_plate();
  lay_out();
  const ImGuiWindow& window = *shown_window("second");
  const Eigen::Vector2d tab(window.Pos.x + 0.6F * window.Size.x, window.Pos.y + ImGui::GetFrameHeight());
  for (const bool down : {false, true, false}) mouse(tab, down);
  EXPECT_EQ(app_.widgets().second, SecondView::section);
  ASSERT_TRUE(app_.state().view.section);
  EXPECT_EQ(app_.state().view.section->kind, SectionKind::across_arch);
  EXPECT_LT(app_.state().view.section->case_from_plane.translation().norm(), 0.3) << "the pole of the ball";
}

TEST_F(PanelsGl, without_a_section_the_view_says_what_to_click) {
  open_ball_and_plate();
  app_.widgets().second = SecondView::section;
  lay_out();
  const ImGuiWindow* words = nullptr;
  for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && std::string(window->Name).find("no section") != std::string::npos)
      words = window;
  ASSERT_NE(words, nullptr);
  const ImGuiWindow& view = *shown_window("second");
  const float em = ImGui::GetFontSize();
  EXPECT_GE(words->Pos.x, view.Pos.x + 0.8F * em);
  EXPECT_LE(words->Pos.x + words->Size.x, view.Pos.x + view.Size.x - 0.8F * em);
  EXPECT_LE(words->ContentSize.x, words->InnerRect.GetWidth() + 1.5F) << "nothing is cut off";
}

}  // namespace
}  // namespace intercusp::viewer
