#include "viewer/app/json_record.h"
#include "viewer/tools/several/body_files.h"

namespace intercusp::viewer {

void body_entries(JsonRecord& json, Document& document) {
  BodyFiles files = document.parts.get<BodyFiles>();
  if (json.has("bodies", !files.paths.empty())) json.paths("bodies", files.paths);
  if (json.reads()) document.parts.set(files);
}

std::vector<std::string> body_paths(const Document& document) {
  return document.parts.get<BodyFiles>().paths;
}

}  // namespace intercusp::viewer
