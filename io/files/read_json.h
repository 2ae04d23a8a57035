// Reads JSON files such as labels and poses.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace intercusp {

//! \throw InputError as read_file does, and where the file is not JSON, with the byte.
[[nodiscard]] nlohmann::json read_json(const std::filesystem::path& file);

}  // namespace intercusp
