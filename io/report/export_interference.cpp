#include "io/report/export_interference.h"

#include "io/picture/image_bytes.h"
#include "io/picture/interference_picture.h"

namespace intercusp {

std::vector<OutputFile> interference_files(const InterferenceReport& report) {
  return {{"interfere.json", interference_json(report)},
          {"overlaps.csv", interference_csv(report)},
          {"interference.png", png_bytes(interference_picture(report))}};
}

}  // namespace intercusp
