#include "io/mesh/readers.h"

#include <fmt/format.h>

namespace intercusp {
namespace {

std::uint64_t take_count(TextCursor& text, const char* what) {
  if (!text.find_content())
    text.fail("the file ends before its counts; it is truncated, copy or export it again");
  const double value = text.number(what);
  if (!(value >= 0 && value < 1e15) || value != std::floor(value)) {
    text.fail(fmt::format("{} must be a whole number; export the file again", what));
  }
  return static_cast<std::uint64_t>(value);
}

//! Refuses a count of lines that do not fit into the rest of the file. Such a file is damaged or truncated.
void check_count(const TextCursor& text, std::uint64_t count, std::size_t least_line_bytes,
                 const char* what) {
  const std::uint64_t room = (text.bytes_left() + 1) / least_line_bytes;
  if (count <= room) return;
  text.fail(fmt::format(
      "{} {} are promised, what is left of the file has room for {} at most; it is truncated, copy "
      "or export it again",
      count, what, room));
}

void find_line(TextCursor& text, std::uint64_t done, std::uint64_t count, const char* what) {
  if (text.find_content()) return;
  text.fail(fmt::format("the file ends after {} of {} {}; it is truncated, copy or export it again", done,
                        count, what));
}

//! The colour in the rest of a face's line: three whole numbers up to 255; otherwise none.
VertexColour colour_at(TextCursor& text) {
  VertexColour colour{0, 0, 0, 255};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string_view word = text.at_line_end() ? std::string_view() : text.word();
    if (!is_number(word, colour[i])) return {};
  }
  return colour;
}

//! Moves past the keyword. The counts may follow it without a space, as in the files of ModelNet ("OFF490 518
//! 0").
void skip_keyword(TextCursor& text) {
  if (!text.find_content()) text.fail("has nothing but comments");
  const std::size_t start = text.byte();
  const std::string_view word = text.word();
  const std::size_t prefix = word.find("OFF");
  if (prefix == std::string_view::npos) text.fail("does not begin with OFF; export the file again");
  if (word.substr(0, prefix).find_first_of("4n") != std::string_view::npos) {
    text.fail("has points with other than three coordinates; save it as plain OFF");
  }
  if (text.word() == "BINARY") text.fail("is a binary OFF; save it as text, or as PLY");
  text.go_to(start + prefix + 3);
}

}  // namespace

RawMesh read_off(const std::filesystem::path& file, std::string_view text) {
  TextCursor cursor(file, text, '#');
  skip_keyword(cursor);
  const std::uint64_t vertex_count = take_count(cursor, "the count of vertices");
  const std::uint64_t face_count = take_count(cursor, "the count of faces");
  cursor.next_line();  // the count of edges is not needed, and often wrong
  if (vertex_count > max_raw_vertices)
    cursor.fail("has more vertices than can be used; thin the mesh out first");
  check_count(cursor, vertex_count, 6, "vertices");
  check_count(cursor, face_count, 2, "faces");

  RawMesh mesh;
  mesh.vertices.reserve(vertex_count);
  mesh.faces.reserve(face_count);
  for (std::uint64_t i = 0; i < vertex_count; ++i, cursor.next_line()) {
    find_line(cursor, i, vertex_count, "vertices");
    mesh.vertices.push_back(take_point(cursor));
  }
  std::vector<std::int64_t> corners;
  for (std::uint64_t i = 0; i < face_count; ++i, cursor.next_line()) {
    find_line(cursor, i, face_count, "faces");
    const std::uint64_t corner_count = take_count(cursor, "the count of corners");
    check_count(cursor, corner_count, 2, "corners");
    corners.clear();
    while (corners.size() < corner_count)
      corners.push_back(corner_number(cursor.number("the number of a vertex")));
    add_polygon(mesh, corners, vertex_count);
    mesh.face_colours.resize(mesh.faces.size(), colour_at(cursor));
  }
  if (std::ranges::all_of(mesh.face_colours, [](const VertexColour& colour) { return colour[3] == 0; }))
    mesh.face_colours.clear();
  return mesh;
}

}  // namespace intercusp
