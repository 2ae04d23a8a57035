// Compare with an earlier scan, in the Case step: what a jaw has lost and gained since, and how its teeth have moved.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/comparison.h"
#include "occlusion/base/jaw.h"
#include "occlusion/registration/rigid_fit.h"
#include "viewer/app/tool.h"
#include "viewer/case/loaded_case.h"
#include "viewer/scene/extra_surface.h"
#include "viewer/scene/scene_meshes.h"
#include "viewer/scene/surface_paint.h"
#include "viewer/tools/comparison/earlier_scans.h"

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
  std::shared_ptr<const Solid> open;  //!< the case's jaw, with its teeth as corrected
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

//! What is computed of one.
struct EarlierWork {
  Derived<EarlierKey, const ReadEarlier> read;
  Derived<ChangeKey, const EarlierChange> change;
};

//! Places that are being marked on both scans, turn by turn. The earlier scan lies beside the open jaw.
struct Marking {
  std::string source;
  Jaw jaw = Jaw::upper;
  std::vector<Eigen::Vector3d> on_open, on_earlier;  //!< in the jaw's frame, in the scan's
  Eigen::Isometry3d case_from_earlier = Eigen::Isometry3d::Identity();
  bool had_gizmo = true;  //!< whose handles would lie over the jaw
  [[nodiscard]] bool wants_open() const { return on_open.size() == on_earlier.size(); }
};

//! The open case's part.
struct ComparisonWork {
  std::map<std::string, EarlierWork> scans;  //!< by source
  bool paints = true;                        //!< the change, instead of the distance between the jaws
  double opacity = 0;                        //!< opacity of the earlier scan in the 3D view
  int selected = 0;                          //!< tooth before, FDI; 0: none
  std::optional<Marking> marking;

  //! What the chosen scan is painted with. All scans of a series have the scale of its greatest change and noise.
  struct Painted {
    std::shared_ptr<const EarlierChange> change;
    ChangeScale scale;
    int selected = 0;
    bool operator==(const Painted&) const = default;
  } painted;
  std::shared_ptr<const SurfacePaint> paint;  //!< with a rim about the selected tooth
};

[[nodiscard]] EarlierScans earlier_scans(const AppState& state);
//! "2023-05-01", or the name of its file where that holds no date.
[[nodiscard]] std::string name_in_series(const EarlierScan& scan);
//! What a tooth had more than now at each earlier scan that measured it, in their order, and 0 now; mm³.
[[nodiscard]] std::vector<double> substance_over_time(const AppState& state, int fdi);
//! Null before the chosen scan is read or compared.
[[nodiscard]] std::shared_ptr<const ReadEarlier> shown_earlier(const AppState& state);
[[nodiscard]] std::shared_ptr<const EarlierChange> shown_change(const AppState& state);
//! Whether it is there and says how the scans lie on each other.
[[nodiscard]] bool is_determined(const std::shared_ptr<const EarlierChange>& change);

//! Reads them in the background. One that cannot be read is not added, and a message says why.
void add_earlier_scans(const AppState& state, Actions& actions, const std::vector<std::string>& sources);
void remove_earlier_scan(const AppState& state, Actions& actions);  //!< the chosen one
void choose_earlier_scan(const AppState& state, Actions& actions, std::size_t which);
//! Sets the jaw of the chosen scan.  \param jaw nothing: its name or its teeth tell
void set_earlier_jaw(const AppState& state, Actions& actions, std::optional<Jaw> jaw);
void set_earlier_landmarks(const AppState& state, Actions& actions, std::vector<PointPair> landmarks);
//! After it was stopped, or a file could not be read.
void compare_again(const AppState& state, Actions& actions);
void paint_change(Actions& actions, bool paints);            //!< instead of the distance between the jaws
void set_earlier_opacity(Actions& actions, double opacity);  //!< 0 to 1
//! A tooth of the earlier scan: it gets a rim, and the camera flies there.  \param fdi 0: none
void select_changed_tooth(const AppState& state, Actions& actions, int fdi);

//! Lays the earlier scan beside the open jaw.  \pre it is read and its jaw known
void begin_marking(const AppState& state, Actions& actions);
void unmark_last(Actions& actions);
void stop_marking(const AppState& state, Actions& actions);
//! Compares from the marked pairs; a message where they do not determine a pose.
void compare_from_marks(const AppState& state, Actions& actions);
[[nodiscard]] bool wants_marks(const AppState& state);
void click_to_mark(const AppState& state, Actions& actions, const MousePlace& click);
void draw_landmarks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                    PictureOf picture);

[[nodiscard]] std::shared_ptr<const SurfacePaint> paint_of_change(const LoadedCase& loaded, Jaw which,
                                                                  const ComparisonWork::Painted& painted);

void draw_comparison(const AppState& state, Actions& actions, WidgetState& widgets);
void draw_change_table(const AppState& state, Actions& actions, const EarlierChange& change);

const Tool& comparison_tool();

}  // namespace intercusp::viewer
