#include "viewer/tools/several/tool.h"

#include "io/case/bodies_file.h"
#include "viewer/app/dropped_files.h"

namespace intercusp::viewer {
namespace {

using Measured = Derived<std::shared_ptr<const LoadedCase>, const NeighbourTeeth>;

class SeveralTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::contacts, 300, draw_neighbours},
            {PanelKind::the_case, case_facts + 100, draw_bodies}};
  }

  void add_surfaces(const AppState& state, std::vector<ExtraSurface>& surfaces) const override {
    add_body_surfaces(state, surfaces);
  }

  bool take_files(const AppState& state, Actions& actions, FileKind kind,
                  std::span<const std::string> files) const override {
    if (kind != FileKind::bodies) return false;
    add_bodies(state, actions, {files.begin(), files.end()});
    return true;
  }

  bool take_with_case(Document& document, const std::string& file) const override {
    if (!names_bodies(file)) return false;
    BodyFiles files = document.parts.get<BodyFiles>();
    files.paths.push_back(file);
    document.parts.set(files);
    return true;
  }

  void follow(AppState& state) const override {
    state.parts.of<Measured>().want(state.step == PanelKind::contacts ? std::optional(state.loaded)
                                                                      : std::nullopt);
    want_bodies(state);
  }

  bool begin(AppState& state, Actions& actions) const override {
    return begin_bodies(state, actions) ||
           actions.work.begin(due_work(
               place_of(state.parts.of<Measured>()), {.what = Text("Measuring neighbouring teeth…")},
               [](const auto& loaded, const Progress& progress) {
                 return std::make_shared<const NeighbourTeeth>(measured_neighbours(loaded, progress));
               }));
  }

  void entries(JsonRecord& json, Document& document) const override { body_entries(json, document); }

  std::vector<std::string> files(const Document& document) const override { return body_paths(document); }
};

}  // namespace

const Tool& several_tool() { return the<SeveralTool>; }

const NeighbourTeeth* neighbours_of(const AppState& state) { return state.parts.get<Measured>().get(); }

void select_neighbours(const AppState& state, Actions& actions, const NeighbourPair& pair) {
  constexpr double ring_mm = 1;
  const Eigen::Vector3d place = state.case_point({pair.jaw, pair.found.point});
  actions.views.mark_contact({pair.fdi, pair.other_fdi}, {place, ring_mm});
}

}  // namespace intercusp::viewer
