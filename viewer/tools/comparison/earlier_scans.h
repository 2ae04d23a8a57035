// The earlier scans of a document, as a session keeps them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/jaw.h"
#include "occlusion/registration/rigid_fit.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

struct EarlierScan {
  std::string source;                //!< as read_scan takes it, absolute
  std::optional<Jaw> jaw = {};       //!< as the user says; nothing: its name or its teeth tell
  std::vector<PointPair> landmarks;  //!< moving: on the open jaw; empty: registration finds its start itself
  bool operator==(const EarlierScan&) const = default;
};

//! The document's. A part.
struct EarlierScans {
  std::vector<EarlierScan> scans;  //!< by the dates in their names, then by name; each file once
  std::size_t chosen = 0;          //!< of scans
  bool operator==(const EarlierScans&) const = default;
  [[nodiscard]] const EarlierScan* shown() const { return chosen < scans.size() ? &scans[chosen] : nullptr; }
};

//! Left out where there are none.
void earlier_scan_entries(JsonRecord& json, Document& document);
[[nodiscard]] std::vector<std::string> earlier_scan_files(const Document& document);

}  // namespace intercusp::viewer
