#include "viewer/tools/comparison/tool.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/case/scan_names.h"
#include "io/results/comparison/parts.h"
#include "io/results/comparison/report.h"
#include "occlusion/registration/tooth_starts.h"
#include "viewer/app/state_json.h"

namespace intercusp::viewer {
namespace {

constexpr auto reading_earlier = Text("Reading the earlier scan…");

const EarlierWork* shown_work(const AppState& state) {
  const ComparisonWork& work = state.parts.get<ComparisonWork>();
  const EarlierScans scans = earlier_scans(state);
  if (scans.shown() == nullptr) return nullptr;
  const auto found = work.scans.find(scans.shown()->source);
  return found == work.scans.end() ? nullptr : &found->second;
}

void follow_scan(EarlierWork& work, const EarlierScan& scan, const Bite& bite) {
  work.read.want(EarlierKey{scan.source, scan.jaw});
  const std::shared_ptr<const ReadEarlier> read = work.read.shared();
  if (!read || !read->jaw) return work.change.want(std::nullopt);
  work.change.want(ChangeKey{read, bite.of(*read->jaw), scan.landmarks});
}

void follow_paint(const AppState& state, ComparisonWork& work) {
  ComparisonWork::Painted wanted{.change = shown_change(state), .selected = work.selected};
  if (!is_determined(wanted.change)) wanted.change.reset();
  for (const auto& [source, scan] : work.scans) {
    if (!scan.change) continue;
    wanted.scale.end_mm = std::max(wanted.scale.end_mm, scan.change->scale.end_mm);
    wanted.scale.noise_mm = std::max(wanted.scale.noise_mm, scan.change->scale.noise_mm);
  }
  if (wanted == work.painted) return;
  work.painted = wanted;
  work.paint = wanted.change ? paint_of_change(*state.loaded, *shown_earlier(state)->jaw, wanted) : nullptr;
}

//! The place of a value of one scan, for as long as the document has the scan.
template <class Key, class T>
std::function<Derived<Key, T>*()> place_of_scan(ComparisonWork& work, const std::string& source,
                                                Derived<Key, T> EarlierWork::*member) {
  return [&work, source, member]() -> Derived<Key, T>* {
    const auto found = work.scans.find(source);
    return found == work.scans.end() ? nullptr : &(found->second.*member);
  };
}

//! Other steps show what is theirs; pictures are as the view.
bool shows_here(const AppState& state) {
  const bool own_step =
      state.step == PanelKind::the_case || state.step == PanelKind::report || state.step == PanelKind::view;
  return own_step && !state.shows_teeth;
}

const char* missing_change(const AppState& state) {
  if (is_determined(shown_change(state))) return nullptr;
  return Text("No jaw is compared. Choose an earlier scan in the Case step first.");
}

Picture picture_of_change(const AppState& state, Actions&, WidgetState&) {
  const std::shared_ptr<const EarlierChange> change = shown_change(state);
  return change_picture(*change->comparison, change->scan(), state.parts.get<ComparisonWork>().painted.scale);
}

constexpr PictureExport change_export = {
    Text("Picture of the change since the earlier scan"),
    Text("Occlusal view of the earlier scan with loss and gain in colours, with its scale."), "change.png",
    missing_change, picture_of_change};

//! Changes the chosen scan, as a step of undo.
void edit_shown(const AppState& state, Actions& actions, const std::string& label,
                const std::function<void(EarlierScan&)>& edit) {
  EarlierScans scans = earlier_scans(state);
  if (scans.shown() == nullptr) return;
  edit(scans.scans[scans.chosen]);
  actions.pose.set_part(label, scans);
}

class MarkingMouse : public SceneMouse {
  bool wants(const AppState& state) const override { return wants_marks(state); }
  bool takes_double_clicks(const WidgetState&) const override { return true; }
  void click(const AppState& state, Actions& actions, WidgetState&, const MousePlace& place) const override {
    click_to_mark(state, actions, place);
  }
};

class ComparisonTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::the_case, 100, draw_comparison}};
  }

  std::vector<const PictureExport*> pictures() const override { return {&change_export}; }

  void draw_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                  PictureOf picture) const override {
    draw_landmarks(canvas, state, px_from_case, picture);
  }

  std::shared_ptr<const SurfacePaint> paint(const AppState& state) const override {
    const ComparisonWork& work = state.parts.get<ComparisonWork>();
    const bool shown = work.paints && !work.marking && shows_here(state);
    return shown && is_determined(shown_change(state)) ? work.paint : nullptr;
  }

  //! The earlier scan.
  void add_surfaces(const AppState& state, std::vector<ExtraSurface>& surfaces) const override {
    const ComparisonWork& work = state.parts.get<ComparisonWork>();
    const std::shared_ptr<const ReadEarlier> earlier = shown_earlier(state);
    if (!earlier || !shows_here(state)) return;
    ExtraSurface surface{.solid = earlier->solid,
                         .meshes = earlier->meshes,
                         .opacity = work.opacity,
                         .jaw = earlier->jaw.value_or(Jaw::lower),
                         .name = Text("earlier scan")};
    if (work.marking) {
      surface.case_from_solid = work.marking->case_from_earlier;
      surface.opacity = 1;
      surface.solid = nullptr;
      return surfaces.push_back(surface);
    }
    const std::shared_ptr<const EarlierChange> change = shown_change(state);
    if (!is_determined(change)) return;
    surface.case_from_solid =
        state.document.case_from(surface.jaw) * change->found().before_from_after().inverse();
    surfaces.push_back(surface);
  }

  const SceneMouse* mouse() const override { return &the<MarkingMouse>; }

  void follow(AppState& state) const override {
    const EarlierScans scans = earlier_scans(state);
    ComparisonWork& work = state.parts.of<ComparisonWork>();
    std::erase_if(work.scans, [&](const auto& entry) {
      return std::ranges::find(scans.scans, entry.first, &EarlierScan::source) == scans.scans.end();
    });
    for (const EarlierScan& scan : scans.scans)
      follow_scan(work.scans[scan.source], scan, state.loaded->bite);
    if (work.marking && (!shown_earlier(state) || work.marking->source != scans.shown()->source))
      work.marking.reset();
    follow_paint(state, work);
  }

  bool begin(AppState& state, Actions& actions) const override {
    for (const EarlierScan& scan : earlier_scans(state).scans) {
      ComparisonWork& work = state.parts.of<ComparisonWork>();
      const DerivedWork reading{.what = reading_earlier, .in_background = false};
      const DerivedWork comparing{.what = Text("Comparing with the earlier scan…"), .in_background = false};
      if (actions.work.begin(due_work<EarlierKey, const ReadEarlier>(
              place_of_scan(work, scan.source, &EarlierWork::read), reading, read_earlier)) ||
          actions.work.begin(due_work<ChangeKey, const EarlierChange>(
              place_of_scan(work, scan.source, &EarlierWork::change), comparing,
              [loaded = state.loaded](const ChangeKey& key, const Progress& progress) {
                return compared(*loaded, key, progress);
              })))
        return true;
    }
    return false;
  }

  void exchange_jaws(Document& document) const override {
    EarlierScans scans = document.parts.get<EarlierScans>();
    for (EarlierScan& scan : scans.scans)
      if (scan.jaw) scan.jaw = opposite(*scan.jaw);
    document.parts.set(scans);
  }

  void entries(JsonRecord& json, Document& document) const override { earlier_scan_entries(json, document); }

  std::vector<std::string> files(const Document& document) const override {
    return earlier_scan_files(document);
  }

  std::vector<InputFile> files_read(const AppState& state) const override {
    std::vector<InputFile> files;
    for (const auto& [source, work] : state.parts.get<ComparisonWork>().scans)
      if (work.read)
        files.insert(files.end(), work.read->read.report.files.begin(), work.read->read.report.files.end());
    return files;
  }
};

}  // namespace

const Tool& comparison_tool() { return the<ComparisonTool>; }

EarlierScans earlier_scans(const AppState& state) { return state.document.parts.get<EarlierScans>(); }

std::string name_in_series(const EarlierScan& scan) {
  const std::filesystem::path path(scan.source);
  const std::optional<ScanDate> date = date_in_name(path.filename().string());
  return date ? iso_text(*date) : path.stem().string();
}

std::vector<double> substance_over_time(const AppState& state, int fdi) {
  const ComparisonWork& work = state.parts.get<ComparisonWork>();
  std::vector<double> over_time_mm3;
  for (const EarlierScan& scan : earlier_scans(state).scans) {
    const auto found = work.scans.find(scan.source);
    if (found == work.scans.end() || !is_determined(found->second.change.shared())) continue;
    const std::vector<ToothChange>& teeth = found->second.change->found().teeth;
    const auto tooth = std::ranges::find(teeth, fdi, &ToothChange::fdi);
    if (tooth == teeth.end() || !tooth->change) continue;
    over_time_mm3.push_back(tooth->change->lost_mm3.beyond_noise().value_or(0) -
                            tooth->change->gained_mm3.beyond_noise().value_or(0));
  }
  over_time_mm3.push_back(0);
  return over_time_mm3;
}

std::shared_ptr<const ReadEarlier> shown_earlier(const AppState& state) {
  const EarlierWork* const work = shown_work(state);
  return work != nullptr ? work->read.shared() : nullptr;
}

std::shared_ptr<const EarlierChange> shown_change(const AppState& state) {
  const EarlierWork* const work = shown_work(state);
  return work != nullptr ? work->change.shared() : nullptr;
}

bool is_determined(const std::shared_ptr<const EarlierChange>& change) {
  return change && change->found().determined();
}

namespace {

using ReadFiles = std::vector<std::pair<EarlierKey, std::shared_ptr<const ReadEarlier>>>;

//! As a step of undo. What was read already is not read again.
void take_earlier_scans(const AppState& state, Actions& actions, const ReadFiles& files) {
  EarlierScans scans = earlier_scans(state);
  ComparisonWork& work = actions.state().parts.of<ComparisonWork>();
  for (const auto& [key, read] : files) {
    scans.scans.push_back({.source = key.source, .landmarks = {}});
    work.scans[key.source].read.set(key, read);
  }
  std::ranges::stable_sort(scans.scans, {}, [](const EarlierScan& scan) {
    const std::string name = std::filesystem::path(scan.source).filename().string();
    return std::pair(date_in_name(name), name);
  });
  const auto chosen = std::ranges::find(scans.scans, files.front().first.source, &EarlierScan::source);
  scans.chosen = static_cast<std::size_t>(chosen - scans.scans.begin());
  actions.pose.set_part(Text("adding an earlier scan"), scans);
}

}  // namespace

void add_earlier_scans(const AppState& state, Actions& actions, const std::vector<std::string>& sources) {
  std::vector<EarlierKey> added;
  const EarlierScans scans = earlier_scans(state);
  for (const std::string& source : absolute_paths(sources))
    if (std::ranges::find(scans.scans, source, &EarlierScan::source) == scans.scans.end())
      added.push_back({source, std::nullopt});
  if (added.empty()) return actions.messages.refuse(Text("The open scan is compared with this one already."));
  actions.work.compute(reading_earlier, [&state, &actions, added](const Progress& progress) {
    ReadFiles files;
    for (const EarlierKey& key : added)
      files.emplace_back(key, read_earlier(key, progress));  // or says why not
    return [&state, &actions, files] { take_earlier_scans(state, actions, files); };
  });
}

void remove_earlier_scan(const AppState& state, Actions& actions) {
  EarlierScans scans = earlier_scans(state);
  if (scans.shown() == nullptr) return;
  scans.scans.erase(scans.scans.begin() + static_cast<std::ptrdiff_t>(scans.chosen));
  if (scans.chosen > 0 && scans.chosen >= scans.scans.size()) --scans.chosen;
  actions.messages.forget_problems();  // may be about it
  actions.pose.set_part(Text("removing an earlier scan"), scans);
}

void choose_earlier_scan(const AppState& state, Actions& actions, std::size_t which) {
  EarlierScans scans = earlier_scans(state);
  if (which >= scans.scans.size()) return;
  scans.chosen = which;
  actions.pose.set_part(Text("another earlier scan"), scans, "earlier scan");
}

void set_earlier_jaw(const AppState& state, Actions& actions, std::optional<Jaw> jaw) {
  edit_shown(state, actions, Text("jaw of the earlier scan"), [&](EarlierScan& scan) {
    if (scan.jaw != jaw) scan.landmarks.clear();  // they were on the other jaw
    scan.jaw = jaw;
  });
}

void set_earlier_landmarks(const AppState& state, Actions& actions, std::vector<PointPair> landmarks) {
  edit_shown(state, actions, Text("pairs of places"),
             [&](EarlierScan& scan) { scan.landmarks = std::move(landmarks); });
}

void compare_again(const AppState& state, Actions& actions) {
  const EarlierScans scans = earlier_scans(state);
  if (scans.shown() == nullptr) return;
  EarlierWork& work = actions.state().parts.of<ComparisonWork>().scans[scans.shown()->source];
  work.read.try_again();
  work.change.try_again();
  actions.work.want_values();
}

void paint_change(Actions& actions, bool paints) {
  actions.state().parts.of<ComparisonWork>().paints = paints;
  actions.work.want_values();
}

void set_earlier_opacity(Actions& actions, double opacity) {
  actions.state().parts.of<ComparisonWork>().opacity = std::clamp(opacity, 0.0, 1.0);
  actions.work.want_values();
}

void select_changed_tooth(const AppState& state, Actions& actions, int fdi) {
  const std::shared_ptr<const EarlierChange> change = shown_change(state);
  if (!is_determined(change)) return;
  actions.state().parts.of<ComparisonWork>().selected = fdi;
  actions.work.want_values();
  const auto middles = tooth_middles(*change->found().before);
  const auto middle = middles.find(fdi);
  if (middle == middles.end()) return;
  constexpr double tooth_height_mm = 32;  // a molar and its neighbours
  const Jaw jaw = *shown_earlier(state)->jaw;
  actions.views.look(occlusal_view(jaw));
  actions.views.fly_to(state.document.case_from(jaw) * change->found().before_from_after().inverse() *
                       middle->second);
  ViewState view = state.view;
  view.camera.height_mm = tooth_height_mm;
  actions.views.set(view);
}

}  // namespace intercusp::viewer
