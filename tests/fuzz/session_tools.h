// The tools whose entries of a session are fuzzed: those that need no more of the program than this.
#pragma once

#include <array>

#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/comparison/earlier_scans.h"
#include "viewer/tools/several/body_files.h"

namespace intercusp::viewer {

//! A tool as a session sees it.
class SessionTool : public Tool {
 public:
  using Entries = void (*)(JsonRecord&, Document&);
  using Files = std::vector<std::string> (*)(const Document&);
  explicit SessionTool(Entries entries, Files files = nullptr) : entries_(entries), files_(files) {}

  void entries(JsonRecord& json, Document& document) const override { entries_(json, document); }
  std::vector<std::string> files(const Document& document) const override {
    return files_ != nullptr ? files_(document) : std::vector<std::string>();
  }

 private:
  Entries entries_;
  Files files_;
};

inline const SessionTool articulator_session{articulator_entries}, bodies_session{body_entries, body_paths},
    earlier_scans_session{earlier_scan_entries, earlier_scan_files};
inline const std::array<const Tool*, 3> session_tools = {&articulator_session, &bodies_session,
                                                         &earlier_scans_session};

}  // namespace intercusp::viewer
