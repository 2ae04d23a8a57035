#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "cli/options.h"
#include "cli/view_measure.h"
#include "io/case/bodies_file.h"
#include "io/case/pose_file.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/result_folder.h"
#include "io/files/safe_text.h"
#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/session.h"
#include "viewer/panels/off_screen.h"
#include "viewer/panels/window.h"
#include "viewer/platform/machine.h"
#include "viewer/scene/view_picture.h"
#include "viewer/tools/all.h"

namespace intercusp::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct ViewArguments {
  std::vector<std::string> files;   //!< upper and lower, or a session; empty: the demo
  std::vector<std::string> bodies;  //!< BODIES.json files among them
  TeethSource teeth = TeethSource::automatic;
  std::string pose, unit, screenshot, view = "frontal", size = "1600x1000";
  bool light = false, measure = false, force = false;
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

//! Without a window the user cannot answer. The user named this session, so its files are opened; stderr names those
//! outside its folder.
void name_outside_files(viewer::Actions& actions, const viewer::AppState& state) {
  actions.finish_work();
  const auto& question = state.question;
  if (!question || question->kind != viewer::Question::Kind::outside_files) return;
  fmt::print(stderr, "intercusp: {}\n", visible_text(question->text));
  actions.answer(true);
}

//! Opens in the background. Jaws are opened in the given pose, so that axes and direction fit it; a session is
//! opened in its own pose and then moved.
void open_case(viewer::App& app, const ViewArguments& arguments, bool in_window) {
  viewer::Actions& actions = app.actions();
  if (arguments.files.size() != 1) return actions.open(request_of(arguments), arguments.bodies);
  actions.open_session(arguments.files[0], [&actions, pose = arguments.pose, bodies = arguments.bodies] {
    if (!pose.empty()) actions.load_pose(pose);
    if (!bodies.empty()) actions.open_paths(bodies);
  });
  if (!in_window) name_outside_files(actions, app.state());
}

//! Off screen, an unanswered question or a failed import ends the program.
void require_case(const viewer::AppState& state) {
  if (state.question) throw std::runtime_error(state.question->text + " Open it in the viewer to decide.");
  if (state.loaded) return;
  std::string all;
  for (const viewer::Message& message : state.messages) all += (all.empty() ? "" : "\n") + message.text;
  throw std::runtime_error(all.empty() ? "the case cannot be opened" : all);
}

//! Ends the program if the track or the bodies of a session cannot be shown, because the picture would lack them.
void refuse_problems(const viewer::AppState& state) {
  const auto problem =
      std::ranges::find(state.messages, viewer::MessageKind::problem, &viewer::Message::kind);
  if (problem != state.messages.end()) throw std::runtime_error(problem->text);
}

//! Through the largest contact, if any.
void make_section(viewer::App& app) {
  if (app.state().view.section) return;
  const auto& rest = app.state().rest;
  const std::vector<ContactPatch> patches =
      rest ? rest->by(app.state().document.measure).patches : std::vector<ContactPatch>();
  if (!patches.empty()) {
    app.actions().set_section(viewer::SectionKind::across_arch, patches.front().place_mm);
  } else {
    app.actions().set_section(
        viewer::SectionKind::sagittal,
        viewer::centre_of_lower(*app.state().loaded, app.state().document.upper_from_lower));
  }
}

Picture picture_of(viewer::App& app, const std::string& name, const viewer::SceneSize& size) {
  using viewer::PictureOf;
  if (const auto view = find_named<viewer::StandardView>(name)) {
    app.actions().look(*view);
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
  app.actions().set_settings(settings);
}

//! Reads only the typeface of this machine: settings and autosaved sessions stay untouched.
void run_off_screen(const ViewArguments& arguments, Clock::time_point start) {
  const viewer::SceneSize size = size_of(arguments.size);
  const gl::Context context;
  viewer::App app({.font = viewer::platform::this_machine().font}, viewer::all_tools());
  use_theme(app, !arguments.light);
  open_case(app, arguments, false);
  if (arguments.measure) {
    if (!measure_viewer(app, size, start)) require_case(app.state());
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
  if (arguments.files.size() != 1) return files;
  const viewer::Session session = viewer::read_session(arguments.files[0], viewer::all_tools());
  for (const std::string& file : viewer::files_of(session, viewer::all_tools())) files.emplace_back(file);
  return files;
}

//! Reports unusable files on the terminal before a window opens.
void check_files(const ViewArguments& arguments) {
  if (arguments.files.size() > 2)
    throw CLI::ValidationError("FILES", "two jaws or one session are opened, and BODIES.json beside them");
  if (arguments.files.size() == 1 && !viewer::is_session(arguments.files[0])) {
    if (is_json_file(arguments.files[0])) (void)read_json(arguments.files[0]);  // says where it is damaged
    throw InputError(arguments.files[0],
                     "is not a session; give UPPER and LOWER, one folder that holds both, or one session");
  }
  if (!arguments.pose.empty()) (void)read_pose(arguments.pose);
  for (const std::string& file : arguments.bodies) (void)read_bodies(file);
}

//! Files that describe bodies may be anywhere among the others. A folder with both jaws replaces two scans.
ViewArguments with_bodies_apart(ViewArguments arguments) {
  const auto jaws = std::ranges::stable_partition(arguments.files, [](const std::string& file) {
    return viewer::kind_of(file) != viewer::FileKind::bodies;
  });
  arguments.bodies.assign(jaws.begin(), jaws.end());
  arguments.files.erase(jaws.begin(), jaws.end());
  std::error_code ignored;
  if (arguments.files.size() == 1 && std::filesystem::is_directory(arguments.files[0], ignored)) {
    const JawSources both = jaws_in_folder(arguments.files[0]);
    arguments.files = {both.upper, both.lower};
  }
  return arguments;
}

void run_in_window(const ViewArguments& arguments) {
  viewer::run_window(viewer::platform::this_machine(), viewer::all_tools(), [&](viewer::App& app) {
    if (arguments.light) use_theme(app, false);
    const viewer::Settings& settings = app.state().settings;
    const bool used_before = !settings.recent.empty() || !settings.recent_sessions.empty();
    if (arguments.files.empty() && used_before) return;  // the recent ones are offered
    open_case(app, arguments, true);
  });
}

void run_view(const ViewArguments& given, Clock::time_point start) {
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
  CLI::App* command =
      program.add_subcommand("view", "Open the viewer; without files, on a generated dentition");
  auto arguments = std::make_shared<ViewArguments>();
  command
      ->add_option("FILES", arguments->files,
                   "UPPER LOWER: mesh files or folders of single teeth; or one folder with both jaws, or one "
                   "SESSION; and any "
                   "BODIES.json (as for interfere)")
      ->expected(0, CLI::detail::expected_max_vector_size);
  add_pose_and_unit_options(*command, arguments->pose, arguments->unit);
  add_teeth_option(*command, arguments->teeth);
  CLI::Option* const screenshot =
      command
          ->add_option("--screenshot", arguments->screenshot,
                       "Save one picture to this PNG file without opening a window, and exit")
          ->check(file_name());
  command->add_option("--view", arguments->view, "Content of the picture (window: the whole interface)")
      ->check(CLI::IsMember(
          {"frontal", "right", "left", "upper_occlusal", "lower_occlusal", "map", "section", "window"},
          CLI::ignore_underscore, CLI::ignore_case))
      ->needs(screenshot)
      ->capture_default_str();
  command
      ->add_flag("--measure", arguments->measure,
                 "Measure frame times with a simulated mouse, without a window, and exit")
      ->excludes(screenshot);
  command->add_option("--size", arguments->size, "Picture size, WIDTHxHEIGHT in pixels")
      ->capture_default_str();
  CLI::Option* const force = command->add_flag(
      "--force", arguments->force, "Let the picture replace a file that the program did not write");
  force->needs(screenshot);
  command->add_flag("--light", arguments->light, "Use the light theme");
  command->callback([arguments] { run_view(*arguments, Clock::now()); });
}

}  // namespace intercusp::cli
