#include "io/dicom/dicom_files.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dctk.h>
#include <fmt/format.h>

#include <algorithm>

#include "io/dicom/documents.h"
#include "io/files/sha256.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"

namespace intercusp {
namespace {

using namespace dicom;

//! The source of the identifiers of one inspection's files.
struct Identity {
  std::string seed;
  Study study;
  std::string date;  //!< of the contents, YYYYMMDD or empty

  [[nodiscard]] Instance instance(const char* sop_class, const char* modality, int series,
                                  const char* description, int number, std::string_view content) const {
    return {.sop_class = sop_class,
            .modality = modality,
            .series_uid = uid_of(fmt::format("{} series {}", seed, series)),
            .uid = uid_of(fmt::format("{} instance {} {} {}", seed, series, number, sha256_hex(content))),
            .series = series,
            .number = number,
            .series_description = description};
  }
};

Identity identity_of(const Inputs& inputs, const DicomOptions& options) {
  const std::string digests = digests_of(inputs.upper) + " " + digests_of(inputs.lower);
  Identity identity{.seed = {}, .study = options.study, .date = options.study.date};
  if (identity.study.uid.empty()) identity.study.uid = uid_of("Intercusp study " + digests);
  identity.seed = identity.study.uid + " " + digests;
  return identity;
}

LaterProduct report_file(const Identity& identity, const PdfOptions& options) {
  return {"dicom/report.dcm", [=](const Report& report, const std::vector<OutputFile>& made) {
            const auto file = std::ranges::find(made, "report.pdf", &OutputFile::name);
            const std::string pdf = file != made.end() ? file->bytes : report_pdf(report, made, options);
            return encapsulated_pdf(
                pdf, report.title, identity.study,
                identity.instance(UID_EncapsulatedPDFStorage, "DOC", 1, "Bite inspection", 1, pdf),
                identity.date);
          }};
}

LaterProduct jaw_file(const Identity& identity, const Bite& bite, Jaw which) {
  return {fmt::format("dicom/{}.dcm", name_of(which)), [=](const Report&, const std::vector<OutputFile>&) {
            const PosedJaw jaw = posed_jaw(bite, which);
            const std::string stl = stl_bytes(jaw);
            return encapsulated_stl(stl, which == Jaw::upper ? "Upper jaw" : "Lower jaw in occlusion",
                                    identity.study,
                                    identity.instance(UID_EncapsulatedSTLStorage, "M3D", 2,
                                                      "Jaws in occlusion", which == Jaw::upper ? 1 : 2, stl),
                                    identity.date, uid_of(identity.seed + " frame of reference"));
          }};
}

LaterProduct measurements_file(const Identity& identity, const Bite& bite, const SurfaceFindings& surface,
                               double threshold_mm) {
  return {"dicom/measurements.dcm",
          [identity, threshold_mm, teeth = measured_teeth(bite, surface, threshold_mm)](
              const Report&, const std::vector<OutputFile>&) {
            std::string figures = fmt::format("{}", threshold_mm);
            for (const Measured& tooth : teeth)
              figures += fmt::format(" {} {} {}", tooth.fdi, tooth.area_mm2, tooth.least_mm);
            // The standard demands a date. Nobody can mistake this one for the day of the measurement.
            return measurement_report(
                teeth, threshold_mm, identity.study,
                identity.instance(UID_EnhancedSRStorage, "SR", 3, "Occlusal contacts", 1, figures),
                identity.date.empty() ? "19000101" : identity.date);
          }};
}

}  // namespace

std::vector<std::string> dicom_file_names() {
  return {"dicom/report.dcm", "dicom/upper.dcm", "dicom/lower.dcm", "dicom/measurements.dcm"};
}

std::vector<LaterProduct> dicom_files(const Bite& bite, const std::optional<SurfaceFindings>& surface,
                                      const std::vector<double>& thresholds_mm, const Inputs& inputs,
                                      const DicomOptions& options) {
  OFLog::configure(OFLogger::OFF_LOG_LEVEL);  // errors are thrown, not printed
  const Identity identity = identity_of(inputs, options);
  std::vector<LaterProduct> files = {report_file(identity, options.pdf), jaw_file(identity, bite, Jaw::upper),
                                     jaw_file(identity, bite, Jaw::lower)};
  if (surface && !thresholds_mm.empty())
    files.push_back(measurements_file(identity, bite, *surface, headline_threshold(thresholds_mm)));
  return files;
}

}  // namespace intercusp
