// Two thousand actions at random, with frames, keys and clicks between them, and numbers, names and paths that no user
// means: nothing is thrown, numbers belong to the pose, and the work can be recovered at every moment.

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "occlusion/engines/gl/context.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/recovery.h"
#include "viewer/app/session.h"
#include "viewer/panels/input.h"
#include "viewer/panels/off_screen.h"

namespace intercusp::viewer::testing {
namespace {

//! An application off screen that keeps its settings and autosaves in a folder of its own.
struct Walker {
  std::mt19937 random;
  gl::Context context;
  TemporaryFolder folder;
  App app{Actions::Folders{.settings = folder / "config", .autosave = folder / "autosave"}};
  SceneSize size{640, 480};
  OffScreen screen{size};
  CaseRequest ball = write_ball_and_plate(folder / "ball");
  CaseRequest other = write_ball_and_plate(folder / "other");

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
  double small(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }
  //! Mostly of a mouth, else huge, tiny or none.
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
  //! To be written; nothing outside of the folder can be.
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
    settings.font_px = choice(20) == 0 ? number() : 15 + static_cast<double>(choice(3));
    settings.window_width = some_id() * 100000;
    return settings;
  }

  void act();
  void move_the_jaw();
  void change_the_view();
  void spray();
  void use_files();
  void frame();
};

void Walker::move_the_jaw() {
  Actions& actions = app.actions();
  switch (choice(16)) {
    case 0:
      return actions.set_pose(pose(), "set");
    case 1:
      return actions.nudge(numbers());
    case 2:
      actions.begin_drag("drag");
      actions.drag_to(pose());
      actions.drag_to(pose());
      return flag() ? actions.end_drag() : actions.cancel_drag();
    case 3:
      return actions.set_opening(number());
    case 4:
      return actions.to_first_contact(flag() ? Approach::hinge : Approach::vertical);
    case 5:
      return actions.reset_pose();
    case 6:
      return flag() ? actions.undo() : actions.redo();
    case 7:
      return actions.add_named_pose(name());
    case 8:
      return actions.go_to_named_pose(choice(4));
    case 9:
      return actions.remove_named_pose(choice(4));
    case 10:
      return actions.set_threshold(number());
    case 11:
      return actions.set_measure(flag() ? Measure::distance : Measure::clearance);
    case 12:
      return actions.set_excursion(all_excursions.at(choice(3)), number());
    case 13:
      return actions.set_articulator(articulator());
    case 14:
      return flag() ? actions.set_film_time(number()) : actions.set_film_speed(number());
    default:
      return flag() ? actions.set_playing(flag()) : actions.close_film();
  }
}

void Walker::spray() {
  Actions& actions = app.actions();
  switch (choice(14)) {
    case 0:
      return actions.spray();
    case 1:
      return actions.place_nozzle(place());
    case 2:
      return actions.aim_nozzle_as_seen();
    case 3:
      return actions.set_thin(number());
    case 4:
      return actions.remove_pass(choice(3));
    case 5:
      return actions.show_sprayed_tooth({flag(), some_id()});
    case 6:
      return actions.add_bodies({flag() ? pin.string() : path().string()});
    case 7:
      return actions.remove_bodies();
    default:
      return actions.set_nozzle({.place = place(),
                                 .direction = place(),
                                 .aim_mm = number(),
                                 .disc = flag(),
                                 .half_angle_rad = number(),
                                 .radius_mm = number(),
                                 .gravity = flag(),
                                 .droplets = 1000});
  }
}

void Walker::change_the_view() {
  Actions& actions = app.actions();
  switch (choice(10)) {
    case 0:
      return actions.set_view(view());
    case 1:
      return actions.look(static_cast<StandardView>(choice(5)));
    case 2:
      return actions.fly_to(place());
    case 3:
      return actions.set_section(static_cast<SectionKind>(choice(4)), place());
    case 4:
      return actions.move_section(number());
    case 5:
      return actions.select_contact(ContactName{.patch = some_id()});
    case 6:
      return actions.set_settings(settings());
    case 7:
      return actions.select_tooth(ToothName{flag(), some_id()});
    case 8:
      return actions.edit_teeth(flag(), {.kind = static_cast<TeethEdit::Kind>(choice(9)),
                                         .tooth = some_id(),
                                         .number = some_id(),
                                         .points_mm = std::vector<Eigen::Vector3d>(choice(3), place())});
    default:
      return actions.dismiss_message(choice(4));
  }
}

void Walker::use_files() {
  Actions& actions = app.actions();
  const std::vector<std::string> paths(choice(4), path().string());
  switch (choice(14)) {
    case 0:
      actions.open(flag() ? other : ball);
      return actions.answer(true);
    case 1:
      return actions.open({.upper = path().string(), .lower = path().string(), .mm_per_unit = number()});
    case 2:
      return actions.open_paths(paths);
    case 3:
      return actions.open_session(path());
    case 4:
      return actions.load_pose(path());
    case 5:
      actions.open_track(flag() ? track : path());
      return actions.finish_work();
    case 6:
      return actions.save_session(target());
    case 7:
      return actions.export_to(flag() ? Export::pose : Export::teeth, target());
    case 8:
      return actions.write_picture(target(), Picture(static_cast<int>(choice(3)), 2));
    case 9:
      return actions.cancel_work();
    case 10:
      return actions.prepare_teeth();
    case 11:
      return actions.say(MessageKind::problem, name());
    default:
      return actions.answer(flag());
  }
}

void Walker::act() {
  switch (choice(9)) {
    case 8:
      return spray();
    case 0:
      return use_files();
    case 1:
    case 2:
      return change_the_view();
    default:
      return move_the_jaw();
  }
}

//! With the mouse and keys anywhere.
void Walker::frame() {
  ImGuiIO& io = ImGui::GetIO();
  app.widgets().panel = static_cast<PanelKind>(choice(panel_kinds));
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
  ASSERT_NO_THROW(session = read_session(left->file));
  EXPECT_EQ(session.document.threshold_mm, state.document.threshold_mm);
  EXPECT_EQ(session.document.poses.size(), state.document.poses.size());
  const bool own_pose = !state.film;
  EXPECT_TRUE(!own_pose || same_pose(session.document.upper_from_lower, state.document.upper_from_lower));
}

TEST(RandomWalkGl, nothing_is_thrown_and_the_work_can_be_recovered_at_every_moment) {
  constexpr unsigned seed = 2026;
  constexpr int steps = 2000, between_frames = 10, between_works = 25;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Walker walker(seed);
  walker.app.actions().open(walker.ball);
  walker.app.actions().finish_work();
  ASSERT_TRUE(walker.app.state().loaded);
  walker.app.actions().save_session(walker.session);
  int films = 0, cases = 0, sections = 0;
  for (int step = 0; step < steps && !HasFatalFailure(); ++step) {
    SCOPED_TRACE(step);
    ASSERT_NO_THROW(walker.act());
    if (step % between_works == 0) {
      ASSERT_NO_THROW(walker.app.actions().finish_work());
    }
    if (step % between_frames == 0) {
      ASSERT_NO_THROW(walker.frame());
    }
    ASSERT_NO_THROW((void)walker.app.actions().update(0.5));
    expect_read(walker.app.state());
    expect_recoverable(walker);
    const AppState& state = walker.app.state();
    films += state.film.has_value();
    sections += state.view.section.has_value();
    cases = state.case_number;
  }
  EXPECT_GT(films, 20);
  EXPECT_GT(sections, 20);
  EXPECT_GT(cases, 3);
}

}  // namespace
}  // namespace intercusp::viewer::testing
