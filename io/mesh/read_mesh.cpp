#include "io/mesh/read_mesh.h"

#include <fmt/format.h>

#include <future>
#include <new>
#include <utility>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/sha256.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/read_format.h"
#include "io/mesh/readers.h"
#include "io/mesh/texture_colours.h"
#include "occlusion/base/free_memory.h"

namespace intercusp {
namespace {

RawMesh parse(const std::filesystem::path& file, std::string_view bytes, MeshFormat format) {
  switch (format) {
    case MeshFormat::stl_ascii:
      return read_ascii_stl(file, without_byte_order_mark(bytes));
    case MeshFormat::stl_binary:
      need_memory(3 * bytes.size());  // 50 bytes a face are 68 in VTK and 84 in the mesh
      return read_binary_stl(file, bytes);
    case MeshFormat::obj:
      return read_obj(file, without_byte_order_mark(bytes));
    case MeshFormat::ply:
      need_memory(6 * bytes.size());  // three copies for VTK, which holds as much, and the mesh
      return read_ply(file, bytes);
    case MeshFormat::off:
      return read_off(file, without_byte_order_mark(bytes));
    case MeshFormat::vtp:
      return read_vtp(file, bytes);
    case MeshFormat::vtk:
      return read_vtk(file, bytes);
  }
  return {};
}

void check_faces_left(const std::filesystem::path& file, const RawMesh& mesh) {
  if (!mesh.faces.empty()) return;
  if (mesh.faces_with_bad_indices > 0) {
    throw InputError(file,
                     phrase("no face is left: {} faces name vertices that are not among the {} of the file; "
                            "it is damaged, export it again",
                            mesh.faces_with_bad_indices, mesh.vertices.size()));
  }
  throw InputError(file, phrase("has no faces ({} vertices); export the surface, not points or lines",
                                mesh.vertices.size()));
}

std::vector<Finding> remarks_on(const std::filesystem::path& file, std::string_view bytes, MeshFormat format,
                                const RawMesh& mesh) {
  std::vector<Finding> remarks;
  const std::string name = file.filename().string();
  const std::string extension = lower_case(file.extension().string());
  const std::string usual = fmt::format(".{}", lower_case(name_of(format)).substr(0, 3));
  if (has_mesh_extension(file) && extension != usual) {
    remarks.push_back(
        {"format_by_content", Severity::info, {{"file", name}, {"format", std::string(name_of(format))}}});
  }
  if (format == MeshFormat::stl_binary && is_binary_stl_counted_by_size(bytes)) {
    remarks.push_back({"faces_counted_by_size",
                       Severity::info,
                       {{"file", name}, {"faces", static_cast<double>(mesh.faces.size())}}});
  }
  if (format == MeshFormat::stl_binary && bytes.size() > binary_stl_bytes(mesh.faces.size())) {
    const std::size_t unused = bytes.size() - binary_stl_bytes(mesh.faces.size());
    remarks.push_back(
        {"bytes_not_used", Severity::info, {{"file", name}, {"bytes", static_cast<double>(unused)}}});
  }
  if (mesh.has_bad_colours) remarks.push_back({"colours_not_valid", Severity::info, {{"file", name}}});
  if (mesh.faces_without_three_corners > 0) {
    remarks.push_back({"faces_without_three_corners",
                       Severity::info,
                       {{"file", name}, {"faces", static_cast<double>(mesh.faces_without_three_corners)}}});
  }
  return remarks;
}

}  // namespace

MeshFile read_mesh(const std::filesystem::path& file) {
  MeshFile read = parse_mesh(file, read_file(file).view());
  for (Finding& finding : take_texture_colours(file, read.mesh)) read.remarks.push_back(std::move(finding));
  read.mesh.textures = {};
  return read;
}

MeshFile parse_mesh(const std::filesystem::path& file, std::string_view bytes) {
  std::future<std::string> digest = std::async(std::launch::async, sha256_hex, bytes);
  const std::optional<std::string> text = with_line_feeds(bytes);
  if (text) bytes = *text;
  const MeshFormat format = with_code("unknown_format", [&] { return recognise_format(file, bytes); });
  MeshFile result;
  try {
    result.mesh = with_code("damaged_mesh", [&] { return parse(file, bytes, format); });
  } catch (const std::bad_alloc&) {
    throw InputError(file,
                     phrase("its {} of data need several times as much memory, more than this machine "
                            "gives; thin the mesh out first",
                            memory_text(bytes.size())),
                     Finding{"out_of_memory", Severity::error});
  }
  with_code("no_faces", [&] { check_faces_left(file, result.mesh); });
  result.file = {.path = file.string(), .format = std::string(name_of(format)), .sha256 = digest.get()};
  result.remarks = remarks_on(file, bytes, format, result.mesh);
  return result;
}

}  // namespace intercusp
