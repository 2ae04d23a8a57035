// Computes everything that a report says about the movements that start from a bite, for given articulator
// settings.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/case.h"
#include "occlusion/motion/articulator/condyles.h"
#include "occlusion/motion/articulator/group_gaps.h"
#include "occlusion/motion/articulator/sliding.h"

namespace intercusp {

// Guidance of the mandible in an excursion, in clinical terms.
//
// Contacts are pairs of teeth whose least distance, in any direction, is at most a threshold. Without
// tooth numbers regions of the arch replace teeth (tooth_groups.h), and canines cannot be identified.

//! Role of a pair of teeth in an excursion. A pair belongs to the side of its lower tooth, or of its upper
//! tooth if that has no side.
enum class ContactRole {
  canine,     //!< laterotrusion: on the working side, and a canine takes part
  working,    //!< laterotrusion: another pair on the working side with a premolar or molar
  balancing,  //!< laterotrusion: on the other side, with a canine, premolar or molar
  anterior,   //!< any other pair: incisors, and in a protrusion canines
  posterior,  //!< protrusion: premolars and molars of both jaws
  gum         //!< something other than a tooth takes part
};
[[nodiscard]] ContactRole role_of(GroupPair pair, Excursion excursion);
[[nodiscard]] constexpr auto names_of(ContactRole) {
  return enum_table<ContactRole>({{ContactRole::canine, "canine"},
                                  {ContactRole::working, "working"},
                                  {ContactRole::balancing, "balancing"},
                                  {ContactRole::anterior, "anterior"},
                                  {ContactRole::posterior, "posterior"},
                                  {ContactRole::gum, "gum"}});
}

enum class GuidanceKind {
  canine,  //!< laterotrusion: on the working side and in front, every pair in contact includes the canine
  //! Laterotrusion: premolars or molars of the working side are in contact, with or without the canine.
  group,
  anterior,        //!< only front teeth are in contact; in a laterotrusion, not only the canine
  incisal,         //!< protrusion: an incisor takes part in every contact
  mixed,           //!< protrusion: front and posterior teeth are in contact
  posterior,       //!< protrusion: only posterior teeth are in contact
  balancing_only,  //!< laterotrusion: only the balancing side touches
  none             //!< no teeth touch
};
[[nodiscard]] constexpr auto names_of(GuidanceKind) {
  return enum_table<GuidanceKind>({{GuidanceKind::canine, "canine"},
                                   {GuidanceKind::group, "group"},
                                   {GuidanceKind::anterior, "anterior"},
                                   {GuidanceKind::incisal, "incisal"},
                                   {GuidanceKind::mixed, "mixed"},
                                   {GuidanceKind::posterior, "posterior"},
                                   {GuidanceKind::balancing_only, "balancing_only"},
                                   {GuidanceKind::none, "none"}});
}

//! Classifies the guidance. Contacts of the non-working side and of gum do not change the kind; they are
//! reported separately.
[[nodiscard]] GuidanceKind guidance_of(std::span<const GroupPair> contacts, Excursion excursion);

[[nodiscard]] bool has_balancing(std::span<const GroupPair> contacts, Excursion excursion);

//! Whether the pair consists of posterior teeth of both jaws on the given side.
[[nodiscard]] bool is_posterior_pair(GroupPair pair, PatientSide side);

//! Excursions at which contacts are reported: travel of the lower incisal point, mm.
constexpr std::array<double, 4> reported_excursions_mm = {0.5, 1, 2, 3};

struct ArticulateOptions {
  ArticulatorSettings settings;
  std::optional<Condyles> condyles;  //!< as the user gave them; if empty, the Bonwill triangle places them
  double threshold_mm = 0.1;         //!< threshold of contact: a foil of 100 µm, in any direction
  double path_step_mm = 0.1;         //!< step of the lower incisal point along each path
  double path_end_mm = reported_excursions_mm.back();
  double excursion_tolerance_mm = 0.001;
};

//! One pose with its contacts.
struct ContactStep {
  double asked_mm = 0;  //!< the requested excursion; pose.excursion_mm is the one reached
  ArticulatedPose pose;
  GroupPair touching{};            //!< the pair that stopped the closing, at pose.contact
  std::vector<GroupGap> contacts;  //!< all pairs within the threshold, `touching` among them
};

struct GuidanceStep {
  ContactStep step;
  GuidanceKind kind = GuidanceKind::none;
  bool balancing = false;  //!< the balancing side touches
  //! Least distance of posterior teeth, per side; empty without such teeth within `far_mm`.
  std::optional<GroupGap> right_posterior, left_posterior;

  static constexpr double far_mm = 30;
};

//! Where along a movement a pair of teeth is in contact.
struct PairOnPath {
  GroupPair pair{};
  double from_mm = 0, to_mm = 0;  //!< first and last excursion of the path at which the pair is in contact
  std::size_t steps = 0;          //!< number of poses of the path in contact

  struct Interval {
    double from_mm = 0, to_mm = 0;
  };
  std::vector<Interval> intervals;  //!< each covers consecutive poses of the path in contact
};

struct MovementReport {
  Excursion excursion = Excursion::protrusion;
  std::vector<ContactStep> path;       //!< begins at intercuspation; ends early where the jaws no longer meet
  std::vector<GuidanceStep> guidance;  //!< at reported_excursions_mm
  std::vector<PairOnPath> order;       //!< sorted by the excursion at which they come into contact
};

//! A pair of teeth in contact in intercuspation, and the opening at which it comes into contact.
struct PairInClosing {
  GroupPair pair{};
  double opening_rad = 0;  //!< the opening at which the pair comes within the threshold
  double incisal_mm = 0;   //!< distance that the lower incisal point travels from there
  double distance_mm = 0;  //!< in intercuspation
};

struct ArticulatedBite {
  std::shared_ptr<const Case> bite_case;
  ArticulateOptions options;
  Articulator articulator;
  IncisalSource incisal_point_source = IncisalSource::arch_front;
  BiteGroups groups;
  ContactStep intercuspation;
  std::vector<PairInClosing> closing_order;
  std::vector<MovementReport> movements;  //!< in the order of all_excursions
  std::vector<ArticulatedPose> opening;   //!< begins at intercuspation
  std::vector<Finding> findings;
};

//! Data that a report and a sweep over settings share.
struct ArticulatedCase {
  std::shared_ptr<const Case> bite_case;
  AnatomicalAxes axes;
  IncisalPoint incisal_point;
  BiteGroups groups;
  ContactSearch search;
  GroupGaps gaps;

  [[nodiscard]] ClosingStep closing() const;
};

//! \throw std::invalid_argument if left, right and anterior cannot be derived from the scans, or if the front
//! of the lower arch has no anatomy
[[nodiscard]] ArticulatedCase articulated_case(const std::shared_ptr<const Case>& bite_case);

[[nodiscard]] Articulator articulator_of(const ArticulatedCase& prepared, const ArticulatorSettings& settings,
                                         const std::optional<Condyles>& condyles);

//! \throw std::invalid_argument if a setting is impossible, if the jaws still overlap when wide open (the
//! axis passes through the teeth), or if the jaws do not meet in closing
[[nodiscard]] ArticulatedBite articulate(const ArticulatedCase& prepared, const ArticulateOptions& options,
                                         const Progress& progress = {});

}  // namespace intercusp
