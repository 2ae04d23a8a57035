#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dcistrmb.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/oflog/oflog.h>

#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "io/language/language.h"
#include "io/mesh/readers.h"

namespace intercusp {

std::string mesh_in_dicom(const std::filesystem::path& file, std::string_view bytes) {
  OFLog::configure(OFLogger::OFF_LOG_LEVEL);  // errors are thrown, not printed
  DcmInputBufferStream stream;
  stream.setBuffer(bytes.data(), static_cast<offile_off_t>(bytes.size()));
  stream.setEos();
  DcmFileFormat read;
  read.transferInit();
  const OFCondition status = read.read(stream);
  read.transferEnd();
  if (status.bad())
    throw InputError(file, phrase("cannot be read as DICOM: {}", visible_text(status.text())));
  DcmDataset& dataset = *read.getDataset();
  OFString type;
  dataset.findAndGetOFString(DCM_MIMETypeOfEncapsulatedDocument, type);
  const Uint8* document = nullptr;
  unsigned long size = 0;
  dataset.findAndGetUint8Array(DCM_EncapsulatedDocument, document, &size);
  const bool is_mesh = type == "model/stl" || type == "model/obj";
  if (!is_mesh || document == nullptr || size == 0)
    throw InputError(file, phrase("is a DICOM file without a mesh; give one that holds an STL or OBJ"));
  Uint32 length = 0;  // without the byte that pads it
  if (dataset.findAndGetUint32(DCM_EncapsulatedDocumentLength, length).good() && length <= size)
    size = length;
  return {reinterpret_cast<const char*>(document), size};
}

}  // namespace intercusp
