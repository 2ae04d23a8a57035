// Pairs the faces around an edge that has more than two.
#pragma once

#include <span>
#include <vector>

#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Joins faces to patches, or patches to sheets, and records which of them must be turned over: a union-find with
//! parity.
class TurnedSets {
 public:
  explicit TurnedSets(std::uint32_t count);

  //! Is this element turned against the first of its set?
  [[nodiscard]] bool is_turned(std::uint32_t element);

  //! Joins two elements, one turned against the other or not. \return false if they are joined the other way.
  [[nodiscard]] bool join(std::uint32_t a, std::uint32_t b, bool opposite);

 private:
  std::uint32_t find(std::uint32_t element);

  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> turned_;  //!< against the parent
};

struct PairingOptions {
  bool may_turn_patches = false;  //!< the file's orientation is unreliable
};

//! Links the half-edges of one edge pairwise in mesh.twin; patches may have to be turned over afterwards. Pairs, in
//! this order: two of one patch; where the others are balanced, each face that enters the solid with the one that
//! leaves it, first in first out, so that touching bodies separate and crossing sheets continue straight; of the rest,
//! the flattest pairs.
void pair_faces(WorkingMesh& mesh, std::span<const std::uint32_t> edge,
                const std::vector<std::uint32_t>& patch_of, TurnedSets& patches,
                const PairingOptions& options);

}  // namespace intercusp::repair
