#include "viewer/tools/checkbite/tool.h"

#include <algorithm>
#include <utility>

#include "io/case/jaw_of_mesh.h"
#include "io/case/pose_file.h"
#include "io/case/scan_names.h"
#include "occlusion/base/limits.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/state_json.h"
#include "viewer/panels/panels.h"

namespace intercusp::viewer {
namespace {

RegisteredRecords registered_records(const RecordsKey& key, const Progress& progress) {
  const Bite& jaws = key.loaded->unprepared;
  const CheckbiteOptions options;
  RegisteredRecords done{
      read_records(key.given, jaws, options.bite_error, key.loaded->request.mm_per_unit, progress), nullptr};
  if (std::ranges::count(done.read.records, RecordKind::centric, &BiteRecord::kind) > 0)
    done.result = std::make_shared<const Checkbite>(checkbite(jaws, done.read.records, options));
  return done;
}

//! A record, rather than a scan of one jaw or a pose to show.
bool is_record(const std::string& file, FileKind kind) {
  const std::optional<RecordKind> position = position_in_name(file);
  if (kind == FileKind::pose) return position.has_value();
  const bool tells_side_alone = position == RecordKind::left || position == RecordKind::right;
  return !jaw_in_name(file) || (position && !tells_side_alone);
}

class CheckbiteTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::motion, 190, draw_records}};
  }

  void draw_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                  PictureOf picture) const override {
    if (picture == PictureOf::scene && state.step == PanelKind::motion)
      draw_axis(canvas, state, px_from_case);
  }

  bool take_files(const AppState& state, Actions& actions, FileKind kind,
                  std::span<const std::string> files) const override {
    if (state.step != PanelKind::motion || (kind != FileKind::scan && kind != FileKind::pose)) return false;
    if (!std::ranges::all_of(files, [&](const std::string& file) { return is_record(file, kind); }))
      return false;
    add_records(state, actions, {files.begin(), files.end()});
    return true;
  }

  void follow(AppState& state) const override {
    const std::vector<GivenRecord> given = named_records(position_records(state));
    const bool is_wanted = state.step == PanelKind::motion && !given.empty();
    state.parts.of<CheckbiteWork>().want(is_wanted ? std::optional(RecordsKey{state.loaded, given})
                                                   : std::nullopt);
  }

  bool begin(AppState& state, Actions& actions) const override {
    return actions.work.begin(
        due_work(place_of(state.parts.of<CheckbiteWork>()),
                 {.what = Text("Registering the records of the bite\u2026"), .in_background = false},
                 [](const RecordsKey& key, const Progress& progress) {
                   return std::make_shared<const RegisteredRecords>(registered_records(key, progress));
                 }));
  }

  void entries(JsonRecord& json, Document& document) const override { record_entries(json, document); }

  std::vector<std::string> files(const Document& document) const override {
    std::vector<std::string> all;
    for (const PositionRecord& record : document.parts.get<PositionRecords>().list)
      all.insert(all.end(), record.files.begin(), record.files.end());
    return all;
  }

  std::vector<InputFile> files_read(const AppState& state) const override {
    std::vector<InputFile> all;
    if (const RegisteredRecords* const records = registered(state))
      for (const RecordFiles& files : records->read.files)
        for (const MeshReport& scan : files.scans)
          all.insert(all.end(), scan.files.begin(), scan.files.end());
    return all;
  }
};

void measure(BothSides& sides, const CondyleEstimates& found, const limits::Range& range, double unit) {
  for (const auto& [side, estimate] : {std::pair(&sides.right, found.right), {&sides.left, found.left}})
    if (estimate) *side = std::clamp(estimate->value, range.least * unit, range.most * unit);
}

}  // namespace

const Tool& checkbite_tool() { return the<CheckbiteTool>; }

PositionRecords position_records(const AppState& state) {
  return state.document.parts.get<PositionRecords>();
}

const RegisteredRecords* registered(const AppState& state) { return state.parts.get<CheckbiteWork>().get(); }

void add_records(const AppState& state, Actions& actions, const std::vector<std::string>& files) {
  if (!state.loaded) return;
  actions.work.compute(Text("Reading the records of the bite\u2026"),
                       [&state, &actions, files = absolute_paths(files),
                        unit = state.loaded->request.mm_per_unit](const Progress&) {
                         for (const std::string& file : files) {  // or says why not
                           if (GivenRecord{.name = {}, .files = {file}}.is_pose())
                             (void)read_pose(file);
                           else
                             (void)read_buccal_scan(file, unit);
                         }
                         return [&state, &actions, files] {
                           PositionRecords records = position_records(state);
                           for (const std::string& file : files) records = with_file(records, file);
                           actions.pose.set_part(Text("add a record of the bite"), records);
                         };
                       });
}

void change_records(const AppState& state, Actions& actions, const std::string& label,
                    const std::function<void(std::vector<PositionRecord>&)>& change) {
  PositionRecords records = position_records(state);
  change(records.list);
  actions.messages.forget_problems();  // may be about one of them
  actions.pose.set_part(label, records);
}

Document programmed(Document document, const PatientArticulator& found) {
  auto guidance = document.parts.get<CondylarGuidance>();
  measure(guidance.inclination_rad, found.inclination_rad, limits::inclination_deg, rad_per_deg);
  measure(guidance.bennett_rad, found.bennett_rad, limits::bennett_deg, rad_per_deg);
  measure(guidance.side_shift_mm, found.side_shift_mm, limits::side_shift_mm, 1);
  document.parts.set(guidance);
  if (found.hinge) document.hinge.measured = Condyles{found.hinge->right.place, found.hinge->left.place};
  return document;
}

void program_articulator(const AppState& state, Actions& actions) {
  const PatientArticulator& found = registered(state)->result->found;
  actions.pose.change(Text("program the articulator"), {},
                      [&](Document& document) { document = programmed(document, found); });
}

}  // namespace intercusp::viewer
