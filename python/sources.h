// Files, jaws, units and engines as users name them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "occlusion/base/jaw.h"
#include "occlusion/engines/compute_map.h"

namespace intercusp::python {

using Path = std::filesystem::path;

//! A mesh file or a folder, or several files.
using Source = std::variant<Path, std::vector<Path>>;

//! As import_jaw takes it. \throw pybind11::value_error
[[nodiscard]] std::string text_of(const Source& source);

//! Nothing for "auto". \throw pybind11::value_error
[[nodiscard]] std::optional<Jaw> jaw_named(const std::string& name);

//! mm per unit; nothing where none is stated. \throw pybind11::value_error
[[nodiscard]] std::optional<double> unit_named(const std::optional<std::string>& unit);

}  // namespace intercusp::python
