// Generated dentitions, made once per test program, because generating one takes longer than opening its files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "datasets/dentition.h"
#include "io/files/write_atomically.h"
#include "io/mesh/write_ply.h"

namespace intercusp::testing {

inline const Dentition& made_dentition(int triangles) {
  static std::map<int, Dentition> made;
  const auto [found, is_new] = made.try_emplace(triangles);
  if (is_new) found->second = make_dentition({.triangles = static_cast<std::size_t>(triangles)});
  return found->second;
}

//! Upper and lower with their labels.
struct DentitionFiles {
  std::string upper, lower;
};
inline DentitionFiles write_dentition(const std::filesystem::path& folder, int triangles) {
  const Dentition& dentition = made_dentition(triangles);
  make_folder(folder);
  write_ply(folder / "upper.ply", dentition.upper.mesh, dentition.upper.labels);
  write_ply(folder / "lower.ply", dentition.lower.mesh, dentition.lower.labels);
  return {(folder / "upper.ply").string(), (folder / "lower.ply").string()};
}

}  // namespace intercusp::testing
