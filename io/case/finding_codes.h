// Codes of findings of import that code looks for, so that a misspelt one does not compile. Other codes stand where their
// finding is made. Each is its own name.
#pragma once

namespace intercusp::codes {

inline constexpr const char* bodies_have_meshes = "bodies_have_meshes";
inline constexpr const char* jaw_contradicted = "jaw_contradicted";
inline constexpr const char* labels_of_other_jaw = "labels_of_other_jaw";
inline constexpr const char* odd_scale = "odd_scale";

}  // namespace intercusp::codes
