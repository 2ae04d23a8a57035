// Passes mouse and key events of a window to Dear ImGui.
//
// Dear ImGui 1.86 samples which keys are down once per frame. A key pressed and released within one frame would be lost,
// and a drag would start where the mouse is by then. So every press and release gets a frame of its own.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

struct GLFWwindow;

namespace intercusp::viewer {

struct WindowEvent {
  enum class Kind { key, letter, button, wheel, move };
  Kind kind = Kind::move;
  int number = 0, scancode = 0, action = 0, mods = 0;  //!< of a key or button, as GLFW gives them
  unsigned letter = 0;
  double x = 0, y = 0;  //!< place of the mouse, or steps of the wheel
};

class WindowEvents {
 public:
  //! Listens to the window. \pre this object does not move, and nothing else uses the window's user pointer
  explicit WindowEvents(GLFWwindow* window);
  WindowEvents(const WindowEvents&) = delete;
  WindowEvents& operator=(const WindowEvents&) = delete;

  //! Before a frame: passes on as many events as one frame can take. \pre Dear ImGui's backend has no callbacks installed
  void begin_frame();
  //! After the backend has read the mouse.
  void place_mouse() const;

  //! Whether anything since the last call calls for another frame.
  [[nodiscard]] bool take_wake();
  [[nodiscard]] bool waiting() const { return !events_.empty(); }
  [[nodiscard]] std::vector<std::string> take_dropped();

 private:
  void listen();
  void add(const WindowEvent& event);
  void hand_on(const WindowEvent& event);

  GLFWwindow* window_;
  std::deque<WindowEvent> events_;
  std::vector<std::string> dropped_;
  bool awake_ = true;
  double mouse_x_ = 0, mouse_y_ = 0;
  std::array<bool, 3> mouse_down_ = {false, false, false};
};

}  // namespace intercusp::viewer
