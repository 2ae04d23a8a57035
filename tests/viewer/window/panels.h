// The interface without a window, with small cases to open, and a mouse and keys that the test controls.
#pragma once

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <Eigen/Geometry>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "io/language/language.h"
#include "io/picture/picture.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/made_dentition.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/machine.h"
#include "tests/viewer/window/without_pixels.h"
#include "viewer/panels/input.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/off_screen.h"
#include "viewer/scene/annotations.h"
#include "viewer/tools/all.h"
#include "viewer/tools/model/tool.h"
#include "viewer/tools/teeth/tool.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer {

constexpr double gap_mm = 0.02;

//! Laid out like in a frame; Dear ImGui's own lists belong to frames.
inline ViewParts parts_outside_a_frame(const ViewBox& box, const AppState& state, PictureOf what,
                                       Caption caption) {
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  return parts_of(list, box, state, what, caption);
}

inline void scroll_panel_to_its_end() {
  for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && std::string(window->Name).find("content") != std::string::npos)
      ImGui::SetScrollY(window, window->ScrollMax.y);
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
    app_.actions().cases.open(
        {.upper = (folder_ / "upper.stl").string(), .lower = (folder_ / "lower.stl").string()});
    app_.actions().finish_work();
    ASSERT_NE(app_.state().loaded, nullptr)
        << (app_.state().messages.empty() ? "" : app_.state().messages.back().text);
    lay_out();
  }

  void open_dentition(int triangles) {
    const auto [upper, lower] = intercusp::testing::write_dentition(folder_.path(), triangles);
    app_.actions().cases.open({.upper = upper, .lower = lower});
    app_.actions().finish_work();
    ASSERT_NE(app_.state().loaded, nullptr);
  }

  void open_teeth() {
    open_dentition(8000);
    app_.widgets().panel = PanelKind::the_case;
    app_.widgets().step_parts[PanelKind::the_case] = &teeth_part;
    frame();
    app_.actions().finish_work();
    ASSERT_TRUE(app_.state().teeth);
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

  //! By a click into the empty corner of the 3D view.
  void give_view_the_keyboard(const SceneSize& size = {1024, 700}) {
    lay_out(size);
    const Eigen::Vector2d corner(app_.scene_box().x + 3, app_.scene_box().y + 3);
    for (const bool down : {false, true, false, false}) mouse(corner, down);
  }

  void speak(Language language) {
    Settings settings = app_.state().settings;
    settings.language = language;
    app_.actions().views.set_settings(settings);
    lay_out();
  }

  void draw(const SceneSize& size = {1024, 700}) {
    // Frames without pixels leave the last 3D view.
    if (std::exchange(undrawn_, false))
      (void)app_.renderer().draw(app_.state().view.camera, {1, 1}, SceneRenderer::Effort::quick);
    picture_ = interface_picture(app_, size);
  }
  //! Like draw, but faster: no pixels are drawn.
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

  //! The place of an item in the open panel.
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
    const float letters_px = type_for({.width = view.Size.x, .height = view.Size.y}, ImGui::GetFontSize());
    const ViewBox box{.x = view.Pos.x,
                      .y = head,
                      .width = view.Size.x,
                      .height = view.Pos.y + view.Size.y - head,
                      .font_px = letters_px};
    const bool beside = view.Pos.y == shown_window("view bar")->Pos.y;
    const Caption caption = beside ? Caption::without_finding : Caption::below_scene;
    const ViewBox picture = parts_outside_a_frame(box, app_.state(), PictureOf::section, caption).picture;
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
    app_.actions().views.set_section(SectionKind::sagittal, {0, 0, 0});
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
  intercusp::testing::TemporaryFolder folder_;
  App app_{intercusp::testing::bare_machine(), all_tools()};
  OffScreen screen_{SceneSize{1024, 700}};
  Picture picture_;  //!< last drawn
  bool undrawn_ = false;
};

inline std::size_t pixels_that_differ(const Picture& one, const Picture& other) {
  std::size_t differ = 0;
  for (std::size_t i = 0; i < one.pixels.size(); ++i) differ += one.pixels[i] == other.pixels[i] ? 0 : 1;
  return differ;
}

//! Windows that are shown lie in the picture, and nothing in a panel is wider than the panel.
inline void expect_all_inside(const SceneSize& size, const std::string& what) {
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

//! Every panel that can be open beside the rail.
struct Place {
  PanelKind panel;
  const StepPart* part = nullptr;
};
const Place places[] = {{PanelKind::the_case}, {PanelKind::the_case, &teeth_part},    {PanelKind::mandible},
                        {PanelKind::contacts}, {PanelKind::contacts, &model_part},    {PanelKind::motion},
                        {PanelKind::report},   {PanelKind::report, &validation_part}, {PanelKind::view}};
inline void open_place(WidgetState& widgets, const Place& place) {
  widgets.panel = place.panel;
  widgets.step_parts.clear();
  if (place.part != nullptr) widgets.step_parts[place.panel] = place.part;
}

//! The vertex of a tooth of the upper jaw that lies lowest.
inline Eigen::Vector3d table_of(const AppState& state, int fdi) {
  const Solid& jaw = *state.loaded->bite.upper;
  Eigen::Vector3d lowest(0, 0, 1e9);
  for (std::size_t v = 0; v < jaw.labels.size(); ++v)
    if (jaw.labels[v] == fdi && jaw.mesh.vertices[v].z() < lowest.z()) lowest = jaw.mesh.vertices[v];
  return lowest;
}

}  // namespace intercusp::viewer
