#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/provenance.h"
#include "occlusion/base/finding_codes.h"
#include "viewer/app/session.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

void show_recent(const AppState& state, Actions& actions) {
  if (state.settings.recent.empty() && state.settings.recent_sessions.empty()) return;
  heading(Text("Recent"));
  const auto open = offer_recent(state, actions, [](const std::string& name, const std::string& files) {
    const bool clicked = named_line("##recent", name);
    if (!files.empty()) explain(files);
    return clicked;
  });
  if (open) open();
}

//! The banner offers the swap until it is closed.
void show_fixes(const AppState& state, Actions& actions, const WidgetState& widgets) {
  const bool has_banner = state.loaded && widgets.banner_closed_in_case != state.case_number;
  if (state.fixes.empty() || has_banner) return;
  heading(Text("Possible problems"));
  std::optional<CaseFix> chosen;
  for (const CaseFix& fix : state.fixes) {
    if (!fix.reason.empty()) wrapped(fix.reason);
    if (wide_button(label_of(fix).c_str(), text::fix_explained)) chosen = fix;
  }
  if (chosen) actions.cases.apply_fix(*chosen);
}

//! Behind a closed line: of interest to those who made the scan.
void show_repairs(const RepairCounts& counts) {
  const bool any =
      std::ranges::any_of(repairs(), [&](const Repair& repair) { return counts.*repair.count > 0; });
  if (!any || !ImGui::TreeNode(Text("Details"))) return;
  for (const Repair& repair : repairs()) {
    const std::size_t count = counts.*repair.count;
    if (count > 0) row(capitalised(repair.what).c_str(), std::to_string(count));
  }
  ImGui::TreePop();
}

void show_report(const char* name, const MeshReport& report) {
  if (!ImGui::TreeNodeEx(name, ImGuiTreeNodeFlags_DefaultOpen)) return;
  for (const InputFile& file : report.files) {
    wrapped(std::filesystem::path(file.path).filename().string());
    explain(fmt::format("{}\n{}\nSHA-256 {}", file.path, file.format, file.sha256).c_str());
  }
  row(Text("Triangles"), std::to_string(report.triangles_read));
  show_repairs(report.repairs);
  if (!report.label_sources.empty())
    muted(phrase("Tooth numbers: {}", label_source_in_words(report.label_sources)));
  for (const Finding& remark : report.remarks) wrapped(sentence_of(remark));
  ImGui::TreePop();
}

//! With its advice: in the banner, beside an offered swap, or beside the offer to find the bite.
bool is_told_above(const LoadedCase& loaded, const Finding& finding) {
  const std::optional<Finding> sign = sign_of_swapped_jaws(loaded);
  return both_look_like(loaded) || finding.code == codes::jaws_far_apart ||
         (sign && sign->code == finding.code);
}

void show_case(const AppState& state) {
  const LoadedCase& loaded = *state.loaded;
  heading(Text("Scans"));
  muted(Text("Repairs made while reading. The files are not changed."));
  show_report(Text("Upper jaw"), loaded.upper);
  show_report(Text("Lower jaw"), loaded.lower);
  if (has_estimated_teeth(loaded.bite))
    muted(Text("Tooth numbers are estimated from the shape of the arch."));
  for (const Finding& finding : loaded.anatomy.findings)
    if (!is_told_above(loaded, finding)) wrapped(sentence_of(finding));
  if (!loaded.anatomy.axes)
    wrapped(
        Text("Left, right and front cannot be determined from these scans: sides and tooth numbers are not "
             "shown."));
}

//! A typed path always works, whether the desktop has a dialogue or not.
//! \return whether it was left with Enter
bool path_row(WidgetState& widgets, const char* id, const char* hint, std::string& path) {
  ImGui::PushID(id);
  const bool dialogue = !widgets.asked.program.empty();
  constexpr const char* short_browse = "\u2026";  // leaves room for the hint
  const float button = ImGui::CalcTextSize(short_browse).x + em(1.4F);
  ImGui::SetNextItemWidth(dialogue ? -button : -FLT_MIN);
  const bool entered = text_field("##path", hint, path);
  if (dialogue) {
    ImGui::SameLine();
    if (ImGui::Button(short_browse)) ask_for(widgets, hint, path);
    explain(text::browse);
  }
  ImGui::PopID();
  return entered;
}

const char* how_told(const LoneScan& scan) {
  switch (scan.told_by) {
    case LoneScan::ToldBy::name:
      return scan.is_upper() ? Text("Upper jaw, by its name.") : Text("Lower jaw, by its name.");
    case LoneScan::ToldBy::shape:
      return scan.is_upper() ? Text("Looks like an upper jaw.") : Text("Looks like a lower jaw.");
    case LoneScan::ToldBy::nothing:
      break;
  }
  return Text("Neither name nor shape tells which jaw this is. It is taken for the upper one.");
}

//! Which jaw is missing, and how to add it.
void show_lone(const AppState& state, Actions& actions, WidgetState& widgets) {
  const LoneScan& scan = *state.lone;
  heading(Text("One jaw alone"));
  wrapped(file_name_of(scan));
  explain(scan.source);
  muted(how_told(scan));
  wrapped(scan.is_upper() ? Text("The lower jaw is missing. Drop its scan on the window, or enter its path "
                                 "below. Contacts need both jaws.")
                          : Text("The upper jaw is missing. Drop its scan on the window, or enter its path "
                                 "below. Contacts need both jaws."));
  if (widgets.asked.program.empty()) return;
  const char* const add = scan.is_upper() ? Text("Add the lower jaw\u2026") : Text("Add the upper jaw\u2026");
  if (wide_button(add))
    ask_files(widgets.asked, {.title = add, .start = scan.source},
              [&actions](const std::vector<std::string>& paths) { actions.cases.open_paths(paths); });
}

//! Name, date and notes.
void show_notes(const AppState& state, Actions& actions) {
  heading(Text("About this case"));
  CaseNotes notes = state.notes;
  ImGui::SetNextItemWidth(-FLT_MIN);
  (void)text_field("##name", Text("Name of the case"), notes.name);
  ImGui::SetNextItemWidth(-FLT_MIN);
  (void)text_field("##date", Text("Date"), notes.date);
  ImGui::SetNextItemWidth(-FLT_MIN);
  (void)text_field("##notes", Text("Notes"), notes.notes);
  explain(Text("Printed on pictures and reports."));
  if (!(notes == state.notes)) actions.cases.set_notes(notes);
}

void offer_other_case(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(state.loaded ? Text("Open another case") : Text("Open"));
  muted(
      Text("Drop the scans of both jaws, together or one after the other, on the window; of a jaw in parts "
           "its folder. Sessions, tracks and poses can be dropped too. Or enter paths here:"));
  bool open = path_row(widgets, "upper", text::upper_path_hint, widgets.upper_path);
  open |= path_row(widgets, "lower", text::lower_path_hint, widgets.lower_path);
  ImGui::BeginDisabled(widgets.upper_path.empty() && widgets.lower_path.empty());
  if (wide_button(Text("Open")) || open) open_typed(actions, widgets);
  ImGui::EndDisabled();
  if (wide_button(Text("Open the demo case"), Text("A generated dentition with gums and numbered teeth.")))
    actions.cases.open_demo();
}

}  // namespace

//! The open case comes first: its name, its bite, earlier scans, what its scans are like.
void draw_case_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.loaded && state.lone) show_lone(state, actions, widgets);
  if (state.loaded) draw_tools(PanelKind::the_case, state, actions, widgets, above_all, 0);
  show_fixes(state, actions, widgets);
  if (state.loaded) {
    show_notes(state, actions);
    draw_tools(PanelKind::the_case, state, actions, widgets, 0, case_facts);
    show_case(state);
    draw_tools(PanelKind::the_case, state, actions, widgets, case_facts);
  }
  offer_other_case(state, actions, widgets);
  show_recent(state, actions);
}

std::function<void()> offer_recent(const AppState& state, Actions& actions,
                                   const std::function<bool(const std::string&, const std::string&)>& line,
                                   bool parted) {
  const Settings& settings = state.settings;
  std::function<void()> chosen;
  int id = 0;
  for (const std::string& session : settings.recent_sessions) {
    ImGui::PushID(id++);
    if (line(std::filesystem::path(session).filename().string(), session))
      chosen = [&actions, session] { actions.cases.open_session(session); };
    ImGui::PopID();
  }
  if (parted && !settings.recent_sessions.empty() && !settings.recent.empty()) ImGui::Separator();
  for (const CaseRequest& request : settings.recent) {
    ImGui::PushID(id++);
    if (line(short_name(request), request.is_demo() ? "" : request.upper + "\n" + request.lower))
      chosen = [&actions, request] { actions.cases.open(request); };
    ImGui::PopID();
  }
  return chosen;
}

void open_typed(Actions& actions, const WidgetState& widgets) {
  std::vector<std::string> paths;
  for (const std::string* path : {&widgets.upper_path, &widgets.lower_path})
    if (!path->empty()) paths.push_back(*path);
  if (!paths.empty()) actions.cases.open_paths(paths);
}

void add_by_path(WidgetState& widgets, const PathField& what, std::string& path,
                 const std::function<void(const std::vector<std::string>&)>& add) {
  AskedFiles& asked = widgets.asked;
  const bool is_asked = asked.typed == what.id && path.empty();
  if (is_asked && std::exchange(asked.takes_keys, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool entered = text_field(what.id, what.hint, path);
  if (is_asked) muted(Text("Type the path here and press Enter, or drop the file on the window."));
  const bool clicked = wide_button(what.button, what.explanation);
  if ((entered || clicked) && !path.empty()) return add({std::exchange(path, {})});
  if (clicked && !asked.program.empty())
    return ask_files(asked, {.title = what.button, .start = {}, .patterns = {}}, add);
  if (clicked) {
    asked.typed = what.id;
    asked.takes_keys = true;
  }
}

void ask_for(WidgetState& widgets, const char* title, std::string& path) {
  ask_files(widgets.asked, {.title = title, .start = path},
            [&path](const std::vector<std::string>& paths) { path = paths.front(); });
}

void ask_files(AskedFiles& asked, const platform::FileWish& wish,
               std::function<void(const std::vector<std::string>&)> chosen) {
  asked.dialogue = std::make_unique<platform::FileDialogue>(asked.program, wish);
  asked.chosen = std::move(chosen);
}

void follow_dialogue(AskedFiles& asked) {
  if (!asked.dialogue) return;
  const auto paths = asked.dialogue->poll();
  if (!paths) return;
  asked.dialogue.reset();
  if (!paths->empty()) asked.chosen(*paths);
}

}  // namespace intercusp::viewer
