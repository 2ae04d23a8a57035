// The surface between the two sides of a jaw: the palate, or some floor of the mouth.
//
// Case frame (LPS), mm. The sheet's edge on the tongue's side is where both begin.
#pragma once

#include <cstdint>

#include "datasets/jaw_sheet.h"

namespace intercusp {

//! Closes the opening of the upper jaw by the vault of the palate with its raphe, incisive papilla and rugae.
void add_palate(Sheet& sheet);

//! Adds a strip of the floor of the mouth along the lower jaw, 5 mm wide.
void add_floor(Sheet& sheet);

//! Closes the opening of the lower jaw by a flat floor, as the plaster of a study model does.
void add_plaster_floor(Sheet& sheet);

}  // namespace intercusp
