#include "viewer/tools/teeth/tool.h"

#include <algorithm>
#include <tuple>

#include "io/case/import_jaw.h"
#include "io/case/teeth_edits.h"
#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "viewer/app/exports.h"

namespace intercusp::viewer {

namespace {

//! Labels of the vertices of a file as read, found by their places: import keeps coordinates but drops and merges vertices.
std::vector<int> labels_of_file(const RawMesh& raw, const Solid& solid) {
  std::vector<std::pair<Eigen::Vector3d, int>> known;
  for (std::size_t v = 0; v < solid.labels.size(); ++v)
    known.push_back({solid.mesh.vertices[v], solid.labels[v]});
  const auto by_place = [](const auto& a, const auto& b) {
    return std::tie(a.first.x(), a.first.y(), a.first.z()) < std::tie(b.first.x(), b.first.y(), b.first.z());
  };
  std::sort(known.begin(), known.end(), by_place);
  std::vector<int> labels;
  for (const Eigen::Vector3d& place : raw.vertices) {
    const auto at = std::lower_bound(known.begin(), known.end(), std::pair(place, 0), by_place);
    labels.push_back(at != known.end() && at->first == place ? at->second : 0);
  }
  return labels;
}

bool has_labels(const MeshReport& report) { return report.files.size() == 1; }

std::vector<std::string> files_of_teeth() {
  return {"upper_edits.json", "upper_labels.json", "lower_edits.json", "lower_labels.json"};
}

//! \throw InputError where a scan cannot be read again; OutputError
void write_teeth(const ShownBite& shown, const std::filesystem::path& folder, const Progress&) {
  check_replaceable(results_in(folder, shown), files_of_teeth());
  const LoadedCase& loaded = *shown.loaded;
  std::vector<OutputFile> files = {{"upper_edits.json", teeth_edits_text(shown.upper_edits)},
                                   {"lower_edits.json", teeth_edits_text(shown.lower_edits)}};
  const auto add_labels = [&](const char* name, const std::string& source, Jaw jaw, const Solid& solid) {
    const ImportOptions options{.mm_per_unit = loaded.request.mm_per_unit, .teeth = TeethSource::none};
    const std::vector<int> labels = labels_of_file(read_jaw(source, jaw, options).mesh, solid);
    files.push_back({name, json_lines(Fields{{"labels", labels}})});
  };
  if (has_labels(loaded.upper))
    add_labels("upper_labels.json", loaded.request.upper, Jaw::upper, *loaded.bite.upper);
  if (has_labels(loaded.lower))
    add_labels("lower_labels.json", loaded.request.lower, Jaw::lower, *loaded.bite.lower);
  write_together(folder, files);
}

}  // namespace

const FileExport teeth_export = {
    .name = Text("Tooth labels and corrections"),
    .explanation = Text("Folder with the tooth labels and corrections of each jaw."),
    .doing = Text("Writing the file\u2026"),
    .file = "teeth",
    .files = files_of_teeth,
    .write = write_teeth};

namespace {

class TeethCorrection : public Tool {
  const StepPart* step_part() const override { return &teeth_part; }

  std::vector<Command> commands() const override {
    const auto next = [](const AppState& state, Actions& actions) {
      if (state.shows_teeth) select_next_unsure(actions);
    };
    const auto confirm = [](const AppState& state, Actions& actions) {
      if (!state.shows_teeth) return;
      if (state.selected_tooth) confirm_tooth(actions, *state.selected_tooth);
      select_next_unsure(actions);
    };
    return {{Text("Next not sure"), Text("N, Shift+N"), 'N', false, next, false},
            {Text("Confirm"), Text("N, Shift+N"), 'N', true, confirm, false}};
  }

  std::vector<const FileExport*> exports() const override { return {&teeth_export}; }

  const SceneMouse* mouse() const override { return &teeth_mouse(); }

  void follow(AppState& state) const override { state.shows_teeth = state.step_part == &teeth_part; }

  bool begin(AppState& state, Actions& actions) const override {
    return actions.work.begin(due_work(place_of(state.teeth),
                                       {.what = Text("Preparing the teeth\u2026"),
                                        .in_background = false,
                                        .can_cancel = false,
                                        .then = [&state, &actions] { begin_edits(state, actions); }},
                                       [loaded = state.loaded](const ScansKey&, const Progress& progress) {
                                         return std::make_shared<const CaseTeeth>(
                                             case_teeth(*loaded, progress));
                                       }));
  }

  Prepared prepare(const LoadedCase& loaded, const Document& document) const override {
    if (document.upper_edits.empty() && document.lower_edits.empty()) return nullptr;
    return
        [teeth = std::make_shared<const CaseTeeth>(case_teeth(loaded))](AppState& state, Actions& actions) {
          state.teeth.want(ScansKey{});
          state.teeth.set({}, teeth);
          begin_edits(state, actions);
        };
  }

  void apply(AppState& state, Actions& actions) const override { follow_edits(state, actions); }
};

}  // namespace

const StepPart teeth_part = {PanelKind::the_case, Text("Teeth"), false, draw_teeth, true};

const Tool& teeth_tool() { return the<TeethCorrection>; }

}  // namespace intercusp::viewer
