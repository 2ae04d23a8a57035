// How the program's JSON files are laid out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace intercusp {

//! In one line; bytes that are not UTF-8, which names of files may hold, are replaced.
[[nodiscard]] std::string compact(const nlohmann::ordered_json& json);

//! One line for every key, and one for every entry of its lists of objects, each as `compact`. \pre an object
//! that is not empty. \param last_member a further one as text: a list too long to be made a tree first
[[nodiscard]] std::string laid_out(const nlohmann::ordered_json& object, const std::string& last_member = {});

}  // namespace intercusp
