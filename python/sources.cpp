#include "python/sources.h"

#include "io/case/scale_check.h"
#include "python/errors.h"

namespace intercusp::python {

std::string text_of(const Source& source) {
  if (const Path* const path = std::get_if<Path>(&source)) return path->string();
  const auto& paths = std::get<std::vector<Path>>(source);
  if (paths.empty()) refuse("source", "at least one file");
  std::string text;
  for (const Path& path : paths) {
    if (path.string().find(',') != std::string::npos)
      refuse("source", "files without commas in their names, or one file");
    text += (text.empty() ? "" : ",") + path.string();
  }
  return text;
}

std::optional<Jaw> jaw_named(const std::string& name) {
  return one_of<std::optional<Jaw>>("jaw", name,
                                    {{"auto", std::nullopt}, {"upper", Jaw::upper}, {"lower", Jaw::lower}});
}

std::optional<double> unit_named(const std::optional<std::string>& unit) {
  if (!unit) return std::nullopt;
  return one_of("unit", *unit,
                std::vector<std::pair<std::string, double>>(mm_per_unit().begin(), mm_per_unit().end()));
}

}  // namespace intercusp::python
