// An earlier scan of one of the open case's jaws, read, and the open jaw compared with it as `intercusp compare` does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/comparison.h"
#include "occlusion/base/jaw.h"
#include "occlusion/registration/rigid_fit.h"
#include "viewer/case/loaded_case.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

struct EarlierKey {
  std::string source;
  std::optional<Jaw> jaw;
  bool operator==(const EarlierKey&) const = default;
};

struct ReadEarlier {
  ReadScan read;
  std::optional<Jaw> jaw;              //!< nothing: neither user, name nor teeth tell
  std::shared_ptr<const Solid> solid;  //!< each place once, in the frame of its file
  std::shared_ptr<const DrawnMeshes> meshes;
};

//! \throw InputError, Cancelled
[[nodiscard]] std::shared_ptr<const ReadEarlier> read_earlier(const EarlierKey& key,
                                                              const Progress& progress);

//! Which scans are compared, and from where.
struct ChangeKey {
  std::shared_ptr<const ReadEarlier> earlier;
  std::shared_ptr<const Solid> open;  //!< of the case, with its teeth as corrected
  std::vector<PointPair> landmarks;
  bool operator==(const ChangeKey&) const = default;
};

//! The comparison of one earlier scan; after is the open jaw, vertex by vertex that of the case.
struct EarlierChange {
  std::shared_ptr<const intercusp::Comparison> comparison;
  ChangeScale scale;  //!< for the changes since this scan alone
  [[nodiscard]] const ComparedScan& scan() const { return comparison->scans.front(); }
  [[nodiscard]] const ScanComparison& found() const { return scan().change; }
};

//! \pre the earlier scan's jaw is known  \throw InputError, Cancelled
[[nodiscard]] std::shared_ptr<const EarlierChange> compared(const LoadedCase& loaded, const ChangeKey& key,
                                                            const Progress& progress);

}  // namespace intercusp::viewer
