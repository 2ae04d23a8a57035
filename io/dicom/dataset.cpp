#include "io/dicom/dataset.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dcostrmb.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/dcmdata/dcwcache.h>

#include <stdexcept>
#include <vector>

namespace intercusp::dicom {
namespace {

void check(const OFCondition& status, const std::string& what) {
  if (status.bad()) throw std::runtime_error("DICOM: " + what + ": " + status.text());
}

}  // namespace

void put(DcmItem& item, const DcmTagKey& tag, const std::string& value) {
  check(item.putAndInsertString(tag, value.c_str()), DcmTag(tag).getTagName());
}

void put_code(DcmItem& item, const DcmTagKey& sequence, const char* value, const char* scheme,
              const char* meaning) {
  DcmItem* code = nullptr;
  check(item.findOrCreateSequenceItem(sequence, code, 0), DcmTag(sequence).getTagName());
  put(*code, DCM_CodeValue, value);
  put(*code, DCM_CodingSchemeDesignator, scheme);
  put(*code, DCM_CodeMeaning, meaning);
}

void put_common(DcmDataset& dataset, const Study& study, const Instance& instance) {
  put(dataset, DCM_SpecificCharacterSet, "ISO_IR 192");
  put(dataset, DCM_SOPClassUID, instance.sop_class);
  put(dataset, DCM_SOPInstanceUID, instance.uid);
  put(dataset, DCM_PatientName, study.patient_name);
  put(dataset, DCM_PatientID, study.patient_id);
  put(dataset, DCM_PatientBirthDate, study.birth_date);
  put(dataset, DCM_PatientSex, study.sex);
  put(dataset, DCM_StudyInstanceUID, study.uid);
  put(dataset, DCM_StudyDate, study.date);
  put(dataset, DCM_StudyTime, study.time);
  put(dataset, DCM_StudyID, study.id);
  put(dataset, DCM_AccessionNumber, study.accession_number);
  put(dataset, DCM_ReferringPhysicianName, study.referring_physician);
  put(dataset, DCM_Modality, instance.modality);
  put(dataset, DCM_SeriesInstanceUID, instance.series_uid);
  put(dataset, DCM_SeriesNumber, std::to_string(instance.series));
  put(dataset, DCM_SeriesDescription, instance.series_description);
  put(dataset, DCM_InstanceNumber, std::to_string(instance.number));
  put(dataset, DCM_Manufacturer, "Intercusp");
  put(dataset, DCM_ManufacturerModelName, "Intercusp");
  put(dataset, DCM_DeviceSerialNumber, "none");
  put(dataset, DCM_SoftwareVersions, INTERCUSP_VERSION);
}

std::string file_bytes(DcmDataset& dataset) {
  DcmFileFormat file(&dataset);
  std::vector<char> room(1 << 20);
  DcmOutputBufferStream stream(room.data(), static_cast<offile_off_t>(room.size()));
  DcmWriteCache cache;
  std::string bytes;
  file.transferInit();
  while (true) {
    const OFCondition status = file.write(stream, EXS_LittleEndianExplicit, EET_ExplicitLength, &cache);
    void* full = nullptr;
    offile_off_t size = 0;
    stream.flushBuffer(full, size);
    bytes.append(static_cast<const char*>(full), static_cast<std::size_t>(size));
    if (status.good()) break;
    if (status != EC_StreamNotifyClient) check(status, "writing");
  }
  file.transferEnd();
  return bytes;
}

}  // namespace intercusp::dicom
