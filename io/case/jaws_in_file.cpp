#include "io/case/jaws_in_file.h"

#include <algorithm>
#include <vector>

#include "io/case/scan_names.h"
#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

//! The jaw of each mesh; empty unless the names state both.
std::vector<std::optional<Jaw>> jaws_of(const std::vector<std::string>& names) {
  std::vector<std::optional<Jaw>> jaws;
  for (const std::string& name : names) {
    const std::optional<JawName> found = name.empty() ? std::nullopt : jaw_in_name(name);
    jaws.push_back(found ? std::optional(found->jaw) : std::nullopt);
  }
  const auto has = [&](Jaw jaw) { return std::ranges::find(jaws, std::optional(jaw)) != jaws.end(); };
  if (!has(Jaw::upper) || !has(Jaw::lower)) jaws.clear();
  return jaws;
}

}  // namespace

MeshFile read_mesh_of_jaw(const std::filesystem::path& file, std::optional<Jaw> jaw) {
  bool both = false;
  MeshFile read = read_mesh(file, [&](const std::vector<std::string>& names) {
    const std::vector<std::optional<Jaw>> jaws = jaws_of(names);
    both = !jaws.empty();
    if (both && !jaw)
      throw InputError(file, phrase("holds two jaws; give a file of one jaw, or state the jaw by --jaw"),
                       Finding{"two_jaws_in_file", Severity::error});
    std::vector<bool> taken(names.size(), true);
    for (std::size_t i = 0; i < jaws.size(); ++i) taken[i] = jaws[i] == jaw;
    return taken;
  });
  if (both) read.file.part = jaw;
  return read;
}

bool holds_both_jaws(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  if (extension != ".glb" && extension != ".3mf") return false;
  bool both = false;
  (void)read_mesh(file, [&](const std::vector<std::string>& names) {
    both = !jaws_of(names).empty();
    return std::vector<bool>(names.size(), true);
  });
  return both;
}

}  // namespace intercusp
