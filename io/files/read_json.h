// Reads JSON files such as labels and poses.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace intercusp {

//! \throw InputError, as read_file does; also with the place if the file is not JSON, holds a number beyond
//! double, or has more than 64 levels of lists and objects
[[nodiscard]] nlohmann::json read_json(const std::filesystem::path& file);
//! Parses the JSON in a text.
//! \param file what messages name
[[nodiscard]] nlohmann::json parse_json(const std::filesystem::path& file, std::string_view text);

//! For the list under this key in the text's object, the line on which each entry begins. Empty without such
//! a list.
//! \pre the text is JSON
[[nodiscard]] std::vector<std::size_t> lines_of_list(std::string_view text, std::string_view key);

}  // namespace intercusp
