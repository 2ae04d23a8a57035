// Groups by which contacts are reported: numbered teeth or, without numbers, regions of the arch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

//! An FDI number, the number of a region in ArchPart, or that of the gum. No two of these share a number.
using ToothGroup = int;
constexpr ToothGroup gum_group = 0;  //!< the surface without a number, in a jaw with numbered teeth
//! \pre a region (region_of)
[[nodiscard]] constexpr ToothGroup group_of(ArchPart region) { return static_cast<ToothGroup>(region); }
constexpr ToothGroup right_posterior_group = group_of(ArchPart::right_posterior),
                     anterior_group = group_of(ArchPart::anterior),
                     left_posterior_group = group_of(ArchPart::left_posterior);

//! Empty for teeth and gum.
[[nodiscard]] std::optional<ArchPart> part_of_arch(ToothGroup group);

//! Name in files: "36", "gum", "left posterior".
[[nodiscard]] std::string name_of_group(ToothGroup group);

enum class GroupKind { incisor, canine, posterior, anterior_region, gum };
//! Premolars and molars are posterior, and so are milk molars (FDI 54, 55 and so on).
[[nodiscard]] GroupKind kind_of(ToothGroup group);
[[nodiscard]] inline bool is_posterior(ToothGroup group) { return kind_of(group) == GroupKind::posterior; }

//! `neither` for gum and the anterior region.
[[nodiscard]] PatientSide side_of_group(ToothGroup group);

struct GroupPair {
  ToothGroup upper, lower;

  friend auto operator<=>(const GroupPair&, const GroupPair&) = default;
};

//! The group of each anatomical face of both jaws.
struct BiteGroups {
  std::vector<ToothGroup> upper, lower;
  bool upper_has_teeth = false, lower_has_teeth = false;
};

//! Groups a jaw with labels by its teeth, and a jaw without labels by the position of its faces in the
//! registered bite (arch_sides.h).
[[nodiscard]] BiteGroups groups_of(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
