// Groups by which contacts are reported: numbered teeth, else regions of the arch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

//! An FDI number, the number of a region in ArchPart, or that of the gum: never the same number for two things.
using ToothGroup = int;
constexpr ToothGroup gum_group = 0;  //!< of a jaw with numbered teeth, the surface without a number
//! \pre a region (region_of)
[[nodiscard]] constexpr ToothGroup group_of(ArchPart region) { return static_cast<ToothGroup>(region); }
constexpr ToothGroup right_posterior_group = group_of(ArchPart::right_posterior),
                     anterior_group = group_of(ArchPart::anterior),
                     left_posterior_group = group_of(ArchPart::left_posterior);

//! Empty for teeth and gum.
[[nodiscard]] std::optional<ArchPart> part_of_arch(ToothGroup group);

//! The name in files: "36", "gum", "left posterior".
[[nodiscard]] std::string name_of_group(ToothGroup group);

enum class GroupKind { incisor, canine, posterior, anterior_region, gum };
//! Premolars and molars are posterior; so are the molars of first teeth (FDI 54, 55 and so on).
[[nodiscard]] GroupKind kind_of(ToothGroup group);
[[nodiscard]] inline bool is_posterior(ToothGroup group) { return kind_of(group) == GroupKind::posterior; }

//! neither: gum and the anterior region.
[[nodiscard]] PatientSide side_of_group(ToothGroup group);

struct GroupPair {
  ToothGroup upper, lower;

  friend auto operator<=>(const GroupPair&, const GroupPair&) = default;
};

//! One group per face of the anatomy of both jaws.
struct BiteGroups {
  std::vector<ToothGroup> upper, lower;
  bool upper_has_teeth = false, lower_has_teeth = false;
};

//! By the labels of each jaw; in a jaw without labels by the position of the faces in the registered bite
//! (arch_sides.h).
[[nodiscard]] BiteGroups groups_of(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
