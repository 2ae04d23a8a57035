// Guidance of the mandible in an excursion, in clinical terms.
//
// Contacts are pairs of teeth whose least distance, in any direction, is at most a threshold. Without
// tooth numbers regions of the arch replace teeth (tooth_groups.h), and canines cannot be identified.
#pragma once

#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/motion/articulator/condyles.h"
#include "occlusion/motion/articulator/group_gaps.h"

namespace intercusp {

//! Role of a pair of teeth in an excursion. A pair belongs to the side of its lower tooth, or of its upper
//! tooth if that has no side.
enum class ContactRole {
  canine,     //!< laterotrusion: on the working side, and a canine takes part
  working,    //!< laterotrusion: another one of the working side with a premolar or molar
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
  canine,     //!< laterotrusion: of the working side and the front, only pairs with the canine touch
  group,      //!< laterotrusion: premolars or molars of the working side carry, with the canine or without
  anterior,   //!< only front teeth carry: in a laterotrusion not the canine alone
  incisal,    //!< protrusion: an incisor takes part in every contact
  mixed,      //!< protrusion: front and posterior teeth carry
  posterior,  //!< protrusion: posterior teeth alone
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

//! Contacts of the non-working side and of gum do not change the kind; they are reported separately.
[[nodiscard]] GuidanceKind guidance_of(std::span<const GroupPair> contacts, Excursion excursion);

[[nodiscard]] bool has_balancing(std::span<const GroupPair> contacts, Excursion excursion);

//! Posterior teeth of both jaws, on that side.
[[nodiscard]] bool is_posterior_pair(GroupPair pair, PatientSide side);

}  // namespace intercusp
