// The attributes that all DICOM files of an inspection share. For the files of this folder, which use DCMTK.
#pragma once

#include <string>

#include "io/dicom/study.h"

class DcmDataset;
class DcmItem;
class DcmTagKey;

namespace intercusp::dicom {

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

//! As a file: explicit little endian. The same dataset gives the same bytes.
[[nodiscard]] std::string file_bytes(DcmDataset& dataset);

}  // namespace intercusp::dicom
