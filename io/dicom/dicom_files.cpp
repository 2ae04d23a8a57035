#include "io/dicom/dicom_files.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/dcmsr/codes/dcm.h>
#include <dcmtk/dcmsr/dsrdoc.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include "io/files/sha256.h"
#include "io/picture/posed_jaw.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"

namespace intercusp::dicom {
namespace {

// The documents of a study: the PDF and the jaws, encapsulated, and the contacts as a structured report
// (PS3.16, TID 1500).

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

// ---- teeth

//! The measurements of a tooth, or of all teeth together (FDI number 0).
struct Measured {
  int fdi = 0;
  bool estimated = false;  //!< the number was found on the scan
  double area_mm2 = 0;     //!< contact area by surface distance
  double least_mm = 0;     //!< least surface distance; negative: overlap
};

//! SNOMED CT codes of teeth (DICOM PS3.16, CID 4018 and 4019).
struct ToothCode {
  int fdi;
  const char *snomed, *meaning;
};

constexpr auto codes = std::to_array<ToothCode>({
    {11, "422653006", "Permanent maxillary right central incisor tooth"},
    {12, "424877001", "Permanent maxillary right lateral incisor tooth"},
    {13, "860767006", "Permanent maxillary right canine tooth"},
    {14, "57826002", "Permanent maxillary right first premolar tooth"},
    {15, "36492000", "Permanent maxillary right second premolar tooth"},
    {16, "865995000", "Permanent maxillary right first molar tooth"},
    {17, "863902006", "Permanent maxillary right second molar tooth"},
    {18, "68085002", "Permanent maxillary right third molar tooth"},
    {21, "424399000", "Permanent maxillary left central incisor tooth"},
    {22, "423185002", "Permanent maxillary left lateral incisor tooth"},
    {23, "860780009", "Permanent maxillary left canine tooth"},
    {24, "61897005", "Permanent maxillary left first premolar tooth"},
    {25, "23226009", "Permanent maxillary left second premolar tooth"},
    {26, "865988009", "Permanent maxillary left first molar tooth"},
    {27, "863901004", "Permanent maxillary left second molar tooth"},
    {28, "87704003", "Permanent maxillary left third molar tooth"},
    {31, "425106001", "Mandibular left central incisor tooth"},
    {32, "423331005", "Mandibular left lateral incisor tooth"},
    {33, "860782001", "Mandibular left canine tooth"},
    {34, "2400006", "Mandibular left first premolar tooth"},
    {35, "24573005", "Mandibular left second premolar tooth"},
    {36, "866006002", "Mandibular left first molar tooth"},
    {37, "863898000", "Mandibular left second molar tooth"},
    {38, "74344005", "Mandibular left third molar tooth"},
    {41, "424575004", "Mandibular right central incisor tooth"},
    {42, "423937004", "Mandibular right lateral incisor tooth"},
    {43, "860785004", "Mandibular right canine tooth"},
    {44, "80140008", "Mandibular right first premolar tooth"},
    {45, "8873007", "Mandibular right second premolar tooth"},
    {46, "866005003", "Mandibular right first molar tooth"},
    {47, "863899008", "Mandibular right second molar tooth"},
    {48, "38994002", "Mandibular right third molar tooth"},
    {51, "88824007", "Deciduous maxillary right central incisor tooth"},
    {52, "65624003", "Deciduous maxillary right lateral incisor tooth"},
    {53, "30618001", "Deciduous maxillary right canine tooth"},
    {54, "17505006", "Deciduous maxillary right first molar tooth"},
    {55, "27855007", "Deciduous maxillary right second molar tooth"},
    {61, "51678005", "Deciduous maxillary left central incisor tooth"},
    {62, "43622005", "Deciduous maxillary left lateral incisor tooth"},
    {63, "73937000", "Deciduous maxillary left canine tooth"},
    {64, "45234009", "Deciduous maxillary left first molar tooth"},
    {65, "51943008", "Deciduous maxillary left second molar tooth"},
    {71, "89552004", "Deciduous mandibular left central incisor tooth"},
    {72, "14770005", "Deciduous mandibular left lateral incisor tooth"},
    {73, "43281008", "Deciduous mandibular left canine tooth"},
    {74, "38896004", "Deciduous mandibular left first molar tooth"},
    {75, "49330006", "Deciduous mandibular left second molar tooth"},
    {81, "67834006", "Deciduous mandibular right central incisor tooth"},
    {82, "22445006", "Deciduous mandibular right lateral incisor tooth"},
    {83, "6062009", "Deciduous mandibular right canine tooth"},
    {84, "58646007", "Deciduous mandibular right first molar tooth"},
    {85, "61868007", "Deciduous mandibular right second molar tooth"},
});

//! The code of a tooth; null for other numbers.
const ToothCode* tooth_code(int fdi) {
  const auto* const found = std::ranges::find(codes, fdi, &ToothCode::fdi);
  return found != codes.end() ? found : nullptr;
}

// ---- content

using Code = DSRCodedEntryValue;
using Types = DSRTypes;

constexpr const char* own_scheme = "99INTERCUSP";

void check(const OFCondition& status) {
  if (status.bad()) throw std::runtime_error(std::string("DICOM SR: ") + status.text());
}

//! Writes content items one after the other. `below` starts the children of the last one.
class Tree {
 public:
  explicit Tree(DSRDocumentTree& tree) : tree_(tree) {}

  DSRContentItem& add(Types::E_RelationshipType relation, Types::E_ValueType type, const Code& name) {
    const auto mode = std::exchange(below_, false) ? Types::AM_belowCurrent : Types::AM_afterCurrent;
    if (tree_.addContentItem(relation, type, mode) == 0)
      throw std::runtime_error("DICOM SR: a content item does not fit its place");
    check(tree_.getCurrentContentItem().setConceptName(name));
    return tree_.getCurrentContentItem();
  }
  void code(Types::E_RelationshipType relation, const Code& name, const Code& value) {
    check(add(relation, Types::VT_Code, name).setCodeValue(value));
  }
  void text(Types::E_RelationshipType relation, const Code& name, const std::string& value,
            Types::E_ValueType type = Types::VT_Text) {
    check(add(relation, type, name).setStringValue(value.c_str()));
  }
  void container(Types::E_RelationshipType relation, const Code& name) {
    add(relation, Types::VT_Container, name);
  }
  void below() { below_ = true; }
  void up() { tree_.goUp(); }

 private:
  DSRDocumentTree& tree_;
  bool below_ = false;
};

std::string name_of(const Measured& tooth) {
  return tooth.fdi == 0 ? "All teeth" : fmt::format("Tooth {}", tooth.fdi);
}

//! \param derivation which statistic of the surface's values the number is; null for a value of the whole
//! surface
void add_number(Tree& tree, const Code& name, double value, const char* unit, const Code* derivation) {
  DSRContentItem& item = tree.add(Types::RT_contains, Types::VT_Num, name);
  check(item.setNumericValue(
      DSRNumericMeasurementValue(fmt::format("{:.6g}", value).c_str(), Code(unit, "UCUM", unit))));
  if (derivation == nullptr) return;
  tree.below();
  tree.code(Types::RT_hasConceptMod, CODE_DCM_Derivation, *derivation);
  tree.up();
}

void add_group(Tree& tree, const Measured& tooth, double threshold_mm, const std::string& seed) {
  const Code maximum("56851009", "SCT", "Maximum"), minimum("255605001", "SCT", "Minimum");
  tree.container(Types::RT_contains, CODE_DCM_MeasurementGroup);
  tree.below();
  tree.text(Types::RT_hasObsContext, CODE_DCM_TrackingIdentifier, name_of(tooth));
  tree.text(Types::RT_hasObsContext, CODE_DCM_TrackingUniqueIdentifier, uid_of(seed + name_of(tooth)),
            Types::VT_UIDRef);
  tree.code(
      Types::RT_contains, Code("121071", "DCM", "Finding"),
      Code("contact", own_scheme, fmt::format("Occlusal contact within {:.6g} mm", threshold_mm).c_str()));
  const ToothCode* const known = tooth_code(tooth.fdi);
  tree.code(Types::RT_contains, Code("363698007", "SCT", "Finding Site"),
            known != nullptr ? Code(known->snomed, "SCT", known->meaning) : Code("38199008", "SCT", "Tooth"));
  if (known != nullptr)
    tree.text(Types::RT_contains, Code("fdi", own_scheme, "Tooth number, FDI (ISO 3950)"),
              std::to_string(tooth.fdi));
  add_number(tree, Code("42798000", "SCT", "Area"), tooth.area_mm2, "mm2", nullptr);
  if (tooth.least_mm < 0) {
    add_number(tree, Code("131197002", "SCT", "Depth"), -tooth.least_mm, "mm", &maximum);
  } else {
    add_number(tree, Code("121206", "DCM", "Distance"), tooth.least_mm, "mm", &minimum);
  }
  if (tooth.estimated) {
    tree.text(Types::RT_contains, Code("121106", "DCM", "Comment"),
              "The number of this tooth is estimated from the scan.");
  }
  tree.up();
}

//! The measures of a tooth, or those that are of no tooth (FDI number 0).
void add_group(Tree& tree, int fdi, const std::vector<DicomMeasure>& measures, const std::string& seed) {
  const std::string name = fdi == 0 ? "Dental arches" : fmt::format("Tooth {}", fdi);
  tree.container(Types::RT_contains, CODE_DCM_MeasurementGroup);
  tree.below();
  tree.text(Types::RT_hasObsContext, CODE_DCM_TrackingIdentifier, name);
  tree.text(Types::RT_hasObsContext, CODE_DCM_TrackingUniqueIdentifier, uid_of(seed + name),
            Types::VT_UIDRef);
  const ToothCode* const known = tooth_code(fdi);
  if (known != nullptr) {
    tree.code(Types::RT_contains, Code("363698007", "SCT", "Finding Site"),
              Code(known->snomed, "SCT", known->meaning));
    tree.text(Types::RT_contains, Code("fdi", own_scheme, "Tooth number, FDI (ISO 3950)"),
              std::to_string(fdi));
  }
  for (const DicomMeasure& measure : measures)
    if (measure.fdi == fdi)
      add_number(tree, Code(measure.key.c_str(), own_scheme, measure.name.c_str()), measure.value,
                 measure.unit.c_str(), nullptr);
  tree.up();
}

void add_head(Tree& tree, const Code& procedure) {
  tree.code(Types::RT_hasConceptMod, CODE_DCM_LanguageOfContentItemAndDescendants,
            Code("en", "RFC5646", "English"));
  tree.code(Types::RT_hasObsContext, CODE_DCM_ObserverType, CODE_DCM_Device);
  tree.text(Types::RT_hasObsContext, CODE_DCM_DeviceObserverUID, uid_of("Intercusp"), Types::VT_UIDRef);
  tree.text(Types::RT_hasObsContext, CODE_DCM_DeviceObserverName, "Intercusp " INTERCUSP_VERSION);
  tree.code(Types::RT_hasConceptMod, CODE_DCM_ProcedureReported, procedure);
  tree.container(Types::RT_contains, CODE_DCM_ImageLibrary);
}

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

//! The scanned surface as binary STL: case frame, mm.
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

//! \param frame_uid identifies the frame of reference; equal for both jaws
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

//! The measurements at one threshold: of all teeth together, then of each tooth with contact.
//! \pre the surface was measured at this threshold
std::vector<Measured> measured_teeth(const Bite& bite, const SurfaceFindings& surface, double threshold_mm) {
  const ContactTable& contacts = surface.contacts.lower;
  const auto area = std::ranges::find(contacts.areas, threshold_mm, &AreaTotal::threshold_mm);
  std::vector<Measured> teeth;
  if (const std::optional<LeastDistance>& least = surface.least)
    teeth.push_back({0, false, area->surface_mm2, least->distance_mm});
  for (const ToothContact& tooth : contacts.teeth) {
    if (tooth.threshold_mm != threshold_mm || tooth.tooth == 0 || tooth.contacts == 0) continue;
    const auto found_on = [&](const Solid& jaw) {
      return std::ranges::find(jaw.estimated_teeth, tooth.tooth, &EstimatedTooth::fdi) !=
             jaw.estimated_teeth.end();
    };
    teeth.push_back(
        {tooth.tooth, found_on(*bite.upper) || found_on(*bite.lower), tooth.surface_mm2, tooth.least_mm});
  }
  return teeth;
}

//! \param add_groups writes the groups of measurements
//! \param date of the content, YYYYMMDD or empty
std::string measurement_report(const Code& procedure, const std::function<void(Tree&)>& add_groups,
                               const Study& study, const Instance& instance, const std::string& date) {
  DSRDocument document(Types::DT_EnhancedSR);
  document.setSpecificCharacterSetType(Types::CS_UTF8);
  DSRDocumentTree& content = document.getTree();
  content.addContentItem(Types::RT_isRoot, Types::VT_Container);
  check(content.getCurrentContentItem().setConceptName(CODE_DCM_ImagingMeasurementReport));
  check(content.getCurrentContentItem().setTemplateIdentification("1500", "DCMR"));
  Tree tree(content);
  tree.below();
  add_head(tree, procedure);
  tree.container(Types::RT_contains, CODE_DCM_ImagingMeasurements);
  tree.below();
  add_groups(tree);
  check(document.completeDocument());
  DcmDataset dataset;
  check(document.write(dataset));
  // Replaces or removes the identifiers and dates that DCMTK sets itself.
  put_common(dataset, study, instance);
  for (const DcmTagKey& tag : {DCM_InstanceCreationDate, DCM_InstanceCreationTime, DCM_InstanceCreatorUID,
                               DCM_SeriesDate, DCM_SeriesTime})
    dataset.findAndDeleteElement(tag);
  // The standard demands a date. Nobody can mistake this one for the day of the measurement.
  put(dataset, DCM_ContentDate, date.empty() ? "19000101" : date);
  put(dataset, DCM_ContentTime, "000000");
  return file_bytes(dataset);
}

}  // namespace
}  // namespace intercusp::dicom

namespace intercusp {
namespace {

using namespace dicom;

//! The source of the identifiers of the files of one inspection.
struct Identity {
  std::string seed;
  Study study;
  std::string date;  //!< date of the contents, YYYYMMDD or empty

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

LaterProduct report_file(const Identity& identity, const PdfOptions& options,
                         const char* series = "Bite inspection") {
  return {"dicom/report.dcm", [=](const Report& report, const std::vector<OutputFile>& made) {
            const auto file = std::ranges::find(made, "report.pdf", &OutputFile::name);
            const std::string pdf = file != made.end() ? file->bytes : report_pdf(report, made, options);
            return encapsulated_pdf(pdf, report.title, identity.study,
                                    identity.instance(UID_EncapsulatedPDFStorage, "DOC", 1, series, 1, pdf),
                                    identity.date);
          }};
}

LaterProduct jaw_file(const Identity& identity, const DicomJaw& given) {
  return {fmt::format("dicom/{}.dcm", name_of(given.jaw)),
          [=](const Report&, const std::vector<OutputFile>&) {
            const Jaw which = given.jaw;
            const std::string stl = stl_bytes(posed_jaw(*given.solid, which, given.case_from_solid));
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
            const Instance instance =
                identity.instance(UID_EnhancedSRStorage, "SR", 3, "Occlusal contacts", 1, figures);
            return measurement_report(
                Code("occlusal-analysis", own_scheme, "Analysis of occlusal contacts"),
                [&](Tree& tree) {
                  for (const Measured& tooth : teeth)
                    add_group(tree, tooth, threshold_mm, instance.series_uid);
                },
                identity.study, instance, identity.date);
          }};
}

LaterProduct measurements_file(const Identity& identity, const std::vector<DicomMeasure>& measures) {
  return {"dicom/measurements.dcm", [=](const Report&, const std::vector<OutputFile>&) {
            std::string figures;
            std::set<int> teeth;
            for (const DicomMeasure& measure : measures) {
              figures += fmt::format(" {} {} {}", measure.fdi, measure.key, measure.value);
              teeth.insert(measure.fdi);
            }
            const Instance instance =
                identity.instance(UID_EnhancedSRStorage, "SR", 3, "Model analysis", 1, figures);
            return measurement_report(
                Code("model-analysis", own_scheme, "Orthodontic model analysis"),
                [&](Tree& tree) {
                  for (const int fdi : teeth) add_group(tree, fdi, measures, instance.series_uid);
                },
                identity.study, instance, identity.date);
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
  std::vector<LaterProduct> files = {
      report_file(identity, options.pdf),
      jaw_file(identity, {Jaw::upper, bite.upper, bite.case_from(Jaw::upper)}),
      jaw_file(identity, {Jaw::lower, bite.lower, bite.case_from(Jaw::lower)})};
  if (surface && !thresholds_mm.empty())
    files.push_back(measurements_file(identity, bite, *surface, headline_threshold(thresholds_mm)));
  return files;
}

std::vector<LaterProduct> dicom_files(const std::vector<DicomJaw>& jaws,
                                      const std::vector<DicomMeasure>& measures, const Inputs& inputs,
                                      const DicomOptions& options) {
  OFLog::configure(OFLogger::OFF_LOG_LEVEL);  // as above
  const Identity identity = identity_of(inputs, options);
  std::vector<LaterProduct> files = {report_file(identity, options.pdf, "Model analysis")};
  for (const DicomJaw& jaw : jaws) files.push_back(jaw_file(identity, jaw));
  files.push_back(measurements_file(identity, measures));
  return files;
}

}  // namespace intercusp
