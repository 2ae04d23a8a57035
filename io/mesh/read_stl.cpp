#include "io/mesh/read_stl.h"

#include <fmt/format.h>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"

namespace intercusp {
namespace {

void expect(TextCursor& text, const char* keyword, const RawMesh& mesh) {
  if (!text.find_content()) {
    text.fail(
        phrase("the file ends where \"{}\" is expected, after {} whole faces; it is truncated, copy or "
               "export it again",
               keyword, mesh.faces.size()));
  }
  const std::size_t before = text.byte();
  const std::string_view word = text.word();
  if (!equal_ignoring_case(word, keyword)) {
    text.fail(phrase("\"{}\" is expected at byte {}, something else stands there; export the file again",
                     keyword, before));
  }
}

Eigen::Vector3d take_point(TextCursor& text) {
  const double x = text.number("a coordinate of a vertex");
  const double y = text.number("a coordinate of a vertex");
  const double z = text.number("a coordinate of a vertex");
  return {x, y, z};
}

//! "normal" and its numbers, up to and with "outer". The normal is not used: programs write zeros, NaN, or
//! none.
void skip_normal(TextCursor& text, const RawMesh& mesh) {
  for (int words = 0; words < 4 && text.find_content(); ++words) {
    if (equal_ignoring_case(text.word(), "outer")) return;
  }
  expect(text, "outer", mesh);
}

//! What follows the word "facet".
void take_facet(TextCursor& text, RawMesh& mesh) {
  skip_normal(text, mesh);
  expect(text, "loop", mesh);
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int corner = 0; corner < 3; ++corner) {
    expect(text, "vertex", mesh);
    mesh.vertices.push_back(take_point(text));
  }
  expect(text, "endloop", mesh);
  expect(text, "endfacet", mesh);
  mesh.faces.push_back({first, first + 1, first + 2});
}

//! Some programs end the text with a NUL or the end-of-file mark of DOS.
std::string_view without_end_marks(std::string_view text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == '\x1a')) text.remove_suffix(1);
  return text;
}

std::uint32_t count_in_header(std::string_view bytes) {
  return load<std::uint32_t>(bytes.data() + 80, std::endian::little);
}

}  // namespace

bool is_binary_stl_counted_by_size(std::string_view bytes) {
  return count_in_header(bytes) == 0 && bytes.size() > binary_stl_bytes(0) &&
         (bytes.size() - binary_stl_bytes(0)) % 50 == 0;
}

std::uint32_t binary_stl_count(std::string_view bytes) {
  if (!is_binary_stl_counted_by_size(bytes)) return count_in_header(bytes);
  return static_cast<std::uint32_t>((bytes.size() - binary_stl_bytes(0)) / 50);
}

RawMesh read_binary_stl(const std::filesystem::path& file, std::string_view bytes) {
  constexpr std::size_t header_bytes = 84;
  if (bytes.size() < header_bytes) {
    throw InputError(
        file, phrase("has {} bytes, a binary STL has at least 84; copy or export it again", bytes.size()));
  }
  const std::uint32_t count = binary_stl_count(bytes);
  if (binary_stl_bytes(count) > bytes.size()) {
    throw InputError(
        file, phrase("byte 80: a binary STL of {} faces has {} bytes, this file has {} (room for {} "
                     "faces); it is truncated, copy or export it again",
                     count, binary_stl_bytes(count), bytes.size(), (bytes.size() - header_bytes) / 50));
  }
  if (3 * std::uint64_t{count} > max_raw_vertices) {
    throw InputError(file, phrase("has {} faces; at most {} can be used, thin the mesh out first", count,
                                  max_raw_vertices / 3));
  }
  RawMesh mesh;
  mesh.vertices.resize(std::size_t{3} * count);
  mesh.faces.resize(count);
  for (std::uint32_t face = 0; face < count; ++face) {
    const char* corner = bytes.data() + header_bytes + std::size_t{50} * face + 12;
    for (std::uint32_t i = 3 * face; i < 3 * face + 3; ++i, corner += 12) {
      mesh.vertices[i] = {load<float>(corner, std::endian::little),
                          load<float>(corner + 4, std::endian::little),
                          load<float>(corner + 8, std::endian::little)};
    }
    mesh.faces[face] = {3 * face, 3 * face + 1, 3 * face + 2};
  }
  return mesh;
}

RawMesh read_ascii_stl(const std::filesystem::path& file, std::string_view text) {
  TextCursor cursor(file, without_end_marks(text));
  RawMesh mesh;
  constexpr std::size_t usual_bytes_per_facet = 200;
  mesh.faces.reserve(text.size() / usual_bytes_per_facet);
  mesh.vertices.reserve(3 * (text.size() / usual_bytes_per_facet));
  while (cursor.find_content()) {
    expect(cursor, "solid", mesh);
    cursor.next_line();  // the solid's name
    while (true) {
      if (!cursor.find_content()) expect(cursor, "endsolid", mesh);
      const std::size_t byte = cursor.byte();
      const std::string_view word = cursor.word();
      if (equal_ignoring_case(word, "endsolid")) break;
      if (!equal_ignoring_case(word, "facet")) {
        cursor.fail(
            phrase("\"facet\" or \"endsolid\" is expected at byte {}, something else stands there; "
                   "export the file again",
                   byte));
      }
      if (mesh.vertices.size() + 3 > max_raw_vertices)
        cursor.fail(phrase("has more faces than can be used; thin it out first"));
      take_facet(cursor, mesh);
    }
    cursor.next_line();  // the name once more
  }
  return mesh;
}

}  // namespace intercusp
