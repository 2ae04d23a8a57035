#include "io/case/label_colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/label_arrays.h"
#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! Those of faces, or else of vertices.
std::span<const VertexColour> colours_of(const RawMesh& mesh) {
  return mesh.face_colours.empty() ? mesh.colours : mesh.face_colours;
}

std::map<VertexColour, int> read_table(const fs::path& file) {
  std::string text(read_file(file).view());
  std::ranges::replace_if(
      text, [](char c) { return c == ',' || c == ';'; }, ' ');
  std::map<VertexColour, int> tooth_of;
  TextCursor cursor(file, text, '#');
  for (bool first = true; cursor.find_content(); first = false, cursor.next_line()) {
    TextCursor ahead = cursor;
    const std::string_view word = ahead.word();
    if (first && std::ranges::none_of(word, [](char c) { return c >= '0' && c <= '9'; })) continue;
    std::array<double, 4> line{};
    for (double& number : line) number = cursor.number("r,g,b,fdi: four whole numbers");
    const auto is_channel = [](double value) {
      return value >= 0 && value <= 255 && value == std::floor(value);
    };
    if (!std::ranges::all_of(line, is_channel) || !cursor.at_line_end())
      cursor.fail(phrase("write r,g,b,fdi: a colour in whole numbers from 0 to 255 and its tooth"));
    const int fdi = static_cast<int>(line[3]);
    if (fdi != 0 && !is_tooth(fdi)) cursor.fail(phrase("{} is no FDI number; write 0 for gum", fdi));
    const auto channel = [&](std::size_t i) { return static_cast<std::uint8_t>(line[i]); };
    const auto [known, is_new] = tooth_of.try_emplace({channel(0), channel(1), channel(2), 255}, fdi);
    if (!is_new && known->second != fdi) cursor.fail(phrase("this colour stands for two teeth"));
  }
  if (tooth_of.empty()) throw InputError(file, phrase("holds no colour; write lines r,g,b,fdi"));
  return tooth_of;
}

}  // namespace

std::vector<int> labels_of_colours(const RawMesh& mesh, const fs::path& mesh_file, const fs::path& table,
                                   std::vector<Finding>& remarks) {
  const std::map<VertexColour, int> tooth_of = read_table(table);
  const std::span<const VertexColour> colours = colours_of(mesh);
  if (colours.empty())
    throw InputError(mesh_file,
                     phrase("its faces and vertices have no colours; leave out --label-colours, or give the "
                            "labels with --labels"));
  std::vector<int> labels;
  std::set<VertexColour> unknown;
  for (const VertexColour& colour : colours) {
    const auto known = tooth_of.find(colour);
    labels.push_back(known == tooth_of.end() ? 0 : known->second);
    if (known == tooth_of.end()) unknown.insert(colour);
  }
  if (!unknown.empty()) {
    const VertexColour& first = *unknown.begin();
    remarks.push_back({"label_colours_unknown",
                       Severity::warning,
                       {{"colours", static_cast<double>(unknown.size())},
                        {"colour", fmt::format("{},{},{}", first[0], first[1], first[2])}}});
  }
  return mesh.face_colours.empty() ? labels : most_frequent_around(mesh, labels);
}

std::optional<Finding> colours_like_labels(const RawMesh& mesh, const fs::path& mesh_file) {
  constexpr std::size_t fewest = 4, most = 17, times_next = 2;
  std::map<VertexColour, std::size_t> counts;
  for (const VertexColour& colour : colours_of(mesh)) {
    ++counts[colour];
    if (counts.size() > most) return std::nullopt;
  }
  if (counts.size() < fewest) return std::nullopt;
  std::vector<std::size_t> frequent;
  for (const auto& [colour, count] : counts) frequent.push_back(count);
  std::ranges::partial_sort(frequent, frequent.begin() + 2, std::greater<>());
  if (frequent[0] < times_next * frequent[1]) return std::nullopt;
  return Finding{"colours_like_labels",
                 Severity::info,
                 {{"file", mesh_file.filename().string()}, {"colours", static_cast<double>(counts.size())}}};
}

}  // namespace intercusp
