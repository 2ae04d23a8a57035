// A proposal to grind one jaw: patches and depths with which a bite reaches a goal in its pose, and of which none can be left
// out. It is a calculation on scans, never an instruction: it knows neither enamel nor restorations nor the load.
//
// Vertices move into their jaw until the other jaw is as far away as the goal wants along fixed lines. After each trial the whole
// bite is measured again by the engines of `inspect` and `articulate`, which decide whether the goal is reached.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/base/limits.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/case.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/distance/deepest.h"

namespace intercusp {

enum class GrindGoal {
  balance,    //!< left and right have 45 to 55 % of the contact area each, at 0.1 mm of surface distance
  depth,      //!< the jaws overlap no deeper than a limit
  excursions  //!< no contact of the non-working side beyond the first 0.5 mm of either laterotrusion
};
[[nodiscard]] constexpr auto names_of(GrindGoal) {
  return enum_table<GrindGoal>(
      {{GrindGoal::balance, "balance"}, {GrindGoal::depth, "depth"}, {GrindGoal::excursions, "excursions"}});
}

constexpr double grind_contact_mm = 0.1;       //!< a foil of 100 µm
constexpr double least_balanced_share = 0.45;  //!< of either side
constexpr double first_free_excursion_mm =
    0.5;  //!< of the lower incisal point; before, cusps leave their fossae

constexpr limits::Range grind_depth_um = {0, 1000};
constexpr limits::Range grind_limit_um = {10, 2000};

struct GrindOptions {
  GrindGoal goal = GrindGoal::balance;
  Jaw jaw = Jaw::lower;  //!< which is ground
  double depth_um = 20;  //!< of the deepest contact allowed, for the goal depth
  //! Deepest grinding of a tooth. The default is a choice of ours: a fraction of the enamel of a cusp. Nobody has
  //! measured this patient's.
  double limit_um = 500;
};

//! A place to grind.
struct GrindPatch {
  int number = 0;                                     //!< from 1, from the patient's right to the left
  int tooth = 0;                                      //!< FDI; 0: gum or unknown
  double depth_mm = 0;                                //!< greatest way of a vertex
  double area_mm2 = 0;                                //!< of the faces with a vertex that moves, before
  Eigen::Vector3d centroid_mm{0, 0, 0};               //!< of that area, case frame
  std::vector<std::uint32_t> vertices;                //!< that move, ascending
  std::vector<std::vector<Eigen::Vector3d>> outline;  //!< closed lines around those faces, case frame
};

//! The bite as the engines measure it.
struct GrindFigures {
  AreaTotal contact;  //!< of the lower's surface, at 0.1 mm of surface distance
  std::optional<LeastDistance> least;
  //! Contacts of pairs of teeth of the non-working side, summed over the poses of both laterotrusions, 0.1 mm apart; empty
  //! for other goals.
  std::optional<std::size_t> non_working;
};

struct GrindProposal {
  GrindOptions options;
  std::shared_ptr<const Case> start;
  std::vector<Finding> refusals;        //!< why nothing is proposed: "not_in_bite", "goal_out_of_reach", …
  std::optional<GrindFigures> before;   //!< empty where the jaws have no axes
  std::optional<GrindFigures> after;    //!< of the ground bite; empty where nothing is proposed
  std::vector<GrindPatch> patches;      //!< empty where nothing is proposed or the goal was reached already
  std::shared_ptr<const Solid> ground;  //!< the jaw with these patches ground; null without

  [[nodiscard]] bool already_met() const { return refusals.empty() && patches.empty(); }
};

//! \throw std::runtime_error if Embree has no device; std::invalid_argument for options outside their limits and, for
//! excursions, as articulated_case and for jaws that do not meet
[[nodiscard]] GrindProposal propose_grinding(const std::shared_ptr<const Case>& start,
                                             const GrindOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
