#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dcistrmb.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/oflog/oflog.h>

#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "io/language/language.h"
#include "io/mesh/readers.h"

namespace intercusp {
namespace {

//! Bytes as DCMTK reads a file: a long value is fetched when it is asked for, and a value that states to be longer
//! than the bytes takes no memory.
class ByteStream : public DcmInputBufferStream {
 public:
  explicit ByteStream(std::string_view bytes, offile_off_t start = 0) : bytes_(bytes) {
    setBuffer(bytes.data(), static_cast<offile_off_t>(bytes.size()));
    setEos();
    skip(start);
  }
  [[nodiscard]] DcmInputStreamFactory* newFactory() const override { return new Factory(bytes_, tell()); }

 private:
  class Factory : public DcmInputStreamFactory {
   public:
    Factory(std::string_view bytes, offile_off_t start) : bytes_(bytes), start_(start) {}
    [[nodiscard]] DcmInputStream* create() const override { return new ByteStream(bytes_, start_); }
    [[nodiscard]] DcmInputStreamFactory* clone() const override { return new Factory(*this); }
    [[nodiscard]] DcmInputStreamFactoryType ident() const override { return DFT_DcmInputFileStreamFactory; }

   private:
    std::string_view bytes_;
    offile_off_t start_;
  };
  std::string_view bytes_;
};

}  // namespace

std::string mesh_in_dicom(const std::filesystem::path& file, std::string_view bytes) {
  OFLog::configure(OFLogger::OFF_LOG_LEVEL);  // errors are thrown, not printed
  ByteStream stream(bytes);
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
