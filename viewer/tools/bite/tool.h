// The bite of two jaws that were exported without one, in the Case step: found by buccal scans or by the arches, a list of
// candidates to step through, and the one chosen as the pose of the case.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/registration/find_bite.h"
#include "occlusion/teeth/jaw_scan.h"
#include "viewer/app/tool.h"
#include "viewer/case/loaded_case.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

constexpr std::size_t most_buccal_scans = 2;  //!< one for each side

struct BuccalScans {
  std::vector<JawScan> scans;  //!< as the engine takes them, in the order of their files
  std::vector<std::shared_ptr<const DrawnMeshes>> meshes;
  std::vector<InputFile> files;
};

//! \param mm_per_unit as the jaws are read  \throw InputError; Cancelled
[[nodiscard]] BuccalScans read_buccal_scans(const std::vector<std::string>& files,
                                            std::optional<double> mm_per_unit, const Progress& progress = {});

//! What a scan shows that is dropped on an open case.
enum class ScanShows { buccal, jaw, unknown };

//! By its name alone.
[[nodiscard]] ScanShows shown_by_name(const std::string& file);

//! By its shape: buccal where it lies on both jaws of the case, a jaw where it is an arch.  \throw InputError, Cancelled
[[nodiscard]] ScanShows shown_by_shape(const LoadedCase& loaded, const std::string& file,
                                       const Progress& progress = {});

//! The document's part.
struct BiteSearch {
  std::vector<std::string> buccal;  //!< paths of the scans taken from the cheek
  std::shared_ptr<const FoundBite>
      found;  //!< with these scans, its figures alone; null: nothing was sought yet
  bool operator==(const BiteSearch&) const = default;
};
[[nodiscard]] BiteSearch bite_search(const AppState& state);

//! In the background, as `intercusp bite` does. Where the bite is determined the jaw goes there; where it is not, the
//! panel says why.
void find_bite(const AppState& state, Actions& actions);

//! Puts the jaw there.  \param index from 0, best first
void show_candidate(const AppState& state, Actions& actions, std::size_t index);
//! The candidate in whose pose the jaw stands.
[[nodiscard]] std::optional<std::size_t> candidate_shown(const AppState& state);

//! Each is a step of undo, and what was found with other scans goes.
void add_buccal_scan(const AppState& state, Actions& actions, const std::string& file);
void remove_buccal_scan(const AppState& state, Actions& actions, std::size_t index);

//! Whether the jaws are in no bite as they were opened: far apart, or deeper in each other than any bite is. Not where the
//! files are the wrong ones or exchanged: that comes first.
[[nodiscard]] bool opened_without_bite(const AppState& state);

//! The document's entry of a session; left out where nothing was added or found.
void bite_entries(JsonRecord& json, Document& document);

void draw_bite(const AppState& state, Actions& actions, WidgetState& widgets);
//! What was found, where the jaw stands in a bite that was.
[[nodiscard]] std::vector<CardLine> bite_card(const AppState& state);
//! Where the findings say that the jaws are in no bite; once it was found there, what it is.
void offer_bite(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
