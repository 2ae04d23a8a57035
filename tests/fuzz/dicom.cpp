// DICOM files of any origin: each gives a study whose entries can be written again, or a clear error.
#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/oflog/oflog.h>

#include <string>

#include "io/dicom/study.h"
#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/scratch_file.h"

namespace intercusp {
namespace {

using fuzz::expect;

std::string entries_of(const dicom::Study& study) {
  std::string text;
  for (const std::string* entry :
       {&study.patient_id, &study.patient_name, &study.birth_date, &study.sex, &study.uid, &study.date,
        &study.time, &study.id, &study.accession_number, &study.referring_physician})
    text += *entry + '\n';
  return text;
}

void read_a_study(const std::filesystem::path& file) {
  const dicom::Study study = dicom::study_of(file);
  expect(dicom::is_uid(study.uid));
  const std::string entries = entries_of(study);
  expect(valid_utf8(entries) == entries);
  DcmDataset dataset;
  dicom::put_common(dataset, study, {.sop_class = UID_EncapsulatedPDFStorage, .uid = dicom::uid_of("fuzz")});
  const std::string bytes = dicom::file_bytes(dataset);
  const auto again = fuzz::scratch_file(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  expect(entries_of(dicom::study_of(again)) == entries);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  static const bool quiet = (OFLog::configure(OFLogger::OFF_LOG_LEVEL), true);
  (void)quiet;
  try {
    read_a_study(fuzz::scratch_file(data, size));
  } catch (const InputError&) {
  }
  return 0;
}
