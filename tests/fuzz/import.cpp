// Jaws of up to three files with labels inside, in other files, in their names or foreign, in any unit: each gives a
// closed solid with the numbers of teeth at its vertices, or a clear error. So are the same files as bodies without a
// jaw.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/case/import_solids.h"
#include "io/files/errors.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/small_mesh.h"
#include "tests/io/mesh/mesh_files.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

using Bytes = std::span<const unsigned char>;
using fuzz::expect;

//! Takes choices from the front of the bytes; 0 if none remain.
class Choices {
 public:
  explicit Choices(Bytes bytes) : left_(bytes) {}

  [[nodiscard]] unsigned next(unsigned count) {
    if (left_.empty()) return 0;
    const unsigned chosen = left_.front() % count;
    left_ = left_.subspan(1);
    return chosen;
  }

  template <class T, std::size_t count>
  [[nodiscard]] T of(const std::array<T, count>& all) {
    return all[next(count)];
  }

  [[nodiscard]] Bytes left() const { return left_; }

 private:
  Bytes left_;
};

void write(const fs::path& file, std::string_view bytes) { std::ofstream(file, std::ios::binary) << bytes; }

std::vector<int> labels_of(const TriangleMesh& mesh, Bytes bytes) {
  std::vector<int> labels;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    labels.push_back(bytes[i % bytes.size()] % 90 - 1);  // FDI to 85, and numbers of no tooth
  return labels;
}

//! \return the file's place
fs::path write_mesh(const fs::path& folder, Choices& choices, Bytes bytes) {
  constexpr std::array names = {"scan", "36", "tooth_11", "FDI_48", "universal 14", "gum", "51", "._hidden"};
  enum class Labels { none, inside, beside, too_few, of_something_else };
  constexpr std::array kinds = {Labels::none, Labels::inside, Labels::beside, Labels::too_few,
                                Labels::of_something_else};
  const fs::path name = folder / choices.of(names);
  const fs::path json = fs::path(name) += ".json";
  const TriangleMesh mesh = fuzz::small_mesh(bytes);
  std::vector<int> labels = bytes.empty() ? std::vector<int>{} : labels_of(mesh, bytes);
  const Labels kind = choices.of(kinds);
  if (kind == Labels::too_few && !labels.empty()) labels.pop_back();
  if (kind == Labels::beside || kind == Labels::too_few)
    write(json, fmt::format(R"({{"labels": [{}]}})", fmt::join(labels, ",")));
  if (kind == Labels::of_something_else) write(json, R"({"bodies": []})");
  const bool inside = kind == Labels::inside;
  const fs::path file = fs::path(name) += inside ? ".ply" : ".off";
  write(file, inside ? made_files::ascii_ply(mesh, labels) : made_files::off(mesh));
  return file;
}

ImportOptions chosen_options(Choices& choices) {
  constexpr std::array units = {0., 1., 10., 25.4, 0.001, 1000.};  // 0: not stated
  constexpr std::array sources = {TeethSource::files, TeethSource::automatic, TeethSource::none};
  constexpr std::array numberings = {ToothNumbering::automatic, ToothNumbering::fdi,
                                     ToothNumbering::universal};
  ImportOptions options;
  if (const double unit = choices.of(units); unit > 0) options.mm_per_unit = unit;
  options.teeth = choices.of(sources);
  options.numbering = choices.of(numberings);
  options.refuse_odd_scale = choices.next(2) != 0;
  return options;
}

void expect_solid(const Solid& solid) {
  expect(!solid.mesh.faces.empty() && solid.anatomy_faces + solid.cap_faces <= solid.mesh.faces.size());
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) expect(vertex.allFinite());
  expect(count_open_edges(solid.mesh) == 0);
  expect(solid.labels.empty() || solid.labels.size() == solid.mesh.vertices.size());
  for (const int label : solid.labels) expect(label == 0 || is_tooth(label));
}

void import(Choices& choices) {
  const fs::path folder = "/dev/shm/intercusp-fuzz-import";
  fs::remove_all(folder);
  fs::create_directory(folder);
  ImportOptions options = chosen_options(choices);
  const std::optional<Jaw> jaw = choices.of(
      std::array{std::optional<Jaw>(Jaw::upper), std::optional<Jaw>(Jaw::lower), std::optional<Jaw>()});
  const unsigned count = choices.next(3) + 1;
  const bool as_folder = choices.next(2) != 0, with_label_file = choices.next(4) == 0;
  std::string list;
  const std::size_t part = choices.left().size() / count;
  for (unsigned i = 0; i < count; ++i) {
    Choices of_part(choices.left().subspan(i * part, part));
    const Bytes mesh = of_part.left().subspan(std::min<std::size_t>(2, part));
    const fs::path file = write_mesh(folder, of_part, mesh);
    list += (i > 0 ? "," : "") + file.string();
    if (with_label_file) options.label_file = fs::path(file).replace_extension(".json");
  }
  const std::string source = as_folder ? folder.string() : list;
  try {
    expect_solid(*import_jaw(source, jaw, options).solid);
  } catch (const InputError&) {
  }
  for (const NamedSolid& named : import_solids({source, list}, options.mm_per_unit, options.teeth).solids)
    expect_solid(*named.solid);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  try {
    intercusp::Choices choices({data, size});
    intercusp::import(choices);
  } catch (const intercusp::InputError&) {
  }
  return 0;
}
