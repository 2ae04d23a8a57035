#include "viewer/app/request_json.h"

#include <algorithm>
#include <array>
#include <functional>

#include "io/files/paths.h"
#include "occlusion/base/limits.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

constexpr auto numberings = enum_table<ToothNumbering>({{ToothNumbering::automatic, "automatic"},
                                                        {ToothNumbering::fdi, "fdi"},
                                                        {ToothNumbering::universal, "universal"}});
constexpr auto teeth_sources = enum_table<TeethSource>(
    {{TeethSource::automatic, "automatic"}, {TeethSource::files, "files"}, {TeethSource::none, "none"}});

//! Applies to each file of a jaw (path_list.h). \param folder of relative paths
std::string for_each_file(const std::string& source, const fs::path& folder,
                          const std::function<std::string(const std::string&)>& change) {
  std::string changed;
  for (const std::string& file : paths_in(source, folder))
    changed += (changed.empty() ? "" : ",") + change(file);
  return changed;
}

std::string absolute(const std::string& path) { return stored_path(path, {}); }

void source_entry(JsonRecord& json, const char* key, std::string& source) {
  const fs::path& folder = json.folder();
  std::string stored =
      for_each_file(source, {}, [&](const std::string& path) { return stored_path(path, folder); });
  json.text(key, stored);
  if (json.reads())
    source = for_each_file(stored, folder, [&](const std::string& path) { return found_path(path, folder); });
}

}  // namespace

std::vector<std::string> absolute_paths(std::vector<std::string> paths) {
  std::ranges::transform(paths, paths.begin(), absolute);
  return paths;
}

CaseRequest with_absolute_paths(CaseRequest request) {
  request.upper = for_each_file(request.upper, {}, absolute);
  request.lower = for_each_file(request.lower, {}, absolute);
  return request;
}

void request_entries(JsonRecord& json, CaseRequest& request) {
  bool demo = request.is_demo();
  json.flag("demo", demo);
  source_entry(json, "upper", request.upper);
  source_entry(json, "lower", request.lower);
  if (demo != request.is_demo() || request.upper.empty() != request.lower.empty())
    json.entry().at("demo").refuse(
        Text("does not fit: a case has an upper and a lower, the demo has neither"));
  json.number("mm_per_unit", request.mm_per_unit, limits::mm_per_unit.least, limits::mm_per_unit.most);
  json.choice("numbering", request.numbering, numberings);
  json.choice(later("teeth"), request.teeth, teeth_sources);
  json.pose("upper_from_lower", request.upper_from_lower);
}

}  // namespace intercusp::viewer
