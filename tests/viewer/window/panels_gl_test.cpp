// The interface without a window: every panel in both themes and at several sizes, keys, and drags.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "io/wording/definitions.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/made_dentition.h"
#include "tests/support/program.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/without_pixels.h"
#include "viewer/app/session.h"
#include "viewer/panels/input.h"
#include "viewer/panels/off_screen.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/place_mark.h"
#include "viewer/scene/section_picture.h"
#include "viewer/text/panels.h"
#include "viewer/text/shell.h"
#include "viewer/text/spray.h"

namespace intercusp::viewer {
namespace {

using intercusp::testing::TemporaryFolder;

constexpr double gap_mm = 0.02;

//! As a frame lays them out; Dear ImGui's own lists belong to frames.
ViewParts parts_outside_a_frame(const ViewBox& box, const AppState& state, PictureOf what) {
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  return parts_of(list, box, state, what, Caption::without_finding);
}

//! A ball of 30 mm over a plate, so that least clearance and first contact are known.
class PanelsGl : public ::testing::Test {
 protected:
  void TearDown() override {
    set_language(Language::english);
    EXPECT_TRUE(context_.debug_messages().empty()) << context_.debug_messages().front();
  }

  void open_ball_and_plate() {
    const double radius = 15;
    intercusp::testing::write_stl(folder_ / "upper.stl",
                                  shapes::sphere({0, 0, radius + gap_mm}, radius, 120));
    intercusp::testing::write_stl(folder_ / "lower.stl", shapes::box({-20, -20, -5}, {20, 20, 0}));
    app_.actions().open(
        {.upper = (folder_ / "upper.stl").string(), .lower = (folder_ / "lower.stl").string()});
    app_.actions().finish_work();
    ASSERT_NE(app_.state().loaded, nullptr)
        << (app_.state().messages.empty() ? "" : app_.state().messages.back().text);
    lay_out();
  }

  void open_dentition(int triangles) {
    const auto [upper, lower] = intercusp::testing::write_dentition(folder_.path(), triangles);
    app_.actions().open({.upper = upper, .lower = lower});
    app_.actions().finish_work();
    ASSERT_NE(app_.state().loaded, nullptr);
  }

  void open_teeth() {
    open_dentition(8000);
    app_.widgets().panel = PanelKind::the_case;
    app_.widgets().case_part = CasePart::teeth;
    frame();
    app_.actions().finish_work();
    ASSERT_NE(app_.state().teeth, nullptr);
    lay_out();
  }

  void click(const Eigen::Vector3d& case_point) {
    const ViewBox& box = app_.scene_box();
    const Eigen::Vector2d pixel =
        Eigen::Vector2d(box.x, box.y) + pixel_of(app_.state().view.camera,
                                                 {static_cast<int>(box.width), static_cast<int>(box.height)},
                                                 case_point);
    mouse(pixel, false);
    mouse(pixel, true);
    mouse(pixel, false);
    mouse(pixel, false);
  }

  void speak(Language language) {
    Settings settings = app_.state().settings;
    settings.language = language;
    app_.actions().set_settings(settings);
    lay_out();
  }

  void draw(const SceneSize& size = {1024, 700}) {
    // What was followed without pixels is drawn anew.
    if (std::exchange(undrawn_, false))
      (void)app_.renderer().draw(app_.state().view.camera, {1, 1}, SceneRenderer::Effort::quick);
    picture_ = interface_picture(app_, size);
  }
  //! As draw, where nobody looks at the picture.
  void lay_out(const SceneSize& size = {1024, 700}) {
    const intercusp::testing::WithoutPixels without;
    undrawn_ = true;
    settle(app_, OffScreen(size));
  }
  void frame() {
    const intercusp::testing::WithoutPixels without;
    undrawn_ = true;
    (void)screen_.frame(app_);
  }

  void press(int key, int held = 0) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = held == key_control;
    io.KeyShift = held == key_shift;
    io.KeysDown[key] = true;
    frame();
    io.KeysDown[key] = io.KeyCtrl = io.KeyShift = false;
    frame();
  }

  void mouse(const Eigen::Vector2d& at, bool down) {
    ImGui::GetIO().MousePos = {static_cast<float>(at.x()), static_cast<float>(at.y())};
    ImGui::GetIO().MouseDown[0] = down;
    frame();
  }

  //! Of an item in the panel that is open.
  static ImGuiID id_in_panel(std::initializer_list<const char*> parts) {
    ImGuiID id = 0;
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
      if (window->WasActive && std::string(window->Name).find("content") != std::string::npos)
        id = window->ID;
    }
    for (const char* const part : parts) id = ImHashStr(part, 0, id);
    return id;
  }

  //! Of the panel that is open, px.
  static float panel_scroll() {
    float scroll = 0;
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
      if (window->WasActive && std::string(window->Name).find("content") != std::string::npos)
        scroll = window->Scroll.y;
    return scroll;
  }

  //! Puts the cursor into a field.
  void activate(ImGuiID field) {
    ImGui::ActivateItem(field);
    ImGui::GetCurrentContext()->NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
    frame();
    ASSERT_EQ(ImGui::GetActiveID(), field);
  }

  //! The window of that name that is shown; null if none is.
  static const ImGuiWindow* shown_window(const std::string& name) {
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
      if (window->WasActive && !window->Hidden && window->Name == name) return window;
    }
    return nullptr;
  }

  //! Types into a number field of the panel that is open, and leaves it with Enter.
  void type_into(const char* field, const char* number) {
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({field, field, "##number"})));
    press(key_a, key_control);
    ImGui::GetIO().AddInputCharactersUTF8(number);
    frame();
    press(key_enter);
  }

  //! Clicks the one in the lower left corner.
  void click_first_button(const ImGuiWindow& window) {
    const float em = ImGui::GetFontSize();
    const Eigen::Vector2d at(window.Pos.x + 2 * em, window.Pos.y + window.Size.y - 1.5F * em);
    mouse(at, false);
    mouse(at, true);
    mouse(at, false);
  }

  //! Where the section view shows a place of its plane.
  [[nodiscard]] Eigen::Vector2d section_pixel(const Eigen::Vector2d& mm) {
    const ImGuiWindow& view = *shown_window("second");
    const float head = std::floor(view.Pos.y + ImGui::GetStyle().WindowPadding.y + ImGui::GetFrameHeight());
    const ViewBox box{.x = view.Pos.x,
                      .y = head,
                      .width = view.Size.x,
                      .height = view.Pos.y + view.Size.y - head,
                      .font_px = 0.72F * ImGui::GetFontSize()};  // the smallest, as in every low view
    const ViewBox picture = parts_outside_a_frame(box, app_.state(), PictureOf::section).picture;
    const SectionPlacement placement = fitting(app_.widgets().last_section.window, picture);
    return Eigen::Vector2d(picture.x + picture.width / 2, picture.y + picture.height / 2) +
           (mm - placement.middle_mm) * placement.pixels_per_mm;
  }

  void drag(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
    mouse(from, false);
    mouse(from, true);
    mouse((from + to) / 2, true);
    mouse(to, true);
    mouse(to, false);
    mouse(to, false);
  }

  //! Through the pole of the ball, with the section beside the 3D view.
  void cut_ball_and_plate() {
    open_ball_and_plate();
    app_.actions().set_section(SectionKind::sagittal, {0, 0, 0});
    app_.widgets().second = SecondView::section;
    lay_out();
  }

  //! Of the handle that shifts in the plane of the view.
  [[nodiscard]] Eigen::Vector2d handle() {
    const ViewBox& box = app_.scene_box();
    const AppState& state = app_.state();
    const Eigen::Vector2d pixel =
        pixel_of(state.view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)},
                 centre_of_lower(*state.loaded, state.document.upper_from_lower));
    return pixel + Eigen::Vector2d(box.x, box.y);
  }

  [[nodiscard]] Eigen::Matrix4d pose() { return app_.state().document.upper_from_lower.matrix(); }

  static constexpr int key_control = -1, key_shift = -2;
  gl::Context context_;
  TemporaryFolder folder_;
  App app_{Actions::Folders{}};
  OffScreen screen_{SceneSize{1024, 700}};
  Picture picture_;  //!< last drawn
  bool undrawn_ = false;
};

std::size_t pixels_that_differ(const Picture& one, const Picture& other) {
  std::size_t differ = 0;
  for (std::size_t i = 0; i < one.pixels.size(); ++i) differ += one.pixels[i] == other.pixels[i] ? 0 : 1;
  return differ;
}

//! Windows that are shown lie in the picture, and nothing in a panel is wider than the panel.
void expect_all_inside(const SceneSize& size, const std::string& what) {
  constexpr float rounding_px = 1.5F;
  for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || window->Hidden || (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ||
        std::string(window->Name).starts_with("Debug")) {
      continue;
    }
    EXPECT_GE(window->Pos.x, -rounding_px) << what << ": " << window->Name;
    EXPECT_GE(window->Pos.y, -rounding_px) << what << ": " << window->Name;
    EXPECT_LE(window->Pos.x + window->Size.x, size.width_px + rounding_px) << what << ": " << window->Name;
    EXPECT_LE(window->Pos.y + window->Size.y, size.height_px + rounding_px) << what << ": " << window->Name;
  }
  for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || std::string(window->Name).find("content") == std::string::npos) continue;
    EXPECT_LE(window->ContentSize.x, window->InnerRect.GetWidth() + rounding_px) << what << " is cut off";
  }
}

//! All that can stand beside the rail.
struct Place {
  PanelKind panel;
  CasePart case_part = CasePart::scans;
  ReportPart report_part = ReportPart::files;
};
constexpr Place places[] = {
    {PanelKind::the_case}, {PanelKind::the_case, CasePart::teeth},
    {PanelKind::mandible}, {PanelKind::contacts},
    {PanelKind::motion},   {PanelKind::spray},
    {PanelKind::report},   {PanelKind::report, CasePart::scans, ReportPart::validation},
    {PanelKind::view}};
void open_place(WidgetState& widgets, const Place& place) {
  widgets.panel = place.panel;
  widgets.case_part = place.case_part;
  widgets.report_part = place.report_part;
}

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
  const ViewBox maps = parts_outside_a_frame(box, state, PictureOf::map).picture;
  const float name = ImGui::GetFrameHeight() / 2, x = maps.x + maps.width / 2;
  const auto at = [&](float share) {
    return Eigen::Vector2f(x, maps.y + share * maps.height + name).cast<int>().eval();
  };
  return {at(0.25F), at(0.75F)};
}

TEST_F(PanelsGl, the_map_of_a_named_pose_stands_below_the_present_one_in_the_same_colours) {
  open_ball_and_plate();
  app_.actions().add_named_pose("in contact");
  app_.actions().nudge({.shift_mm = {0, 0, -0.8}});
  app_.actions().add_named_pose("apart");
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
  app_.actions().compare_with(1);
  app_.actions().finish_work();
  draw(size);
  const auto [apart, also_apart] = colours();
  EXPECT_EQ(apart, also_apart) << "one pose twice";
  app_.actions().compare_with(0);
  app_.actions().finish_work();
  draw(size);
  const auto [present, in_contact] = colours();
  EXPECT_EQ(present, apart);
  EXPECT_FALSE(in_contact == apart);
  app_.actions().go_to_named_pose(0);
  app_.actions().compare_with(1);
  app_.actions().finish_work();
  draw(size);
  EXPECT_EQ(colours(), std::pair(in_contact, apart)) << "exchanged";
  expect_all_inside(size, "comparison");

  app_.actions().go_to_named_pose(1);
  app_.actions().finish_work();
  press(key_escape);
  EXPECT_FALSE(app_.state().comparison);
  draw(size);
  EXPECT_EQ(pixels_that_differ(picture_, alone), 0U);
}

std::vector<std::uint8_t> texels_of(const gl::Texture& texture) {
  std::vector<std::uint8_t> texels(4 * static_cast<std::size_t>(texture.width_px() * texture.height_px()));
  texture.read(GL_RGBA, GL_UNSIGNED_BYTE, std::as_writable_bytes(std::span(texels)));
  return texels;
}

TEST_F(PanelsGl, a_named_pose_has_a_picture_of_the_view_in_which_it_was_saved) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().look(StandardView::lower_occlusal);
  app_.actions().nudge({.shift_mm = {3, 0, 0}});
  app_.actions().finish_work();
  app_.actions().add_named_pose("aside");
  draw();
  const std::vector<PoseThumbnail>& thumbnails = app_.widgets().thumbnails;
  ASSERT_EQ(thumbnails.size(), 1U);
  const std::vector<std::uint8_t> saved = texels_of(thumbnails[0].texture);
  EXPECT_GT(std::set(saved.begin(), saved.end()).size(), 20U) << "jaws with light and paint";

  const std::filesystem::path session = folder_ / "saved.json";
  app_.actions().look(StandardView::right);
  app_.actions().nudge({.shift_mm = {0, 0, -2}});
  app_.actions().save_session(session);
  app_.actions().open_session(session);
  app_.actions().finish_work();
  draw();
  EXPECT_TRUE(thumbnails.empty()) << "its map is read first";
  app_.actions().finish_work();
  draw();
  ASSERT_EQ(thumbnails.size(), 1U);
  EXPECT_EQ(texels_of(thumbnails[0].texture), saved);
  EXPECT_FALSE(app_.state().pose_map) << "no longer needed";
}

TEST_F(PanelsGl, every_panel_fits_in_both_themes_and_sizes_with_and_without_a_case) {
  for (const bool open : {false, true}) {
    if (open) open_ball_and_plate();
    for (const bool dark : {true, false}) {
      Settings settings = app_.state().settings;
      settings.dark = dark;
      settings.expert = true;
      app_.actions().set_settings(settings);
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
                                 PanelKind::motion, PanelKind::spray, PanelKind::report}));
}

TEST_F(PanelsGl, a_nozzle_is_placed_by_a_click_dragged_and_sprayed_by_the_button) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::spray;
  lay_out();
  ImGui::ActivateItem(id_in_panel({text::place_nozzle}));
  for (int i = 0; i < 2; ++i) frame();
  ASSERT_TRUE(app_.widgets().placing_nozzle);
  const AppState& state = app_.state();
  const AnatomicalAxes axes = state.loaded->axes();
  const Eigen::Vector3d front = Eigen::Vector3d(0, 0, 15) + 15 * axes.anterior;  // of the ball
  click(front);
  ASSERT_TRUE(state.document.nozzle);
  EXPECT_FALSE(app_.widgets().placing_nozzle);
  EXPECT_LT((state.document.nozzle->aim() - front).norm(), 0.5);
  EXPECT_GT(state.document.nozzle->direction.dot(axes.posterior()), 0.999) << "along the view";

  const auto pixel = [&](const Eigen::Vector3d& place) {
    const ViewBox& box = app_.scene_box();
    return Eigen::Vector2d(
        Eigen::Vector2d(box.x, box.y) +
        pixel_of(state.view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)}, place));
  };
  app_.actions().look(StandardView::right);
  const Nozzle placed = *state.document.nozzle;
  drag(pixel(placed.aim()), pixel(placed.aim() + 5 * axes.superior));
  EXPECT_TRUE(state.document.nozzle->place.isApprox(placed.place, 1e-9)) << "only turned";
  EXPECT_NEAR((state.document.nozzle->aim() - placed.aim()).dot(axes.superior), 5, 0.5);
  app_.actions().undo();
  EXPECT_EQ(state.document.nozzle, placed) << "a drag is one step";

  lay_out();
  ImGui::ActivateItem(id_in_panel({text::spray_now}));
  for (int i = 0; i < 2; ++i) frame();
  app_.actions().finish_work();
  lay_out();
  ASSERT_EQ(state.document.passes.size(), 1U);
  EXPECT_GT(state.deposit->upper.whole.reached_mm2, 100);
}

TEST_F(PanelsGl, the_deposit_takes_the_place_of_the_paint_until_a_paint_is_chosen) {
  open_ball_and_plate();
  const AnatomicalAxes axes = app_.state().loaded->axes();
  const Eigen::Vector3d middle(0, 0, 15);
  app_.actions().set_nozzle({.place = middle + 60 * axes.anterior, .direction = -axes.anterior});
  lay_out();
  app_.actions().spray();
  app_.actions().finish_work();
  draw();
  const ViewBox& box = app_.scene_box();
  const Eigen::Vector2d at =
      pixel_of(app_.state().view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)}, middle);
  const auto colour = [&] {
    return picture_.at(static_cast<int>(box.x + at.x()) + 30, static_cast<int>(box.y + at.y()) - 20);
  };
  const Rgb sprayed = colour();
  EXPECT_GT(sprayed.blue, sprayed.red + 60) << "covered";
  EXPECT_NE(view_notes(app_.state(), PictureOf::scene).find("all passes"), std::string::npos)
      << "the contacts' numbers do not belong to this picture";
  const Picture saved = view_picture(app_.renderer(), app_.state(), PictureOf::scene, {800, 600});
  const auto covered = std::ranges::count_if(
      saved.pixels, [](const Rgb& pixel) { return pixel.blue > pixel.red + 60 && pixel.blue > 100; });
  EXPECT_GT(covered, 5000) << "in a saved picture too";
  ViewState view = app_.state().view;
  view.show_deposit = false;
  app_.actions().set_view(view);
  draw();
  EXPECT_LT(colour().blue, colour().red + 60);
}

TEST_F(PanelsGl, a_move_is_undone_from_every_step) {
  open_ball_and_plate();
  const Eigen::Matrix4d opened = pose();
  for (const Place& place : places) {
    open_place(app_.widgets(), place);
    app_.actions().nudge({.shift_mm = {0, 0, 0.1}});
    lay_out();
    const ImGuiWindow* const rail = shown_window("rail");
    ASSERT_NE(rail, nullptr);
    const float em = ImGui::GetFontSize();
    const Eigen::Vector2d undo(rail->Pos.x + rail->Size.x / 2 - em, rail->Pos.y + rail->Size.y - 1.2F * em);
    for (const bool down : {false, true, false}) mouse(undo, down);
    EXPECT_EQ(pose(), opened) << static_cast<int>(place.panel);
  }
}

TEST_F(PanelsGl, the_jaws_fill_what_legend_and_letters_leave_of_the_view) {
  open_teeth();
  open_place(app_.widgets(), {PanelKind::contacts});
  for (const SceneSize& size : {SceneSize{1024, 700}, SceneSize{1600, 1000}, SceneSize{900, 1000}}) {
    for (const StandardView view : {StandardView::frontal, StandardView::lower_occlusal}) {
      const OffScreen screen(size);
      for (int i = 0; i < 3; ++i) (void)screen.frame(app_);
      app_.actions().look(view);
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

TEST_F(PanelsGl, without_expert_mode_neither_validation_nor_stages_are_shown) {
  open_ball_and_plate();
  app_.actions().validate();
  app_.actions().finish_work();
  Settings settings = app_.state().settings;
  EXPECT_FALSE(settings.expert);
  settings.expert = true;
  app_.actions().set_settings(settings);
  ViewState view = app_.state().view;
  view.map_colouring = MapColouring::resolved_by;
  app_.actions().set_view(view);
  open_place(app_.widgets(), {PanelKind::report, CasePart::scans, ReportPart::validation});
  app_.widgets().second = SecondView::errors;
  draw();
  const Picture expert = picture_;
  EXPECT_EQ(app_.widgets().second, SecondView::errors);
  settings.expert = false;
  app_.actions().set_settings(settings);
  draw();
  EXPECT_EQ(app_.widgets().second, SecondView::map);
  EXPECT_EQ(app_.state().view.map_colouring, MapColouring::clearance);
  const Picture plain = picture_;
  app_.widgets().report_part = ReportPart::files;
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
  for (float x = bar->Pos.x + 6; x < bar->Pos.x + 0.6F * bar->Size.x; x += 12) {
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
  app_.actions().look(StandardView::lower_occlusal);
  app_.actions().select_contact(pairs.front().name);
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

TEST_F(PanelsGl, number_fields_have_the_minus_sign_of_all_other_numbers) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ASSERT_NO_FATAL_FAILURE(type_into("up", "-1.5"));
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"up", "up", "##number"})));
  frame();
  EXPECT_EQ(std::string(ImGui::GetCurrentContext()->InputTextState.TextA.Data), rounded(-1.5, 3) + " mm");
  press(key_enter);
  EXPECT_NEAR(pose()(2, 3), -1.5, 1e-9) << "left as it was";
}

TEST_F(PanelsGl, number_fields_show_the_decimal_mark_of_the_language_and_take_comma_and_point) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  for (const Language language : {Language::english, Language::german}) {
    speak(language);
    const Text up("up");
    for (const auto& [typed, expected] : {std::pair("-1,5", -1.5), std::pair("-2.25", -2.25)}) {
      ASSERT_NO_FATAL_FAILURE(type_into(up, typed));
      EXPECT_NEAR(pose()(2, 3), expected, 1e-9) << typed;
    }
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({up, up, "##number"})));
    frame();
    EXPECT_STREQ(ImGui::GetCurrentContext()->InputTextState.TextA.Data,
                 language == Language::german ? "–2,250 mm" : "–2.250 mm");
    press(key_enter);
    EXPECT_NEAR(pose()(2, 3), -2.25, 1e-9) << "left as it was";
  }
}

TEST_F(PanelsGl, a_slider_clicked_with_ctrl_takes_comma_and_point_within_its_limits) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::contacts;
  for (const Language language : {Language::english, Language::german}) {
    speak(language);
    const Text name("Threshold");
    for (const auto& [typed, expected] :
         {std::pair("62,9", 0.063), std::pair("81.0", 0.081), std::pair("9000", 0.5)}) {
      const ImGuiID slider = id_in_panel({name, "##slider"});
      ASSERT_NO_FATAL_FAILURE(activate(slider));
      frame();
      press(key_a, key_control);
      ImGui::GetIO().AddInputCharactersUTF8(typed);
      frame();
      press(key_enter);
      EXPECT_NEAR(app_.state().document.threshold_mm, expected, 1e-6) << typed;
    }
  }
}

TEST_F(PanelsGl, another_language_is_seen_in_the_frame_in_which_it_is_chosen) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::view;
  draw();
  const Picture english = picture_;
  Settings settings = app_.state().settings;
  settings.language = Language::german;
  app_.actions().set_settings(settings);
  frame();
  EXPECT_NE(ImGui::FindWindowByName("##MainMenuBar"), nullptr);
  EXPECT_EQ(std::string(text::step_report), "Bericht");
  const Picture german = interface_picture(app_, {1024, 700});
  EXPECT_GT(pixels_that_differ(english, german), 2000U);
  settings.language = Language::english;
  app_.actions().set_settings(settings);
  draw();
  EXPECT_EQ(pixels_that_differ(english, picture_), 0U);
}

TEST_F(PanelsGl, full_screen_shows_the_3d_view_and_the_finding_alone_and_gives_back_what_was_there) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::contacts;
  const SceneSize size{1024, 700};
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
  app_.actions().say(MessageKind::problem, "The disk is full");
  lay_out();
  ASSERT_NE(shown_window("notices"), nullptr);
  const std::vector<std::string> words = testing::drawn_words();
  EXPECT_NE(std::ranges::find(words, "disk"), words.end());
  expect_all_inside({1024, 700}, "full screen with a message");
}

TEST_F(PanelsGl, full_screen_waits_for_a_case) {
  press(key_f11);
  lay_out();
  EXPECT_NE(shown_window("panel"), nullptr);
}

TEST_F(PanelsGl, every_panel_fits_in_german_at_both_sizes_with_and_without_a_case) {
  speak(Language::german);
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
  app_.actions().set_settings(settings);
  lay_out();
  expect_all_inside({1024, 700}, "large type");
}

//! The vertex of a tooth of the upper jaw that lies lowest.
Eigen::Vector3d table_of(const AppState& state, int fdi) {
  const Solid& jaw = *state.loaded->bite.upper;
  Eigen::Vector3d lowest(0, 0, 1e9);
  for (std::size_t v = 0; v < jaw.labels.size(); ++v)
    if (jaw.labels[v] == fdi && jaw.mesh.vertices[v].z() < lowest.z()) lowest = jaw.mesh.vertices[v];
  return lowest;
}

TEST_F(PanelsGl, teeth_are_selected_added_and_painted_with_the_mouse) {
  open_teeth();
  app_.actions().look(StandardView::upper_occlusal);
  lay_out();
  const Eigen::Vector3d table = table_of(app_.state(), 16);
  click(table);
  EXPECT_EQ(app_.state().selected_tooth, (ToothName{true, 16}));
  lay_out();
  expect_all_inside({1024, 700}, "teeth panel with a tooth selected");

  app_.actions().edit_teeth(true, {.kind = TeethEdit::Kind::remove, .tooth = 16});
  EXPECT_EQ(table_of(app_.state(), 16).z(), 1e9);
  app_.widgets().teeth.tool = TeethTool::add;
  click(table);
  EXPECT_TRUE(table_of(app_.state(), 16).isApprox(table));

  click(table);  // nothing to add here: said, not done
  EXPECT_EQ(app_.state().messages.back().text,
            "Not possible: the point lies on tooth 16; click on a crown without a number.");
  app_.actions().select_tooth_in_place({true, 16});
  app_.widgets().teeth.tool = TeethTool::shrink;
  click(table);
  EXPECT_FALSE(table_of(app_.state(), 16).isApprox(table));
  press(key_a + ('Z' - 'A'), key_control);
  EXPECT_TRUE(table_of(app_.state(), 16).isApprox(table));
}

TEST_F(PanelsGl, the_teeth_are_painted_only_while_their_panel_is_open) {
  open_teeth();
  app_.actions().look(StandardView::upper_occlusal);
  draw();
  EXPECT_TRUE(app_.state().shows_teeth);
  const Picture in_colours = picture_;
  app_.actions().edit_teeth(true, {.kind = TeethEdit::Kind::merge, .tooth = 16, .number = 17});
  draw();
  EXPECT_NE(picture_.pixels, in_colours.pixels);
  app_.widgets().panel = PanelKind::view;
  lay_out();
  EXPECT_FALSE(app_.state().shows_teeth);
}

TEST_F(PanelsGl, keys_move_the_mandible_and_undo_brings_it_back) {
  open_ball_and_plate();
  const Eigen::Matrix4d opened = pose();
  press(key_up);  // 0.1 mm up: the plate goes 0.08 mm into the ball
  EXPECT_NEAR(pose()(2, 3), 0.1, 1e-12);
  EXPECT_TRUE(app_.state().live->reading().interference);
  press(key_down, key_shift);
  EXPECT_NEAR(pose()(2, 3), 0.09, 1e-12);
  press(key_a + ('C' - 'A'), key_shift);  // straight to first contact
  // The ball's facets lie inside it by up to R (1 − cos(π / 240)) = 0.0013 mm.
  EXPECT_NEAR(pose()(2, 3), gap_mm, 0.0014);
  for (int i = 0; i < 3; ++i) press(key_a + ('Z' - 'A'), key_control);
  EXPECT_EQ(pose(), opened);
  EXPECT_FALSE(app_.state().can_undo);
  press(key_a + ('Y' - 'A'), key_control);
  EXPECT_NEAR(pose()(2, 3), 0.1, 1e-12);
}

TEST_F(PanelsGl, a_number_typed_out_of_reach_is_refused_and_its_limits_said) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ASSERT_NO_FATAL_FAILURE(type_into("up", "-1.5"));
  EXPECT_NEAR(pose()(2, 3), -1.5, 1e-9);
  const Eigen::Matrix4d before = pose();
  const std::pair<const char*, const char*> slips[] = {{"up", "99999999999999"}, {"up", "1e300"},
                                                       {"forward", "-51"},       {"to the left", "1e7"},
                                                       {"pitch", "1e9"},         {"yaw", "46"}};
  for (const auto& [field, number] : slips) {
    ASSERT_NO_FATAL_FAILURE(type_into(field, number));
    EXPECT_EQ(pose(), before) << field << " " << number;
    ASSERT_FALSE(app_.state().messages.empty());
    EXPECT_NE(app_.state().messages.back().text.find(field), std::string::npos);
    EXPECT_NE(app_.state().messages.back().text.find("can be from"), std::string::npos);
  }
  ASSERT_NO_FATAL_FAILURE(type_into("forward", "50"));
  EXPECT_FALSE(pose() == before);
}

TEST_F(PanelsGl, what_is_thrown_in_a_frame_is_said_and_the_next_frame_is_whole) {
  open_ball_and_plate();
  draw();
  const Picture before = picture_;
  app_.widgets().confirmation = {.text = "Replace?", .yes = "Replace", .agreed = [] {
                                   throw std::runtime_error("a failure of the test");
                                 }};
  lay_out();
  ASSERT_NE(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_NO_THROW(click_first_button(*ImGui::GetTopMostPopupModal()));
  ASSERT_FALSE(app_.state().messages.empty());
  EXPECT_EQ(app_.state().messages.back().text, "A failure of the test");
  app_.actions().dismiss_message(0);
  mouse({-1, -1}, false);
  draw();
  EXPECT_EQ(picture_.pixels, before.pixels);
  press(key_up);
  EXPECT_NEAR(pose()(2, 3), 0.1, 1e-12) << "keys work as before";
}

TEST_F(PanelsGl, what_the_program_says_covers_no_view) {
  open_ball_and_plate();
  for (const char* const text : {"one is wrong", "another is wrong", "a third one is wrong with a long name"})
    app_.actions().say(MessageKind::problem, text);
  app_.actions().validate();
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
  app_.actions().cancel_work();
  app_.actions().finish_work();
}

TEST_F(PanelsGl, a_row_of_the_chart_of_tooth_pairs_marks_its_pair_and_a_drag_moves_the_film) {
  open_dentition(8000);
  app_.actions().play_all_excursions();
  app_.actions().finish_work();
  app_.actions().set_playing(false);
  ASSERT_TRUE(app_.state().film && app_.state().film->contacts);
  app_.widgets().panel = PanelKind::motion;
  lay_out();
  EXPECT_GT(panel_scroll(), 50) << "the film's controls come into sight";
  screen_ = OffScreen(SceneSize{1024, 1600});  // room for all of the chart
  lay_out({1024, 1600});
  const ImGuiID bars = id_in_panel({"bars"});
  Eigen::Vector2d at(160, 100);
  for (; at.y() < 1600 && ImGui::GetHoveredID() != bars; at.y() += 40) mouse(at, false);
  ASSERT_EQ(ImGui::GetHoveredID(), bars);
  at.y() -= 40;
  const Eigen::Vector2d name(ImGui::FindWindowByName("panel")->Pos.x + 25, at.y());  // of the row
  for (const bool down : {false, true, false, false}) mouse(name, down);
  ASSERT_TRUE(app_.state().film->selected_pair);
  const GroupPair pair = *app_.state().film->selected_pair;
  ASSERT_TRUE(app_.state().selected_contact);
  EXPECT_EQ(app_.state().selected_contact->name.upper_tooth, pair.upper);
  EXPECT_EQ(app_.state().selected_contact->name.lower_tooth, pair.lower);

  app_.actions().set_film_time(0);
  mouse(at, false);
  mouse(at, true);
  mouse({1000, at.y()}, true);  // beyond the end of the chart
  mouse({1000, at.y()}, false);
  EXPECT_EQ(app_.state().film->time_s, app_.state().film->track.poses.back().time_s);
}

TEST_F(PanelsGl, a_banner_above_the_view_offers_to_swap_exchanged_jaws_from_any_panel) {
  const Dentition& dentition = intercusp::testing::made_dentition(20000);
  write_ply(folder_ / "x1.ply", dentition.lower.mesh);
  write_ply(folder_ / "x2.ply", dentition.upper.mesh);
  const CaseRequest exchanged = {.upper = (folder_ / "x1.ply").string(),
                                 .lower = (folder_ / "x2.ply").string()};
  app_.actions().open(exchanged);
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
  speak(Language::german);  // what is offered is no matter of words
  click_first_button(*shown_window("banner"));
  app_.actions().finish_work();
  EXPECT_EQ(app_.state().loaded->request.upper, exchanged.lower);
  lay_out();
  EXPECT_EQ(shown_window("banner"), nullptr);
}

TEST_F(PanelsGl, names_from_users_and_files_are_shown_as_they_are) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().add_named_pose("a##b");
  app_.actions().add_named_pose("%s##");
  app_.actions().add_named_pose("c\u202E");
  app_.actions().add_named_pose("d\x1b");
  app_.actions().add_named_pose(std::string(10'000, 'W'));
  lay_out({1024, 1400});
  ImGui::SetScrollY(const_cast<ImGuiWindow*>(ImGui::FindWindowByID(id_in_panel({}))), 1e4F);
  lay_out();
  const std::vector<std::string> words = testing::drawn_words();
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

TEST_F(PanelsGl, enter_does_what_the_button_beside_a_field_does) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out({1024, 1400});
  lay_out();
  ImGui::SetScrollY(const_cast<ImGuiWindow*>(ImGui::FindWindowByID(id_in_panel({}))), 1e4F);
  lay_out();
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"##pose"})));
  ImGui::GetIO().AddInputCharactersUTF8("rest");
  frame();
  press(key_enter);
  ASSERT_EQ(app_.state().document.poses.size(), 1U);
  EXPECT_EQ(app_.state().document.poses[0].name, "rest");
  app_.actions().save_session(folder_ / "session.json");

  app_.widgets().panel = PanelKind::the_case;
  app_.widgets().upper_path = (folder_ / "upper.stl").string();
  app_.widgets().lower_path = (folder_ / "lower.stl").string();
  lay_out();
  for (const char* const jaw : {"upper", "lower"}) {
    const auto before = app_.state().loaded;
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({jaw, "##path"})));
    press(key_enter);
    app_.actions().finish_work();
    EXPECT_NE(app_.state().loaded, before) << jaw;
  }
}

TEST_F(PanelsGl, enter_in_the_fields_of_an_export_writes_it) {
  open_ball_and_plate();
  for (const char* field : {"##folder", "##name"}) {
    const std::filesystem::path file = folder_.path() / (std::string("of") + field + ".json");
    app_.widgets().panel = PanelKind::report;
    app_.widgets().export_kind = 8;  // the pose
    app_.widgets().export_folder = folder_.path().string();
    app_.widgets().export_name = file.filename().string();
    lay_out();
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({field})));
    press(key_enter);
    app_.actions().finish_work();
    EXPECT_TRUE(std::filesystem::exists(file)) << field;
  }
}

TEST_F(PanelsGl, enter_agrees_to_a_question_but_not_the_press_that_brought_it) {
  open_ball_and_plate();
  const auto file = folder_.write("view.png", "kept");
  app_.widgets().panel = PanelKind::report;
  app_.widgets().export_kind = 1;
  app_.widgets().export_folder = folder_.path().string();
  app_.widgets().export_name = "view.png";
  app_.widgets().picture_px = {320, 200};
  lay_out();
  press(key_enter, key_control);
  app_.actions().finish_work();
  EXPECT_TRUE(app_.widgets().confirmation);
  EXPECT_EQ(intercusp::testing::bytes_of(file), "kept");
  press(key_enter);
  app_.actions().finish_work();
  EXPECT_FALSE(app_.widgets().confirmation);
  EXPECT_NE(intercusp::testing::bytes_of(file), "kept");
}

TEST_F(PanelsGl, changes_can_be_saved_before_another_case_opens) {
  open_ball_and_plate();
  const CaseRequest request = app_.state().loaded->request;
  press(key_up);
  const auto loaded = app_.state().loaded;
  app_.actions().open(request);
  lay_out();
  press(key_enter);  // Save, which asks for a name
  lay_out();
  EXPECT_EQ(app_.state().loaded, loaded);
  ImGui::GetIO().AddInputCharactersUTF8((folder_ / "kept.json").c_str());
  frame();
  press(key_enter);
  lay_out();
  app_.actions().finish_work();
  EXPECT_TRUE(is_session(folder_ / "kept.json"));
  EXPECT_NE(app_.state().loaded, loaded);
  EXPECT_FALSE(app_.state().unsaved);
  EXPECT_FALSE(app_.state().question);
}

TEST_F(PanelsGl, a_question_says_in_its_title_what_it_is_about_and_escape_leaves_all_as_it_is) {
  open_ball_and_plate();
  press(key_up);
  const auto loaded = app_.state().loaded;
  app_.actions().open(loaded->request);
  lay_out();
  const ImGuiWindow* const dialogue = ImGui::GetTopMostPopupModal();
  ASSERT_NE(dialogue, nullptr);
  EXPECT_STREQ(dialogue->Name, "Save changes?");
  expect_all_inside({1024, 700}, "question");
  press(key_escape);
  EXPECT_FALSE(app_.state().question);
  app_.actions().finish_work();
  EXPECT_EQ(app_.state().loaded, loaded);
}

TEST_F(PanelsGl, a_field_with_the_keyboards_highlight_takes_the_number_that_is_typed) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().look(StandardView::left);
  lay_out();
  const ImGuiID field = id_in_panel({"up", "up", "##number"});
  press(key_f6);
  press(key_tab);
  for (int i = 0; i < 60 && ImGui::GetCurrentContext()->NavId != field; ++i)
    press(i % 8 == 7 ? key_right : key_down);
  ASSERT_EQ(ImGui::GetCurrentContext()->NavId, field);
  for (const char* const letter : {"-", "1", ".", "5"}) {
    ImGui::GetIO().AddInputCharactersUTF8(letter);
    press(letter[0]);
  }
  press(key_enter);
  EXPECT_NEAR(pose()(2, 3), -1.5, 1e-9);
  EXPECT_EQ(view_of(app_.state().view.camera, app_.state().loaded->axes()), StandardView::left);
}

TEST_F(PanelsGl, the_zoom_of_the_map_ends_with_its_case) {
  open_ball_and_plate();
  app_.widgets().map = {.times = 8, .middle = {0.9, 0.9}};
  lay_out();
  EXPECT_EQ(app_.widgets().map.times, 8);
  app_.actions().nudge({.shift_mm = {0, 0, -0.5}});
  lay_out();
  EXPECT_EQ(app_.widgets().map.times, 8);
  app_.actions().save_session(folder_ / "session.json");
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

TEST_F(PanelsGl, the_ruler_of_a_section_snaps_to_the_surfaces) {
  cut_ball_and_plate();
  // Across the gap of 0.02 mm, begun and ended some pixels beside it: in the ball and in the plate.
  const Eigen::Vector2d contact = section_pixel({0, 0});
  drag(contact - Eigen::Vector2d(0, 6), contact + Eigen::Vector2d(0, 6));
  ASSERT_TRUE(app_.state().view.ruler);
  const Ruler& ruler = *app_.state().view.ruler;
  const auto off_ball = [](const Eigen::Vector2d& at) {
    return std::abs((at + Eigen::Vector2d(0, 15 + gap_mm)).norm() - 15);
  };
  EXPECT_LT(std::min(off_ball(ruler.from), std::abs(ruler.from.y())), 0.003);
  EXPECT_LT(std::min(off_ball(ruler.to), std::abs(ruler.to.y())), 0.003);
  // Far from any surface it goes where the mouse is.
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
      const Section section = section_of(loaded, Eigen::Isometry3d(Eigen::Translation3d(0, 0, 0.1)),
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
  app_.actions().look(StandardView::frontal);
  ViewState view = app_.state().view;
  view.gizmo = false;  // its handles lie on the plane of this test
  app_.actions().set_view(view);
  draw();
  const auto traces = [&] {  // pixels of the trace's colour
    return std::ranges::count_if(picture_.pixels, [](const Rgb& pixel) {
      return pixel.red > 190 && pixel.blue > 170 && pixel.green < 120;
    });
  };
  EXPECT_EQ(traces(), 0);
  app_.actions().set_section(SectionKind::sagittal, {0, 0, 0});
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
  drag(in_scene({0, 0, 10}), in_scene({4, 0, 10}));
  const SectionPlane& section = *app_.state().view.section;
  EXPECT_NEAR(section.case_from_plane.translation().x(), 4, 0.1);
  EXPECT_NEAR(section.case_from_plane.translation().tail<2>().norm(), 0, 1e-9);
  EXPECT_EQ(app_.state().view.camera.view_from_case.coeffs(), camera.view_from_case.coeffs());
  // Beside it the view turns.
  drag(in_scene({-5, 0, 10}), in_scene({-9, 0, 10}));
  EXPECT_NEAR(section.case_from_plane.translation().x(), 4, 0.1);
  EXPECT_NE(app_.state().view.camera.view_from_case.coeffs(), camera.view_from_case.coeffs());
}

TEST_F(PanelsGl, a_section_is_drawn_and_dragged_in_the_map) {
  open_ball_and_plate();
  app_.actions().set_section(SectionKind::frontal, {0, 0, 0});
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
  app_.actions().look(StandardView::frontal);
  ViewState view = app_.state().view;
  view.gizmo = false;
  app_.actions().set_view(view);
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
  EXPECT_LT(beside.red, 100) << "the number has a dark ground of its own";
  const double before = length();
  app_.actions().nudge({.shift_mm = {0, 0, -5}});
  EXPECT_GT(length(), before + 1) << "its ends go with their jaws";
  press(key_escape);
  EXPECT_FALSE(app_.state().view.space_ruler);
  press(key_a + ('D' - 'A'));
  click(on_plate);
  press(key_escape);
  EXPECT_FALSE(app_.widgets().measuring.on || app_.widgets().measuring.from);
}

TEST_F(PanelsGl, the_place_of_the_mouse_is_marked_in_the_other_view) {
  open_ball_and_plate();
  app_.actions().look(StandardView::lower_occlusal);
  ViewState view = app_.state().view;
  view.gizmo = false;
  app_.actions().set_view(view);
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
  const Eigen::Vector3d place(5, 4, 0);
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

TEST_F(PanelsGl, the_chosen_kind_of_section_is_marked) {
  cut_ball_and_plate();
  app_.widgets().panel = PanelKind::view;
  EXPECT_FALSE(app_.state().view.section_cuts) << "nothing is hidden unless asked for";
  draw({1600, 1400});
  const Picture marked = picture_;
  const ViewState chosen = app_.state().view;
  ViewState other = chosen;
  other.section->kind.reset();
  app_.actions().set_view(other);
  draw({1600, 1400});
  const auto scene_left = static_cast<int>(app_.scene_box().x);
  int differing = 0;
  for (int y = 0; y < marked.height; ++y)
    for (int x = 0; x < scene_left; ++x) differing += !(marked.at(x, y) == picture_.at(x, y));
  EXPECT_GT(differing, 500) << "the ground of a button";
  app_.actions().set_view(chosen);
  app_.actions().move_section(1);
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

TEST_F(PanelsGl, a_picture_larger_than_the_limit_is_not_begun) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::report;
  app_.widgets().export_kind = 1;
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

TEST_F(PanelsGl, a_text_too_long_to_draw_is_cut_off) {
  open_ball_and_plate();
  const std::string letters(30000, 'x');
  app_.actions().say(MessageKind::problem, letters);
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

TEST_F(PanelsGl, keys_change_what_is_shown) {
  open_ball_and_plate();
  press(key_a + ('U' - 'A'));
  EXPECT_FALSE(app_.state().view.upper.shown);
  press(key_a + ('U' - 'A'));
  EXPECT_TRUE(app_.state().view.upper.shown);
  press(key_1 + 1);
  EXPECT_EQ(view_of(app_.state().view.camera, app_.state().loaded->axes()), StandardView::right);
  press(key_left_bracket);
  EXPECT_EQ(app_.state().document.threshold_mm, 0.04);
  press(key_a + ('E' - 'A'), key_control);
  EXPECT_EQ(app_.widgets().panel, PanelKind::report);
}

TEST_F(PanelsGl, a_handle_that_is_dragged_takes_the_mandible_along_and_numbers_follow_at_once) {
  open_ball_and_plate();
  const Eigen::Matrix4d opened = pose();
  const Eigen::Vector2d start = handle();
  mouse(start, false);
  mouse(start, true);
  EXPECT_TRUE(app_.state().dragging);
  for (int i = 1; i <= 5; ++i) {
    mouse(start + Eigen::Vector2d(0, 4 * i), true);
    EXPECT_EQ(app_.state().live->reading().upper_from_lower.matrix(), pose());
  }
  EXPECT_LT(pose()(2, 3), -0.1) << "down in the picture is down in the mouth";
  EXPECT_FALSE(app_.state().live->reading().interference);
  mouse(start + Eigen::Vector2d(0, 20), false);
  EXPECT_FALSE(app_.state().dragging);
  EXPECT_TRUE(app_.state().can_undo);
  press(key_a + ('Z' - 'A'), key_control);
  EXPECT_EQ(pose(), opened) << "one drag is one step";
}

TEST_F(PanelsGl, escape_in_a_drag_puts_the_mandible_back) {
  open_ball_and_plate();
  const Eigen::Matrix4d opened = pose();
  const Eigen::Vector2d start = handle();
  mouse(start, false);
  mouse(start, true);
  mouse(start + Eigen::Vector2d(30, 10), true);
  EXPECT_NE(pose(), opened);
  press(key_escape);
  EXPECT_EQ(pose(), opened);
  mouse(start + Eigen::Vector2d(60, 10), true);
  EXPECT_EQ(pose(), opened) << "the rest of the drag does nothing";
  mouse(start, false);
}

TEST_F(PanelsGl, a_drag_beside_the_handles_turns_the_view_alone) {
  open_ball_and_plate();
  const Eigen::Matrix4d opened = pose();
  const Camera before = app_.state().view.camera;
  const Eigen::Vector2d beside(app_.scene_box().x + 20, app_.scene_box().y + 60);
  mouse(beside, false);
  mouse(beside, true);
  mouse(beside + Eigen::Vector2d(60, 0), true);
  mouse(beside + Eigen::Vector2d(60, 0), false);
  EXPECT_GT(app_.state().view.camera.view_from_case.angularDistance(before.view_from_case), 0.05);
  EXPECT_EQ(pose(), opened);
}

TEST_F(PanelsGl, the_error_map_of_a_validation_lies_beside_the_view) {
  open_ball_and_plate();
  const auto white_pixels = [&] {
    draw({1600, 1000});
    return std::count(picture_.pixels.begin(), picture_.pixels.end(), white);
  };
  Settings settings = app_.state().settings;
  settings.expert = true;
  app_.actions().set_settings(settings);
  const auto before = white_pixels();
  app_.actions().validate();
  app_.actions().finish_work();
  app_.widgets().second = SecondView::errors;
  // Its margins are white, which nothing else is over an area in the dark theme.
  EXPECT_GT(white_pixels(), before + 50'000);
}

TEST_F(PanelsGl, a_validation_that_compared_nothing_shows_no_number) {
  open_ball_and_plate();
  app_.actions().nudge({.shift_mm = {200, 0, 0}});
  app_.actions().validate();
  app_.actions().finish_work();
  ASSERT_TRUE(app_.state().validation);
  ASSERT_EQ(app_.state().validation->validation.mean.pixels, 0U);
  Settings settings = app_.state().settings;
  settings.expert = true;
  app_.actions().set_settings(settings);
  open_place(app_.widgets(), {PanelKind::report, CasePart::scans, ReportPart::validation});
  lay_out();
  const std::string drawn = intercusp::testing::drawn_letters();
  EXPECT_NE(drawn.find("RMS"), std::string::npos);
  EXPECT_EQ(drawn.find("RMSnan"), std::string::npos);
}

TEST_F(PanelsGl, the_charts_of_a_film_are_saved_as_a_picture_and_the_screen_stays_as_it_was) {
  open_dentition(8000);
  app_.actions().play_all_excursions();
  app_.actions().finish_work();
  app_.actions().set_playing(false);
  ASSERT_TRUE(app_.state().film && app_.state().film->contacts);
  app_.actions().finish_work();  // measured at rest
  const auto dismiss_all = [&] {
    while (!app_.state().messages.empty()) app_.actions().dismiss_message(0);
  };
  dismiss_all();
  draw();
  const Picture before = picture_;
  app_.widgets().pictures.push_back({.what = std::nullopt, .size = {}, .file = folder_ / "charts.png"});
  (void)screen_.frame(app_);
  const std::vector<std::string> words = testing::drawn_words();  // of the charts, which come after the frame
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

}  // namespace
}  // namespace intercusp::viewer
