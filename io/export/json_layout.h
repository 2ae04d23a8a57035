// How the program's JSON files are laid out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace intercusp {

//! One line for every key, and one for every entry of its lists of objects; bytes that are not UTF-8, which
//! names of files may hold, are replaced.  \pre an object.
[[nodiscard]] std::string laid_out(const nlohmann::ordered_json& object);

}  // namespace intercusp
