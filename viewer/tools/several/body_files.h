// The files of bodies that the user added to the open case.
#pragma once

#include "viewer/app/tool.h"

namespace intercusp::viewer {

//! The document's part.
struct BodyFiles {
  std::vector<std::string> paths;  //!< of BODIES.json
  bool operator==(const BodyFiles&) const = default;
};

//! The entry of a session; left out where there are none.
void body_entries(JsonRecord& json, Document& document);
[[nodiscard]] std::vector<std::string> body_paths(const Document& document);

}  // namespace intercusp::viewer
