#include "io/case/import_solids.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <utility>

#include "io/case/scale_check.h"
#include "io/files/errors.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! "body-01.ply"; of a folder its own name, whether or not a slash ends it.
std::string file_name_of(const std::string& source) {
  const fs::path path = fs::path(source).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::vector<std::string> names_of(const std::vector<std::string>& sources) {
  std::map<std::string, int> uses;
  for (const std::string& source : sources) ++uses[file_name_of(source)];
  std::vector<std::string> names;
  for (const std::string& source : sources) {
    const std::string name = file_name_of(source);
    names.push_back(uses[name] > 1 ? source : name);
  }
  return names;
}

//! Read side by side; which error is told does not depend on who is first.
std::vector<ImportedJaw> import_each(const std::vector<std::string>& sources, const ImportOptions& options) {
  std::vector<ImportedJaw> imported(sources.size());
  std::vector<std::exception_ptr> failures(sources.size());
  tbb::parallel_for(std::size_t{0}, sources.size(), [&](std::size_t i) {
    try {
      imported[i] = import_jaw(sources[i], Jaw::upper, options);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return imported;
}

void check_unit(const std::vector<NamedSolid>& solids, const std::string& source,
                std::vector<Finding>& remarks) {
  Bounds all;
  for (const NamedSolid& named : solids) {
    const Bounds bounds = bounds_of(named.solid->mesh);
    all.add(bounds.min);
    all.add(bounds.max);
  }
  const std::optional<OddScale> odd = check_scale(all.size().maxCoeff());
  if (!odd || !odd->near_a_unit) return;
  if (odd->sure) throw InputError(source, "and the others together: " + odd->text, odd->finding);
  remarks.push_back(odd->finding);
}

}  // namespace

ImportedSolids import_solids(const std::vector<std::string>& sources, std::optional<double> mm_per_unit,
                             TeethSource teeth) {
  const std::vector<std::string> names = names_of(sources);
  std::vector<ImportedJaw> imported = import_each(
      sources, {.mm_per_unit = mm_per_unit.value_or(1), .refuse_odd_scale = false, .teeth = teeth});
  ImportedSolids result;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    result.solids.push_back({names[i], std::move(imported[i].solid), std::move(imported[i].report)});
  }
  if (!mm_per_unit) check_unit(result.solids, sources.front(), result.remarks);
  return result;
}

}  // namespace intercusp
