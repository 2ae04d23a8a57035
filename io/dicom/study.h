// Patient and study to which the DICOM files of an inspection belong.
#pragma once

#include <filesystem>
#include <string>

namespace intercusp::dicom {

//! In UTF-8 and DICOM's own formats (dates YYYYMMDD); empty: unknown.
struct Study {
  std::string patient_id, patient_name, birth_date, sex;
  std::string uid;  //!< empty: derived from the inputs
  std::string date, time, id, accession_number, referring_physician;
};

//! Reads any DICOM file. \throw InputError if it is not DICOM or has no study
[[nodiscard]] Study study_of(const std::filesystem::path& file);

}  // namespace intercusp::dicom
