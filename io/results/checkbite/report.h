// The report of `checkbite`, with its figures, words and pictures: the hinge axis, the guidance of the condyles, and how
// the jaw has moved in each record.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/picture/picture.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/checkbite/checkbite.h"

namespace intercusp {

struct RecordFiles {
  std::string pose_file;          //!< empty: given as scans
  std::vector<MeshReport> scans;  //!< in the order given
};

struct CheckbiteInputs {
  Inputs jaws;
  std::vector<RecordFiles> records;  //!< of each record
  double search_ms = 0;
};

//! One record with its displacement.
struct RecordRow {
  const Checkbite& result;
  const BiteRecord& record;
  const std::optional<RecordShift>& shift;
};
[[nodiscard]] std::vector<RecordRow> record_rows(const Checkbite& result);
[[nodiscard]] Figures<RecordRow> record_figures();

//! One number of the guidance, of both condyles.
struct GuidanceNumber {
  const char* key;  //!< in JSON
  std::string name;
  const CondyleEstimates& estimates;
  double unit;       //!< of the value: radians per degree, or 1
  const char* sign;  //!< behind the number
};
[[nodiscard]] std::vector<GuidanceNumber> guidance_numbers(const PatientArticulator& found);

[[nodiscard]] std::string headline_of(const Checkbite& result);
[[nodiscard]] std::vector<Section> sections_of(const Checkbite& result);
[[nodiscard]] Provenance provenance_of(const Checkbite& result, const CheckbiteInputs& inputs);

//! The ellipse about an end, closed.  \param left of the patient
[[nodiscard]] std::vector<Eigen::Vector3d> ellipse_of(const AxisEnd& end, const Eigen::Vector3d& left);

//! The lower jaw from the right and from above, with the axis and the ellipses of its ends. \pre the result has condyles
[[nodiscard]] Picture axis_picture(const Checkbite& result, const Provenance& provenance);
//! Where both condyles lie in each record, from the side and from above. \pre the result has condyles
[[nodiscard]] Picture condyle_picture(const Checkbite& result, const Provenance& provenance);

//! `checkbite`: checkbite.json, poses.csv (a track of the records), report.html, and where the jaws have axes axis.png
//! and condyles.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Checkbite> result, const CheckbiteInputs& inputs);

//! Every file that such a report may have, checkbite.json first.
[[nodiscard]] std::vector<std::string> checkbite_file_names();

}  // namespace intercusp
