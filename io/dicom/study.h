// Patient and study to which the DICOM files of an inspection belong, and the attributes that all of these files share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

class DcmDataset;
class DcmItem;
class DcmTagKey;

namespace intercusp::dicom {

//! In UTF-8 and DICOM's own formats (dates YYYYMMDD); empty: unknown.
struct Study {
  std::string patient_id, patient_name, birth_date, sex;
  std::string uid;  //!< empty: derived from the inputs
  std::string date, time, id, accession_number, referring_physician;
};

//! Why DICOM cannot hold this as text: a backslash, more than 64 letters. Empty: it can.
[[nodiscard]] std::string text_fault(const std::string& text);
//! Likewise of a person's name, Family^Given.
[[nodiscard]] std::string person_name_fault(const std::string& text);

//! Reads any DICOM file. \throw InputError if it is not DICOM or has no study
[[nodiscard]] Study study_of(const std::filesystem::path& file);

// Unique identifiers of DICOM: the same inputs give the same ones.

//! "2.25." and a UUID made of the text's SHA-256 as a decimal number (PS3.5, B.2).
[[nodiscard]] std::string uid_of(std::string_view text);

//! At most 64 digits and dots, no component empty or with a leading zero.
[[nodiscard]] bool is_uid(std::string_view text);

// For the files of this folder, which use DCMTK.

struct Instance {
  std::string sop_class, modality, series_uid, uid;
  int series = 1, number = 1;
  std::string series_description;
};

//! \throw std::runtime_error if the attribute cannot have this value
void put(DcmItem& item, const DcmTagKey& tag, const std::string& value);
void put_code(DcmItem& item, const DcmTagKey& sequence, const char* value, const char* scheme,
              const char* meaning);

//! Patient, study, series, equipment and SOP common modules; the only times of day are those of the study.
void put_common(DcmDataset& dataset, const Study& study, const Instance& instance);

//! The dataset as a file: explicit little endian, the same bytes for the same dataset.
[[nodiscard]] std::string file_bytes(DcmDataset& dataset);

}  // namespace intercusp::dicom
