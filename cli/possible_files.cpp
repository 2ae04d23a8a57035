#include "cli/possible_files.h"

#include "io/dicom/dicom_files.h"
#include "io/results/inspection/exchange_files.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/report.h"

namespace intercusp::cli {

std::vector<std::string> inspect_files(const InspectExtras& extras) {
  std::vector<std::string> names = inspection_file_names();
  const auto add = [&names](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (extras.validate) add(validation_file_names());
  if (extras.exchange) add(exchange_file_names());
  if (extras.pdf) add({"report.pdf"});
  if (extras.dicom) add(dicom_file_names());
  return names;
}

std::vector<std::string> play_files(bool frames) {
  std::vector<std::string> names = {
      "play.json",         "series.csv", "areas_per_tooth.csv", "teeth.csv",        "compass_upper.png",
      "compass_lower.png", "upper.vtp",  "lower.vtp",           "contact_time.png", "contact_time.nrrd"};
  if (frames) names.emplace_back("frames/frame_*.png");
  return names;
}

}  // namespace intercusp::cli
