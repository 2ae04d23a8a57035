// Pairs the faces around an edge that has more than two.
#pragma once

#include <span>
#include <vector>

#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Patches (faces joined by edges of two faces) that are being joined to sheets, and which of them must be
//! turned over for it: a union-find with parity.
class PatchUnion {
 public:
  explicit PatchUnion(std::uint32_t patches);

  //! Is this patch turned against the first of its union?
  [[nodiscard]] bool is_turned(std::uint32_t patch);

  //! Joins two patches, one turned against the other or not. \return false where they are joined the other
  //! way.
  [[nodiscard]] bool join(std::uint32_t a, std::uint32_t b, bool opposite);

 private:
  std::uint32_t find(std::uint32_t patch);

  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> turned_;  //!< against the parent
};

struct PairingOptions {
  bool may_turn_patches = false;  //!< the file's orientation is no evidence
};

//! Links the half-edges of one edge pairwise in mesh.twin; patches may have to be turned over afterwards.
//! Pairs, in this order: two of one patch; where the others are balanced, each face that enters the solid
//! with the one that leaves it, first in first out, so that bodies that touch come apart and sheets that
//! cross go straight on; of what is left the flattest pairs.
void pair_faces(WorkingMesh& mesh, std::span<const std::uint32_t> edge,
                const std::vector<std::uint32_t>& patch_of, PatchUnion& patches,
                const PairingOptions& options);

}  // namespace intercusp::repair
