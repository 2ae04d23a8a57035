// Codes of import's findings that code searches for, so that a misspelt code does not compile. Other codes
// are written where their finding is made.
#pragma once

namespace intercusp::codes {

inline constexpr const char* bodies_have_meshes = "bodies_have_meshes";
inline constexpr const char* jaw_contradicted = "jaw_contradicted";
inline constexpr const char* labels_of_other_jaw = "labels_of_other_jaw";
inline constexpr const char* odd_scale = "odd_scale";

}  // namespace intercusp::codes
