// Patient and study to which the DICOM files of an inspection belong, and the attributes that all these files
// share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

class DcmDataset;
class DcmItem;
class DcmTagKey;

namespace intercusp::dicom {

//! Texts are in UTF-8 and in DICOM's own formats (dates YYYYMMDD). An empty text is unknown.
struct Study {
  std::string patient_id, patient_name, birth_date, sex;
  std::string uid;  //!< empty: derived from the inputs
  std::string date, time, id, accession_number, referring_physician;
};

//! Why DICOM cannot hold this text, such as a backslash or more than 64 letters. Empty if it can.
[[nodiscard]] std::string text_fault(const std::string& text);
//! Why DICOM cannot hold this name of a person, Family^Given. Empty if it can.
[[nodiscard]] std::string person_name_fault(const std::string& text);

//! Reads any DICOM file.
//! \throw InputError if it is not DICOM or has no study
[[nodiscard]] Study study_of(const std::filesystem::path& file);

// Unique identifiers of DICOM. Equal inputs give equal identifiers.

//! "2.25." and a UUID as a decimal number, made from the text's SHA-256 (PS3.5, B.2).
[[nodiscard]] std::string uid_of(std::string_view text);

//! Whether a text is an identifier: at most 64 digits and dots, without empty components and leading zeros.
[[nodiscard]] bool is_uid(std::string_view text);

// For the files of this folder that use DCMTK.

struct Instance {
  std::string sop_class, modality, series_uid, uid;
  int series = 1, number = 1;
  std::string series_description;
};

//! \throw std::runtime_error if the attribute cannot have this value
void put(DcmItem& item, const DcmTagKey& tag, const std::string& value);
void put_code(DcmItem& item, const DcmTagKey& sequence, const char* value, const char* scheme,
              const char* meaning);

//! Sets the attributes of the patient, study, series, equipment and SOP common modules. Times of day are only
//! those of the study.
void put_common(DcmDataset& dataset, const Study& study, const Instance& instance);

//! The dataset as a file in explicit little endian. Equal datasets give equal bytes.
[[nodiscard]] std::string file_bytes(DcmDataset& dataset);

}  // namespace intercusp::dicom
