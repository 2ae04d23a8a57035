// Corrections of found teeth, as a file: EDITS.json (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "occlusion/teeth/edits.h"

namespace intercusp {

//! \throw InputError with the entry and what to do: not JSON, not an edit, wrong or missing values. Whether a
//! tooth exists is checked when the edits are applied.
[[nodiscard]] std::vector<TeethEdit> read_teeth_edits(const std::filesystem::path& file);

//! The value of "edits".
//! \param file named in errors
[[nodiscard]] std::vector<TeethEdit> teeth_edits_from_json(const nlohmann::json& list,
                                                           const std::filesystem::path& file);
[[nodiscard]] nlohmann::json teeth_edits_to_json(const std::vector<TeethEdit>& edits);

//! EDITS.json. Points are written with all digits, so that a replay gives the same labels.
[[nodiscard]] std::string teeth_edits_text(const std::vector<TeethEdit>& edits);

//! Applies all edits in order.
//! \throw InputError with the file, the entry and the reason if an edit is refused
[[nodiscard]] EditedTeeth replay(const FoundTeeth& found, const EditSurface& surface,
                                 const std::vector<TeethEdit>& edits, const std::filesystem::path& file);

//! Why an edit was refused and what to do: a sentence without capital and full stop.
[[nodiscard]] std::string sentence_of_refusal(const Finding& refusal);

}  // namespace intercusp
