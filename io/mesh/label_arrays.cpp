#include "io/mesh/readers.h"

#include <algorithm>
#include <array>
#include <set>

#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

//! Names of label arrays; the first in this list wins. Extensions of 3D Slicer write the last three.
constexpr std::array<std::string_view, 9> label_names = {"label",        "labels",      "fdi",
                                                         "tooth",        "tooth_id",    "scalar_label",
                                                         "universal_id", "predictedid", "predicted_id"};

std::size_t rank_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(label_names, lower_case(name)) - label_names.begin());
}

//! Whether the numbers, at least three different ones beside 0, are all FDI or all Universal. Ids of parts
//! rarely are.
bool looks_like_teeth(const NumberArray& array) {
  constexpr int most = 85;
  if (std::ranges::any_of(array.numbers, [](int number) { return number < 0 || number > most; }))
    return false;
  const std::set<int> numbers(array.numbers.begin(), array.numbers.end());
  const auto is_fdi = [](int number) { return number == 0 || is_tooth(number); };
  const auto is_universal = [](int number) { return number >= 0 && number <= 33; };
  return numbers.size() >= 3 + numbers.count(0) &&
         (std::ranges::all_of(numbers, is_fdi) || std::ranges::all_of(numbers, is_universal));
}

//! Faces whose colour is not made of whole numbers up to 255 get none.
void take_face_colours(std::vector<NumberArray>& arrays, const std::vector<std::uint32_t>& polygon_of_face,
                       RawMesh& mesh) {
  std::array<std::vector<int>, 3> channels;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    constexpr std::array<std::string_view, 3> names = {"red", "green", "blue"};
    const auto found = std::ranges::find_if(
        arrays, [&](const NumberArray& array) { return array.per_face && array.name == names[i]; });
    if (found == arrays.end()) return;
    channels[i] = std::move(found->numbers);
    arrays.erase(found);
  }
  mesh.face_colours.resize(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto channel = [&](std::size_t i) { return channels[i][polygon_of_face[f]]; };
    if (std::max({channel(0), channel(1), channel(2)}) > 255 ||
        std::min({channel(0), channel(1), channel(2)}) < 0)
      continue;
    for (std::size_t i = 0; i < channels.size(); ++i)
      mesh.face_colours[f][i] = static_cast<std::uint8_t>(channel(i));
    mesh.face_colours[f][3] = 255;
  }
}

}  // namespace

bool is_label_name(std::string_view name) { return rank_of(name) < label_names.size(); }

std::vector<int> most_frequent_around(const RawMesh& mesh, const std::vector<int>& of_face) {
  std::vector<std::uint32_t> first(mesh.vertices.size() + 1, 0);
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t vertex : face) ++first[vertex + 1];
  }
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) first[v + 1] += first[v];
  std::vector<int> around(first.back());
  std::vector<std::uint32_t> filled(first.begin(), first.end() - 1);
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    for (const std::uint32_t vertex : mesh.faces[f]) around[filled[vertex]++] = of_face[f];
  }
  std::vector<int> labels(mesh.vertices.size(), 0);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const auto begin = around.begin() + first[v], end = around.begin() + first[v + 1];
    std::sort(begin, end);
    std::ptrdiff_t most = 0;
    for (auto from = begin; from != end;) {
      const auto to = std::upper_bound(from, end, *from);
      if (to - from >= most) {
        most = to - from;
        labels[v] = *from;
      }
      from = to;
    }
  }
  return labels;
}

void take_labels(std::vector<NumberArray> arrays, const std::vector<std::uint32_t>& polygon_of_face,
                 RawMesh& mesh) {
  const std::size_t polygons =
      polygon_of_face.empty() ? 0 : *std::ranges::max_element(polygon_of_face) + std::size_t{1};
  std::erase_if(arrays, [&](const NumberArray& array) {
    return array.per_face ? array.numbers.size() < std::max<std::size_t>(polygons, 1)
                          : array.numbers.size() != mesh.vertices.size();
  });
  take_face_colours(arrays, polygon_of_face, mesh);
  const auto best = std::ranges::min_element(arrays, {}, [](const NumberArray& array) {
    const std::size_t rank = rank_of(array.name);
    return std::pair(rank < label_names.size() ? array.per_face : true, rank);
  });
  if (best != arrays.end() && is_label_name(best->name)) {
    mesh.label_array = best->name;
    mesh.labels_per_face = best->per_face;
    mesh.labels = std::move(best->numbers);
    if (mesh.labels_per_face) {
      std::vector<int> of_face(mesh.faces.size());
      for (std::size_t f = 0; f < of_face.size(); ++f) of_face[f] = mesh.labels[polygon_of_face[f]];
      mesh.labels = most_frequent_around(mesh, of_face);
    }
    arrays.erase(best);
  }
  for (const NumberArray& array : arrays) {
    if (looks_like_teeth(array)) mesh.unread_labels.push_back(array.name);
  }
}

}  // namespace intercusp
