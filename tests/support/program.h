// Runs the program like a user: a command line in, files, text and an exit status out.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "tests/support/temporary_folder.h"

namespace intercusp::testing {

namespace fs = std::filesystem;

struct Run {
  int status = -1;
  std::string out, err;
};

//! Quotes a text as one word of a command line.
inline std::string quoted(const fs::path& path) { return "\"" + path.string() + "\""; }

//! \param before set before the program's name: environment variables, for instance.
inline Run run_program(const std::string& arguments, const std::string& before = "") {
  const TemporaryFolder folder;
  const std::string command = before + " \"" INTERCUSP_PROGRAM "\" " + arguments + " >\"" +
                              (folder / "out").string() + "\" 2>\"" + (folder / "err").string() + "\"";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(folder / "out"), bytes_of(folder / "err")};
}

inline void write_text(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

//! Binary STL: the plainest file a scanner writes.
inline void write_stl(const fs::path& file, const TriangleMesh& mesh) {
  std::ofstream out(file, std::ios::binary);
  const std::string header(80, ' ');
  out.write(header.data(), 80);
  const auto count = static_cast<std::uint32_t>(mesh.faces.size());
  out.write(reinterpret_cast<const char*>(&count), 4);
  for (const Face& face : mesh.faces) {
    float values[12] = {};
    for (int corner = 0; corner < 3; ++corner) {
      for (int axis = 0; axis < 3; ++axis) {
        values[3 + 3 * corner + axis] = static_cast<float>(mesh.vertices[face[corner]][axis]);
      }
    }
    out.write(reinterpret_cast<const char*>(values), sizeof values);
    const std::uint16_t attribute = 0;
    out.write(reinterpret_cast<const char*>(&attribute), 2);
  }
}

inline nlohmann::json json_of(const fs::path& file) { return nlohmann::json::parse(bytes_of(file)); }

}  // namespace intercusp::testing

namespace intercusp {
using nlohmann::json;
using testing::json_of;
using testing::quoted;
using testing::run_program;
using testing::write_stl;
using testing::write_text;
}  // namespace intercusp
