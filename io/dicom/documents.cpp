#include "io/dicom/documents.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dctk.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace intercusp::dicom {
namespace {

void put_document(DcmDataset& dataset, std::string_view bytes, const char* mime_type,
                  const std::string& title, const std::string& date) {
  put(dataset, DCM_ContentDate, date);
  put(dataset, DCM_ContentTime, "");
  put(dataset, DCM_AcquisitionDateTime, "");
  put(dataset, DCM_DocumentTitle, title);
  put(dataset, DCM_MIMETypeOfEncapsulatedDocument, mime_type);
  std::string even(bytes);
  if (even.size() % 2 != 0) even += '\0';
  const bool put_in =
      dataset
          .putAndInsertUint8Array(DCM_EncapsulatedDocument, reinterpret_cast<const Uint8*>(even.data()),
                                  even.size())
          .good() &&
      dataset.putAndInsertUint32(DCM_EncapsulatedDocumentLength, static_cast<Uint32>(bytes.size())).good();
  if (!put_in) throw std::runtime_error("DICOM: a document of this size cannot be encapsulated");
}

}  // namespace

std::string encapsulated_pdf(std::string_view pdf, const std::string& title, const Study& study,
                             const Instance& instance, const std::string& date) {
  DcmDataset dataset;
  put_common(dataset, study, instance);
  put(dataset, DCM_ConversionType, "WSD");
  put(dataset, DCM_BurnedInAnnotation, "YES");  // the name of the case
  dataset.insertEmptyElement(DCM_ConceptNameCodeSequence);
  put_document(dataset, pdf, "application/pdf", title, date);
  return file_bytes(dataset);
}

std::string stl_bytes(const PosedJaw& jaw) {
  const std::size_t count = jaw.solid->anatomy_faces;
  std::string bytes = fmt::format("Intercusp, {}, mm", name_of(jaw.jaw));
  bytes.resize(80, ' ');
  const auto add = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(static_cast<std::uint32_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Face& face = jaw.solid->mesh.faces[i];
    const Eigen::Vector3d &a = jaw.points[face[0]], &b = jaw.points[face[1]], &c = jaw.points[face[2]];
    for (const Eigen::Vector3d& row :
         std::array<Eigen::Vector3d, 4>{(b - a).cross(c - a).normalized(), a, b, c})
      for (const double value : row) add(static_cast<float>(value));
    add(std::uint16_t{0});
  }
  return bytes;
}

std::string encapsulated_stl(std::string_view stl, const std::string& title, const Study& study,
                             const Instance& instance, const std::string& date,
                             const std::string& frame_uid) {
  DcmDataset dataset;
  put_common(dataset, study, instance);
  put(dataset, DCM_FrameOfReferenceUID, frame_uid);
  put(dataset, DCM_PositionReferenceIndicator, "");
  put(dataset, DCM_BurnedInAnnotation, "NO");
  put_code(dataset, DCM_ConceptNameCodeSequence, "85040-4", "LN", "Anatomical part surface model");
  put_code(dataset, DCM_MeasurementUnitsCodeSequence, "mm", "UCUM", "mm");
  put(dataset, DCM_ModelModification, "NO");
  put(dataset, DCM_ModelMirroring, "NO");
  put_document(dataset, stl, "model/stl", title, date);
  return file_bytes(dataset);
}

}  // namespace intercusp::dicom
