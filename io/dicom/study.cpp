#include "io/dicom/study.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dctk.h>

#include "io/dicom/uids.h"
#include "io/files/errors.h"
#include "io/language/language.h"

namespace intercusp::dicom {

Study study_of(const std::filesystem::path& file) {
  DcmFileFormat read;
  if (const OFCondition status = read.loadFile(file.c_str()); status.bad())
    throw InputError(file, phrase("cannot be read as DICOM: {}", std::string(status.text())));
  DcmDataset& dataset = *read.getDataset();
  if (const OFCondition status = dataset.convertToUTF8(); status.bad())
    throw InputError(file,
                     phrase("has letters that cannot be converted to UTF-8: {}", std::string(status.text())));
  const auto text_of = [&](const DcmTagKey& tag) {
    OFString text;
    dataset.findAndGetOFStringArray(tag, text);
    return std::string(text.c_str());
  };
  Study study{.patient_id = text_of(DCM_PatientID),
              .patient_name = text_of(DCM_PatientName),
              .birth_date = text_of(DCM_PatientBirthDate),
              .sex = text_of(DCM_PatientSex),
              .uid = text_of(DCM_StudyInstanceUID),
              .date = text_of(DCM_StudyDate),
              .time = text_of(DCM_StudyTime),
              .id = text_of(DCM_StudyID),
              .accession_number = text_of(DCM_AccessionNumber),
              .referring_physician = text_of(DCM_ReferringPhysicianName)};
  if (!is_uid(study.uid)) throw InputError(file, phrase("is no DICOM file with a study"));
  return study;
}

}  // namespace intercusp::dicom
