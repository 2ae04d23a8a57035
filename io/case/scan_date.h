// The date of a scan, as a user states it or its file's name has it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace intercusp {

using ScanDate = std::chrono::sys_days;

//! Of "2024-03-01"; nothing for any other text.
[[nodiscard]] std::optional<ScanDate> date_of(const std::string& text);

//! Of "lower_2024-03-01.stl", "20240301 lower.ply", "2024_03_01.obj". Nothing without a date from 1900 to 2099, or with two that differ:
//! one may be a birthday.
[[nodiscard]] std::optional<ScanDate> date_in_name(const std::string& name);

//! "2024-03-01".
[[nodiscard]] std::string iso_text(ScanDate date);

}  // namespace intercusp
