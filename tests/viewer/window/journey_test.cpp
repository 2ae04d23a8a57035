// The main journey in a real window with a simulated mouse and keys, and the state after a kill.

#include <xcb/xcb.h>

#include <algorithm>

#include "occlusion/engines/gl/context.h"
#include "tests/support/made_dentition.h"
#include "tests/support/program.h"
#include "tests/viewer/machine.h"
#include "tests/viewer/window/desktop.h"
#include "viewer/app/state_json.h"
#include "viewer/panels/off_screen.h"
#include "viewer/tools/all.h"

namespace intercusp {
namespace {

using nlohmann::json;
using testing::Desktop;
using testing::wait_for;

constexpr int screen_width_px = 1280, screen_height_px = 800;

//! The positions of the mandible's middle handle and the 3D view in the window, taken from an off-screen interface of
//! the same size.
struct Places {
  Eigen::Vector2i handle, beside;
};
Places places_of(const viewer::CaseRequest& request) {
  const gl::Context context;
  viewer::App app(testing::bare_machine(), viewer::all_tools());
  app.actions().cases.open(request);
  app.actions().finish_work();
  (void)interface_picture(app, {screen_width_px, screen_height_px});
  const viewer::ViewBox& box = app.scene_box();
  const Eigen::Vector2d pixel =
      viewer::pixel_of(app.state().view.camera, {static_cast<int>(box.width), static_cast<int>(box.height)},
                       viewer::centre_of_lower(*app.state().loaded, app.state().document.upper_from_lower));
  return {.handle = (pixel + Eigen::Vector2d(box.x, box.y)).cast<int>(),
          .beside = Eigen::Vector2d(box.x + 30, box.y + 120).cast<int>()};
}

//! Settings of a returning user, so that the window's size is known.
void write_settings(const Desktop& desktop, const std::filesystem::path& export_folder) {
  viewer::Settings settings;
  settings.window_width = screen_width_px;
  settings.window_height = screen_height_px;
  settings.export_folder = export_folder.string();
  viewer::write_settings(settings, viewer::settings_file(desktop.home() / "config" / "intercusp"));
}

//! A small case, which opens sooner than the demo.
std::vector<std::string> viewer_of_teeth(const Desktop& desktop) {
  const auto [upper, lower] = testing::write_dentition(desktop.home() / "scans", 8000);
  return {INTERCUSP_PROGRAM, "view", upper, lower};
}

double height_of(const json& session) { return session["upper_from_lower"][11]; }

//! Waits until the autosaved session meets the condition; on failure shows the last one.
#define EXPECT_SAVED(condition)                \
  {                                            \
    json saved;                                \
    EXPECT_TRUE(wait_for([&] {                 \
      saved = desktop.autosaved();             \
      return saved.is_object() && (condition); \
    })) << #condition                          \
        << "\n"                                \
        << saved.dump(1);                      \
  }

TEST(Journey, open_rotate_close_to_contact_measure_change_the_foil_undo_export_and_quit) {
  const Desktop desktop;
  const TemporaryFolder folder;
  (void)testing::write_dentition(folder / "case", 20000);
  write_settings(desktop, folder.path());
  const auto viewer = desktop.start({INTERCUSP_PROGRAM, "view"});
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_SAVED(saved["case"].is_object() || saved.contains("upper_from_lower"));

  // Keys typed before the dialogue opens are lost, as for a person, so typing is repeated until it works.
  ASSERT_TRUE(wait_for([&] {
    desktop.key("Escape");
    desktop.key("ctrl+o");
    (void)wait_for([] { return false; }, 0.5);
    for (const char* const jaw : {"upper.ply", "lower.ply"}) {
      desktop.key("ctrl+a");
      desktop.type((folder / "case" / jaw).string());
      desktop.key(jaw == std::string("upper.ply") ? "Tab" : "Return");
    }
    return wait_for([&] { return desktop.title().find("upper.ply") != std::string::npos; }, 25);
  })) << desktop.title();
  EXPECT_SAVED(saved.dump().find("upper.ply") != std::string::npos);
  const json opened = desktop.autosaved();

  const int x = 420, y = 130;  // in the 3D view, away from the handles
  desktop.move(x, y);
  desktop.button_down();
  desktop.move(x + 60, y);
  desktop.move(x + 120, y);
  desktop.button_up();
  EXPECT_SAVED(saved["camera"] != opened["camera"]);
  EXPECT_EQ(desktop.autosaved()["upper_from_lower"], opened["upper_from_lower"]);

  desktop.key("shift+c");
  EXPECT_SAVED(saved["upper_from_lower"] != opened["upper_from_lower"]);
  const json touching = desktop.autosaved();

  desktop.key("bracketleft");
  EXPECT_SAVED(saved["threshold_mm"] == 0.04);
  desktop.key("ctrl+z");
  EXPECT_SAVED(saved["threshold_mm"] == 0.1);
  EXPECT_EQ(desktop.autosaved()["upper_from_lower"], touching["upper_from_lower"]);

  desktop.key("ctrl+e");
  desktop.key("ctrl+Return");
  const auto report_file = folder / "report" / "report.json";
  ASSERT_TRUE(wait_for([&] { return std::filesystem::exists(report_file); }, 60));
  const json report = testing::json_of(report_file);
  EXPECT_FALSE(report["interference"]) << "first contact touches and does not overlap";
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(report["upper_from_lower"][i].get<double>(), touching["upper_from_lower"][i].get<double>(),
                1e-9);
  }
  const auto area = std::find_if(report["areas"].begin(), report["areas"].end(), [](const json& entry) {
    return entry["threshold_mm"] == 0.1 && entry["measure"] == "surface_distance";
  });
  ASSERT_NE(area, report["areas"].end());
  EXPECT_GT((*area)["surface_mm2"].get<double>(), 0);

  desktop.key("ctrl+s");
  desktop.type((folder / "kept.json").string());
  desktop.key("Return");
  ASSERT_TRUE(wait_for([&] { return desktop.title().starts_with("kept.json \u2013"); })) << desktop.title();
  EXPECT_EQ(testing::json_of(folder / "kept.json")["upper_from_lower"], touching["upper_from_lower"]);

  desktop.key("ctrl+q");
  std::optional<int> status;
  ASSERT_TRUE(wait_for([&] { return (status = viewer->ended()).has_value(); }));
  EXPECT_EQ(*status, 0);
  EXPECT_TRUE(desktop.autosaved().is_null()) << "a clean end leaves nothing to recover";
}

//! Simulates a screen of twice the usual density. The connection stays open, because the server forgets the setting
//! with its last client.
class DenseScreen {
 public:
  explicit DenseScreen(const std::string& display) : connection_(xcb_connect(display.c_str(), nullptr)) {
    const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data->root;
    constexpr std::string_view twice = "Xft.dpi:\t192\n";
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, root, XCB_ATOM_RESOURCE_MANAGER, XCB_ATOM_STRING,
                        8, static_cast<std::uint32_t>(twice.size()), twice.data());
    xcb_flush(connection_);
  }
  ~DenseScreen() { xcb_disconnect(connection_); }
  DenseScreen(const DenseScreen&) = delete;
  DenseScreen& operator=(const DenseScreen&) = delete;

 private:
  xcb_connection_t* connection_;
};

TEST(Journey, the_window_comes_back_where_and_as_large_as_it_was) {
  const Desktop desktop;
  const DenseScreen dense(desktop.display());
  const auto file = viewer::settings_file(desktop.home() / "config" / "intercusp");
  viewer::Settings settings;
  settings.window_width = 900;
  settings.window_height = 600;
  settings.window_place = {210, 130};
  viewer::write_settings(settings, file);
  const auto viewer = desktop.start(viewer_of_teeth(desktop));
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_SAVED(saved.contains("upper_from_lower"));
  EXPECT_NE(desktop.geometry().find("Position: 210,130"), std::string::npos) << desktop.geometry();
  EXPECT_NE(desktop.geometry().find("Geometry: 900x600"), std::string::npos) << desktop.geometry();

  (void)desktop.tool("windowmove --sync " + desktop.tool("search --name Intercusp") + " 40 30");
  desktop.key("F11");
  ASSERT_TRUE(wait_for([&] { return desktop.geometry().find("1280x800") != std::string::npos; }))
      << desktop.geometry();
  desktop.key("Escape");
  ASSERT_TRUE(wait_for([&] { return desktop.geometry().find("900x600") != std::string::npos; }))
      << desktop.geometry();
  desktop.key("ctrl+q");
  ASSERT_TRUE(wait_for([&] { return viewer->ended().has_value(); }));
  const viewer::Settings kept = viewer::read_settings(file);
  EXPECT_EQ(kept.window_place, (std::array{40, 30}));
  EXPECT_EQ(kept.window_width, 900);
  EXPECT_EQ(kept.window_height, 600);
}

TEST(Journey, the_work_goes_on_in_the_window_that_takes_the_place_of_one_whose_opengl_is_lost) {
  const Desktop desktop;
  write_settings(desktop, desktop.home().path());
  const auto viewer = desktop.start(viewer_of_teeth(desktop));
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_SAVED(saved.contains("upper_from_lower"));
  desktop.key("Up");
  EXPECT_SAVED(height_of(saved) > 0.05);
  const double moved = height_of(desktop.autosaved());
  const std::string title = desktop.title(), first = desktop.tool("search --name Intercusp");
  desktop.key("ctrl+shift+d");
  ASSERT_TRUE(wait_for([&] {
    const std::string now = desktop.tool("search --name Intercusp");
    return !now.empty() && now != first;
  }));
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_TRUE(wait_for([&] { return desktop.title() == title; })) << desktop.title();
  desktop.key("Up");
  EXPECT_SAVED(std::abs(height_of(saved) - moved - 0.1) < 1e-4);
  desktop.key("ctrl+z");
  EXPECT_SAVED(height_of(saved) == moved);
}

TEST(Journey, the_light_theme_can_be_asked_for_at_the_start) {
  for (const std::string theme : {"", "--light"}) {
    const Desktop desktop;
    const auto file = viewer::settings_file(desktop.home() / "config" / "intercusp");
    std::vector<std::string> words = viewer_of_teeth(desktop);
    if (!theme.empty()) words.push_back(theme);
    const auto viewer = desktop.start(words);
    ASSERT_TRUE(desktop.focus_viewer());
    EXPECT_SAVED(saved.contains("upper_from_lower"));
    desktop.key("ctrl+q");
    ASSERT_TRUE(wait_for([&] { return viewer->ended().has_value(); }));
    EXPECT_EQ(viewer::read_settings(file).dark, theme.empty());
  }
}

TEST(Journey, started_without_files_the_demo_opens_the_first_time_only) {
  using Clock = std::chrono::steady_clock;
  Clock::duration until_demo{};
  for (const bool used_before : {false, true}) {
    const Desktop desktop;
    const auto file = viewer::settings_file(desktop.home() / "config" / "intercusp");
    viewer::Settings settings;
    if (used_before) settings.recent = {{.upper = "/somewhere/upper.stl", .lower = "/somewhere/lower.stl"}};
    viewer::write_settings(settings, file);
    const auto viewer = desktop.start({INTERCUSP_PROGRAM, "view"});
    ASSERT_TRUE(desktop.focus_viewer());
    const Clock::time_point start = Clock::now();
    const auto demo_is_open = [&] { return desktop.title().find("Demo") != std::string::npos; };
    if (!used_before) {
      ASSERT_TRUE(wait_for(demo_is_open)) << desktop.title();
      until_demo = Clock::now() - start;
      continue;
    }
    // Nothing is open; the recent ones are offered.
    const double seconds = std::chrono::duration<double>(until_demo).count();
    EXPECT_FALSE(wait_for(demo_is_open, 2 * seconds + 2)) << desktop.title();
  }
}

//! How often the program's first thread has waited so far.
long waits_of(pid_t process) {
  const std::string status = testing::bytes_of("/proc/" + std::to_string(process) + "/status");
  const std::string name = "\nvoluntary_ctxt_switches:";
  const std::size_t at = status.find(name);
  return at == std::string::npos ? -1 : std::stol(status.substr(at + name.size()));
}

TEST(Journey, a_window_that_nobody_touches_sleeps) {
  const Desktop desktop;
  write_settings(desktop, desktop.home().path());
  const auto viewer = desktop.start(viewer_of_teeth(desktop));
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_SAVED(saved.contains("upper_from_lower"));
  long last = -1;
  EXPECT_TRUE(wait_for([&] {  // until the bite is measured, the picture fine, and all messages are gone
    const long before = waits_of(viewer->id());
    std::this_thread::sleep_for(std::chrono::seconds(3));
    last = waits_of(viewer->id());
    return last == before;
  })) << "still waits now and then: "
      << last;
  desktop.key("2");
  EXPECT_TRUE(wait_for([&] { return waits_of(viewer->id()) > last; })) << "a key wakes it";
}

TEST(Journey, a_request_to_end_keeps_unsaved_work_and_no_other) {
  const Desktop desktop;
  write_settings(desktop, desktop.home().path());
  for (const bool changed : {false, true}) {
    const auto viewer = desktop.start(viewer_of_teeth(desktop));
    ASSERT_TRUE(desktop.focus_viewer());
    EXPECT_SAVED(saved.contains("upper_from_lower"));
    if (changed) {
      desktop.key("Up");
      EXPECT_SAVED(height_of(saved) > 0.05);
    }
    kill(viewer->id(), SIGTERM);
    std::optional<int> status;
    ASSERT_TRUE(wait_for([&] { return (status = viewer->ended()).has_value(); }));
    EXPECT_EQ(*status, 0);
    EXPECT_EQ(desktop.autosaved().is_null(), !changed);
  }
}

TEST(Journey, the_end_of_the_display_keeps_unsaved_work_and_ends_the_program_without_a_window) {
  Desktop desktop;
  write_settings(desktop, desktop.home().path());
  const auto viewer = desktop.start(viewer_of_teeth(desktop));
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_SAVED(saved.contains("upper_from_lower"));
  desktop.key("Up");
  EXPECT_SAVED(height_of(saved) > 0.05);
  desktop.end_display();
  std::optional<int> status;
  ASSERT_TRUE(wait_for([&] { return (status = viewer->ended()).has_value(); }));
  EXPECT_EQ(*status, 4);
  EXPECT_FALSE(desktop.autosaved().is_null());
}

TEST(Journey, a_kill_in_the_middle_of_a_drag_loses_nothing) {
  const Desktop desktop;
  write_settings(desktop, desktop.home().path());
  const std::vector<std::string> words = viewer_of_teeth(desktop);
  const Places places = places_of({.upper = words[2], .lower = words[3]});
  auto viewer = desktop.start(words);
  ASSERT_TRUE(desktop.focus_viewer());
  EXPECT_SAVED(saved.contains("upper_from_lower"));
  const double before = height_of(desktop.autosaved());

  desktop.move(places.handle.x(), places.handle.y());
  desktop.button_down();
  for (int step = 1; step <= 6; ++step) desktop.move(places.handle.x(), places.handle.y() + 5 * step);
  EXPECT_SAVED(height_of(saved) < before - 0.5);
  json dragged;
  ASSERT_TRUE(wait_for([&] {  // until it holds the last of the movements
    const json now = desktop.autosaved();
    const bool rests = now == dragged;
    dragged = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    return rests;
  }));
  viewer->stop(SIGKILL);
  ASSERT_FALSE(desktop.autosaved().is_null());

  viewer = desktop.start({INTERCUSP_PROGRAM, "view"});
  desktop.button_up();
  ASSERT_TRUE(desktop.focus_viewer());
  // The question has the focus: Enter recovers. Pressed until the window receives it.
  ASSERT_TRUE(wait_for([&] {
    desktop.key("Return");
    return desktop.title().find("upper.ply") != std::string::npos;
  })) << desktop.title();
  EXPECT_SAVED(saved["upper_from_lower"] == dragged["upper_from_lower"]);
  viewer->stop(SIGTERM);
}

}  // namespace
}  // namespace intercusp
