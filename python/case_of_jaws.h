// What Case is in C++: two jaws as they were read, and the case prepared from them.
#pragma once

#include <memory>

#include "io/case/import_jaw.h"
#include "io/report/report.h"
#include "occlusion/case/case.h"

namespace intercusp::python {

struct CaseOfJaws {
  std::shared_ptr<const ImportedJaw> upper, lower;
  std::shared_ptr<const Case> bite_case;

  [[nodiscard]] Inputs inputs() const { return {.upper = upper->report, .lower = lower->report}; }
};
using SharedCase = std::shared_ptr<const CaseOfJaws>;

}  // namespace intercusp::python
