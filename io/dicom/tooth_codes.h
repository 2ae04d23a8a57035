// SNOMED CT codes of teeth (DICOM PS3.16, CID 4018 and 4019).
#pragma once

namespace intercusp::dicom {

struct ToothCode {
  int fdi;
  const char *snomed, *meaning;
};

//! Null for other numbers.
[[nodiscard]] const ToothCode* tooth_code(int fdi);

}  // namespace intercusp::dicom
