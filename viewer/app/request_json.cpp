#include "viewer/app/request_json.h"

#include <algorithm>
#include <array>
#include <functional>

#include "io/files/path_list.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

//! Applies to each file of a jaw (path_list.h). \param folder of relative paths
std::string for_each_file(const std::string& source, const fs::path& folder,
                          const std::function<std::string(const std::string&)>& change) {
  std::string changed;
  for (const std::string& file : paths_in(source, folder))
    changed += (changed.empty() ? "" : ",") + change(file);
  return changed;
}

std::string absolute(const std::string& path) {
  return path.empty() ? path : fs::absolute(path).lexically_normal().string();
}

}  // namespace

std::string stored_path(const std::string& path, const fs::path& folder) {
  const fs::path whole = absolute(path);
  if (folder.empty() || path.empty()) return whole.string();
  const fs::path relative = whole.lexically_relative(fs::absolute(folder).lexically_normal());
  const auto is_up = [](const fs::path& part) { return part == ".."; };
  const bool near = !relative.empty() && std::count_if(relative.begin(), relative.end(), is_up) <= 1;
  return near ? relative.string() : whole.string();
}

std::string found_path(const std::string& stored, const fs::path& folder) {
  return stored.empty() ? stored : absolute((folder / stored).string());
}

std::vector<std::string> absolute_paths(std::vector<std::string> paths) {
  std::ranges::transform(paths, paths.begin(), absolute);
  return paths;
}

CaseRequest with_absolute_paths(CaseRequest request) {
  request.upper = for_each_file(request.upper, {}, absolute);
  request.lower = for_each_file(request.lower, {}, absolute);
  return request;
}

Fields request_fields(const CaseRequest& request, const fs::path& folder) {
  const auto stored = [&](const std::string& path) { return stored_path(path, folder); };
  constexpr std::array numberings = {"automatic", "fdi", "universal"};
  constexpr std::array sources = {"automatic", "files", "none"};
  return {{"demo", request.is_demo()},
          {"upper", for_each_file(request.upper, {}, stored)},
          {"lower", for_each_file(request.lower, {}, stored)},
          {"mm_per_unit", request.mm_per_unit},
          {"numbering", numberings.at(static_cast<std::size_t>(request.numbering))},
          {"teeth", sources.at(static_cast<std::size_t>(request.teeth))},
          {"upper_from_lower", request.upper_from_lower}};
}

CaseRequest read_request(const JsonEntry& entry, const fs::path& folder) {
  const auto found = [&](const std::string& path) { return found_path(path, folder); };
  CaseRequest request;
  request.upper = for_each_file(entry.at("upper").text(), folder, found);
  request.lower = for_each_file(entry.at("lower").text(), folder, found);
  if (entry.at("demo").flag() != request.is_demo() || request.upper.empty() != request.lower.empty())
    entry.at("demo").refuse(Text("does not fit: a case has an upper and a lower, the demo has neither"));
  if (const std::optional<JsonEntry> unit = entry.unless_null("mm_per_unit"))
    request.mm_per_unit = unit->number(1e-9, 1e9);
  request.numbering =
      static_cast<ToothNumbering>(entry.at("numbering").choice({"automatic", "fdi", "universal"}));
  if (const std::optional<JsonEntry> teeth = entry.if_there("teeth"))
    request.teeth = static_cast<TeethSource>(teeth->choice({"automatic", "files", "none"}));
  request.upper_from_lower = entry.at("upper_from_lower").pose();
  return request;
}

}  // namespace intercusp::viewer
