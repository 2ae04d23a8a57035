#include <epoxy/gl.h>
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/options.h"
#include "cli/process.h"
#include "io/case/bodies_file.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/pose_file.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/result_folder.h"
#include "io/files/safe_text.h"
#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/bite.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/app/camera.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/session.h"
#include "viewer/app/tool.h"
#include "viewer/case/jaw_moves.h"
#include "viewer/panels/off_screen.h"
#include "viewer/panels/window.h"
#include "viewer/platform/machine.h"
#include "viewer/scene/view_picture.h"
#include "viewer/tools/all.h"

namespace intercusp::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct ViewArguments {
  std::vector<std::string> files;   //!< upper and lower, or a session; empty: the recent files or the demo
  std::vector<std::string> bodies;  //!< BODIES.json files among them
  TeethSource teeth = TeethSource::automatic;
  std::string pose, unit, screenshot, view = "frontal", size = "1600x1000";
  bool light = false, measure = false, json = false, force = false;
};

//! \throw CLI::ValidationError
viewer::SceneSize size_of(const std::string& text) {
  constexpr int least = 64, most = viewer::most_picture_px;
  viewer::SceneSize size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width_px);
  if (width.ec == std::errc() && width.ptr != end && *width.ptr == 'x') {
    const auto height = std::from_chars(width.ptr + 1, end, size.height_px);
    const auto fits = [](int px) { return px >= least && px <= most; };
    if (height.ec == std::errc() && height.ptr == end && fits(size.width_px) && fits(size.height_px) &&
        size.width_px <= viewer::most_picture_pixels / size.height_px) {
      return size;
    }
  }
  throw CLI::ValidationError(
      "--size",
      fmt::format("wants WIDTHxHEIGHT in pixels, each from {} to {}, together at most {} megapixels; not {}",
                  least, most, viewer::most_picture_pixels / 1'000'000, text));
}

viewer::CaseRequest request_of(const ViewArguments& arguments) {
  viewer::CaseRequest request;
  if (!arguments.files.empty()) {
    request.upper = arguments.files[0];
    request.lower = arguments.files[1];
  }
  request.mm_per_unit = mm_per_unit_of(arguments.unit);
  if (!arguments.pose.empty()) request.upper_from_lower = read_pose(arguments.pose);
  request.teeth = arguments.teeth;
  return request;
}

//! Names files of the session outside its folder on stderr. Without a window the user cannot be asked. But
//! the user named this session, so these files are opened.
void name_outside_files(viewer::Actions& actions, const viewer::AppState& state) {
  actions.finish_work();
  const auto& question = state.question;
  if (!question || question->kind != viewer::Question::Kind::outside_files) return;
  fmt::print(stderr, "intercusp: {}\n", visible_text(question->text));
  actions.cases.answer(true);
}

//! Opens the case in the background. Jaws are opened in the given pose, so that axes and direction fit it. A
//! session is opened in its own pose and then moved.
void open_case(viewer::App& app, const ViewArguments& arguments, bool in_window) {
  viewer::Actions& actions = app.actions();
  if (arguments.files.size() != 1) return actions.cases.open(request_of(arguments), arguments.bodies);
  if (!viewer::is_session(arguments.files[0])) return actions.cases.open_alone(arguments.files[0]);
  actions.cases.open_session(arguments.files[0],
                             [&actions, pose = arguments.pose, bodies = arguments.bodies] {
                               if (!pose.empty()) actions.cases.load_pose(pose);
                               if (!bodies.empty()) actions.cases.open_paths(bodies);
                             });
  if (!in_window) name_outside_files(actions, app.state());
}

//! Without a window, an unanswered question or a failed import ends the program.
void require_case(const viewer::AppState& state) {
  if (state.question) throw std::runtime_error(state.question->text + " Open it in the viewer to decide.");
  if (state.loaded || state.lone) return;
  std::string all;
  for (const viewer::Message& message : state.messages) all += (all.empty() ? "" : "\n") + message.text;
  throw std::runtime_error(all.empty() ? "the case cannot be opened" : all);
}

//! Ends the program if a session's track or bodies cannot be shown, because the picture would lack them.
void refuse_problems(const viewer::AppState& state) {
  const auto problem =
      std::ranges::find(state.messages, viewer::MessageKind::problem, &viewer::Message::kind);
  if (problem != state.messages.end()) throw std::runtime_error(problem->text);
}

//! Makes a section through the largest contact, if there is one.
void make_section(viewer::App& app) {
  if (app.state().view.section) return;
  const auto& rest = app.state().rest;
  const std::vector<ContactPatch> patches =
      rest ? rest->by(app.state().document.measure).patches : std::vector<ContactPatch>();
  if (!patches.empty()) {
    app.actions().views.set_section(viewer::SectionKind::across_arch, patches.front().place_mm);
  } else {
    app.actions().views.set_section(
        viewer::SectionKind::sagittal,
        viewer::centre_of_lower(*app.state().loaded, app.state().document.upper_from_lower));
  }
}

Picture picture_of(viewer::App& app, const std::string& name, const viewer::SceneSize& size) {
  using viewer::PictureOf;
  if (const auto view = find_named<viewer::StandardView>(name)) {
    app.actions().views.look(*view);
    return view_picture(app.renderer(), app.state(), PictureOf::scene, size);
  }
  if (name == "map") return view_picture(app.renderer(), app.state(), PictureOf::map, size);
  if (name == "section") {
    make_section(app);
    return view_picture(app.renderer(), app.state(), PictureOf::section, size);
  }
  return interface_picture(app, size);
}

[[noreturn]] void fail_without_opengl(const std::exception& error) {
  throw viewer::WindowError(std::string(error.what()) +
                            "\nThe viewer needs OpenGL 4.5; `intercusp inspect` needs none.");
}

void use_theme(viewer::App& app, bool dark) {
  viewer::Settings settings = app.state().settings;
  settings.dark = dark;
  app.actions().views.set_settings(settings);
}

// --measure

using viewer::App;

//! Time from a mouse movement to state, map, numbers and picture.
double frame_ms(App& app, const viewer::OffScreen& screen, ImVec2 mouse, bool pressed) {
  const Clock::time_point start = Clock::now();
  ImGui::GetIO().MousePos = mouse;
  ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = pressed;
  (void)app.actions().update(1.0 / 60);
  (void)screen.frame(app);
  glFinish();
  return ms_since(start);
}

struct Drag {
  std::vector<double> frames_ms;  //!< sorted
  bool of_the_jaw = false;
};

//! Presses, moves along a small circle, and releases.
Drag drag(App& app, const viewer::OffScreen& screen, ImVec2 from) {
  constexpr int frames = 120, warm = 10;
  constexpr double radius_px = 20, turn = 0.1;
  for (const bool pressed : {false, false, true}) (void)frame_ms(app, screen, from, pressed);
  Drag result;
  for (int i = 1; i <= frames + warm; ++i) {
    const ImVec2 mouse{from.x + static_cast<float>(radius_px * std::sin(turn * i)),
                       from.y + static_cast<float>(radius_px * (1 - std::cos(turn * i)))};
    const double ms = frame_ms(app, screen, mouse, true);
    if (i > warm) result.frames_ms.push_back(ms);
    result.of_the_jaw = app.state().dragging;
  }
  for (int i = 0; i < 3; ++i) (void)frame_ms(app, screen, from, false);
  std::sort(result.frames_ms.begin(), result.frames_ms.end());
  return result;
}

double median(const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; }

void print(const char* what, const std::vector<double>& sorted_ms) {
  constexpr double slow = 0.95;
  const double median_ms = median(sorted_ms);
  const double p95 = sorted_ms[static_cast<std::size_t>(slow * static_cast<double>(sorted_ms.size()))];
  fmt::print("{}: median {:.1f} ms ({:.0f} a second), 95 % within {:.1f} ms\n", what, median_ms,
             1000 / median_ms, p95);
}

//! As long as they take.
struct Frame {
  double ms = 0;
  bool gets_better = false;
};
Frame timed_frame(App& app, const viewer::OffScreen& screen, double ms_before) {
  constexpr double ms_per_s = 1000;
  const Clock::time_point start = Clock::now();
  (void)app.actions().update(ms_before / ms_per_s);
  const bool gets_better = screen.frame(app, static_cast<float>(std::max(ms_before, 1.0) / ms_per_s));
  glFinish();
  return {ms_since(start), gets_better};
}

//! Time from the end of a movement to the fine picture, ms.
double fine_picture_ms(App& app, const viewer::OffScreen& screen) {
  const Clock::time_point start = Clock::now();
  Frame frame{.ms = 1, .gets_better = true};
  while (frame.gets_better) frame = timed_frame(app, screen, frame.ms);
  return ms_since(start);
}

//! Plays a protrusion.
//! \return sorted times of its frames; empty if the bite has no such path
std::vector<double> playback_ms(App& app, const viewer::OffScreen& screen) {
  constexpr int frames = 120;
  for (const viewer::Tool* const tool : app.state().tools) tool->play(app.state(), app.actions());
  app.actions().finish_work();
  if (!app.state().playback) return {};
  app.actions().playbacks.set_playing(true);
  std::vector<double> times = {1};
  for (int i = 0; i < frames && app.state().playback && app.state().playback->playing; ++i)
    times.push_back(timed_frame(app, screen, times.back()).ms);
  app.actions().playbacks.set_playing(false);
  times.erase(times.begin());
  std::sort(times.begin(), times.end());
  return times;
}

//! Times since the program started, and the longest that the window halted. The first picture is of the jaws alone.
struct Opening {
  double first_picture_ms = 0, fine_picture_ms = 0, numbers_ms = 0, longest_halt_ms = 0;
};

//! Draws frames as the window does while the case is opened and measured in the background. Empty if it
//! cannot be opened.
std::optional<Opening> watch_opening(App& app, const viewer::OffScreen& screen, Clock::time_point start) {
  constexpr int frames_after_event = 3;
  constexpr std::chrono::milliseconds between_looks(5);
  const viewer::AppState& state = app.state();
  Opening opening;
  int frames = frames_after_event;
  Clock::time_point before = Clock::now();
  while (opening.fine_picture_ms == 0 || opening.numbers_ms == 0) {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - std::exchange(before, now)).count();
    const viewer::Change change = app.actions().update(seconds);
    if (!state.loaded && !state.work) return std::nullopt;
    if (change == viewer::Change::work_done) frames = frames_after_event;
    if (change != viewer::Change::none) frames = std::max(frames, 1);
    if (frames-- > 0) {
      const bool gets_better = screen.frame(app, static_cast<float>(std::max(seconds, 0.001)));
      glFinish();
      if (gets_better) frames = std::max(frames, 1);
      if ((state.read || state.loaded) && opening.first_picture_ms == 0)
        opening.first_picture_ms = ms_since(start);
      if (state.loaded && !state.shaded.is_due() && !gets_better && opening.fine_picture_ms == 0)
        opening.fine_picture_ms = ms_since(start);
      if (state.rest && opening.numbers_ms == 0) opening.numbers_ms = ms_since(start);
    } else {
      frames = 0;
      std::this_thread::sleep_for(between_looks);
    }
    opening.longest_halt_ms = std::max(opening.longest_halt_ms, ms_since(now));
  }
  return opening;
}

//! \param moving empty where no handle of the mandible was found
void print_json(const Opening& opening, double read_ms, double fine_ms, const std::vector<double>& moving,
                const std::vector<double>& turning) {
  const auto rounded = [](double value) { return std::round(10 * value) / 10.0; };
  nlohmann::ordered_json times;
  times["first_picture_ms"] = rounded(opening.first_picture_ms);
  times["read_ms"] = rounded(read_ms);
  times["fine_picture_ms"] = rounded(fine_ms);
  times["moving_ms"] =
      moving.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(rounded(median(moving)));
  times["turning_ms"] = rounded(median(turning));
  times["longest_halt_ms"] = rounded(opening.longest_halt_ms);
  times["memory_mb"] = rounded(peak_memory_mb());
  fmt::print("{}\n", times.dump(2));
}

//! Frame times of the viewer on this machine. Draws frames off screen as the window does while the case opens, then drags a
//! handle of the mandible and turns the view with a simulated mouse. Prints the times from start and from mouse movement to
//! picture.
//! \pre a context is current; the case is being opened  \param start of the command
//! \return false where the case cannot be opened
bool measure_viewer(App& app, const viewer::SceneSize& size, Clock::time_point start, bool json) {
  const viewer::OffScreen screen(size);
  const std::optional<Opening> opening = watch_opening(app, screen, start);
  if (!opening) return false;
  app.actions().finish_work();
  for (int i = 0; i < 4; ++i) (void)frame_ms(app, screen, {-1, -1}, false);
  const viewer::AppState& state = app.state();
  const viewer::ViewBox box = app.scene_box();
  const viewer::PictureSize picture{static_cast<int>(box.width), static_cast<int>(box.height)};
  const Eigen::Vector2d handle = viewer::pixel_of(
      state.view.camera, picture, viewer::centre_of_lower(*state.loaded, state.document.upper_from_lower));
  const ImVec2 at_handle{box.x + static_cast<float>(handle.x()), box.y + static_cast<float>(handle.y())};
  const Drag moving = drag(app, screen, at_handle);
  const Drag turning = drag(app, screen, {box.x + box.width / 8, box.y + box.height / 8});
  std::vector<double> resting;
  constexpr int still_frames = 60;
  for (int i = 0; i < still_frames; ++i) resting.push_back(frame_ms(app, screen, {-1, -1}, false));
  std::sort(resting.begin(), resting.end());
  (void)drag(app, screen, at_handle);
  const double fine_ms = fine_picture_ms(app, screen);
  if (json) {
    print_json(*opening, state.loaded->read_ms, fine_ms,
               moving.of_the_jaw ? moving.frames_ms : std::vector<double>(), turning.frames_ms);
    return true;
  }
  const double memory_mb = peak_memory_mb();
  const std::vector<double> playback = playback_ms(app, screen);
  fmt::print("{} triangles, {} × {} pixels, drawn by {}\n", face_count(state.loaded->bite), size.width_px,
             size.height_px, reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  if (moving.of_the_jaw) {
    print("Moving the mandible, mouse to map, numbers and picture", moving.frames_ms);
    fmt::print("  of that the reading of the last pose: {:.1f} ms\n", state.live->reading().ms);
  }
  print("Turning the view", turning.frames_ms);
  print("The interface over a scene at rest", resting);
  fmt::print("Fine picture after a movement: {:.0f} ms\n", fine_ms);
  if (!playback.empty()) {
    print("Playback of a protrusion", playback);
    fmt::print("  longest halt {:.0f} ms\n", playback.back());
  }
  fmt::print(
      "Start to first picture: {:.0f} ms, of that reading and closing the scans {:.0f} ms; to the fine "
      "picture {:.0f} ms, to the numbers of the report {:.0f} ms; longest halt {:.0f} ms\n",
      opening->first_picture_ms, state.loaded->read_ms, opening->fine_picture_ms, opening->numbers_ms,
      opening->longest_halt_ms);
  fmt::print("Memory at most: {:.0f} MB, with the playback {:.0f} MB\n", memory_mb, peak_memory_mb());
  return true;
}

//! Uses only this machine's typeface. Settings and autosaved sessions stay untouched.
void run_off_screen(const ViewArguments& arguments, Clock::time_point start) {
  const viewer::SceneSize size = size_of(arguments.size);
  const gl::Context context;
  viewer::App app({.font = viewer::platform::this_machine().font}, viewer::all_tools());
  use_theme(app, !arguments.light);
  open_case(app, arguments, false);
  if (arguments.measure) {
    if (!measure_viewer(app, size, start, arguments.json)) require_case(app.state());
    return;
  }
  app.actions().finish_work();
  require_case(app.state());
  refuse_problems(app.state());
  const Picture picture = picture_of(app, arguments.view, size);
  context.throw_on_error();
  write_atomically(arguments.screenshot, png_bytes(picture));
}

std::vector<std::filesystem::path> inputs_of(const ViewArguments& arguments) {
  std::vector<std::filesystem::path> files = files_of_sources(arguments.files);
  files.insert(files.end(), arguments.bodies.begin(), arguments.bodies.end());
  files.emplace_back(arguments.pose);
  if (arguments.files.size() != 1 || !viewer::is_session(arguments.files[0])) return files;
  const viewer::Session session = viewer::read_session(arguments.files[0], viewer::all_tools());
  for (const std::string& file : viewer::files_of(session, viewer::all_tools())) files.emplace_back(file);
  return files;
}

//! Reports unusable files on the terminal before a window opens.
void check_files(const ViewArguments& arguments) {
  if (arguments.files.size() > 2)
    throw CLI::ValidationError("FILES",
                               "two jaws, one jaw or one session are opened, and BODIES.json beside them");
  if (arguments.files.size() == 1 && !viewer::is_session(arguments.files[0])) {
    if (is_json_file(arguments.files[0])) {
      (void)read_json(arguments.files[0]);  // says where it is damaged
      throw InputError(
          arguments.files[0],
          "is not a session; give UPPER and LOWER, one folder that holds both, one scan or one session");
    }
    (void)read_jaw(arguments.files[0], std::nullopt, {.teeth = TeethSource::none});
    const bool needs_both = arguments.measure || arguments.view == "map" || arguments.view == "section";
    if (needs_both || !arguments.pose.empty())
      throw CLI::ValidationError("FILES",
                                 "one scan alone has no map, section, pose or frame times: give both jaws");
  }
  if (!arguments.pose.empty()) (void)read_pose(arguments.pose);
  for (const std::string& file : arguments.bodies) (void)read_bodies(file);
}

//! Separates files that describe bodies from the others, in any order. A folder with both jaws
//! replaces two scans.
ViewArguments with_bodies_apart(ViewArguments arguments) {
  const auto jaws = std::ranges::stable_partition(arguments.files, [](const std::string& file) {
    return viewer::kind_of(file) != viewer::FileKind::bodies;
  });
  arguments.bodies.assign(jaws.begin(), jaws.end());
  arguments.files.erase(jaws.begin(), jaws.end());
  if (arguments.files.size() != 1) return arguments;
  if (const auto both = jaws_of_case(arguments.files[0])) arguments.files = {both->upper, both->lower};
  return arguments;
}

void run_in_window(const ViewArguments& arguments) {
  viewer::run_window(viewer::platform::this_machine(), viewer::all_tools(), [&](viewer::App& app) {
    if (arguments.light) use_theme(app, false);
    const viewer::Settings& settings = app.state().settings;
    const bool used_before = !settings.recent.empty() || !settings.recent_sessions.empty();
    if (arguments.files.empty() && used_before) return;  // the window offers the recent files
    open_case(app, arguments, true);
  });
}

void run_view(const ViewArguments& given) {
  const Clock::time_point start = Clock::now();
  const ViewArguments arguments = with_bodies_apart(given);
  (void)size_of(arguments.size);
  check_files(arguments);
  if (!arguments.screenshot.empty())
    check_replaceable(arguments.screenshot, inputs_of(arguments), arguments.force);
  try {
    if (arguments.screenshot.empty() && !arguments.measure) return run_in_window(arguments);
    run_off_screen(arguments, start);
  } catch (const gl::ContextError& error) {
    fail_without_opengl(error);
  } catch (const gl::ShaderError& error) {
    fail_without_opengl(error);
  }
}

}  // namespace

void add_view_command(CLI::App& program) {
  auto [command, arguments] =
      add_command(program, "view", "Open the viewer; without files, on a generated dentition", run_view);
  command
      .add_option("FILES", arguments.files,
                  "UPPER LOWER: mesh files or folders of single teeth; or one folder with both jaws, one "
                  "SCAN, or one "
                  "SESSION; and any BODIES.json (as for interfere)")
      ->expected(0, CLI::detail::expected_max_vector_size);
  add_pose_and_unit_options(command, arguments.pose, arguments.unit);
  add_teeth_option(command, arguments.teeth);
  CLI::Option* const screenshot =
      command
          .add_option("--screenshot", arguments.screenshot,
                      "Save one picture to this PNG file without opening a window, and exit")
          ->check(file_name());
  command.add_option("--view", arguments.view, "Content of the picture (window: the whole interface)")
      ->check(CLI::IsMember(
          {"frontal", "right", "left", "upper_occlusal", "lower_occlusal", "map", "section", "window"},
          CLI::ignore_underscore, CLI::ignore_case))
      ->needs(screenshot)
      ->capture_default_str();
  CLI::Option* const measure =
      command
          .add_flag("--measure", arguments.measure,
                    "Measure frame times with a simulated mouse, without a window, and exit")
          ->excludes(screenshot);
  command.add_flag("--json", arguments.json, "Print the times as JSON")->needs(measure);
  command.add_option("--size", arguments.size, "Picture size, WIDTHxHEIGHT in pixels")->capture_default_str();
  CLI::Option* const force = command.add_flag(
      "--force", arguments.force, "Let the picture replace a file that the program did not write");
  force->needs(screenshot);
  command.add_flag("--light", arguments.light, "Use the light theme");
}

}  // namespace intercusp::cli
