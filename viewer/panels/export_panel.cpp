#include "viewer/panels/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "viewer/app/exports.h"
#include "viewer/panels/input.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

//! A file or folder, or a picture of a view or of a tool; none of them: the session.
struct ExportKind {
  Text name;
  Text explanation;
  const char* proposed;  //!< name of the file or folder
  const FileExport* file = nullptr;
  std::optional<PictureOf> picture = std::nullopt;
  const PictureExport* of_tool = nullptr;

  [[nodiscard]] bool is_session() const { return file == nullptr && !picture && of_tool == nullptr; }
};
constexpr std::array<ExportKind, 3> views = {
    {{Text("Picture of the 3D view"), Text("The view as shown, with legend, sides and scale."), "view.png",
      nullptr, PictureOf::scene},
     {Text("Picture of the map view"), Text("The whole map, with legend, sides and scale."), "map_view.png",
      nullptr, PictureOf::map},
     {Text("Picture of the section"), Text("Both jaws in the plane, with distances and ruler."),
      "section.png", nullptr, PictureOf::section}}};
constexpr ExportKind session = {Text("Session"),
                                Text("Files, pose, named poses, threshold, view and articulator."),
                                "session.intercusp.json"};

std::vector<ExportKind> kinds_of(const AppState& state) {
  std::vector<ExportKind> kinds;
  const auto add = [&](const FileExport& each) {
    kinds.push_back({each.name, each.explanation, each.file, &each});
  };
  for (const Tool* const tool : state.tools)
    for (const FileExport* const each : tool->exports()) add(*each);
  kinds.insert(kinds.end(), views.begin(), views.end());
  add(pose_export);
  kinds.push_back(session);
  for (const Tool* const tool : state.tools)
    for (const PictureExport* const each : tool->pictures())
      kinds.push_back({each->name, each->explanation, each->file, nullptr, std::nullopt, each});
  return kinds;
}

//! What must exist first; null if nothing is missing.
const char* missing_for(const ExportKind& kind, const AppState& state, const WidgetState& widgets) {
  if (!widgets.export_folder || widgets.export_folder->empty()) return Text("Choose a folder first.");
  if (widgets.export_name.empty()) return Text("Give a name first.");
  if (kind.picture == PictureOf::section && !state.view.section)
    return Text("No section is set. Right-click a tooth in the 3D view to cut through it.");
  if (kind.file != nullptr && kind.file->missing != nullptr) return kind.file->missing(state);
  return kind.of_tool != nullptr ? kind.of_tool->missing(state) : nullptr;
}

void choose_kind(const std::vector<ExportKind>& kinds, WidgetState& widgets) {
  ImGui::SetNextItemWidth(-FLT_MIN);
  if (!ImGui::BeginCombo("##kind", kinds[widgets.export_kind].name)) return;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!ImGui::Selectable(kinds[i].name, i == widgets.export_kind)) continue;
    widgets.export_kind = i;
    widgets.export_name = kinds[i].proposed;
  }
  ImGui::EndCombo();
}

//! \return whether it was left with Enter
bool choose_folder(const AppState& state, WidgetState& widgets) {
  const std::string& last = state.settings.export_folder;
  if (!widgets.export_folder) widgets.export_folder = last.empty() ? state.machine.documents.string() : last;
  ImGui::TextUnformatted(Text("Folder"));
  const bool dialogue = !widgets.asked.program.empty();
  ImGui::SetNextItemWidth(dialogue ? -(ImGui::CalcTextSize(text::browse).x + em(1.4F)) : -FLT_MIN);
  const bool entered = text_field("##folder", Text("Folder for the files"), *widgets.export_folder);
  if (!dialogue) return entered;
  ImGui::SameLine();
  if (ImGui::Button(text::browse)) {
    ask_files(widgets.asked,
              {.kind = platform::FileWish::Kind::save_folder,
               .title = Text("Folder"),
               .start = *widgets.export_folder},
              [&widgets](const std::vector<std::string>& paths) { widgets.export_folder = paths.front(); });
  }
  return entered;
}

//! \return whether a picture of this size can be made
bool choose_size(const Theme& theme, WidgetState& widgets) {
  constexpr int least = 64;
  ImGui::SetNextItemWidth(em(9));
  ImGui::InputInt2(Text("Width, height in px"), widgets.picture_px.data());
  for (int& side : widgets.picture_px) side = std::clamp(side, least, most_picture_px);
  const bool fits = widgets.picture_px[0] <= most_picture_pixels / widgets.picture_px[1];
  const std::string limit =
      phrase("A picture can have up to {} megapixels.", most_picture_pixels / 1'000'000);
  if (fits) {
    muted(limit);
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.bad);
    wrapped(limit);
    ImGui::PopStyleColor();
  }
  return fits;
}

void choose_ground(const AppState& state, Actions& actions) {
  Settings settings = state.settings;
  if (ImGui::Checkbox(Text("On white, for paper"), &settings.white_pictures))
    actions.views.set_settings(settings);
}

void write(const AppState& state, Actions& actions, WidgetState& widgets, const ExportKind& kind,
           const std::filesystem::path& target) {
  if (state.settings.export_folder != *widgets.export_folder) {
    Settings settings = state.settings;
    settings.export_folder = *widgets.export_folder;
    actions.views.set_settings(settings);
  }
  if (kind.file != nullptr) return actions.files.export_to(*kind.file, target);
  if (kind.is_session()) return actions.files.save_session(target);
  widgets.pictures.push_back({.of_tool = kind.of_tool,
                              .what = kind.picture.value_or(PictureOf::scene),
                              .size = {widgets.picture_px[0], widgets.picture_px[1]},
                              .file = target});
}

bool is_there(const ExportKind& kind, const std::filesystem::path& target) {
  if (kind.file != nullptr) return exists(*kind.file, target);
  std::error_code ignored;
  return std::filesystem::exists(kind.is_session() ? Files::session_file_named(target) : target, ignored);
}

//! What to ask before the export is written: whether it may replace files, and lie beside the results of other scans.
std::optional<std::string> question_before(const AppState& state, const ExportKind& kind,
                                           const std::filesystem::path& target) {
  const bool is_folder = kind.file != nullptr && kind.file->files != nullptr;
  const std::filesystem::path folder = is_folder ? target : target.parent_path();
  const std::string others = state.loaded ? other_scans_in(folder, *state.loaded) : "";
  if (!others.empty())
    return phrase("{} holds the results of other scans: {}. Write there, and replace them?", folder.string(),
                  others);
  if (!is_there(kind, target)) return std::nullopt;
  return phrase(text::replace_question, target.string());
}

void write_or_ask(const AppState& state, Actions& actions, WidgetState& widgets, const ExportKind& kind) {
  const std::filesystem::path target = std::filesystem::path(*widgets.export_folder) / widgets.export_name;
  const std::optional<std::string> question = question_before(state, kind, target);
  if (!question) return write(state, actions, widgets, kind, target);
  widgets.confirmation = {
      .text = *question, .yes = Text("Replace"), .agreed = [&state, &actions, &widgets, kind, target] {
        write(state, actions, widgets, kind, target);
      }};
}

}  // namespace

//! Chosen in the Report step.
static void offer(WidgetState& widgets, const std::vector<ExportKind>& kinds,
                  std::vector<ExportKind>::const_iterator kind) {
  widgets.panel = PanelKind::report;
  widgets.step_parts.erase(PanelKind::report);
  widgets.export_kind = static_cast<std::size_t>(kind - kinds.begin());
  widgets.export_name = kind->proposed;
}

void offer_picture(const AppState& state, WidgetState& widgets, const PictureExport& picture) {
  const std::vector<ExportKind> kinds = kinds_of(state);
  offer(widgets, kinds, std::ranges::find(kinds, &picture, &ExportKind::of_tool));
}

void offer_export(const AppState& state, WidgetState& widgets, const FileExport& file) {
  const std::vector<ExportKind> kinds = kinds_of(state);
  offer(widgets, kinds, std::ranges::find(kinds, &file, &ExportKind::file));
}

void draw_export_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  const Theme theme = theme_of(state.settings.dark);
  if (!state.live) return muted(what_is_missing(state));
  heading(Text("Export"));
  const std::vector<ExportKind> kinds = kinds_of(state);
  choose_kind(kinds, widgets);
  const ExportKind& kind = kinds[widgets.export_kind];
  muted(kind.explanation);
  if (kind.file != nullptr && kind.file->choices != nullptr) kind.file->choices(state, actions);
  bool entered = choose_folder(state, widgets);
  if (widgets.export_name.empty() && !ImGui::IsAnyItemActive()) widgets.export_name = kind.proposed;
  ImGui::TextUnformatted(Text("Name"));
  ImGui::SetNextItemWidth(-FLT_MIN);
  entered = text_field("##name", kind.proposed, widgets.export_name) || entered;
  const bool fits = !kind.picture || choose_size(theme, widgets);
  if (kind.picture) choose_ground(state, actions);
  const char* const missing = missing_for(kind, state, widgets);
  if (missing != nullptr) muted(missing);
  const bool ready = missing == nullptr && fits;
  const bool by_key = entered || (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(key_enter, false));
  ImGui::BeginDisabled(!ready);
  if (wide_button(Text("Export")) || (by_key && ready)) write_or_ask(state, actions, widgets, kind);
  ImGui::EndDisabled();
  muted(Text("Existing files are kept unless you agree."));
}

}  // namespace intercusp::viewer
