// The whole interface, drawn in whatever OpenGL 4.5 core context is current: a window's (window.h) or gl::Context's. The
// owner fills ImGui::GetIO() with size, time and input.
#pragma once

#include <imgui.h>

#include <array>
#include <memory>
#include <string>

#include "viewer/panels/layout.h"
#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! Dear ImGui and its OpenGL backend. \pre a context is current whenever it is created, used or destroyed
class ImGuiSession {
 public:
  ImGuiSession();
  ~ImGuiSession();
  void drop_drawing();
  void make_drawing();
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
};

class App {
 public:
  //! \throw gl::ShaderError
  App(const platform::Machine& machine, std::span<const Tool* const> tools);

  AppState& state() { return state_; }
  Actions& actions() { return *actions_; }
  WidgetState& widgets() { return widgets_; }
  SceneRenderer& renderer() { return *renderer_; }

  //! Where a graphics driver has lost its context: gives back all that belongs to OpenGL while the old context is current,
  //! then makes it again in the one that is current by then. Nothing else changes.
  void drop_drawing();
  void make_drawing();

  //! Scale of the text on high-DPI screens.
  void set_scale(float scale) { scale_ = scale; }

  //! Draws the interface into the bound framebuffer, of io.DisplaySize × io.DisplayFramebufferScale pixels. All numbers
  //! belong to the pose and threshold that the views show. Where something is thrown, a message says what, and menu,
  //! messages and dialogues are drawn alone, so that the work can be saved.
  //! \return whether another frame would look better: something moves, or the scene gets finer
  bool frame();

  //! With the layout as it is, for the next start.
  [[nodiscard]] Settings settings_with_layout() const;

  //! Title of the window.
  [[nodiscard]] std::string title() const;
  [[nodiscard]] bool quits() const { return widgets_.quits; }
  //! Where the last frame drew the jaws.
  [[nodiscard]] const ViewBox& scene_box() const { return scene_box_; }
  //! Whether a desktop dialogue is open; its answer arrives without an event.
  [[nodiscard]] bool asks() const { return widgets_.asked.dialogue != nullptr; }

 private:
  void follow_settings();
  void lay_out_frame();
  void lay_out_what_is_left();
  bool draw_interface();
  [[nodiscard]] Layout layout_of(float menu_height) const;
  [[nodiscard]] float type_px() const;
  void draw_rail_of_steps(const ViewBox& box);
  void draw_side_panel(const ViewBox& box);
  void draw_notices_over(const ViewBox& view);
  void clear_grounds() const;
  void make_pictures();
  [[nodiscard]] Picture picture_of_tool(const PictureExport& wanted);
  [[nodiscard]] PictureOf larger_view() const;

  AppState state_;
  ImGuiSession imgui_;
  std::unique_ptr<SceneRenderer> renderer_;
  std::unique_ptr<Actions> actions_;  // destroyed before the state that it works on
  WidgetState widgets_;
  std::string renderer_name_, software_renderer_;
  float scale_ = 1, font_px_ = 0;
  ViewBox scene_box_;
  std::array<ViewBox, 4> grounds_;  // of rail, panel, view bar and status
  bool second_is_larger_ = false, full_screen_ = false;
  bool dark_ = true, gets_better_ = false, first_frame_ = true;
};

}  // namespace intercusp::viewer
