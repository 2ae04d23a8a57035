// What the mouse and the keys did in a window, handed to Dear ImGui in an order that it can follow.
//
// Dear ImGui 1.86 knows what is down at each frame, not what happened between two: a key pressed and let go
// while one frame is drawn would be lost, and a drag would begin where the mouse is by then. So presses and
// releases wait for frames of their own.
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
  //! Listens to the window. \pre this stays where it is, and the window's user pointer is nobody else's
  explicit WindowEvents(GLFWwindow* window);
  WindowEvents(const WindowEvents&) = delete;
  WindowEvents& operator=(const WindowEvents&) = delete;

  //! Before a frame: hands on as many events as one frame can take. \pre Dear ImGui's backend listens to
  //! nothing itself
  void begin_frame();
  //! After the backend's own look at the mouse.
  void place_mouse() const;

  //! Anything that asks for another picture since the last call.
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
