#include "occlusion/motion/articulator/guidance.h"

#include <algorithm>

namespace intercusp {
namespace {

PatientSide side_of_pair(GroupPair pair) {
  const PatientSide side = side_of_group(pair.lower);
  return side == PatientSide::neither ? side_of_group(pair.upper) : side;
}

bool takes_part(GroupPair pair, GroupKind kind) {
  return kind_of(pair.upper) == kind || kind_of(pair.lower) == kind;
}

ContactRole lateral_role(GroupPair pair, PatientSide working) {
  const bool canine = takes_part(pair, GroupKind::canine);
  const bool beside_front = canine || takes_part(pair, GroupKind::posterior);
  if (!beside_front) return ContactRole::anterior;
  if (side_of_pair(pair) != working) return ContactRole::balancing;
  return canine ? ContactRole::canine : ContactRole::working;
}

GuidanceKind lateral_guidance(std::span<const ContactRole> roles) {
  const auto some = [&](ContactRole role) { return std::ranges::find(roles, role) != roles.end(); };
  if (some(ContactRole::working)) return GuidanceKind::group;
  if (some(ContactRole::anterior)) return GuidanceKind::anterior;
  if (some(ContactRole::canine)) return GuidanceKind::canine;
  return some(ContactRole::balancing) ? GuidanceKind::balancing_only : GuidanceKind::none;
}

GuidanceKind protrusive_guidance(std::span<const GroupPair> contacts, std::span<const ContactRole> roles) {
  const auto some = [&](ContactRole role) { return std::ranges::find(roles, role) != roles.end(); };
  if (some(ContactRole::posterior))
    return some(ContactRole::anterior) ? GuidanceKind::mixed : GuidanceKind::posterior;
  if (!some(ContactRole::anterior)) return GuidanceKind::none;
  const bool incisors = std::ranges::all_of(contacts, [](GroupPair pair) {
    return takes_part(pair, GroupKind::gum) || takes_part(pair, GroupKind::incisor);
  });
  return incisors ? GuidanceKind::incisal : GuidanceKind::anterior;
}

}  // namespace

ContactRole role_of(GroupPair pair, Excursion excursion) {
  if (takes_part(pair, GroupKind::gum)) return ContactRole::gum;
  if (excursion == Excursion::protrusion) {
    const bool posterior = is_posterior(pair.upper) && is_posterior(pair.lower);
    return posterior ? ContactRole::posterior : ContactRole::anterior;
  }
  return lateral_role(pair,
                      excursion == Excursion::laterotrusion_right ? PatientSide::right : PatientSide::left);
}

GuidanceKind guidance_of(std::span<const GroupPair> contacts, Excursion excursion) {
  std::vector<ContactRole> roles;
  for (const GroupPair pair : contacts) roles.push_back(role_of(pair, excursion));
  return excursion == Excursion::protrusion ? protrusive_guidance(contacts, roles) : lateral_guidance(roles);
}

bool has_balancing(std::span<const GroupPair> contacts, Excursion excursion) {
  return std::ranges::any_of(
      contacts, [&](GroupPair pair) { return role_of(pair, excursion) == ContactRole::balancing; });
}

bool is_posterior_pair(GroupPair pair, PatientSide side) {
  return is_posterior(pair.upper) && is_posterior(pair.lower) && side_of_pair(pair) == side;
}

}  // namespace intercusp
