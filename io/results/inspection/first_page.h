// What an inspection says on its report's first page.
#pragma once

#include "io/report/first_page.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! Without pictures. Empty without surface distances or thresholds. \param remarks on scans and bite
[[nodiscard]] std::optional<FirstPage> first_page_of(const Inspection& inspection, const MeshReport& upper,
                                                     const MeshReport& lower,
                                                     const std::vector<Remark>& remarks,
                                                     const CaseNotes& notes);

}  // namespace intercusp
