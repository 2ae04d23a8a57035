// No text of the interface is cut off and no two words on the views lie on each other: every step, in both themes, at
// three sizes of window and text. Truncation is read from the letters that Dear ImGui drew.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "io/language/language.h"
#include "io/mesh/write_ply.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/made_dentition.h"
#include "tests/support/scan_changes.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/golden.h"
#include "tests/viewer/machine.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/without_pixels.h"
#include "viewer/panels/off_screen.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/all.h"
#include "viewer/tools/bite/tool.h"
#include "viewer/tools/comparison/tool.h"
#include "viewer/tools/model/tool.h"
#include "viewer/tools/several/tool.h"
#include "viewer/tools/teeth/tool.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer {
namespace {

using intercusp::testing::drawn_letters;
using intercusp::testing::DrawnLetter;
using intercusp::testing::letters_of;

//! The texts around letters of the last frame that are cut off.
std::vector<std::string> cut_texts() {
  std::vector<std::string> cut;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int l = 0; l < data.CmdListsCount; ++l) {
    const ImDrawList& list = *data.CmdLists[l];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr || command.TextureId != ImGui::GetIO().Fonts->TexID) continue;
      std::string before;
      for (const DrawnLetter& letter : letters_of(list, command)) {
        before += letter.letter < 128 ? static_cast<char>(letter.letter) : '?';
        if (letter.cut)
          cut.push_back(before.substr(before.size() - std::min<std::size_t>(before.size(), 24)));
      }
    }
  }
  return cut;
}

bool is_drawn(std::string text, const std::string& drawn) {
  std::erase(text, ' ');
  const bool plain = std::ranges::all_of(text, [](char letter) { return letter > 0; });
  return !plain || drawn.find(text) != std::string::npos;
}

//! Pairs of words on a view that overlap.
std::vector<std::string> overlaps(const std::vector<Label>& labels) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (labels[i].area.meets(labels[j].area)) found.push_back(labels[j].text + " / " + labels[i].text);
  return found;
}

struct Step {
  const char* name;
  PanelKind panel;
  const StepPart* part = nullptr;
};
const Step steps[] = {{"scans", PanelKind::the_case},
                      {"teeth", PanelKind::the_case, &teeth_part},
                      {"bite", PanelKind::mandible},
                      {"contacts", PanelKind::contacts},
                      {"model", PanelKind::contacts, &model_part},
                      {"motion", PanelKind::motion},
                      {"export", PanelKind::report},
                      {"validation", PanelKind::report, &validation_part},
                      {"view", PanelKind::view}};

struct Screen {
  SceneSize size;
  double font_px;
};
constexpr Screen screens[] = {{{1024, 700}, 17}, {{1600, 1000}, 17}, {{2560, 1440}, 25.5}};

//! Means of squares of four pixels, which still show the layout.
Picture halved(const Picture& picture) {
  Picture small(picture.width / 2, picture.height / 2);
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x) {
      Eigen::Vector3i sum(0, 0, 0);
      for (const auto& [dx, dy] : {std::pair(0, 0), {1, 0}, {0, 1}, {1, 1}}) {
        const Rgb& pixel = picture.at(2 * x + dx, 2 * y + dy);
        sum += Eigen::Vector3i(pixel.red, pixel.green, pixel.blue);
      }
      sum /= 4;
      small.at(x, y) = {static_cast<std::uint8_t>(sum.x()), static_cast<std::uint8_t>(sum.y()),
                        static_cast<std::uint8_t>(sum.z())};
    }
  }
  return small;
}

class LayoutGl : public ::testing::TestWithParam<Language> {
 protected:
  ~LayoutGl() override { set_language(Language::english); }

  void open_dentition() {
    const auto [upper, lower] =
        intercusp::testing::write_dentition(folder_ / "case", 20'000);  // whose name is shown
    app_.actions().cases.open({.upper = upper, .lower = lower});
    app_.actions().finish_work();
    ASSERT_NE(app_.state().loaded, nullptr);
    app_.widgets().export_folder = "/out";
  }
  void with_file_dialogues() { app_.widgets().asked.program = "/usr/bin/zenity"; }
  void without_file_dialogues() { app_.widgets().asked.program.clear(); }
  void set_look(bool dark, double font_px) {
    Settings settings = app_.state().settings;
    settings.expert = true;
    settings.language = GetParam();
    settings.dark = dark;
    settings.font_px = font_px;
    app_.actions().views.set_settings(settings);
  }
  void open(const Step& step) {
    app_.widgets().panel = step.panel;
    app_.widgets().step_parts.clear();
    if (step.part != nullptr) app_.widgets().step_parts[step.panel] = step.part;
  }
  void settle(const SceneSize& size) {
    const OffScreen screen(size);
    const intercusp::testing::WithoutPixels without;
    viewer::settle(app_, screen);
  }
  //! Without the contents of the views.
  [[nodiscard]] Picture drawn(const SceneSize& size) {
    settle(size);
    const OffScreen screen(size);
    (void)screen.frame(app_);
    return without_views(screen.picture());
  }
  static void scroll_panel_to_its_end(float share = 1) {
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
      if (window->WasActive && std::string(window->Name).find("content") != std::string::npos)
        ImGui::SetScrollY(window, share * window->ScrollMax.y);
  }
  //! Jaws, map and section have separate golden pictures.
  [[nodiscard]] Picture without_views(Picture picture) const {
    const ViewBox& scene = app_.scene_box();
    const ImGuiWindow* const second = ImGui::FindWindowByName("second");
    std::vector<Area> views = {scene.area()};
    if (second != nullptr && second->WasActive)
      views.push_back(
          {second->Pos.x, second->Pos.y, second->Pos.x + second->Size.x, second->Pos.y + second->Size.y});
    constexpr Rgb nothing{128, 128, 128};
    for (const Area& view : views) {
      for (int y = static_cast<int>(view.top); y < std::min(picture.height, static_cast<int>(view.bottom));
           ++y)
        for (int x = static_cast<int>(view.left); x < std::min(picture.width, static_cast<int>(view.right));
             ++x)
          picture.at(x, y) = nothing;
    }
    return picture;
  }
  void expect_readable(const std::string& where) {
    for (const std::string& text : cut_texts()) ADD_FAILURE() << where << ": cut off after: " << text;
    const std::string drawn = drawn_letters();
    for (const auto& labels : {app_.widgets().labels, app_.widgets().second_labels}) {
      for (const std::string& pair : overlaps(labels)) ADD_FAILURE() << where << ": on each other: " << pair;
      for (const Label& label : labels)
        EXPECT_TRUE(is_drawn(label.text, drawn)) << where << ": " << label.text;
    }
  }

  TemporaryFolder folder_;
  gl::Context context_;
  App app_{intercusp::testing::bare_machine(), all_tools()};
};

TEST_P(LayoutGl, every_step_is_readable_at_every_size) {
  open_dentition();
  for (const Screen& screen : screens) {
    for (const bool dark : {true, false}) {
      set_look(dark, screen.font_px);
      for (const Step& step : steps) {
        open(step);
        settle(screen.size);
        app_.actions().finish_work();
        EXPECT_GT(app_.widgets().labels.size(), 5U);
        const std::string name = std::string(step.name) + "_" + std::to_string(screen.size.width_px) +
                                 (dark ? "_dark_" : "_light_") + std::string(code_of(GetParam()));
        expect_readable(name);
        if (dark) continue;  // words take the same space
        with_file_dialogues();
        settle(screen.size);
        expect_readable(name + " with file dialogs");
        without_file_dialogues();
      }
    }
  }
}

TEST_P(LayoutGl, every_step_looks_as_before) {
  if (GetParam() != Language::english || !context_.is_software())
    GTEST_SKIP() << "the pictures are in English, drawn in software";
  open_dentition();
  const Screen& least = screens[0];
  set_look(true, least.font_px);
  for (const Step& step : steps) {
    open(step);
    settle(least.size);
    app_.actions().finish_work();
    testing::expect_golden(halved(drawn(least.size)), "panels/" + std::string(step.name));
  }
}

TEST_P(LayoutGl, the_ends_of_long_panels_are_readable_at_every_size) {
  open_dentition();
  add_bodies(
      app_.state(), app_.actions(),
      {folder_
           .write("bodies.json", R"({"bodies": [{"name": "an implant with a long name", "kind": "cylinder",
    "size_mm": [2.05, 11], "pose": [1,0,0,-22, 0,1,0,0, 0,0,1,8, 0,0,0,1]}]})")
           .string()});
  app_.actions().finish_work();
  ASSERT_NE(bodies_reading(app_.state()), nullptr);
  for (const Screen& screen : screens) {
    set_look(false, screen.font_px);
    for (const Step& step : steps) {
      open(step);
      settle(screen.size);
      app_.actions().finish_work();
      settle(screen.size);
      scroll_panel_to_its_end();
      settle(screen.size);
      expect_readable(std::string(step.name) + ", scrolled, at " + std::to_string(screen.size.width_px));
      with_file_dialogues();
      settle(screen.size);
      scroll_panel_to_its_end();
      settle(screen.size);
      expect_readable(std::string(step.name) + ", scrolled, with file dialogs");
      without_file_dialogues();
    }
  }
}

TEST_P(LayoutGl, questions_for_files_are_readable_at_every_size) {
  for (const bool dialogues : {false, true}) {
    dialogues ? with_file_dialogues() : without_file_dialogues();
    for (const Screen& screen : screens) {
      set_look(true, screen.font_px);
      for (bool WidgetState::*const shown : {&WidgetState::show_open, &WidgetState::show_save}) {
        app_.widgets().*shown = true;
        settle(screen.size);
        expect_readable("dialog at " + std::to_string(screen.size.width_px));
        EXPECT_EQ(is_drawn(std::string(text::browse.english).substr(0, 4), drawn_letters()),
                  dialogues && GetParam() == Language::english && shown == &WidgetState::show_open);
        ImGui::ClosePopupsOverWindow(nullptr, false);
        settle(screen.size);
      }
    }
  }
}

TEST_P(LayoutGl, neighbouring_teeth_are_readable_at_every_size) {
  const auto write_crown = [&](const char* name, double from_mm, double to_mm) {
    write_ply(folder_ / name, shapes::fine_box({from_mm, -4, -8}, {to_mm, 4, -0.05}, 1));
    return (folder_ / name).string();
  };
  write_ply(folder_ / "upper.ply", shapes::fine_box({-20, -15, 0}, {20, 15, 5}, 2.5));
  app_.actions().cases.open({.upper = (folder_ / "upper.ply").string(),
                             .lower = write_crown("36.ply", -12, -2) + "," + write_crown("35.ply", -1.9, 5)});
  app_.actions().finish_work();
  for (const Screen& screen : screens) {
    set_look(true, screen.font_px);
    open({"contacts", PanelKind::contacts});
    settle(screen.size);
    app_.actions().finish_work();
    settle(screen.size);  // measured values are longer
    scroll_panel_to_its_end();
    settle(screen.size);
    expect_readable("neighbours at " + std::to_string(screen.size.width_px));
    EXPECT_TRUE(is_drawn("0.100", drawn_letters()) || is_drawn("0,100", drawn_letters()));
  }
}

//! With the widest words of each table.
FoundBite widest_bite(const Eigen::Isometry3d& pose) {
  FoundBite found{.method = BiteMethod::buccal, .jaws = {}};
  found.findings = {{"buccal_scans_disagree", Severity::error, {{"apart_mm", 1.23}, {"most_mm", 0.5}}},
                    {"buccal_scan_not_used", Severity::warning, {{"number", 2.0}}}};
  for (const double shift_mm : {0, 1})
    found.candidates.push_back({.upper_from_lower = Eigen::Translation3d(0, 0, shift_mm) * pose,
                                .score = 0.987,
                                .residual_mm = 0.123,
                                .overlap_share = 0.98,
                                .contacts = 123,
                                .contact_mm2 = 1234.5,
                                .max_penetration_mm = 12.345,
                                .lower_mm = {}});
  found.buccal.emplace();
  for (const NotRegistered reason : {NotRegistered::too_little_overlap, NotRegistered::several_poses}) {
    BuccalFit fit;
    fit.upper.reason = reason;
    found.buccal->scans.push_back(fit);
  }
  return found;
}

TEST_P(LayoutGl, a_found_bite_is_readable_at_every_size) {
  open_dentition();
  const std::string scan = folder_ / "a buccal scan of the right side with a long name.ply";
  write_ply(scan, shapes::sphere({0, 0, 0}, 8, 16));
  const FoundBite found = widest_bite(app_.state().document.upper_from_lower);
  app_.actions().pose.change("find", {}, [&](Document& document) {
    document.parts.set(BiteSearch{.buccal = {scan, scan}, .found = std::make_shared<const FoundBite>(found)});
  });
  open({"scans", PanelKind::the_case});
  for (const Screen& screen : screens) {
    set_look(true, screen.font_px);
    settle(screen.size);
    expect_readable("found bite at " + std::to_string(screen.size.width_px));
    bool is_in_sight = false;
    for (const float share : {0.2F, 0.4F, 0.6F, 0.8F}) {
      scroll_panel_to_its_end(share);
      settle(screen.size);
      expect_readable("found bite, scrolled, at " + std::to_string(screen.size.width_px));
      is_in_sight |= is_drawn("12.345", drawn_letters()) || is_drawn("12,345", drawn_letters());
    }
    EXPECT_TRUE(is_in_sight);
  }
}

TEST_P(LayoutGl, the_offer_to_find_the_bite_is_readable_at_every_size) {
  const auto [upper, lower] = intercusp::testing::write_dentition(folder_ / "case", 20'000);
  app_.actions().cases.open({.upper = upper,
                             .lower = lower,
                             .upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(0, 0, -60))});
  app_.actions().finish_work();
  const std::string offer = GetParam() == Language::english ? "Find the bite" : "Biss suchen";
  for (const Screen& screen : screens) {
    set_look(true, screen.font_px);
    for (const PanelKind panel : {PanelKind::the_case, PanelKind::contacts}) {
      open({"offer", panel});
      settle(screen.size);
      expect_readable("offer at " + std::to_string(screen.size.width_px));
      EXPECT_TRUE(panel == PanelKind::the_case || is_drawn(offer, drawn_letters()));
    }
  }
}

TEST_P(LayoutGl, earlier_scans_are_readable_at_every_size) {
  open_dentition();
  LabelledMesh scan = intercusp::testing::made_dentition(20'000).upper;
  wear_tooth(scan, 26, facing_of_tooth(scan, 26), 0.3);  // so that there is a gain since
  move_tooth(scan, 14, Eigen::Isometry3d(Eigen::Translation3d(0.6, 0, 0)));
  std::vector<std::string> sources;
  for (const char* const name : {"2019 upper jaw before treatment.ply", "2023 upper jaw.ply"}) {
    write_ply(folder_ / name, scan.mesh, scan.labels);
    sources.push_back((folder_ / name).string());
  }
  add_earlier_scans(app_.state(), app_.actions(), sources);
  app_.actions().finish_work();
  ASSERT_TRUE(is_determined(shown_change(app_.state())));
  set_earlier_opacity(app_.actions(), 0.5);
  app_.actions().views.set_section(
      SectionKind::across_arch,
      centre_of_lower(*app_.state().loaded, app_.state().document.upper_from_lower));
  app_.widgets().second = SecondView::section;
  for (const Screen& screen : screens) {
    set_look(true, screen.font_px);
    open({"scans", PanelKind::the_case});
    for (const bool marks : {false, true}) {
      const std::string where =
          (marks ? "marking at " : "earlier scans at ") + std::to_string(screen.size.width_px);
      if (marks) begin_marking(app_.state(), app_.actions());
      settle(screen.size);
      expect_readable(where);
      scroll_panel_to_its_end();
      settle(screen.size);
      expect_readable(where + ", scrolled");
    }
    stop_marking(app_.state(), app_.actions());
  }
}

TEST_P(LayoutGl, poses_side_by_side_are_readable_at_every_size) {
  open_dentition();
  app_.actions().pose.add_named("as opened");
  app_.actions().pose.nudge({.shift_mm = {0.2, 0, 0.1}});
  app_.actions().pose.compare_with(0);
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().finish_work();
  for (const Screen& screen : screens) {
    set_look(true, screen.font_px);
    settle(screen.size);
    expect_readable("comparison at " + std::to_string(screen.size.width_px));
  }
}

TEST_P(LayoutGl, every_view_is_readable_at_every_size) {
  open_dentition();
  app_.actions().views.set_section(
      SectionKind::across_arch,
      centre_of_lower(*app_.state().loaded, app_.state().document.upper_from_lower));
  for (const Screen& screen : screens) {
    set_look(true, screen.font_px);
    for (const SecondView second : {SecondView::map, SecondView::section}) {
      app_.widgets().second = second;
      for (int view = 0; view < 5; ++view) {
        app_.actions().views.look(static_cast<StandardView>(view));
        settle(screen.size);
        expect_readable("view " + std::to_string(view) + " at " + std::to_string(screen.size.width_px));
      }
    }
  }
}

TEST_P(LayoutGl, a_text_wider_than_its_button_is_found) {
  settle({1024, 700});
  EXPECT_TRUE(cut_texts().empty());
  ImGui::NewFrame();
  ImGui::Begin("window");
  (void)ImGui::Button("wide enough", {400, 0});
  ImGui::End();
  ImGui::Render();
  EXPECT_TRUE(cut_texts().empty());
  ImGui::NewFrame();
  ImGui::Begin("window");
  (void)ImGui::Button("too long for it", {60, 0});
  ImGui::End();
  ImGui::Render();
  ASSERT_FALSE(cut_texts().empty());
  EXPECT_NE(cut_texts().front().find("too"), std::string::npos) << cut_texts().front();
}

TEST_P(LayoutGl, words_on_each_other_are_found) {
  EXPECT_TRUE(overlaps({{"a", {0, 0, 10, 10}}, {"b", {11, 0, 20, 10}}}).empty());
  EXPECT_EQ(overlaps({{"a", {0, 0, 10, 10}}, {"b", {9, 0, 20, 10}}}), std::vector<std::string>{"a / b"});
}

INSTANTIATE_TEST_SUITE_P(Languages, LayoutGl, ::testing::Values(Language::english, language_of("de")));

}  // namespace
}  // namespace intercusp::viewer
