// Patient and study to which the DICOM files of an inspection belong.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace intercusp::dicom {

//! In UTF-8 and DICOM's own formats (dates YYYYMMDD); empty: unknown.
struct Study {
  std::string patient_id, patient_name, birth_date, sex;
  std::string uid;  //!< empty: derived from the inputs
  std::string date, time, id, accession_number, referring_physician;
};

//! Reads any DICOM file. \throw InputError if it is not DICOM or has no study
[[nodiscard]] Study study_of(const std::filesystem::path& file);

// Unique identifiers of DICOM: the same inputs give the same ones.

//! "2.25." and a UUID made of the text's SHA-256 as a decimal number (PS3.5, B.2).
[[nodiscard]] std::string uid_of(std::string_view text);

//! At most 64 digits and dots, no component empty or with a leading zero.
[[nodiscard]] bool is_uid(std::string_view text);

}  // namespace intercusp::dicom
