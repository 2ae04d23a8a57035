#include "viewer/panels/window.h"

#include <backends/imgui_impl_glfw.h>
#include <epoxy/gl.h>
// After epoxy, which brings OpenGL itself.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "viewer/app/state_json.h"
#include "viewer/panels/icons.h"
#include "viewer/panels/input.h"
#include "viewer/panels/widgets.h"
#include "viewer/platform/process.h"

namespace intercusp::viewer {
namespace {

static_assert(key_space == GLFW_KEY_SPACE && key_slash == GLFW_KEY_SLASH && key_1 == GLFW_KEY_1 &&
              key_a == GLFW_KEY_A && key_escape == GLFW_KEY_ESCAPE && key_enter == GLFW_KEY_ENTER &&
              key_tab == GLFW_KEY_TAB && key_right == GLFW_KEY_RIGHT && key_up == GLFW_KEY_UP &&
              key_page_up == GLFW_KEY_PAGE_UP && key_page_down == GLFW_KEY_PAGE_DOWN &&
              key_home == GLFW_KEY_HOME && key_f1 == GLFW_KEY_F1 && key_f6 == GLFW_KEY_F6 &&
              key_f11 == GLFW_KEY_F11 && key_keypad_enter == GLFW_KEY_KP_ENTER);

//! How many frames are drawn after an event or the end of background work: Dear ImGui needs some to settle.
constexpr int frames_after_event = 3;

class Library {
 public:
  Library() {
    glfwSetErrorCallback([](int, const char*) {});  // read where it matters
    if (glfwInit() != GLFW_TRUE)
      throw WindowError(
          reason(Text("There is no display to open a window on. Use `intercusp view … --screenshot FILE.png` "
                      "for a picture, or `intercusp inspect` for a report")));
  }
  ~Library() { glfwTerminate(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  static std::string reason(const char* what) {
    const char* words = nullptr;
    glfwGetError(&words);
    return words == nullptr ? std::string(what) : fmt::format("{} ({})", what, words);
  }
};

//! No larger than the screen has room for.
void fit_into_screen(int& width, int& height) {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  int x = 0, y = 0, room_across = 0, room_down = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &room_across, &room_down);
  if (room_across > 0) width = std::min(width, room_across);
  if (room_down > 0) height = std::min(height, room_down);
}

void set_icon(GLFWwindow* window) {
  constexpr std::array<int, 5> sides = {16, 32, 48, 64, 128};
  std::vector<std::vector<IconPixel>> pixels;
  std::vector<GLFWimage> images;
  for (const int side : sides) {
    pixels.push_back(window_icon(side));
    images.push_back({.width = side, .height = side, .pixels = pixels.back().data()->data()});
  }
  glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

//! Null where none is.
GLFWmonitor* monitor_at(int x, int y) {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  for (GLFWmonitor* const monitor : std::span(monitors, static_cast<std::size_t>(count))) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitor, &left, &top);
    const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
    if (x >= left && x < left + mode->width && y >= top && y < top + mode->height) return monitor;
  }
  return nullptr;
}

class Window {
 public:
  explicit Window(const Settings& settings) {
    int width = settings.window_width, height = settings.window_height;
    const bool first_start = !settings.window_place;  // else the size is in pixels of this desktop
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);  // so that a loss is reported
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, first_start ? GLFW_TRUE : GLFW_FALSE);
    // These tell the desktop which starter the window belongs to.
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "intercusp");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "intercusp");
    window_ = glfwCreateWindow(width, height, "Intercusp", nullptr, nullptr);
    if (window_ == nullptr)
      throw WindowError(Library::reason(Text("No window with OpenGL 4.5 can be opened here")));
    glfwGetWindowSize(window_, &width, &height);
    fit_into_screen(width, height);
    glfwSetWindowSize(window_, width, height);
    if (const auto place = settings.window_place; place && monitor_at((*place)[0] + width / 2, (*place)[1]))
      glfwSetWindowPos(window_, (*place)[0], (*place)[1]);
    set_icon(window_);
    glfwSetWindowSizeLimits(window_, 640, 480, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
  }
  ~Window() { glfwDestroyWindow(window_); }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] GLFWwindow* get() const { return window_; }

  //! Fills the screen that most of it lies on, or returns to where it was.
  void set_full_screen(bool wanted) {
    if (wanted == full_screen()) return;
    if (!wanted) return glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
    remember_place();
    GLFWmonitor* monitor = monitor_at(x_ + width_ / 2, y_ + height_ / 2);
    if (monitor == nullptr) monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) return;
    const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
  //! Remembers where the window is while it does not fill the screen.
  void remember_place() {
    if (full_screen()) return;
    glfwGetWindowPos(window_, &x_, &y_);
    glfwGetWindowSize(window_, &width_, &height_);
  }
  //! \return the settings with its place
  [[nodiscard]] Settings with_place(Settings settings) {
    remember_place();
    settings.window_place = {x_, y_};
    settings.window_width = width_;
    settings.window_height = height_;
    return settings;
  }

  //! Scale of type and spaces, in the window's own points: those may be larger than pixels already.
  [[nodiscard]] float scale() const {
    float across = 1, down = 1;
    glfwGetWindowContentScale(window_, &across, &down);
    int width = 0, framebuffer_width = 0, ignored = 0;
    glfwGetWindowSize(window_, &width, &ignored);
    glfwGetFramebufferSize(window_, &framebuffer_width, &ignored);
    return width > 0 ? across * static_cast<float>(width) / static_cast<float>(framebuffer_width) : across;
  }

 private:
  [[nodiscard]] bool full_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }

  GLFWwindow* window_ = nullptr;
  int x_ = 0, y_ = 0, width_ = 0, height_ = 0;  // before it filled the screen
};

struct WindowEvent {
  enum class Kind { key, letter, button, wheel, move };
  Kind kind = Kind::move;
  int number = 0, scancode = 0, action = 0, mods = 0;  //!< of a key or button, as GLFW gives them
  unsigned letter = 0;
  double x = 0, y = 0;                  //!< place of the mouse, or steps of the wheel
  std::optional<UnderMouse> seen = {};  //!< in the frame on the screen when it was made

  [[nodiscard]] bool is_press() const { return kind == Kind::button && action == GLFW_PRESS; }
};

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

//! Passes mouse and key events of a window to Dear ImGui; ends before either does.
//!
//! Dear ImGui 1.86 samples which keys are down once per frame. A key pressed and released within one frame would be lost,
//! and a drag would start where the mouse is by then. So every press and release gets a frame of its own. A press made while
//! an earlier frame was on the screen is dropped, with its release, where something else lies under the mouse by now.
class WindowEvents {
 public:
  //! Listens to the window. \pre this object does not move, and nothing else uses the window's user pointer
  explicit WindowEvents(GLFWwindow* window) : window_(window) {
    constexpr bool listens_itself = false;
    ImGui_ImplGlfw_InitForOpenGL(window, listens_itself);
    map_keys();
    glfwSetWindowUserPointer(window, this);
    glfwGetCursorPos(window, &mouse_x_, &mouse_y_);
    listen();
  }
  ~WindowEvents() { ImGui_ImplGlfw_Shutdown(); }
  WindowEvents(const WindowEvents&) = delete;
  WindowEvents& operator=(const WindowEvents&) = delete;

  //! Before a frame: passes on as many events as one frame can take. \pre Dear ImGui's backend has no callbacks installed
  //! \param panels_changed since the last frame: presses wait until what they would find is laid out
  void begin_frame(bool panels_changed) {
    bool first = true;
    while (!events_.empty()) {
      const WindowEvent event = events_.front();
      const bool alone = stands_alone(event);
      if (alone && !first) return;
      if (event.is_press() && panels_changed) return;
      if (is_dropped(event)) {
        events_.pop_front();
        continue;
      }
      hand_on(event);
      events_.pop_front();
      if (alone) return;
      first = false;
    }
  }

  //! After a frame is on the screen. What came while it was drawn was meant for the frame before.
  void frame_is_shown() {
    glfwPollEvents();
    seen_ = under_mouse();
  }

  //! After the backend has read the mouse.
  void place_mouse() const {
    ImGuiIO& io = ImGui::GetIO();
    const bool held = mouse_down_[0] || mouse_down_[1] || mouse_down_[2];
    const bool here =
        glfwGetWindowAttrib(window_, GLFW_HOVERED) != 0 || glfwGetWindowAttrib(window_, GLFW_FOCUSED) != 0;
    if (here || held) io.MousePos = {static_cast<float>(mouse_x_), static_cast<float>(mouse_y_)};
    for (std::size_t i = 0; i < mouse_down_.size(); ++i) io.MouseDown[i] = mouse_down_[i];
  }

  //! Whether anything since the last call calls for another frame.
  bool take_wake() { return std::exchange(awake_, false) || !events_.empty(); }
  std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }

 private:
  static WindowEvents& of(GLFWwindow* window) {
    return *static_cast<WindowEvents*>(glfwGetWindowUserPointer(window));
  }

  void listen() {
    using Kind = WindowEvent::Kind;
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
      of(window).add(
          {.kind = Kind::key, .number = key, .scancode = scancode, .action = action, .mods = mods});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned letter) {
      of(window).add({.kind = Kind::letter, .letter = letter});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int mods) {
      of(window).add({.kind = Kind::button, .number = button, .action = action, .mods = mods});
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
      of(window).add({.kind = Kind::move, .x = x, .y = y});
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double x, double y) {
      of(window).add({.kind = Kind::wheel, .x = x, .y = y});
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int focused) {
      ImGui_ImplGlfw_WindowFocusCallback(window, focused);
      of(window).awake_ = true;
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int entered) {
      ImGui_ImplGlfw_CursorEnterCallback(window, entered);
      of(window).awake_ = true;
    });
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
      of(window).dropped_.insert(of(window).dropped_.end(), paths, paths + count);
      of(window).awake_ = true;
    });
    const auto wake = [](GLFWwindow* window) { of(window).awake_ = true; };
    glfwSetWindowRefreshCallback(window_, wake);
    glfwSetWindowCloseCallback(window_, wake);
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { of(window).awake_ = true; });
    glfwSetWindowContentScaleCallback(window_,
                                      [](GLFWwindow* window, float, float) { of(window).awake_ = true; });
  }

  void add(WindowEvent event) {
    event.seen = seen_;
    events_.push_back(event);
    awake_ = true;
  }

  //! With a press its release is dropped.
  bool is_dropped(const WindowEvent& event) {
    if (event.is_press() && !finds_what_was_seen(event.seen, under_mouse())) {
      dropped_buttons_.insert(event.number);
      return true;
    }
    return event.kind == WindowEvent::Kind::button && !event.is_press() &&
           dropped_buttons_.erase(event.number) > 0;
  }

  void hand_on(const WindowEvent& event) {
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

  GLFWwindow* window_;
  std::deque<WindowEvent> events_;
  std::vector<std::string> dropped_;
  std::optional<UnderMouse> seen_;  // in the frame on the screen
  std::set<int> dropped_buttons_;   // whose press was dropped
  bool awake_ = true;
  double mouse_x_ = 0, mouse_y_ = 0;
  std::array<bool, 3> mouse_down_ = {false, false, false};
};

//! How long to wait for an event; empty: without limit, because nothing changes by itself.
//! \param tooltip_s until what the mouse rests on may have a tooltip
std::optional<double> patience_s(App& app, int frames, std::optional<double> tooltip_s) {
  if (frames > 0) return 0;
  constexpr double at_dialogue = 0.03, typing = 0.4;
  std::optional<double> patience = app.actions().next_due_s();
  const auto at_most = [&](double seconds) { patience = patience ? std::min(*patience, seconds) : seconds; };
  if (app.asks()) at_most(at_dialogue);
  if (ImGui::GetIO().WantTextInput) at_most(typing);  // its cursor blinks
  if (tooltip_s) at_most(std::max(*tooltip_s, 0.0));
  return patience;
}

void wait_for_events(const std::optional<double>& patience) {
  if (!patience) {
    glfwWaitEvents();
  } else if (*patience > 0) {
    glfwWaitEventsTimeout(*patience);
  } else {
    glfwPollEvents();
  }
}

//! \return whether another frame would look better
bool draw(App& app, Window& window, WindowEvents& events, std::string& title, bool panels_changed) {
  app.set_scale(window.scale());
  events.begin_frame(panels_changed);
  ImGui_ImplGlfw_NewFrame();
  events.place_mouse();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const bool gets_better = app.frame();
  glfwSwapBuffers(window.get());
  events.frame_is_shown();
  window.set_full_screen(app.widgets().full_screen);
  if (const std::string wanted = app.title(); wanted != title) {
    title = wanted;
    glfwSetWindowTitle(window.get(), title.c_str());
  }
  return gets_better;
}

//! Whether OpenGL's objects are lost, as after a reset of the graphics card, or must be recreated on request.
bool needs_other_context(App& app) {
  return std::exchange(app.widgets().rebuilds_display, false) || glGetGraphicsResetStatus() != GL_NO_ERROR;
}

//! Another window in the same place: a context cannot be exchanged alone. The case, its undo and its work go on.
//! \throw WindowError; the autosaved session stays
void rebuild_display(App& app, std::optional<Window>& window, std::optional<WindowEvents>& events) {
  const Settings settings = window->with_place(app.state().settings);
  app.drop_drawing();
  events.reset();
  window.emplace(settings);
  app.make_drawing();
  events.emplace(window->get());
  ImGuiIO& io = ImGui::GetIO();  // buttons held down are released over the other window
  std::ranges::fill(io.KeysDown, false);
  std::ranges::fill(io.MouseDown, false);
  io.KeyCtrl = io.KeyShift = io.KeyAlt = io.KeySuper = false;
}

//! \param ends a request from outside, which is not asked about
void loop(App& app, std::optional<Window>& window, std::optional<WindowEvents>& events,
          const platform::EndRequest& ends) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point before = Clock::now(), last_event = before;
  std::string title;
  int frames = frames_after_event;
  bool tooltip_due = false;  // the mouse has come to rest: what it rests on may have a tooltip
  const auto turn = [&] {
    const std::chrono::duration<double> idle = Clock::now() - last_event;
    constexpr double after_s = 0.01;
    wait_for_events(patience_s(
        app, frames, tooltip_due ? std::optional(tooltip_delay_s + after_s - idle.count()) : std::nullopt));
    const Clock::time_point now = Clock::now();
    if (events->take_wake()) {
      frames = frames_after_event;
      last_event = now;
      tooltip_due = true;
    }
    if (tooltip_due && std::chrono::duration<double>(now - last_event).count() > tooltip_delay_s) {
      frames = frames_after_event;
      tooltip_due = false;
    }
    if (const std::vector<std::string> dropped = events->take_dropped(); !dropped.empty())
      app.actions().cases.open_paths(dropped);
    if (glfwWindowShouldClose(window->get()) != 0) {
      glfwSetWindowShouldClose(window->get(), GLFW_FALSE);
      app.widgets().asked_to_quit = true;
    }
    const Change change = app.actions().update(std::chrono::duration<double>(now - before).count());
    before = now;
    if (change == Change::work_done) frames = frames_after_event;
    const bool lively = change != Change::none || app.asks() || ImGui::GetIO().WantTextInput;
    if (lively) frames = std::max(frames, 1);
    if (frames == 0) return;
    --frames;
    if (draw(app, *window, *events, title, change == Change::work_done)) frames = std::max(frames, 1);
  };
  while (!app.quits() && !ends.made()) {
    try {
      turn();
    } catch (...) {  // no error may cost the user's work
      app.actions().messages.say_why(std::current_exception());
    }
    if (!needs_other_context(app)) continue;
    rebuild_display(app, window, events);
    title.clear();
    frames = frames_after_event;
  }
  app.actions().views.set_settings(window->with_place(app.settings_with_layout()));
  if (app.quits()) {
    app.actions().end();
  } else {
    app.actions().end_unasked();
  }
}

//! What the user has not saved is offered at the next start.
void end_without_display(App& app) {
  try {
    app.actions().end_unasked();
  } catch (const std::exception&) {  // an earlier state of the session stays
  }
  fmt::print(stderr, "intercusp: {}\n",
             std::string(
                 Text("The display has ended, and the viewer with it. What was not saved is offered when the "
                      "viewer starts again")));
}

}  // namespace

void run_window(const platform::Machine& machine, std::span<const Tool* const> tools,
                const std::function<void(App&)>& begin) {
  const Library library;
  const Settings settings = read_settings(settings_file(machine.settings));
  std::optional<Window> window(std::in_place, settings);
  const ImVec4 ground = theme_of(settings.dark).canvas;  // until the first frame is drawn
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glfwSwapBuffers(window->get());
  if (epoxy_gl_version() < 45) throw WindowError(Text("The window's OpenGL is older than 4.5").english);
  App app(machine, tools);
  std::optional<WindowEvents> events(std::in_place, window->get());
  constexpr int engine_missing = 4;  // the exit status of a WindowError
  platform::at_end_of_display(engine_missing, [&app] { end_without_display(app); });
  const platform::EndRequest ends([] { glfwPostEmptyEvent(); });
  app.actions().work.tell_ends([] { glfwPostEmptyEvent(); });
  app.widgets().clipboard = platform::ClipboardPicture::on(machine.display);
  begin(app);
  loop(app, window, events, ends);
}

}  // namespace intercusp::viewer
