#include "io/dicom/study.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dcostrmb.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/dcmdata/dcwcache.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/safe_text.h"
#include "io/files/sha256.h"
#include "io/language/language.h"

namespace intercusp::dicom {
namespace {

//! A date YYYYMMDD. Other values are unknown and must not reach the output.
std::string date_of(const std::string& text) {
  return text.size() == 8 && text.find_first_not_of("0123456789") == text.npos ? text : "";
}
std::string time_of(const std::string& text) {
  const std::string_view whole = std::string_view(text).substr(0, text.find('.'));
  const bool is_time = whole.size() >= 2 && whole.size() <= 6 && whole.size() % 2 == 0 && text.size() <= 13 &&
                       text.find_first_not_of("0123456789.") == text.npos;
  return is_time ? text : "";
}
std::string sex_of(const std::string& text) { return text == "M" || text == "F" || text == "O" ? text : ""; }

void check(const OFCondition& status, const std::string& what) {
  if (status.bad()) throw std::runtime_error("DICOM: " + what + ": " + status.text());
}

}  // namespace

std::string uid_of(std::string_view text) {
  std::string hex = sha256_hex(text).substr(0, 32);
  hex[12] = '8';                                            // a UUID with custom content: version 8
  hex[16] = "89ab"[static_cast<std::size_t>(hex[16]) % 4];  // variant 1
  std::array<int, 40> digits{};                             // the last digit first
  for (const char letter : hex) {
    int carry = letter <= '9' ? letter - '0' : letter - 'a' + 10;
    for (int& digit : digits) {
      carry += 16 * digit;
      digit = carry % 10;
      carry /= 10;
    }
  }
  std::string number;
  for (const int digit : digits) number.insert(number.begin(), static_cast<char>('0' + digit));
  return "2.25." + number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
}

bool is_uid(std::string_view text) {
  if (text.empty() || text.size() > 64 || text.find_first_not_of("0123456789.") != text.npos) return false;
  while (true) {
    const std::string_view part = text.substr(0, text.find('.'));
    if (part.empty() || (part.size() > 1 && part.front() == '0')) return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

std::string text_fault(const std::string& text) {
  const auto letters = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
  const bool plain =
      std::ranges::none_of(text, [](char c) { return c == '\\' || static_cast<unsigned char>(c) < 0x20; });
  return plain && letters <= 64 ? "" : phrase("at most 64 letters, without backslashes");
}

//! Checks a name of up to three groups (alphabetic, ideographic, phonetic) of up to five components: PS3.5,
//! section 6.2.
std::string person_name_fault(const std::string& text) {
  constexpr std::ptrdiff_t most_groups = 3, most_components = 5;
  if (std::ranges::count(text, '=') >= most_groups) return phrase("at most 3 groups, with = between");
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('=', begin), text.size());
    const std::string group = text.substr(begin, end - begin);
    if (std::ranges::count(group, '^') >= most_components)
      return phrase("at most 5 components, with ^ between");
    if (std::string fault = text_fault(group); !fault.empty()) return fault;
    begin = end + 1;
  }
  return {};
}

Study study_of(const std::filesystem::path& file) {
  size_of_ordinary_file(file);
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
    std::string entry = text.c_str();  // ends at a zero byte; spaces before it are padding
    if (valid_utf8(entry) != entry)    // for an entry whose type does not fit its tag
      throw InputError(file, phrase("has letters that cannot be converted to UTF-8: {}",
                                    std::string(DcmTag(tag).getTagName())));
    entry.erase(entry.find_last_not_of(' ') + 1);
    return entry.erase(0, entry.find_first_not_of(' '));
  };
  Study study{.patient_id = text_of(DCM_PatientID),
              .patient_name = text_of(DCM_PatientName),
              .birth_date = date_of(text_of(DCM_PatientBirthDate)),
              .sex = sex_of(text_of(DCM_PatientSex)),
              .uid = text_of(DCM_StudyInstanceUID),
              .date = date_of(text_of(DCM_StudyDate)),
              .time = time_of(text_of(DCM_StudyTime)),
              .id = text_of(DCM_StudyID),
              .accession_number = text_of(DCM_AccessionNumber),
              .referring_physician = text_of(DCM_ReferringPhysicianName)};
  if (!is_uid(study.uid)) throw InputError(file, phrase("is no DICOM file with a study"));
  return study;
}

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
