// Patient and study to which the DICOM files of an inspection belong.
#pragma once

#include <filesystem>
#include <string>

namespace intercusp::dicom {

//! In UTF-8 and DICOM's own forms (dates YYYYMMDD); empty: unknown.
struct Study {
  std::string patient_id, patient_name, birth_date, sex;
  std::string uid;  //!< empty: derived from the inputs
  std::string date, time, id, accession_number, referring_physician;
};

//! Of any DICOM file. \throw InputError where it is none or has no study
[[nodiscard]] Study study_of(const std::filesystem::path& file);

}  // namespace intercusp::dicom
