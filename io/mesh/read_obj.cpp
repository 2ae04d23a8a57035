#include "io/mesh/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "io/files/text_cursor.h"

namespace intercusp {
namespace {

struct LineCounts {
  std::size_t vertices = 0;
  std::size_t faces = 0;
};

//! A face may name vertices that come after it, so they are counted first.
LineCounts count_lines(const std::filesystem::path& file, std::string_view text) {
  LineCounts counts;
  TextCursor cursor(file, text, '#');
  while (cursor.find_content()) {
    const std::string_view word = cursor.word();
    counts.vertices += word == "v" ? 1 : 0;
    counts.faces += word == "f" ? 1 : 0;
    cursor.next_line();
  }
  return counts;
}

//! From 0; -1 if the entry is missing.  \param so_far entries of the list, which negative numbers count back from
std::int64_t place_in_list(std::int64_t number, std::size_t so_far) {
  if (number < 0)
    return std::max<std::int64_t>(number, -std::int64_t{1} << 40) + static_cast<std::int64_t>(so_far);
  return number - 1;
}

//! Vertex number, from 0, of a corner such as 7, 7/1, 7//3, 7/1/3 or -1; -1 if the vertex is missing.
std::int64_t vertex_of_corner(const TextCursor& cursor, std::string_view corner,
                              std::size_t vertices_so_far) {
  std::int64_t number = 0;
  const char* const end = corner.data() + corner.size();
  const auto [stop, error] = std::from_chars(corner.data(), end, number);
  const bool whole = stop == end || *stop == '/';
  if (error == std::errc::result_out_of_range) return -1;
  if (error != std::errc{} || !whole) {
    cursor.fail("a corner of this face is not of the form 1, 1/2, 1//3 or 1/2/3; export the file again");
  }
  return place_in_list(number, vertices_so_far);
}

//! The rest of the line without surrounding blanks: names of files may contain blanks.
std::string rest_of_line(TextCursor& cursor) {
  std::string words;
  while (!cursor.at_line_end()) {
    if (!words.empty()) words += ' ';
    words += cursor.word();
  }
  return words;
}

//! The pictures that the faces name, and the texture coordinates of their corners.
class TexturesOfFaces {
 public:
  //! A line of `vt`. Anything but a number becomes NaN: a bad texture must not stop the scan from being read.
  void take_place(TextCursor& cursor) {
    const auto number = [&] {
      float value = std::numeric_limits<float>::quiet_NaN();
      const std::string_view word = cursor.word();
      std::from_chars(word.data(), word.data() + word.size(), value);
      return value;
    };
    const float u = number();
    listed_.push_back({u, number(), -1});
  }
  void take_library(TextCursor& cursor) {
    if (textures_.libraries.size() < most_named) textures_.libraries.push_back(rest_of_line(cursor));
  }
  void use_material(TextCursor& cursor) {
    const std::string name = rest_of_line(cursor);
    std::vector<std::string>& names = textures_.materials;
    const auto known = std::ranges::find(names, name);
    material_ = known == names.end() && names.size() == most_named
                    ? -1
                    : static_cast<std::int32_t>(known - names.begin());
    if (known == names.end() && names.size() < most_named) names.push_back(name);
  }
  //! The first place that a vertex has counts.  \param vertex checked to be one of the file's
  void take_corner(std::string_view corner, std::int64_t vertex, std::size_t vertex_count) {
    const std::size_t slash = corner.find('/');
    if (slash == std::string_view::npos || material_ < 0) return;
    std::int64_t number = 0;
    const auto [stop, error] =
        std::from_chars(corner.data() + slash + 1, corner.data() + corner.size(), number);
    const std::int64_t place = error == std::errc{} ? place_in_list(number, listed_.size()) : -1;
    if (place < 0 || place >= static_cast<std::int64_t>(listed_.size())) return;
    textures_.places.resize(vertex_count);
    NamedTextures::Place& of_vertex = textures_.places[static_cast<std::size_t>(vertex)];
    if (of_vertex.material >= 0) return;
    of_vertex = listed_[static_cast<std::size_t>(place)];
    of_vertex.material = material_;
  }
  [[nodiscard]] NamedTextures taken() { return std::move(textures_); }

 private:
  static constexpr std::size_t most_named = 256;

  NamedTextures textures_;
  std::vector<NamedTextures::Place> listed_;
  std::int32_t material_ = -1;
};

//! Numbers after a vertex's place: "v x y z r g b", with or without an alpha. A weight alone is not a colour.
class ColoursOfVertices {
 public:
  void take_rest_of_line(TextCursor& cursor) {
    std::array<double, 4> numbers{};
    std::size_t count = 0;
    while (!cursor.at_line_end()) {
      const std::string_view word = cursor.word();
      double number = -1;
      const char* const end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data(), end, number);
      if (error != std::errc{} || stop != end) number = -1;
      if (count < numbers.size()) numbers[count] = number;
      ++count;
    }
    if (count < 3) return;
    channels_.insert(channels_.end(), numbers.begin(), numbers.begin() + 3);
    bad_ |= count > numbers.size();
    for (std::size_t i = 0; i < 3; ++i) {
      bad_ |= !(numbers[i] >= 0 && numbers[i] <= 255);
      most_ = std::max(most_, numbers[i]);
    }
  }

  //! Channels are 0 to 1, or 0 to 255 where any is above 1.
  void give_to(RawMesh& mesh) const {
    if (channels_.empty()) return;
    mesh.has_bad_colours = bad_ || channels_.size() != 3 * mesh.vertices.size();
    if (mesh.has_bad_colours) return;
    const double scale = most_ > 1 ? 1 : 255;
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint8_t>(std::lround(scale * channels_[i]));
    };
    mesh.colours.reserve(mesh.vertices.size());
    for (std::size_t i = 0; i < channels_.size(); i += 3)
      mesh.colours.push_back({byte(i), byte(i + 1), byte(i + 2), 255});
  }

 private:
  std::vector<double> channels_;
  double most_ = 0;
  bool bad_ = false;
};

bool is_keyword(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

}  // namespace

RawMesh read_obj(const std::filesystem::path& file, std::string_view text) {
  const LineCounts counts = count_lines(file, text);
  TextCursor cursor(file, text, '#');
  if (counts.vertices > max_raw_vertices)
    cursor.fail("has more vertices than can be used; thin it out first");
  RawMesh mesh;
  mesh.vertices.reserve(counts.vertices);
  mesh.faces.reserve(counts.faces);
  std::vector<std::int64_t> corners;
  ColoursOfVertices colours;
  TexturesOfFaces textures;
  while (cursor.find_content()) {
    const std::string_view word = cursor.word();
    if (word == "v") {
      const double x = cursor.number("a coordinate of a vertex");
      const double y = cursor.number("a coordinate of a vertex");
      const double z = cursor.number("a coordinate of a vertex");
      mesh.vertices.emplace_back(x, y, z);
      if (!cursor.at_line_end()) colours.take_rest_of_line(cursor);
    } else if (word == "f") {
      corners.clear();
      while (!cursor.at_line_end()) {
        const std::string_view corner = cursor.word();
        corners.push_back(vertex_of_corner(cursor, corner, mesh.vertices.size()));
        if (corners.back() >= 0 && corners.back() < static_cast<std::int64_t>(counts.vertices))
          textures.take_corner(corner, corners.back(), counts.vertices);
      }
      add_polygon(mesh, corners, counts.vertices);
    } else if (word == "vt") {
      textures.take_place(cursor);
    } else if (word == "mtllib") {
      textures.take_library(cursor);
    } else if (word == "usemtl") {
      textures.use_material(cursor);
    } else if (!is_keyword(word)) {
      cursor.fail("this is not a line of an OBJ file; the file is damaged, export it again");
    }
    cursor.next_line();
  }
  colours.give_to(mesh);
  mesh.textures = textures.taken();
  return mesh;
}

}  // namespace intercusp
