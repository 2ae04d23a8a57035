#include "viewer/tools/bite/tool.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "io/case/jaw_of_mesh.h"
#include "io/case/scan_names.h"
#include "io/results/bite/report.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/registration/buccal_bite.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/state_json.h"
#include "viewer/app/words.h"
#include "viewer/case/rest_reading.h"
#include "viewer/scene/extra_surface.h"

namespace intercusp::viewer {

namespace {

//! Without its numbers: a buccal scan is compared by its shape alone.
JawScan shape_of(const Solid& jaw) { return {.mesh = scanned(jaw).mesh, .labels = {}}; }

}  // namespace

BuccalScans read_buccal_scans(const std::vector<std::string>& files, std::optional<double> mm_per_unit,
                              const Progress& progress) {
  BuccalScans read;
  for (const std::string& file : files) {
    const ReadScan scan = read_buccal_scan(file, mm_per_unit);
    read.scans.push_back(*scan.scan);
    read.files.insert(read.files.end(), scan.report.files.begin(), scan.report.files.end());
    const auto solid = std::make_shared<const Solid>(solid_of(read.scans.back().mesh));
    const auto meshes = scene_meshes({solid, nullptr, Eigen::Isometry3d::Identity()}, progress);
    read.meshes.emplace_back(meshes, &meshes->upper);
  }
  return read;
}

ScanShows shown_by_name(const std::string& file) {
  if (names_buccal_scan(file)) return ScanShows::buccal;
  return jaw_in_name(file) ? ScanShows::jaw : ScanShows::unknown;
}

ScanShows shown_by_shape(const LoadedCase& loaded, const std::string& file, const Progress& progress) {
  RawJaw read =
      read_jaw(file, std::nullopt, {.mm_per_unit = loaded.request.mm_per_unit, .teeth = TeethSource::none});
  const JawScan scan{.mesh = {.vertices = read.mesh.vertices, .faces = read.mesh.faces}, .labels = {}};
  report_progress(progress, 0.1);
  const BuccalBite fits = buccal_bite(shape_of(*loaded.bite.upper), shape_of(*loaded.bite.lower),
                                      std::span(&scan, 1), part_of(progress, 0.1, 0.7));
  if (fits.scans.front().determined()) return ScanShows::buccal;
  const FoundTeeth teeth = teeth_of_scan(read.mesh, std::nullopt, part_of(progress, 0.7, 1));
  return teeth.teeth.empty() ? ScanShows::unknown : ScanShows::jaw;
}

namespace {

//! Reads the document's files.
using BuccalWork = Derived<std::vector<std::string>, const BuccalScans>;

//! What the command finds. Jaws and distances, which are large, are not kept.
std::shared_ptr<const FoundBite> figures_found(const LoadedCase& loaded, const BuccalScans& buccal,
                                               const Progress& progress) {
  FoundBite found =
      intercusp::find_bite(loaded.unprepared, buccal.scans,
                           {.look_exchanged = look_exchanged(loaded.upper, loaded.lower)}, progress);
  found.jaws = {};
  for (BiteCandidate& candidate : found.candidates) candidate.lower_mm = {};
  return std::make_shared<const FoundBite>(std::move(found));
}

//! Moves the jaw, and looks at both jaws again where the view held them.
void look_after(const AppState& state, Actions& actions, const std::function<void()>& move) {
  const bool filled = state.fitted_camera == state.view.camera;
  move();
  if (filled) actions.views.fit();
}

void take_found(const AppState& state, Actions& actions, const BiteSearch& search,
                const Eigen::Isometry3d& start) {
  if (bite_search(state).buccal != search.buccal)
    return actions.messages.refuse(Text("The buccal scans have changed meanwhile. Find the bite again."));
  const FoundBite& found = *search.found;
  const bool stayed = same_pose(state.document.upper_from_lower, start);
  actions.playbacks.set_playing(false);
  look_after(state, actions, [&] {
    actions.pose.change(Text("find the bite"), {}, [&](Document& document) {
      document.parts.set(search);
      if (stayed && found.determined()) document.upper_from_lower = found.candidates.front().upper_from_lower;
    });
  });
  if (!found.determined())
    actions.messages.refuse(Text("The bite is not determined. The Case step says why."));
  else if (!stayed)
    actions.messages.refuse(text::moved_meanwhile);
  else
    actions.messages.inform(headline_of(found));
}

void take_buccal_scan(const AppState& state, Actions& actions, const std::string& file) {
  std::vector<std::string> files = bite_search(state).buccal;
  if (std::ranges::find(files, file) != files.end())
    return actions.messages.refuse(Text("This buccal scan is there already."));
  if (files.size() == most_buccal_scans)
    return actions.messages.refuse(
        Text("There are two buccal scans already, one for each side. Remove one first."));
  files.push_back(file);
  actions.pose.set_part(Text("add a buccal scan"), BiteSearch{.buccal = files, .found = {}});
}

void ask_what_it_shows(const AppState& state, Actions& actions, const std::string& file) {
  actions.cases.ask(
      Text("What does this scan show?"),
      phrase("Neither the name nor the shape of {} says what it shows. A buccal scan shows teeth of both "
             "jaws in "
             "bite, from the cheek.",
             std::filesystem::path(file).filename().string()),
      {{Text("Add it as a buccal scan"), [&state, &actions, file] { add_buccal_scan(state, actions, file); }},
       {Text("Open it as the scan of one jaw"), [&actions, file] { actions.cases.open_alone(file); }}});
}

void look_at_scan(const AppState& state, Actions& actions, const std::string& file) {
  const auto take = [&state, &actions, file](ScanShows shows) {
    if (shows == ScanShows::buccal) return add_buccal_scan(state, actions, file);
    if (shows == ScanShows::jaw) return actions.cases.open_alone(file);
    ask_what_it_shows(state, actions, file);
  };
  actions.work.compute(Text("Finding out what the scan shows\u2026"),
                       [take, file, loaded = state.loaded](const Progress& progress) {
                         const ScanShows shows = shown_by_shape(*loaded, file, progress);
                         return [take, shows] { take(shows); };
                       });
}

class BiteTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::the_case, above_all, offer_bite},
            {PanelKind::the_case, 100, draw_bite},
            {PanelKind::contacts, above_all, offer_bite}};
  }

  //! The buccal scans where the bite shown puts them.
  void add_surfaces(const AppState& state, std::vector<ExtraSurface>& surfaces) const override {
    const std::shared_ptr<const FoundBite> found = bite_search(state).found;
    const BuccalWork& work = state.parts.get<BuccalWork>();
    if (!found || !found->buccal || !work || !candidate_shown(state)) return;
    const std::vector<BuccalFit>& fits = found->buccal->scans;
    constexpr double opacity = 0.38;
    for (std::size_t i = 0; i < std::min(fits.size(), work->meshes.size()); ++i) {
      if (!fits[i].determined()) continue;
      // Where the sides disagree each has its own bite.
      const Eigen::Isometry3d own =
          fits[i].upper.fixed_from_moving() * fits[i].lower.fixed_from_moving().inverse();
      if (found->candidates.size() == 1 || same_pose(own, state.document.upper_from_lower))
        surfaces.push_back({.kind = ExtraSurface::Kind::scan_before_jaws,
                            .meshes = work->meshes[i],
                            .case_from_solid = fits[i].upper.fixed_from_moving(),
                            .opacity = opacity,
                            .name = Text("buccal scan")});
    }
  }

  //! Two that are named as buccal scans, or one that is not named as a jaw.
  bool take_files(const AppState& state, Actions& actions, FileKind kind,
                  std::span<const std::string> files) const override {
    if (kind != FileKind::scan) return false;
    const bool are_buccal = std::ranges::all_of(
        files, [](const std::string& file) { return shown_by_name(file) == ScanShows::buccal; });
    if (are_buccal) {
      for (const std::string& file : files) add_buccal_scan(state, actions, file);
      return true;
    }
    if (files.size() != 1 || shown_by_name(files[0]) == ScanShows::jaw) return false;
    look_at_scan(state, actions, files[0]);
    return true;
  }

  void follow(AppState& state) const override {
    const BiteSearch search = bite_search(state);
    state.parts.of<BuccalWork>().want(search.buccal.empty() ? std::nullopt : std::optional(search.buccal));
  }

  bool begin(AppState& state, Actions& actions) const override {
    return actions.work.begin(
        due_work(place_of(state.parts.of<BuccalWork>()),
                 {.what = Text("Reading the buccal scans\u2026"), .in_background = false},
                 [unit = state.loaded->request.mm_per_unit](const std::vector<std::string>& files,
                                                            const Progress& progress) {
                   return std::make_shared<const BuccalScans>(read_buccal_scans(files, unit, progress));
                 }));
  }

  //! What was found is the bite of the jaws as they were.
  void exchange_jaws(Document& document) const override {
    document.parts.set(BiteSearch{.buccal = document.parts.get<BiteSearch>().buccal, .found = {}});
  }

  void entries(JsonRecord& json, Document& document) const override { bite_entries(json, document); }

  std::vector<std::string> files(const Document& document) const override {
    return document.parts.get<BiteSearch>().buccal;
  }

  std::vector<InputFile> files_read(const AppState& state) const override {
    const BuccalWork& work = state.parts.get<BuccalWork>();
    return work ? work->files : std::vector<InputFile>();
  }
};

}  // namespace

const Tool& bite_tool() { return the<BiteTool>; }

BiteSearch bite_search(const AppState& state) { return state.document.parts.get<BiteSearch>(); }

void find_bite(const AppState& state, Actions& actions) {
  if (!state.loaded) return;
  actions.pose.end_drag();
  const std::shared_ptr<const BuccalScans> known = state.parts.get<BuccalWork>().shared();
  const Eigen::Isometry3d start = state.document.upper_from_lower;
  actions.work.compute(
      Text("Finding the bite\u2026"), [=, &state, &actions, loaded = state.loaded,
                                       search = bite_search(state)](const Progress& progress) mutable {
        const BuccalScans read =
            known ? BuccalScans() : read_buccal_scans(search.buccal, loaded->request.mm_per_unit);
        BiteSearch done = search;
        done.found = figures_found(*loaded, known ? *known : read, progress);
        return [=, &state, &actions] { take_found(state, actions, done, start); };
      });
}

void show_candidate(const AppState& state, Actions& actions, std::size_t index) {
  const std::shared_ptr<const FoundBite> found = bite_search(state).found;
  if (!found || index >= found->candidates.size()) return;
  look_after(state, actions, [&] {
    actions.pose.set(found->candidates[index].upper_from_lower, phrase("bite {}", index + 1), "bites");
  });
}

std::optional<std::size_t> candidate_shown(const AppState& state) {
  const std::shared_ptr<const FoundBite> found = bite_search(state).found;
  if (!found) return std::nullopt;
  for (std::size_t i = 0; i < found->candidates.size(); ++i)
    if (same_pose(found->candidates[i].upper_from_lower, state.document.upper_from_lower)) return i;
  return std::nullopt;
}

void add_buccal_scan(const AppState& state, Actions& actions, const std::string& file) {
  if (!state.loaded) return;
  actions.work.compute(Text("Reading the buccal scans\u2026"),
                       [&state, &actions, file = absolute_paths({file}).front(),
                        unit = state.loaded->request.mm_per_unit](const Progress&) {
                         (void)read_buccal_scans({file}, unit);  // or says why not
                         return [&state, &actions, file] { take_buccal_scan(state, actions, file); };
                       });
}

void remove_buccal_scan(const AppState& state, Actions& actions, std::size_t index) {
  std::vector<std::string> files = bite_search(state).buccal;
  if (index >= files.size()) return;
  files.erase(files.begin() + static_cast<std::ptrdiff_t>(index));
  actions.messages.forget_problems();  // may be about it
  actions.pose.set_part(Text("remove a buccal scan"), BiteSearch{.buccal = files, .found = {}});
}

bool opened_without_bite(const AppState& state) {
  if (!state.loaded || !same_pose(state.document.upper_from_lower, state.loaded->bite.upper_from_lower))
    return false;
  if (both_look_like(*state.loaded) || sign_of_swapped_jaws(*state.loaded)) return false;
  if (find_code(state.loaded->anatomy.findings, codes::jaws_far_apart) != nullptr) return true;
  return state.rest && !state.rest->in_bite;
}

}  // namespace intercusp::viewer
