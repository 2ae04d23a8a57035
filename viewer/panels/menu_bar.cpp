#include "viewer/panels/panels.h"

#include <fmt/core.h>
#include <imgui.h>

#include <functional>

#include "io/language/language.h"
#include "viewer/app/session.h"
#include "viewer/panels/input.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

void recent_menu(const AppState& state, Actions& actions) {
  const Settings& settings = state.settings;
  const bool any = !settings.recent.empty() || !settings.recent_sessions.empty();
  if (!ImGui::BeginMenu(Text("Open recent"), any)) return;
  const auto open = offer_recent(
      state, actions,
      [](const std::string& name, const std::string&) {
        return ImGui::MenuItem(elided(name, em(24)).c_str());
      },
      true);
  ImGui::EndMenu();
  if (open) open();
}

void file_menu(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::BeginMenu(Text("File"))) return;
  if (ImGui::MenuItem(Text("Open\u2026"), Text("Ctrl+O"))) widgets.show_open = true;
  recent_menu(state, actions);
  if (ImGui::MenuItem(Text("Open the demo case"))) actions.cases.open_demo();
  ImGui::Separator();
  if (ImGui::MenuItem(Text("Save session"), Text("Ctrl+S"), false, state.loaded != nullptr))
    save(state, actions, widgets);
  if (ImGui::MenuItem(Text("Save session as\u2026"), Text("Ctrl+Shift+S"), false, state.loaded != nullptr))
    widgets.show_save = true;
  if (ImGui::MenuItem(Text("Export\u2026"), Text("Ctrl+E"), false, state.loaded != nullptr))
    widgets.panel = PanelKind::report;
  ImGui::Separator();
  if (ImGui::MenuItem(Text("Quit"), Text("Ctrl+Q"))) widgets.asked_to_quit = true;
  ImGui::EndMenu();
}

void edit_menu(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::BeginMenu(Text("Edit"))) return;
  const auto name = [](const char* what, const std::string& label) {
    return label.empty() ? std::string(what) : fmt::format("{}: {}", what, label);
  };
  if (ImGui::MenuItem(name(Text("Undo"), state.undo_label).c_str(), Text("Ctrl+Z"), false, state.can_undo))
    actions.pose.undo();
  if (ImGui::MenuItem(name(Text("Redo"), state.redo_label).c_str(), Text("Ctrl+Y"), false, state.can_redo))
    actions.pose.redo();
  ImGui::Separator();
  const bool open = state.loaded != nullptr;
  if (ImGui::MenuItem(Text("Reset"), Text("Home"), false, open)) actions.pose.reset();
  for (const Tool* const tool : state.tools)
    for (const Command& command : tool->commands())
      if (command.in_menu && ImGui::MenuItem(command.name, command.keys, false, open))
        command.run(state, actions);
  if (widgets.clipboard) {
    ImGui::Separator();
    if (ImGui::MenuItem(Text("Copy view as a picture"), Text("Ctrl+Shift+C"), false, open))
      widgets.copies_view = true;
  }
  ImGui::EndMenu();
}

bool language_menu(Settings& settings) {
  if (!ImGui::BeginMenu(Text("Language"))) return false;
  const Language before = settings.language;
  for (const LanguageFacts& each : languages())
    if (ImGui::MenuItem(each.name.c_str(), nullptr, before == each.language))
      settings.language = each.language;
  ImGui::EndMenu();
  return settings.language != before;
}

bool tooth_names_menu(Settings& settings) {
  if (!ImGui::BeginMenu(Text("Tooth numbers"))) return false;
  const ToothNames before = settings.tooth_names;
  for (const ToothNames names : {ToothNames::fdi, ToothNames::universal, ToothNames::palmer})
    if (ImGui::MenuItem(title_of(names).c_str(), nullptr, before == names)) settings.tooth_names = names;
  ImGui::EndMenu();
  return settings.tooth_names != before;
}

void view_menu(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::BeginMenu(Text("View"))) return;
  const bool shown = state.shown_axes().has_value(), open = state.loaded != nullptr;
  if (ImGui::MenuItem(Text("Front"), "1", false, shown)) actions.views.look(StandardView::frontal);
  if (ImGui::MenuItem(Text("Right"), "2", false, shown)) actions.views.look(StandardView::right);
  if (ImGui::MenuItem(Text("Left"), "3", false, shown)) actions.views.look(StandardView::left);
  if (ImGui::MenuItem(Text("Upper occlusal"), "4", false, shown))
    actions.views.look(StandardView::upper_occlusal);
  if (ImGui::MenuItem(Text("Lower occlusal"), "5", false, shown))
    actions.views.look(StandardView::lower_occlusal);
  if (ImGui::MenuItem(Text("Fit"), "F", false, shown)) actions.views.fit();
  ImGui::Separator();
  ViewState view = state.view;
  bool changed = ImGui::MenuItem(Text("Upper jaw"), "U", &view.upper.shown, open);
  changed |= ImGui::MenuItem(Text("Lower jaw"), "L", &view.lower.shown, open);
  changed |= ImGui::MenuItem(Text("Mandible handles"), "G", &view.gizmo, open);
  changed |= ImGui::MenuItem(Text("Second view"), "M", &view.show_map, open);
  changed |= ImGui::MenuItem(Text("Contour lines"), nullptr, &view.contours, open);
  if (changed) actions.views.set(view);
  ImGui::Separator();
  Settings settings = state.settings;
  bool other = ImGui::MenuItem(Text("Dark theme"), nullptr, &settings.dark);
  other |= language_menu(settings);
  other |= tooth_names_menu(settings);
  if (other) actions.views.set_settings(settings);
  (void)ImGui::MenuItem(Text("Full screen"), "F11", &widgets.full_screen, open);
  if (ImGui::MenuItem(Text("Rebuild the display"), Text("Ctrl+Shift+D"))) widgets.rebuilds_display = true;
  if (ImGui::MenuItem(Text("View settings"), Text("Ctrl+6"))) widgets.panel = PanelKind::view;
  ImGui::EndMenu();
}

void help_menu(WidgetState& widgets) {
  if (!ImGui::BeginMenu(Text("Help"))) return;
  if (ImGui::MenuItem(Text("Keys and mouse"), "?")) widgets.show_keys = true;
  if (ImGui::MenuItem(Text("About Intercusp"))) widgets.show_about = true;
  ImGui::EndMenu();
}

//! Opens a window in the middle when its flag is set.  \return whether it is open: the caller ends it
bool begin_dialogue(const char* name, bool& wanted, float width) {
  if (wanted) {
    ImGui::OpenPopup(name);
    wanted = false;
  }
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(width, size.x - em(2)), 0});
  return ImGui::BeginPopupModal(
      name, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

bool dialogue_button(const char* name) { return ImGui::Button(name, {em(9), 0}); }

//! Not the press that opened the dialogue.
bool enter_pressed() {
  const bool pressed = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
                       ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
  return pressed && !ImGui::IsWindowAppearing();
}

//! The one that Enter presses.
bool default_button(const char* name) {
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  const bool clicked = dialogue_button(name);
  ImGui::PopStyleColor();
  ImGui::SetItemDefaultFocus();
  return clicked || enter_pressed();
}
bool escape_pressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)); }
bool cancelled() { return dialogue_button(Text("Cancel")) || escape_pressed(); }

void browse_into(WidgetState& widgets, const char* title, std::string& path) {
  if (widgets.asked.program.empty()) return;
  ImGui::SameLine();
  if (ImGui::Button(text::browse, {ImGui::GetContentRegionAvail().x, 0})) ask_for(widgets, title, path);
}

void open_dialogue(Actions& actions, WidgetState& widgets) {
  if (!begin_dialogue(Text("Open\u2026"), widgets.show_open, em(38))) return;
  wrapped(
      Text("Two scans, or two folders of single teeth; or one session, track or pose in the first field."));
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const float browse = ImGui::CalcTextSize(text::browse).x + em(1.4F);
  const float room = !widgets.asked.program.empty() ? -browse : -FLT_MIN;
  ImGui::SetNextItemWidth(room);
  bool entered = text_field("##upper", text::upper_path_hint, widgets.upper_path);
  ImGui::PushID("upper");
  browse_into(widgets, text::upper_path_hint, widgets.upper_path);
  ImGui::PopID();
  ImGui::SetNextItemWidth(room);
  entered |= text_field("##lower", text::lower_path_hint, widgets.lower_path);
  ImGui::PushID("lower");
  browse_into(widgets, text::lower_path_hint, widgets.lower_path);
  ImGui::PopID();
  if (default_button(Text("Open")) || entered) {
    open_typed(actions, widgets);
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (cancelled()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void save_to(Actions& actions, WidgetState& widgets, const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(Files::session_file_named(file), ignored))
    return actions.files.save_session(file);
  widgets.confirmation = {.text = phrase(text::replace_question, file.string()),
                          .yes = Text("Replace"),
                          .agreed = [&actions, file] { actions.files.save_session(file); }};
}

//! Beside the scans, by the name of the case or of its folder.
std::string proposed_session(const AppState& state) {
  if (!state.session_file.empty() || !state.loaded) return state.session_file.string();
  const CaseRequest& request = state.loaded->request;
  const std::filesystem::path folder =
      request.is_demo() ? state.machine.documents : std::filesystem::path(request.upper).parent_path();
  std::string name = state.notes.name.empty() ? folder.filename().string() : state.notes.name;
  std::ranges::replace(name, '/', '-');
  return (folder / (name + ".intercusp.json")).string();
}

void save_dialogue(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!begin_dialogue(Text("Save session"), widgets.show_save, em(38))) return;
  if (ImGui::IsWindowAppearing()) {
    widgets.save_path = proposed_session(state);
    ImGui::SetKeyboardFocusHere();
  }
  wrapped(Text("A session holds the file names, pose, named poses, threshold, view and articulator."));
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool entered = text_field("##file", Text("File name ending in .json"), widgets.save_path);
  const bool agreed = default_button(Text("Save")) || entered;
  if (agreed && !widgets.save_path.empty()) {
    ImGui::CloseCurrentPopup();
    save_to(actions, widgets, widgets.save_path);
  }
  ImGui::SameLine();
  if (cancelled()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void confirmation_dialogue(WidgetState& widgets) {
  bool wanted = widgets.confirmation.has_value() && !ImGui::IsPopupOpen(Text("Replace?"));
  if (!begin_dialogue(Text("Replace?"), wanted, em(32))) return;
  if (!widgets.confirmation) {
    ImGui::CloseCurrentPopup();
    return ImGui::EndPopup();
  }
  wrapped(widgets.confirmation->text);
  const bool yes = default_button(widgets.confirmation->yes.c_str());
  ImGui::SameLine();
  const bool no = cancelled();
  if (yes || no) {
    const auto agreed = widgets.confirmation->agreed;
    widgets.confirmation.reset();
    ImGui::CloseCurrentPopup();
    if (yes) agreed();
  }
  ImGui::EndPopup();
}

void quit_dialogue(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (widgets.asked_to_quit && !state.unsaved) {
    widgets.asked_to_quit = false;
    widgets.quits = true;
  }
  if (!begin_dialogue(Text("Quit?"), widgets.asked_to_quit, em(34))) return;
  wrapped(Text("This session has unsaved changes."));
  if (default_button(Text("Save"))) {
    ImGui::CloseCurrentPopup();
    save(state, actions, widgets);
  }
  ImGui::SameLine();
  if (dialogue_button(Text("Quit anyway"))) {
    ImGui::CloseCurrentPopup();
    widgets.quits = true;
  }
  ImGui::SameLine();
  if (cancelled()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void keys_dialogue(WidgetState& widgets) {
  if (!begin_dialogue(Text("Keys and mouse"), widgets.show_keys, em(40))) return;
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("effect", ImGuiTableColumnFlags_WidthStretch);
    for (const KeyHelp& key : key_help()) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(key.keys);
      ImGui::TableNextColumn();
      wrapped(key.effect);
    }
    ImGui::EndTable();
  }
  if (default_button(Text("Close")) || escape_pressed()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void about_dialogue(WidgetState& widgets, const std::string& renderer) {
  if (!begin_dialogue(Text("About Intercusp"), widgets.show_about, em(34))) return;
  wrapped(phrase(
      "Intercusp {}\n\nShows how the teeth of two jaws meet while the mandible moves. For research and "
      "planning support; the user decides.",
      INTERCUSP_VERSION));
  if (!renderer.empty()) wrapped(phrase("Rendered by {}.", renderer));
  if (default_button(Text("Close")) || escape_pressed()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

//! What a question offers.
std::pair<const char*, const char*> answers_to(Question::Kind kind) {
  if (kind == Question::Kind::recover) return {Text("Recover"), Text("Discard")};
  if (kind == Question::Kind::unsaved) return {Text("Do not save"), Text("Cancel")};
  return {Text("Open anyway"), Text("Cancel")};
}

const char* title_of(Question::Kind kind) {
  switch (kind) {
    case Question::Kind::recover:
      return Text("Recover unsaved work?");
    case Question::Kind::outside_files:
      return Text("Files outside the session's folder");
    case Question::Kind::changed_scans:
      return Text("The scans have changed");
    case Question::Kind::unsaved:
      return Text("Save changes?");
    case Question::Kind::of_tool:
      break;
  }
  return "";
}

//! Saving may ask for a name and about a file that is there already; the question waits until that is over.
bool waits_for_saving(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!widgets.saves_before_opening) return false;
  if (widgets.show_save || widgets.confirmation || ImGui::IsPopupOpen(Text("Save session"))) return true;
  widgets.saves_before_opening = false;
  if (state.unsaved) return false;
  actions.cases.answer(true);
  return true;
}

void ask_of_tool(const Question& question, Actions& actions) {
  bool wanted = !ImGui::IsPopupOpen(question.title.c_str());
  if (!begin_dialogue(question.title.c_str(), wanted, em(36))) return;
  wrapped(question.text);
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < question.answers.size(); ++i)
    if (wide_button(question.answers[i].c_str())) chosen = i;
  const bool refused = cancelled();
  if (chosen || refused) ImGui::CloseCurrentPopup();
  if (chosen) actions.cases.choose(*chosen);
  if (refused) actions.cases.answer(false);
  ImGui::EndPopup();
}

void question_dialogue(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (waits_for_saving(state, actions, widgets)) return;
  if (!state.question) return;  // Dear ImGui closes a dialogue that is not begun
  if (state.question->kind == Question::Kind::of_tool) return ask_of_tool(Question(*state.question), actions);
  const char* const title = title_of(state.question->kind);
  bool wanted = !ImGui::IsPopupOpen(title);
  if (!begin_dialogue(title, wanted, em(36))) return;
  wrapped(state.question->text);
  const bool unsaved = state.question->kind == Question::Kind::unsaved;
  const bool saves = unsaved && default_button(Text("Save"));
  if (unsaved) ImGui::SameLine();
  const auto [yes, no] = answers_to(state.question->kind);
  const bool agreed = unsaved ? dialogue_button(yes) : default_button(yes);
  ImGui::SameLine();
  const bool refused = dialogue_button(no) || escape_pressed();
  if (saves || agreed || refused) ImGui::CloseCurrentPopup();
  if (saves) {
    widgets.saves_before_opening = true;
    save(state, actions, widgets);
  } else if (agreed || refused) {
    actions.cases.answer(agreed);
  }
  ImGui::EndPopup();
}

}  // namespace

void save(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (state.session_file.empty()) {
    widgets.show_save = true;
  } else {
    actions.files.save_session(state.session_file);
  }
}

float draw_menu_bar(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::BeginMainMenuBar()) return 0;
  file_menu(state, actions, widgets);
  edit_menu(state, actions, widgets);
  view_menu(state, actions, widgets);
  help_menu(widgets);
  const float height = ImGui::GetWindowHeight();
  ImGui::EndMainMenuBar();
  return height;
}

void draw_dialogues(const AppState& state, Actions& actions, WidgetState& widgets,
                    const std::string& renderer) {
  open_dialogue(actions, widgets);
  save_dialogue(state, actions, widgets);
  quit_dialogue(state, actions, widgets);
  keys_dialogue(widgets);
  about_dialogue(widgets, renderer);
  confirmation_dialogue(widgets);
  question_dialogue(state, actions, widgets);
}

}  // namespace intercusp::viewer
