#include "viewer/panels/window_events.h"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
// Without OpenGL, which epoxy brings where it is needed.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <utility>

namespace intercusp::viewer {
namespace {

WindowEvents& events_of(GLFWwindow* window) {
  return *static_cast<WindowEvents*>(glfwGetWindowUserPointer(window));
}

//! Whether a frame must see the state between this event and the next such one. Letters typed into a field also arrive
//! as characters, so their keys do not count.
bool stands_alone(const WindowEvent& event) {
  constexpr int first_named_key = GLFW_KEY_ESCAPE;
  if (event.kind == WindowEvent::Kind::button) return true;
  if (event.kind != WindowEvent::Kind::key || event.action == GLFW_REPEAT) return false;
  const bool typed =
      ImGui::GetIO().WantTextInput && event.number < first_named_key && (event.mods & GLFW_MOD_CONTROL) == 0;
  return !typed;
}

}  // namespace

WindowEvents::WindowEvents(GLFWwindow* window) : window_(window) {
  glfwSetWindowUserPointer(window, this);
  glfwGetCursorPos(window, &mouse_x_, &mouse_y_);
  listen();
}

void WindowEvents::listen() {
  using Kind = WindowEvent::Kind;
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
    events_of(window).add(
        {.kind = Kind::key, .number = key, .scancode = scancode, .action = action, .mods = mods});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned letter) {
    events_of(window).add({.kind = Kind::letter, .letter = letter});
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int mods) {
    events_of(window).add({.kind = Kind::button, .number = button, .action = action, .mods = mods});
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    events_of(window).add({.kind = Kind::move, .x = x, .y = y});
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double x, double y) {
    events_of(window).add({.kind = Kind::wheel, .x = x, .y = y});
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int focused) {
    ImGui_ImplGlfw_WindowFocusCallback(window, focused);
    events_of(window).awake_ = true;
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int entered) {
    ImGui_ImplGlfw_CursorEnterCallback(window, entered);
    events_of(window).awake_ = true;
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    events_of(window).dropped_.insert(events_of(window).dropped_.end(), paths, paths + count);
    events_of(window).awake_ = true;
  });
  const auto wake = [](GLFWwindow* window) { events_of(window).awake_ = true; };
  glfwSetWindowRefreshCallback(window_, wake);
  glfwSetWindowCloseCallback(window_, wake);
  glfwSetFramebufferSizeCallback(window_,
                                 [](GLFWwindow* window, int, int) { events_of(window).awake_ = true; });
  glfwSetWindowContentScaleCallback(
      window_, [](GLFWwindow* window, float, float) { events_of(window).awake_ = true; });
}

void WindowEvents::add(const WindowEvent& event) {
  events_.push_back(event);
  awake_ = true;
}

void WindowEvents::hand_on(const WindowEvent& event) {
  switch (event.kind) {
    case WindowEvent::Kind::key:
      return ImGui_ImplGlfw_KeyCallback(window_, event.number, event.scancode, event.action, event.mods);
    case WindowEvent::Kind::letter:
      return ImGui_ImplGlfw_CharCallback(window_, event.letter);
    case WindowEvent::Kind::wheel:
      return ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y);
    case WindowEvent::Kind::move:
      mouse_x_ = event.x;
      mouse_y_ = event.y;
      return;
    case WindowEvent::Kind::button:
      if (event.number >= 0 && event.number < static_cast<int>(mouse_down_.size()))
        mouse_down_.at(static_cast<std::size_t>(event.number)) = event.action == GLFW_PRESS;
      return;
  }
}

void WindowEvents::begin_frame() {
  bool first = true;
  while (!events_.empty()) {
    const WindowEvent event = events_.front();
    const bool alone = stands_alone(event);
    if (alone && !first) return;
    hand_on(event);
    events_.pop_front();
    if (alone) return;
    first = false;
  }
}

void WindowEvents::place_mouse() const {
  ImGuiIO& io = ImGui::GetIO();
  const bool held = mouse_down_[0] || mouse_down_[1] || mouse_down_[2];
  const bool here =
      glfwGetWindowAttrib(window_, GLFW_HOVERED) != 0 || glfwGetWindowAttrib(window_, GLFW_FOCUSED) != 0;
  if (here || held) io.MousePos = {static_cast<float>(mouse_x_), static_cast<float>(mouse_y_)};
  for (std::size_t i = 0; i < mouse_down_.size(); ++i) io.MouseDown[i] = mouse_down_[i];
}

bool WindowEvents::take_wake() { return std::exchange(awake_, false) || waiting(); }

std::vector<std::string> WindowEvents::take_dropped() { return std::exchange(dropped_, {}); }

}  // namespace intercusp::viewer
