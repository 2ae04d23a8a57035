#include "io/dicom/measurements.h"

#include <dcmtk/config/osconfig.h>
#include <dcmtk/dcmdata/dctk.h>
#include <dcmtk/dcmsr/codes/dcm.h>
#include <dcmtk/dcmsr/dsrdoc.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "io/dicom/tooth_codes.h"
#include "io/dicom/uids.h"
#include "occlusion/case/teeth.h"

namespace intercusp::dicom {
namespace {

using Code = DSRCodedEntryValue;
using Types = DSRTypes;

constexpr const char* own_scheme = "99INTERCUSP";

void check(const OFCondition& status) {
  if (status.bad()) throw std::runtime_error(std::string("DICOM SR: ") + status.text());
}

//! Writes content items one after the other; `below` starts the children of the last one.
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

//! \param derivation which statistic of the surface's values this one is; null: a value of the whole surface
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

void add_head(Tree& tree) {
  tree.code(Types::RT_hasConceptMod, CODE_DCM_LanguageOfContentItemAndDescendants,
            Code("en", "RFC5646", "English"));
  tree.code(Types::RT_hasObsContext, CODE_DCM_ObserverType, CODE_DCM_Device);
  tree.text(Types::RT_hasObsContext, CODE_DCM_DeviceObserverUID, uid_of("Intercusp"), Types::VT_UIDRef);
  tree.text(Types::RT_hasObsContext, CODE_DCM_DeviceObserverName, "Intercusp " INTERCUSP_VERSION);
  tree.code(Types::RT_hasConceptMod, CODE_DCM_ProcedureReported,
            Code("occlusal-analysis", own_scheme, "Analysis of occlusal contacts"));
  tree.container(Types::RT_contains, CODE_DCM_ImageLibrary);
}

}  // namespace

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

std::string measurement_report(const std::vector<Measured>& teeth, double threshold_mm, const Study& study,
                               const Instance& instance, const std::string& date) {
  DSRDocument document(Types::DT_EnhancedSR);
  document.setSpecificCharacterSetType(Types::CS_UTF8);
  DSRDocumentTree& content = document.getTree();
  content.addContentItem(Types::RT_isRoot, Types::VT_Container);
  check(content.getCurrentContentItem().setConceptName(CODE_DCM_ImagingMeasurementReport));
  check(content.getCurrentContentItem().setTemplateIdentification("1500", "DCMR"));
  Tree tree(content);
  tree.below();
  add_head(tree);
  tree.container(Types::RT_contains, CODE_DCM_ImagingMeasurements);
  tree.below();
  for (const Measured& tooth : teeth) add_group(tree, tooth, threshold_mm, instance.series_uid);
  check(document.completeDocument());
  DcmDataset dataset;
  check(document.write(dataset));
  // Replaces or removes the identifiers and dates that DCMTK sets itself.
  put_common(dataset, study, instance);
  for (const DcmTagKey& tag : {DCM_InstanceCreationDate, DCM_InstanceCreationTime, DCM_InstanceCreatorUID,
                               DCM_SeriesDate, DCM_SeriesTime})
    dataset.findAndDeleteElement(tag);
  put(dataset, DCM_ContentDate, date);
  put(dataset, DCM_ContentTime, "000000");
  return file_bytes(dataset);
}

}  // namespace intercusp::dicom
