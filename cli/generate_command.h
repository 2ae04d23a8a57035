// `intercusp generate`: writes a synthetic dentition or one of the papers' test scenes into a folder.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace intercusp::cli {

struct GenerateOptions {
  std::string scene;
  std::string out_dir;
  std::optional<std::size_t>
      triangles;  //!< per jaw, or of all bodies of a test scene; empty: the scene's own number
  std::uint64_t seed = 0;
  bool quiet = false;
};

//! Writes one PLY per body and scene.json, all or none of them, and a line per file to stdout.
//! \return 0. \throw CLI::ValidationError for a scene that does not exist (the message lists those that do)
//! or a number of triangles that it cannot have; OutputError where files cannot be written.
int run_generate(const GenerateOptions& options);

void add_generate_command(CLI::App& program);

}  // namespace intercusp::cli
