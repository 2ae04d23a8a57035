// Actions at random, with frames, keys and clicks between them, and absurd numbers, names and paths: nothing is thrown,
// numbers and maps belong to the pose, and the work can be recovered at every moment. `./run soak` walks for longer
// (INTERCUSP_SOAK_STEPS, INTERCUSP_SOAK_SEED). A seed gives the same actions again; the timing of background work
// differs.

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "occlusion/engines/gl/context.h"
#include "tests/viewer/app/viewer_support.h"
#include "tests/viewer/machine.h"
#include "tests/viewer/window/drawn_letters.h"
#include "viewer/app/exports.h"
#include "viewer/app/files.h"
#include "viewer/app/session.h"
#include "viewer/panels/input.h"
#include "viewer/panels/off_screen.h"
#include "viewer/platform/process.h"
#include "viewer/tools/all.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/closing/tool.h"
#include "viewer/tools/inspection/tool.h"
#include "viewer/tools/seating/tool.h"
#include "viewer/tools/several/tool.h"
#include "viewer/tools/teeth/tool.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer::testing {
namespace {

//! An application off screen with its own folder for settings and autosaves.
struct Walker {
  std::mt19937 random;
  gl::Context context;
  TemporaryFolder folder;
  App app{
      platform::Machine{
          .settings = folder / "config", .autosave = folder / "autosave", .font = intercusp::testing::font},
      all_tools()};
  SceneSize size{640, 480};
  OffScreen screen{size};
  CaseRequest ball = write_ball_and_plate(folder / "ball");
  CaseRequest other = write_ball_and_plate(folder / "other");
  CaseRequest teeth = write_dentition(folder / "teeth");

  fs::path track =
      folder.write("track.csv", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n1,0,0,-2,1,0,0,0\n");
  fs::path lowered =
      folder.write("pose.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-1, 0,0,0,1]})");
  fs::path pin =
      folder.write("pin.json", R"({"bodies": [{"name": "pin", "kind": "cylinder", "size_mm": [2, 6],
    "pose": [1,0,0,12, 0,1,0,0, 0,0,1,-2, 0,0,0,1]}]})");
  fs::path session = folder / "session.json";

  explicit Walker(unsigned seed) : random(seed) {}

  std::size_t choice(std::size_t count) { return random() % count; }
  bool flag() { return choice(2) == 0; }
  Jaw jaw() { return flag() ? Jaw::upper : Jaw::lower; }
  double small(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }
  //! Mostly the size of a mouth, otherwise huge, tiny or zero.
  double number() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 15> odd = {0.0, -0.0,  1e-300, -1e-12,  60.0, 1e4,  -5e5, 6e5,
                                            1e7, -1e12, 1e300,  1.7e308, inf,  -inf, NAN};
    return choice(3) == 0 ? odd.at(choice(odd.size())) : small(2);
  }
  Eigen::Vector3d place() { return {number(), number(), number()}; }
  Eigen::Isometry3d pose() {
    Eigen::Isometry3d pose(Eigen::AngleAxisd(small(4), Eigen::Vector3d(small(1), small(1), 1).normalized()));
    pose.translation() = choice(3) == 0 ? place() : Eigen::Vector3d(small(2), small(2), small(0.5));
    return pose;
  }
  PoseNumbers numbers() { return {.shift_mm = place(), .turn_rad = {small(0.1), small(0.1), number()}}; }
  std::string name() {
    const std::array<std::string, 6> names = {
        "", "rest", std::string(20000, 'x'), "\xff\xfe\x80", "a\"\\\n\t{}%s", std::string("\0a", 2)};
    return names.at(choice(names.size()));
  }
  //! To be read.
  fs::path path() {
    const std::array<fs::path, 8> paths = {
        "", "/", "/proc/none/file", folder.path(), folder / "none.json", ball.upper, session, lowered};
    return paths.at(choice(paths.size()));
  }
  //! A path for writing, always inside the folder.
  fs::path target() {
    const std::array<fs::path, 6> targets = {"",
                                             "/proc/none/file",
                                             folder / "none" / "here.json",
                                             ball.upper + "/file",
                                             folder / "out.json",
                                             folder / "\xff\xfe"};
    return targets.at(choice(targets.size()));
  }
  int some_id() { return static_cast<int>(random()) % 60; }

  ViewState view() {
    ViewState view = app.state().view;
    view.camera.target = place();
    view.camera.height_mm = number();
    if (flag()) view.section = SectionPlane{pose()};
    if (flag()) view.ruler = Ruler{{number(), number()}, {number(), 1}};
    view.upper.shown = flag();
    view.show_map = flag();
    view.show_compass = flag();
    return view;
  }
  ArticulatorSettings articulator() {
    ArticulatorSettings settings;
    settings.bonwill_arm_mm = number();
    settings.bennett_rad.left = small(0.4);
    return settings;
  }
  Settings settings() {
    Settings settings = app.state().settings;
    settings.dark = flag();
    settings.expert = flag();
    settings.language = flag() ? Language::english : language_of("de");
    settings.font_px = choice(20) == 0 ? number() : 15 + static_cast<double>(choice(3));
    settings.window_width = some_id() * 100000;
    return settings;
  }

  void act();
  void move_the_jaw();
  void change_the_view();
  void use_files();
  void compute();
  void frame();
};

void Walker::move_the_jaw() {
  Actions& actions = app.actions();
  switch (choice(16)) {
    case 0:
      actions.pose.set(pose(), "set");
      return;
    case 1:
      return actions.pose.nudge(numbers());
    case 2:
      actions.pose.begin_drag("drag");
      actions.pose.drag_to(pose());
      actions.pose.drag_to(pose());
      return flag() ? actions.pose.end_drag() : actions.pose.cancel_drag();
    case 3:
      return actions.pose.set_opening(number());
    case 4:
      return bring_to_contact(app.state(), actions, flag() ? ClosingWay::hinge : ClosingWay::vertical);
    case 5:
      return actions.pose.reset();
    case 6:
      return flag() ? actions.pose.undo() : actions.pose.redo();
    case 7:
      return actions.pose.add_named(name());
    case 8:
      return actions.pose.go_to_named(choice(4));
    case 9:
      return actions.pose.remove_named(choice(4));
    case 10:
      return actions.pose.set_threshold(number());
    case 11:
      return actions.pose.set_measure(flag() ? Measure::surface_distance : Measure::clearance);
    case 12:
      return set_excursion(app.state(), actions, all_excursions.at(choice(3)), number());
    case 13:
      return set_articulator(actions, articulator());
    case 14:
      return flag() ? actions.playbacks.set_time(number()) : actions.playbacks.set_speed(number());
    default:
      return flag() ? actions.playbacks.set_playing(flag()) : actions.playbacks.close();
  }
}

void Walker::change_the_view() {
  Actions& actions = app.actions();
  switch (choice(10)) {
    case 0:
      return actions.views.set(view());
    case 1:
      return actions.views.look(static_cast<StandardView>(choice(5)));
    case 2:
      return actions.views.fly_to(place());
    case 3:
      return actions.views.set_section(static_cast<SectionKind>(choice(4)), place());
    case 4:
      return actions.views.move_section(number());
    case 5:
      return actions.views.select_contact(ContactName{.patch = some_id()});
    case 6:
      return actions.views.set_settings(settings());
    case 7:
      return select_tooth(actions, ToothName{jaw(), some_id()});
    case 8:
      return edit_teeth(actions, jaw(),
                        {.kind = static_cast<TeethEdit::Kind>(choice(9)),
                         .tooth = some_id(),
                         .number = some_id(),
                         .points_mm = std::vector<Eigen::Vector3d>(choice(3), place())});
    default:
      return actions.messages.dismiss(choice(4));
  }
}

void Walker::use_files() {
  Actions& actions = app.actions();
  const std::vector<std::string> paths(choice(4), path().string());
  const std::array<CaseRequest, 3> cases = {ball, other, teeth};
  switch (choice(14)) {
    case 0:
      actions.cases.open(cases.at(choice(3)));
      return actions.cases.answer(true);
    case 1:
      return actions.cases.open(
          {.upper = path().string(), .lower = path().string(), .mm_per_unit = number()});
    case 2:
      return actions.cases.open_paths(paths);
    case 3:
      return actions.cases.open_session(path());
    case 4:
      return actions.cases.load_pose(path());
    case 5:
      actions.playbacks.open_track(flag() ? track : path());
      return actions.finish_work();
    case 6:
      return actions.files.save_session(target());
    case 7:
      return actions.files.export_to(flag() ? pose_export : teeth_export, target());
    case 8:
      return actions.files.write_picture(target(), Picture(static_cast<int>(choice(3)), 2));
    case 9:
      return actions.work.cancel();
    case 10:
      return prepare_teeth(actions);
    case 11:
      return actions.messages.say(MessageKind::problem, name());
    default:
      return actions.cases.answer(flag());
  }
}

//! Slow actions, or actions that show their results.
void Walker::compute() {
  Actions& actions = app.actions();
  switch (choice(16)) {
    case 0:
      return validate_pose(app.state(), actions);
    case 1:
      return compute_stages(app.state(), actions);
    case 2:
      return settle(app.state(), actions);
    case 3:
      return close_jaws_to_depth(app.state(), actions, number());
    case 4:
      return actions.pose.compare_with(choice(4));
    case 5:
      return actions.pose.end_comparison();
    case 6:
      return play_excursion(app.state(), actions, all_excursions.at(choice(3)));
    case 7:
      return flag() ? play_closing(app.state(), actions) : play_all_excursions(app.state(), actions);
    case 8:
      return actions.pose.prepare_map(pose());
    case 9:
      return actions.cases.set_notes({.name = name(), .date = name(), .notes = name()});
    case 10:
      return actions.files.export_to(flag() ? contacts_export : map_export, target());
    case 11:
      return actions.views.fit();
    case 12:
      return actions.playbacks.set_marks(flag(), flag());
    case 13:
      return actions.views.show_step(PanelKind::the_case, flag() ? &teeth_part : nullptr);
    case 14:
      return select_next_unsure(actions);
    default:
      return actions.playbacks.set_loop(flag());
  }
}

void Walker::act() {
  switch (choice(10)) {
    case 9:
      return compute();
    case 8:
      return flag() ? add_bodies(app.state(), app.actions(), {flag() ? pin.string() : path().string()})
                    : remove_bodies(app.actions());
    case 0:
      return use_files();
    case 1:
    case 2:
      return change_the_view();
    default:
      return move_the_jaw();
  }
}

//! A frame with the mouse and keys anywhere.
void Walker::frame() {
  ImGuiIO& io = ImGui::GetIO();
  app.widgets().panel = static_cast<PanelKind>(choice(panel_kinds));
  app.widgets().step_parts.clear();
  if (flag()) app.widgets().step_parts[PanelKind::the_case] = &teeth_part;
  if (flag()) app.widgets().step_parts[PanelKind::report] = &validation_part;
  app.widgets().second = static_cast<SecondView>(choice(3));
  io.MousePos = {static_cast<float>(choice(640)), static_cast<float>(choice(480))};
  io.MouseDown[choice(2)] = flag();
  io.MouseWheel = static_cast<float>(small(3));
  const int key = static_cast<int>(key_space + choice(60));
  io.KeysDown[key] = true;
  if (flag()) io.AddInputCharactersUTF8("-1e99");
  (void)screen.frame(app);
  io.KeysDown[key] = false;
}

//! The number of sessions that could be recovered, each of which must be whole.
void expect_recoverable(Walker& walker) {
  const AppState& state = walker.app.state();
  const std::optional<LeftBehind> left = left_behind(walker.folder / "autosave");
  ASSERT_TRUE(left);
  Session session;
  ASSERT_NO_THROW(session = read_session(left->file, all_tools()));
  EXPECT_EQ(session.document.threshold_mm, state.document.threshold_mm);
  EXPECT_EQ(session.document.poses.size(), state.document.poses.size());
  const bool own_pose = !state.playback;
  EXPECT_TRUE(!own_pose || same_pose(session.document.upper_from_lower, state.document.upper_from_lower));
}

//! The words about the i-th.
std::string text_about(const std::vector<std::string>& words, std::size_t i) {
  std::string text;
  for (std::size_t k = i < 8 ? 0 : i - 8; k < std::min(words.size(), i + 8); ++k) text += words[k] + ' ';
  return text;
}

//! Everything was drawn, and no number is NaN.
void expect_whole_frame() {
  const ImGuiWindow* const last = ImGui::FindWindowByName("status");
  EXPECT_TRUE(last != nullptr && last->Active) << "something was thrown in the frame";
  const std::vector<std::string> words = intercusp::testing::drawn_words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string letters = words[i];
    std::erase_if(letters, [](unsigned char letter) { return std::isalpha(letter) == 0; });
    // "is not valid JSON (NaN and Infinity are not JSON either", whose end the message may not have room for
    if (i > 0 && words[i - 1].ends_with("JSON") && words[i] == "(NaN") continue;
    const std::string next = i + 1 < words.size() ? words[i + 1] : "";
    if (next == "and" || next == "und") continue;
    for (char& letter : letters) letter = static_cast<char>(std::tolower(letter));
    EXPECT_TRUE(letters != "nan" && letters != "inf" && letters != "nanmm" && letters != "infmm")
        << text_about(words, i);
  }
}

std::vector<std::uint8_t> texels_of(GLuint texture) {
  GLint width = 0, height = 0;
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &width);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &height);
  std::vector<std::uint8_t> texels(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glGetTextureImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(texels.size()),
                    texels.data());
  return texels;
}

//! A fresh engine computes the same map of the pose, and a fresh renderer paints the same picture as the window.
void expect_map_of_pose(Walker& walker) {
  const AppState& state = walker.app.state();
  LiveBite fresh(state.loaded);
  (void)fresh.read(state.document.upper_from_lower, state.document.threshold_mm);
  const ClearanceMap &map = state.live->map(), &again = fresh.map();
  EXPECT_EQ(map.state, again.state);
  EXPECT_EQ(map.upper_face, again.upper_face);
  EXPECT_TRUE(std::ranges::equal(map.clearance_mm, again.clearance_mm, [](float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
  }));
  EXPECT_EQ(state.live->reading().by_distance.surface_mm2, fresh.reading().by_distance.surface_mm2);
  EXPECT_EQ(state.live->reading().least_distance_mm, fresh.reading().least_distance_mm);

  walker.app.renderer().follow(state);
  const std::vector<std::uint8_t> painted = texels_of(walker.app.renderer().map_texture());
  SceneRenderer renderer;
  renderer.follow(state);
  EXPECT_TRUE(painted == texels_of(renderer.map_texture())) << "the map that is shown is another pose's";
}

//! If the last step can be undone, undoing and redoing it changes nothing.
void expect_undo_and_redo_meet(Walker& walker) {
  const AppState& state = walker.app.state();
  if (state.playback || !state.can_undo) return;
  const Document before = state.document;
  const PoseReading read = state.live->reading();
  const std::string step = state.undo_label;
  walker.app.actions().pose.undo();
  if (!state.can_redo || state.redo_label != step || same_document(state.document, before)) return;
  walker.app.actions().pose.redo();
  EXPECT_TRUE(same_document(state.document, before)) << step;
  EXPECT_EQ(state.live->reading().by_distance.surface_mm2, read.by_distance.surface_mm2) << step;
  EXPECT_EQ(state.live->reading().least_clearance_mm, read.least_clearance_mm) << step;
}

//! Resident memory after reopening the first case and returning free memory.
double memory_mb(Walker& walker) {
  walker.app.actions().cases.open(walker.ball);
  walker.app.actions().cases.answer(true);
  walker.app.actions().finish_work();
  walker.frame();
  platform::return_free_memory();
  std::ifstream statm("/proc/self/statm");
  double all_pages = 0, resident_pages = 0;
  statm >> all_pages >> resident_pages;
  return resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

int from_environment(const char* name, int otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoi(value);
}

TEST(RandomWalkGl, nothing_is_thrown_and_the_work_can_be_recovered_at_every_moment) {
  const int steps = from_environment("INTERCUSP_SOAK_STEPS", 600);
  const auto seed = static_cast<unsigned>(from_environment("INTERCUSP_SOAK_SEED", 2026));
  constexpr int between_frames = 10, between_works = 25, between_maps = 50, warm = 1000;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Walker walker(seed);
  walker.app.actions().cases.open(walker.ball);
  walker.app.actions().finish_work();
  ASSERT_TRUE(walker.app.state().loaded);
  walker.app.actions().files.save_session(walker.session);
  int playbacks = 0, cases = 0, sections = 0;
  double warm_mb = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int step = 0; step < steps && !HasFailure(); ++step) {
    SCOPED_TRACE(step);
    ASSERT_NO_THROW(walker.act());
    if (step % between_works == 0) {
      ASSERT_NO_THROW(walker.app.actions().finish_work());
      expect_undo_and_redo_meet(walker);
    }
    if (step % between_frames == 0) {
      ASSERT_NO_THROW(walker.frame());
      expect_whole_frame();
    }
    ASSERT_NO_THROW((void)walker.app.actions().update(0.5));
    if (!walker.app.state().loaded) {  // the jaws of a case that is being opened are on the screen
      ASSERT_NO_THROW(walker.frame());
      expect_whole_frame();
      ASSERT_NO_THROW(walker.app.actions().finish_work());
      ASSERT_TRUE(walker.app.state().loaded);
      ASSERT_NO_THROW((void)walker.app.actions().update(0.5));  // writes the autosave
    }
    expect_read(walker.app.state());
    expect_recoverable(walker);
    if (step % between_maps == 0) expect_map_of_pose(walker);
    const AppState& state = walker.app.state();
    playbacks += state.playback.has_value();
    sections += state.view.section.has_value();
    cases = state.case_number;
    if (step + 1 == warm) warm_mb = memory_mb(walker);
  }
  EXPECT_GT(playbacks, 20);
  EXPECT_GT(sections, 20);
  EXPECT_GT(cases, 3);
  if (steps <= warm) return;
  // Ten thousand steps open some seventy cases of several MB each: memory that cases leave behind would add up to more.
  constexpr double most_growth_mb = 100;
  const double mb = memory_mb(walker);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("%d steps, %d cases, %.1f minutes; %.0f MB after %d steps, %.0f MB at the end\n", steps, cases,
              took.count() / 60, warm_mb, warm, mb);
  EXPECT_LT(mb, warm_mb + most_growth_mb);
}

}  // namespace
}  // namespace intercusp::viewer::testing
