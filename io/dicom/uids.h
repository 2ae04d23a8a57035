// Unique identifiers of DICOM: the same inputs give the same ones.
#pragma once

#include <string>
#include <string_view>

namespace intercusp::dicom {

//! "2.25." and a UUID made of the text's SHA-256 as a decimal number (PS3.5, B.2).
[[nodiscard]] std::string uid_of(std::string_view text);

//! At most 64 digits and dots, no component empty or with a leading zero.
[[nodiscard]] bool is_uid(std::string_view text);

}  // namespace intercusp::dicom
