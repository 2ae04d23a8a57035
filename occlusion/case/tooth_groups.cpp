#include "occlusion/case/tooth_groups.h"

#include <algorithm>

#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

std::vector<ToothGroup> groups_of_jaw(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw,
                                      const ArchSides& arch) {
  std::vector<ToothGroup> groups = face_teeth(jaw);
  groups.resize(jaw.anatomy_faces);
  if (!jaw.labels.empty()) return groups;
  for (std::size_t face = 0; face < groups.size(); ++face) {
    const auto& [a, b, c] = jaw.mesh.faces[face];
    const Eigen::Vector3d middle = (jaw.mesh.vertices[a] + jaw.mesh.vertices[b] + jaw.mesh.vertices[c]) / 3;
    groups[face] = group_of(region_of(sides_of(arch, case_from_jaw * middle, 0, 0)));
  }
  return groups;
}

}  // namespace

std::optional<ArchPart> part_of_arch(ToothGroup group) {
  if (is_tooth(group) || group == gum_group) return std::nullopt;
  return static_cast<ArchPart>(group);
}

std::string name_of_group(ToothGroup group) {
  if (const std::optional<ArchPart> part = part_of_arch(group)) return std::string(name_of(*part));
  return group == gum_group ? "gum" : std::to_string(group);
}

GroupKind kind_of(ToothGroup group) {
  if (group == gum_group) return GroupKind::gum;
  if (group == anterior_group) return GroupKind::anterior_region;
  if (!is_tooth(group)) return GroupKind::posterior;
  const int place = place_of(group);
  if (place <= 2) return GroupKind::incisor;
  return place == 3 ? GroupKind::canine : GroupKind::posterior;
}

PatientSide side_of_group(ToothGroup group) {
  if (group == right_posterior_group) return PatientSide::right;
  if (group == left_posterior_group) return PatientSide::left;
  return side_of(group);
}

BiteGroups groups_of(const Bite& bite, const AnatomicalAxes& axes) {
  const ArchSides arch = arch_sides(bite, axes);
  return {.upper = groups_of_jaw(*bite.upper, Eigen::Isometry3d::Identity(), arch),
          .lower = groups_of_jaw(*bite.lower, bite.upper_from_lower, arch),
          .upper_has_teeth = !bite.upper->labels.empty(),
          .lower_has_teeth = !bite.lower->labels.empty()};
}

}  // namespace intercusp
