// The teeth of a scan as read, checked against the stated jaw.
#pragma once

#include <optional>

#include "io/mesh/raw_mesh.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

//! `find_teeth` with stricter findings; no number is surer than the jaw. Findings beyond those of `find_teeth`:
//! - "no_teeth_found" with a `reason`: "size" (the body is smaller than three teeth or larger than any jaw), "no_row" (no three
//!   teeth in a row), "no_jaw" (is_like_a_jaw is false), "two_arches" (the scan holds both jaws), "holes" (faces
//!   are missing all over it);
//! - "jaw_contradicted" with `given`, `seen` and `confidence`: the shape is surely that of the other jaw. Then no tooth is sure.
//! \param raw mm
//! \param given empty: derived from the shape
//! \throw Cancelled
[[nodiscard]] FoundTeeth teeth_of_scan(const RawMesh& raw, std::optional<Jaw> given,
                                       const Progress& progress = {});

}  // namespace intercusp
