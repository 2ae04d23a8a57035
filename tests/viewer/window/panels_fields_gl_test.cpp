// Numbers typed into fields, what Enter and Escape do, and questions to the user.

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "tests/support/scan_changes.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/window/drawn_letters.h"
#include "tests/viewer/window/panels.h"
#include "viewer/app/session.h"
#include "viewer/tools/closing/tool.h"

namespace intercusp::viewer {
namespace {

TEST_F(PanelsGl, number_fields_have_the_minus_sign_of_all_other_numbers) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ASSERT_NO_FATAL_FAILURE(type_into("up", "-1.5"));
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"up", "up", "##number"})));
  frame();
  EXPECT_EQ(std::string(ImGui::GetCurrentContext()->InputTextState.TextA.Data), rounded(-1.5, 3) + " mm");
  press(key_enter);
  EXPECT_NEAR(pose()(2, 3), -1.5, 1e-9) << "left as it was";
}

TEST_F(PanelsGl, a_lone_scan_is_on_the_view_and_the_panel_asks_for_the_other_jaw) {
  const auto [upper, lower] = intercusp::testing::write_dentition(folder_.path(), 8000);
  app_.widgets().panel = PanelKind::motion;
  const std::vector<std::string> one = {upper};
  app_.actions().cases.open_paths(one);
  app_.actions().finish_work();
  ASSERT_NE(app_.state().lone, nullptr);
  lay_out();
  EXPECT_EQ(app_.widgets().panel, PanelKind::the_case);
  EXPECT_EQ(app_.widgets().upper_path, upper);
  EXPECT_NE(app_.title().find("upper"), std::string::npos) << app_.title();
  const std::string letters = intercusp::testing::drawn_letters();
  EXPECT_NE(letters.find("Thelowerjawismissing"), std::string::npos) << letters;
  const auto has = [&](const char* text) {
    return std::ranges::any_of(app_.widgets().labels, [&](const Label& label) { return label.text == text; });
  };
  EXPECT_TRUE(has("R") && has("L"));
  const Camera before = app_.state().view.camera;
  press(key_1);
  EXPECT_FALSE(before == app_.state().view.camera) << "the frontal view";
}

TEST_F(PanelsGl, number_fields_show_the_decimal_mark_of_the_language_and_take_comma_and_point) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  for (const Language language : {Language::english, language_of("de")}) {
    speak(language);
    const Text up("up");
    for (const auto& [typed, expected] : {std::pair("-1,5", -1.5), std::pair("-2.25", -2.25)}) {
      ASSERT_NO_FATAL_FAILURE(type_into(up, typed));
      EXPECT_NEAR(pose()(2, 3), expected, 1e-9) << typed;
    }
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({up, up, "##number"})));
    frame();
    EXPECT_STREQ(ImGui::GetCurrentContext()->InputTextState.TextA.Data,
                 language == language_of("de") ? "–2,250 mm" : "–2.250 mm");
    press(key_enter);
    EXPECT_NEAR(pose()(2, 3), -2.25, 1e-9) << "left as it was";
  }
}

TEST_F(PanelsGl, an_export_has_a_folder_from_the_start_and_is_not_begun_without_a_form) {
  open_ball_and_plate();
  app_.state().machine.documents = folder_.path();
  app_.widgets().panel = PanelKind::report;
  for (const bool any : {false, true}) {
    Settings settings = app_.state().settings;
    settings.report_forms = {.html = any, .pdf = false, .dicom = false, .language = {}};
    app_.actions().views.set_settings(settings);
    lay_out();
    EXPECT_EQ(app_.widgets().export_folder, folder_.path().string());
    press(key_enter, key_control);
    app_.actions().finish_work();
    EXPECT_EQ(std::filesystem::exists(folder_ / "report" / "report.html"), any);
  }
}

TEST_F(PanelsGl, one_click_leads_from_scans_without_a_bite_to_the_contacts_of_each_tooth) {
  Dentition teeth = intercusp::testing::made_dentition(16000);
  move(teeth.lower, intercusp::random_pose(5));
  write_ply(folder_ / "upper.ply", teeth.upper.mesh, teeth.upper.labels);
  write_ply(folder_ / "lower.ply", teeth.lower.mesh, teeth.lower.labels);
  app_.actions().cases.open(
      {.upper = (folder_ / "upper.ply").string(), .lower = (folder_ / "lower.ply").string()});
  app_.actions().finish_work();
  app_.widgets().panel = PanelKind::the_case;
  lay_out();
  ImGui::ActivateItem(id_in_panel({"Find the bite"}));
  for (int i = 0; i < 4; ++i) {  // the search, the case in its bite, its numbers
    frame();
    app_.actions().finish_work();
  }
  EXPECT_EQ(app_.widgets().panel, PanelKind::contacts);
  EXPECT_TRUE(same_pose(app_.state().loaded->bite.upper_from_lower, app_.state().document.upper_from_lower));
  EXPECT_TRUE(app_.state().rest && app_.state().rest->in_bite);
  EXPECT_GE(app_.state().contacts().size(), 4U);
}

TEST_F(PanelsGl, a_button_that_adds_a_scan_brings_the_keyboard_to_its_field_where_there_is_no_dialogue) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::the_case;
  for (const auto& [button, field] : {std::pair("Add a buccal scan\u2026", "##buccal"),
                                      {"Compare with an earlier scan\u2026", "##earlier"}}) {
    lay_out();
    ImGui::ActivateItem(id_in_panel({button}));
    for (int i = 0; i < 4; ++i) frame();
    EXPECT_EQ(ImGui::GetActiveID(), id_in_panel({field})) << button;
    ImGui::ClearActiveID();
  }
}

TEST_F(PanelsGl, letters_in_a_number_field_are_refused_aloud) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"up", "up", "##number"})));
  frame();
  EXPECT_EQ(shown_window("##Tooltip_00"), nullptr);
  ImGui::GetIO().AddInputCharactersUTF8("nan");
  frame();
  frame();
  EXPECT_NE(shown_window("##Tooltip_00"), nullptr);
  press(key_a, key_control);
  ImGui::GetIO().AddInputCharactersUTF8("0.25");
  frame();
  frame();
  EXPECT_EQ(shown_window("##Tooltip_00"), nullptr) << "it is a number now";
  press(key_enter);
  EXPECT_NEAR(pose()(2, 3), 0.25, 1e-9);
}

TEST_F(PanelsGl, a_slider_clicked_with_ctrl_takes_comma_and_point_within_its_limits) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::contacts;
  for (const Language language : {Language::english, language_of("de")}) {
    speak(language);
    const Text name("Threshold");
    for (const auto& [typed, expected] :
         {std::pair("62,9", 0.063), std::pair("81.0", 0.081), std::pair("9000", 0.5)}) {
      const ImGuiID slider = id_in_panel({name, "##slider"});
      ASSERT_NO_FATAL_FAILURE(activate(slider));
      frame();
      press(key_a, key_control);
      ImGui::GetIO().AddInputCharactersUTF8(typed);
      frame();
      press(key_enter);
      EXPECT_NEAR(app_.state().document.threshold_mm, expected, 1e-6) << typed;
    }
  }
}

TEST_F(PanelsGl, a_number_typed_out_of_reach_is_refused_and_its_limits_said) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ASSERT_NO_FATAL_FAILURE(type_into("up", "-1.5"));
  EXPECT_NEAR(pose()(2, 3), -1.5, 1e-9);
  const Eigen::Matrix4d before = pose();
  const std::pair<const char*, const char*> slips[] = {{"up", "99999999999999"},  {"up", "1e300"},
                                                       {"forward", "-51"},        {"to the left", "1e7"},
                                                       {"hinge rotation", "1e9"}, {"rotation", "46"}};
  for (const auto& [field, number] : slips) {
    ASSERT_NO_FATAL_FAILURE(type_into(field, number));
    EXPECT_EQ(pose(), before) << field << " " << number;
    ASSERT_FALSE(app_.state().messages.empty());
    EXPECT_NE(app_.state().messages.back().text.find(field), std::string::npos);
    EXPECT_NE(app_.state().messages.back().text.find("can be from"), std::string::npos);
  }
  ASSERT_NO_FATAL_FAILURE(type_into("forward", "50"));
  EXPECT_FALSE(pose() == before);
}

TEST_F(PanelsGl, first_contact_is_found_from_as_far_as_the_fields_go) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out();
  ASSERT_NO_FATAL_FAILURE(type_into("up", "-50"));
  ASSERT_EQ(pose()(2, 3), -most_shift_mm) << "as far as the field goes";
  bring_to_contact(app_.state(), app_.actions(), ClosingWay::vertical);
  app_.actions().finish_work();
  EXPECT_NEAR(pose()(2, 3), gap_mm, 0.01);
}

TEST_F(PanelsGl, what_is_thrown_in_a_frame_is_said_and_the_next_frame_is_whole) {
  open_ball_and_plate();
  draw();
  const Picture before = picture_;
  app_.widgets().confirmation = {.text = "Replace?", .yes = "Replace", .agreed = [] {
                                   throw std::runtime_error("a failure of the test");
                                 }};
  lay_out();
  ASSERT_NE(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_NO_THROW(click_first_button(*ImGui::GetTopMostPopupModal()));
  ASSERT_FALSE(app_.state().messages.empty());
  EXPECT_EQ(app_.state().messages.back().text, "A failure of the test");
  app_.actions().messages.dismiss(0);
  mouse({-1, -1}, false);
  draw();
  EXPECT_EQ(picture_.pixels, before.pixels);
  press(key_up);
  EXPECT_NEAR(pose()(2, 3), 0.1, 1e-12) << "keys work as before";
}

TEST_F(PanelsGl, enter_does_what_the_button_beside_a_field_does) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  lay_out({1024, 1400});
  lay_out();
  ImGui::SetScrollY(const_cast<ImGuiWindow*>(ImGui::FindWindowByID(id_in_panel({}))), 1e4F);
  lay_out();
  ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({"##pose"})));
  ImGui::GetIO().AddInputCharactersUTF8("rest");
  frame();
  press(key_enter);
  ASSERT_EQ(app_.state().document.poses.size(), 1U);
  EXPECT_EQ(app_.state().document.poses[0].name, "rest");
  app_.actions().files.save_session(folder_ / "session.json");

  app_.widgets().panel = PanelKind::the_case;
  app_.widgets().upper_path = (folder_ / "upper.stl").string();
  app_.widgets().lower_path = (folder_ / "lower.stl").string();
  for (const char* const jaw : {"upper", "lower"}) {
    lay_out();
    scroll_panel_to_its_end();
    lay_out();
    const auto before = app_.state().loaded;
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({jaw, "##path"})));
    press(key_enter);
    app_.actions().finish_work();
    EXPECT_NE(app_.state().loaded, before) << jaw;
  }
}

TEST_F(PanelsGl, enter_in_the_fields_of_an_export_writes_it) {
  open_ball_and_plate();
  for (const char* field : {"##folder", "##name"}) {
    const std::filesystem::path file = folder_.path() / (std::string("of") + field + ".json");
    app_.widgets().panel = PanelKind::report;
    app_.widgets().export_kind = 9;  // the pose
    app_.widgets().export_folder = folder_.path().string();
    app_.widgets().export_name = file.filename().string();
    lay_out();
    ASSERT_NO_FATAL_FAILURE(activate(id_in_panel({field})));
    press(key_enter);
    app_.actions().finish_work();
    EXPECT_TRUE(std::filesystem::exists(file)) << field;
  }
}

TEST_F(PanelsGl, enter_agrees_to_a_question_but_not_the_press_that_brought_it) {
  open_ball_and_plate();
  const auto file = folder_.write("view.png", "kept");
  app_.widgets().panel = PanelKind::report;
  app_.widgets().export_kind = 6;  // the 3D view
  app_.widgets().export_folder = folder_.path().string();
  app_.widgets().export_name = "view.png";
  app_.widgets().picture_px = {320, 200};
  lay_out();
  press(key_enter, key_control);
  app_.actions().finish_work();
  EXPECT_TRUE(app_.widgets().confirmation);
  EXPECT_EQ(intercusp::testing::bytes_of(file), "kept");
  press(key_enter);
  app_.actions().finish_work();
  EXPECT_FALSE(app_.widgets().confirmation);
  EXPECT_NE(intercusp::testing::bytes_of(file), "kept");
}

TEST_F(PanelsGl, changes_can_be_saved_before_another_case_opens) {
  open_ball_and_plate();
  const CaseRequest request = app_.state().loaded->request;
  press(key_up);
  const auto loaded = app_.state().loaded;
  app_.actions().cases.open(request);
  lay_out();
  press(key_enter);  // Save, which asks for a name
  lay_out();
  EXPECT_EQ(app_.state().loaded, loaded);
  ImGui::GetIO().AddInputCharactersUTF8((folder_ / "kept.json").c_str());
  frame();
  press(key_enter);
  lay_out();
  app_.actions().finish_work();
  EXPECT_TRUE(is_session(folder_ / "kept.json"));
  EXPECT_NE(app_.state().loaded, loaded);
  EXPECT_FALSE(app_.state().unsaved);
  EXPECT_FALSE(app_.state().question);
}

TEST_F(PanelsGl, a_question_says_in_its_title_what_it_is_about_and_escape_leaves_all_as_it_is) {
  open_ball_and_plate();
  press(key_up);
  const auto loaded = app_.state().loaded;
  app_.actions().cases.open(loaded->request);
  lay_out();
  const ImGuiWindow* const dialogue = ImGui::GetTopMostPopupModal();
  ASSERT_NE(dialogue, nullptr);
  EXPECT_STREQ(dialogue->Name, "Save changes?");
  expect_all_inside({1024, 700}, "question");
  press(key_escape);
  EXPECT_FALSE(app_.state().question);
  app_.actions().finish_work();
  EXPECT_EQ(app_.state().loaded, loaded);
}

TEST_F(PanelsGl, a_field_with_the_keyboards_highlight_takes_the_number_that_is_typed) {
  open_ball_and_plate();
  app_.widgets().panel = PanelKind::mandible;
  app_.actions().views.look(StandardView::left);
  lay_out();
  const ImGuiID field = id_in_panel({"up", "up", "##number"});
  press(key_f6);
  press(key_tab);
  for (int i = 0; i < 60 && ImGui::GetCurrentContext()->NavId != field; ++i)
    press(i % 8 == 7 ? key_right : key_down);
  ASSERT_EQ(ImGui::GetCurrentContext()->NavId, field);
  for (const char* const letter : {"-", "1", ".", "5"}) {
    ImGui::GetIO().AddInputCharactersUTF8(letter);
    press(letter[0]);
  }
  press(key_enter);
  EXPECT_NEAR(pose()(2, 3), -1.5, 1e-9);
  EXPECT_EQ(view_of(app_.state().view.camera, app_.state().loaded->axes()), StandardView::left);
}

}  // namespace
}  // namespace intercusp::viewer
