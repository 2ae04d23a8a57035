// No work is lost if the viewer dies, the disk is full, a file cannot be written or scans vanish.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/chrono.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/write_atomically.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/exports.h"
#include "viewer/app/files.h"
#include "viewer/app/session.h"
#include "viewer/app/words.h"
#include "viewer/platform/machine.h"
#include "viewer/platform/process.h"
#include "viewer/tools/inspection/tool.h"

namespace intercusp::viewer::testing {
namespace {

//! A process number no longer in use.
long dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  (void)waitpid(child, nullptr, 0);
  return child;
}

TEST(Recovery, a_drag_is_saved_within_half_a_second_and_a_clean_end_removes_it) {
  fs::path file;
  const TemporaryFolder folder;
  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    actions.pose.begin_drag("drag");
    for (int i = 1; i <= 10; ++i) {
      actions.pose.drag_to(lowered_by(0.1 * i));
      actions.update(0.05);
    }
    ASSERT_FALSE(fs::is_empty(folder / "autosave"));
    file = fs::directory_iterator(folder / "autosave")->path();
    const double saved_mm = read_session(file, all_tools()).document.upper_from_lower.translation().z();
    EXPECT_LE(saved_mm, -0.1);  // 0.5 s have passed, so what is saved is at most that old
    const fs::file_time_type written = fs::last_write_time(file);
    actions.update(10);
    actions.update(10);
    EXPECT_EQ(read_session(file, all_tools()).document.upper_from_lower.translation().z(), -1);
    const fs::file_time_type after_drag = fs::last_write_time(file);
    EXPECT_GE(after_drag, written);
    actions.update(10);
    EXPECT_EQ(fs::last_write_time(file), after_drag);  // nothing changed: nothing is written
    actions.end();
  }
  EXPECT_FALSE(fs::exists(file));
}

TEST(Recovery, an_end_that_nobody_asked_for_keeps_the_work) {
  const TemporaryFolder folder;
  Document last;
  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    actions.pose.nudge({.shift_mm = {0, 0, -0.75}});
    actions.update(1);
    last = state.document;
  }
  const std::optional<LeftBehind> left = left_behind(folder / "autosave");
  ASSERT_TRUE(left);
  EXPECT_TRUE(same_document(read_session(left->file, all_tools()).document, last));
}

TEST(Recovery, work_on_a_session_is_recovered_with_its_file) {
  const TemporaryFolder folder;
  const fs::path file = folder / "anna.intercusp.json";
  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    actions.files.save_session(file);
    actions.pose.nudge({.shift_mm = {0, 0, -0.75}});
    actions.update(1);
  }
  EXPECT_EQ(bytes_of(file).find("saved_as"), std::string::npos) << "of interest in autosaves alone";
  AppState state;
  Actions next(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
  ASSERT_TRUE(state.question);
  next.cases.answer(true);
  next.finish_work();
  EXPECT_EQ(state.session_file, file);
  EXPECT_TRUE(state.unsaved);
}

TEST(Recovery, a_case_that_nobody_changed_leaves_nothing_to_recover) {
  const TemporaryFolder folder;
  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    actions.views.look(StandardView::left);
    actions.update(1);
    ASSERT_FALSE(fs::is_empty(folder / "autosave"));
  }
  AppState state;
  const Actions next(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
  EXPECT_FALSE(state.question) << state.question->text;
  EXPECT_TRUE(fs::is_empty(folder / "autosave"));
}

TEST(Recovery, a_program_that_is_ended_from_outside_keeps_unsaved_work_and_nothing_else) {
  for (const bool changed : {false, true}) {
    const TemporaryFolder folder;
    Document last;
    {
      AppState state;
      Actions actions(state, {.settings = {}, .autosave = folder / "autosave"}, all_tools());
      actions.cases.open(write_ball_and_plate(folder / "scans"));
      actions.finish_work();
      actions.update(1);
      if (changed) {
        actions.pose.begin_drag("drag");
        actions.pose.drag_to(lowered_by(0.6));
      }
      actions.end_unasked();
      last = state.document;
    }
    const std::optional<LeftBehind> left = left_behind(folder / "autosave");
    ASSERT_EQ(left.has_value(), changed);
    if (changed) {
      EXPECT_TRUE(same_document(read_session(left->file, all_tools()).document, last));
    }
  }
}

//! The session left by a viewer that has died.
fs::path leave_behind(const Viewer& viewer) {
  const fs::path file = viewer.folder / "left" / ("autosave-" + std::to_string(dead_process()) + "-0.json");
  make_folder(file.parent_path());
  write_atomically(file, session_json(session_of(viewer.state), file.parent_path(), all_tools()));
  return file;
}

TEST(Recovery, what_a_viewer_that_was_killed_has_left_half_written_is_removed_by_the_next) {
  Viewer viewer;
  const auto left = [&](const std::string& name, int minutes) {
    const fs::path file = viewer.folder.write("autosave/" + name, "half");
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    return file;
  };
  const fs::path old = left(".autosave-4000000-0.json.4000000-0.tmp", 2),
                 fresh = left(".autosave-4000001-0.json.4000001-0.tmp", 0),
                 of_others = left(".notes.json.4000000-0.tmp", 2);
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.75}});
  viewer.actions.update(1);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh)) << "its viewer may still write it";
  EXPECT_TRUE(fs::exists(of_others));
}

TEST(Recovery, what_was_recovered_is_never_without_a_file) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.75}});
  const fs::path file = leave_behind(viewer), folder = file.parent_path();
  AppState state;
  Actions actions(state, {.settings = {}, .autosave = folder}, all_tools());
  actions.cases.answer(true);
  actions.finish_work();
  ASSERT_TRUE(state.loaded);
  ASSERT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);  // before any time has passed
  const fs::path kept = fs::directory_iterator(folder)->path();
  EXPECT_TRUE(same_document(read_session(kept, all_tools()).document, viewer.state.document));
}

TEST(Recovery, what_a_dead_viewer_left_is_offered) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.75}});
  const fs::path file = leave_behind(viewer), folder = file.parent_path();
  // Of a viewer that still runs: the parent of all processes does.
  write_atomically(folder / "autosave-1-0.json", "{}");

  {
    AppState state;
    const auto noon_of_2001 = [](std::time_t) {
      return std::tm{.tm_hour = 12, .tm_mday = 1, .tm_year = 101};
    };
    Actions actions(state, {.autosave = folder, .local_time = noon_of_2001}, all_tools());
    ASSERT_TRUE(state.question);
    EXPECT_EQ(state.question->kind, Question::Kind::recover);
    EXPECT_EQ(state.question->file, file);
    EXPECT_NE(state.question->text.find(short_name(viewer.state.loaded->request)), std::string::npos)
        << state.question->text;
    EXPECT_NE(state.question->text.find("2001-01-01 12:00"), std::string::npos) << state.question->text;
    actions.cases.answer(true);
    actions.finish_work();
    ASSERT_TRUE(state.loaded);
    EXPECT_TRUE(same_document(state.document, viewer.state.document));
    EXPECT_TRUE(state.unsaved);
    EXPECT_TRUE(state.session_file.empty());
    actions.update(1);
    EXPECT_FALSE(fs::exists(file));  // this viewer's own takes its place
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 2);
    actions.end();
  }
  write_atomically(file, "{}");
  AppState state;
  Actions actions(state, {.settings = {}, .autosave = folder}, all_tools());
  ASSERT_TRUE(state.question);
  actions.cases.answer(false);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(left_behind(folder));
}

TEST(Export, that_cannot_be_written_says_so_and_leaves_nothing) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file = viewer.folder.write("file", "not a folder");
  viewer.actions.files.export_to(pose_export, file / "pose.json");
  viewer.actions.files.export_to(report_export, file);
  viewer.actions.files.write_picture(file / "picture.png", Picture(2, 2));
  viewer.actions.finish_work();
  viewer.actions.files.save_session(file / "session.json");
  viewer.actions.finish_work();
  ASSERT_EQ(viewer.state.messages.size(), 1U) << "four times the same: " << viewer.messages();
  for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::problem);
  EXPECT_EQ(bytes_of(file), "not a folder");
}

//! While it exists no file can be written, as on a full disk.
class FullDisk {
 public:
  FullDisk() : handler_(signal(SIGXFSZ, SIG_IGN)) {
    (void)getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{.rlim_cur = 0, .rlim_max = before_.rlim_max};
    (void)setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() {
    (void)setrlimit(RLIMIT_FSIZE, &before_);
    (void)signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(FullDisk, costs_neither_files_nor_work_and_is_told_once) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path session = viewer.folder / "session.json", pose = viewer.folder / "pose.json",
                 report = viewer.folder / "report";
  viewer.actions.files.save_session(session);
  viewer.actions.files.export_to(pose_export, pose);
  viewer.actions.files.export_to(report_export, report);
  viewer.actions.finish_work();
  viewer.actions.update(1);
  const std::array<fs::path, 4> files = {session, pose, report / "report.json", viewer.autosaved()};
  std::vector<std::string> before;
  for (const fs::path& file : files) before.push_back(bytes_of(file));
  const auto all_files = [&] {
    std::set<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(viewer.folder.path())) all.insert(entry.path());
    return all;
  };
  const std::set<fs::path> there = all_files();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.5}});
  viewer.state.messages.clear();
  {
    const FullDisk full;
    viewer.actions.files.save_session(session);
    viewer.actions.files.export_to(pose_export, pose);
    viewer.actions.files.export_to(report_export, report);
    viewer.actions.finish_work();
    ASSERT_EQ(viewer.state.messages.size(), 3U) << viewer.messages();
    for (int i = 0; i < 5; ++i) viewer.actions.update(1);
    ASSERT_EQ(viewer.state.messages.size(), 4U) << viewer.messages();
    for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::problem);
    const std::string last = viewer.state.messages.back().text;
    EXPECT_TRUE(last.starts_with(std::string_view(text::not_autosaved.english).substr(0, 20))) << last;
  }
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(bytes_of(files[i]), before[i]) << files[i];
  EXPECT_EQ(all_files(), there) << "nothing half-written stays";
  EXPECT_TRUE(viewer.state.unsaved);
  viewer.actions.update(1);  // there is room again
  EXPECT_TRUE(same_document(read_session(viewer.autosaved(), all_tools()).document, viewer.state.document));
  viewer.actions.files.save_session(session);
  EXPECT_TRUE(same_document(read_session(session, all_tools()).document, viewer.state.document));
}

TEST(Session, of_scans_that_vanished_while_it_was_open_is_saved_and_reported) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  fs::remove_all(viewer.folder / "scans");
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.5}});
  const Document document = viewer.state.document;
  viewer.actions.files.save_session(viewer.folder / "session.json");
  viewer.actions.files.export_to(report_export, viewer.folder / "report");
  viewer.actions.files.export_to(meshes_export, viewer.folder / "meshes");
  viewer.actions.finish_work();
  for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::information);
  EXPECT_TRUE(fs::exists(viewer.folder / "report" / "report.json"));
  const auto loaded = viewer.state.loaded;
  viewer.actions.cases.open_session(viewer.folder / "session.json");
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.question);
  EXPECT_EQ(viewer.state.question->kind, Question::Kind::changed_scans);
  viewer.actions.cases.answer(true);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded, loaded) << "what cannot be read replaces nothing";
  EXPECT_TRUE(same_document(viewer.state.document, document));
}

TEST(Platform, a_process_that_nobody_has_waited_for_is_not_running) {
  int gone[2];
  ASSERT_EQ(pipe(gone), 0);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  close(gone[1]);
  char none = 0;
  EXPECT_EQ(read(gone[0], &none, 1), 0);  // the pipe ends when the child has
  close(gone[0]);
  // The kernel closes files a moment before it calls the process ended.
  while (platform::is_running(child)) usleep(1000);
  EXPECT_EQ(kill(child, 0), 0);
  (void)waitpid(child, nullptr, 0);
}

//! A machine whose environment has only these variables.
platform::Machine machine_with(const std::map<std::string, std::string>& variables) {
  return platform::this_machine([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Platform, folders_follow_the_xdg_rules) {
  const platform::Machine machine = machine_with({{"XDG_CONFIG_HOME", "/somewhere/config"},
                                                  {"XDG_STATE_HOME", "relative/is/ignored"},
                                                  {"HOME", "/home/dentist"}});
  EXPECT_EQ(machine.settings, "/somewhere/config/intercusp");
  EXPECT_EQ(machine.autosave, "/home/dentist/.local/state/intercusp");
}

TEST(Platform, the_language_is_that_of_the_first_variable_with_a_value) {
  EXPECT_EQ(machine_with({}).language, Language::english);
  EXPECT_EQ(machine_with({{"LANG", "de_DE.UTF-8"}}).language, language_of("de"));
  EXPECT_EQ(machine_with({{"LANG", "en_GB"}, {"LC_MESSAGES", "de_AT"}, {"LC_ALL", ""}}).language,
            language_of("de"));
}

TEST(Platform, zenity_comes_before_kdialog_and_only_programs_count) {
  const TemporaryFolder empty, gnome, kde;
  fs::create_directory(empty / "zenity");
  for (const fs::path& program : {gnome.write("zenity", ""), kde.write("kdialog", "")})
    fs::permissions(program, fs::perms::owner_all);
  (void)empty.write("kdialog", "not a program");
  const auto dialogue_in = [](const std::string& folders) {
    return machine_with({{"PATH", folders}}).file_dialogue;
  };
  EXPECT_EQ(dialogue_in(empty.path()), "");
  EXPECT_EQ(dialogue_in(empty.path().string() + ":" + kde.path().string()), kde / "kdialog");
  EXPECT_EQ(dialogue_in(kde.path().string() + ":" + gnome.path().string()), gnome / "zenity");
}

TEST(Platform, the_users_own_typeface_comes_first) {
  const TemporaryFolder own;
  fs::create_directory(own / "fonts");
  const fs::path font = own.write("fonts/DejaVuSans.ttf", "");
  EXPECT_EQ(machine_with({{"XDG_DATA_HOME", own.path()}}).font, font);
}

TEST(Platform, a_file_is_given_to_the_desktops_opener) {
  const TemporaryFolder folder;
  const fs::path opener =
      folder.write("opener", "#!/bin/sh\nprintf '%s' \"$1\" > \"$0.part\"\nmv \"$0.part\" \"$0.seen\"\n");
  fs::permissions(opener, fs::perms::owner_all);
  const fs::path seen = folder / "opener.seen", file = "/reports/of ä/report $HOME.html";
  platform::open_file(opener, file);
  for (int i = 0; i < 2000 && !fs::exists(seen); ++i) usleep(5000);
  EXPECT_EQ(bytes_of(seen), file.string());
}

TEST(Platform, dead_processes_are_known) {
  EXPECT_TRUE(platform::is_running(platform::process_id()));
  EXPECT_FALSE(platform::is_running(dead_process()));
}

}  // namespace
}  // namespace intercusp::viewer::testing
