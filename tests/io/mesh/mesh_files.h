// The bytes of mesh files in every format that import reads, written by the tests themselves.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::made_files {

template <class T>
void put(std::string& bytes, T value, std::endian order = std::endian::little) {
  auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

inline std::string binary_stl(const TriangleMesh& mesh, std::string header = "binary") {
  header.resize(80, '\0');
  std::string bytes = header;
  put(bytes, static_cast<std::uint32_t>(mesh.faces.size()));
  for (const Face& face : mesh.faces) {
    for (int i = 0; i < 3; ++i) put(bytes, 0.0F);
    for (const std::uint32_t corner : face) {
      for (int i = 0; i < 3; ++i) put(bytes, static_cast<float>(mesh.vertices[corner][i]));
    }
    put(bytes, std::uint16_t{0});
  }
  return bytes;
}

inline std::string ascii_stl(const TriangleMesh& mesh) {
  std::string text = "solid a name with facet in it\n";
  for (const Face& face : mesh.faces) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const std::uint32_t corner : face) {
      const Eigen::Vector3d& p = mesh.vertices[corner];
      text += fmt::format("      vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid a name with facet in it\n";
}

inline std::string obj(const TriangleMesh& mesh) {
  std::string text = "# a mesh\nmtllib none.mtl\no jaw\n";
  for (const Eigen::Vector3d& p : mesh.vertices) text += fmt::format("v {} {} {}\n", p.x(), p.y(), p.z());
  for (const Face& face : mesh.faces)
    text += fmt::format("f {} {} {}\n", face[0] + 1, face[1] + 1, face[2] + 1);
  return text;
}

inline std::string off(const TriangleMesh& mesh) {
  std::string text = fmt::format("OFF\n# a mesh\n{} {} 0\n", mesh.vertices.size(), mesh.faces.size());
  for (const Eigen::Vector3d& p : mesh.vertices) text += fmt::format("{} {} {}\n", p.x(), p.y(), p.z());
  for (const Face& face : mesh.faces) text += fmt::format("3 {} {} {}\n", face[0], face[1], face[2]);
  return text;
}

inline std::string ply_header(const TriangleMesh& mesh, std::string_view format,
                              std::string_view label_property) {
  std::string text = fmt::format(
      "ply\nformat {} 1.0\ncomment a mesh\nelement vertex {}\nproperty float x\nproperty float y\nproperty "
      "float z\n",
      format, mesh.vertices.size());
  if (!label_property.empty()) text += fmt::format("property int {}\n", label_property);
  return text + fmt::format("element face {}\nproperty list uchar int vertex_indices\nend_header\n",
                            mesh.faces.size());
}

inline std::string ascii_ply(const TriangleMesh& mesh, const std::vector<int>& labels = {},
                             std::string_view label_property = "label") {
  std::string text = ply_header(mesh, "ascii", labels.empty() ? "" : label_property);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Eigen::Vector3d& p = mesh.vertices[i];
    text += fmt::format("{} {} {}", p.x(), p.y(), p.z());
    text += labels.empty() ? "\n" : fmt::format(" {}\n", labels[i]);
  }
  for (const Face& face : mesh.faces) text += fmt::format("3 {} {} {}\n", face[0], face[1], face[2]);
  return text;
}

inline std::string binary_ply(const TriangleMesh& mesh, std::endian order,
                              const std::vector<int>& labels = {},
                              std::string_view label_property = "label") {
  const char* const format = order == std::endian::little ? "binary_little_endian" : "binary_big_endian";
  std::string bytes = ply_header(mesh, format, labels.empty() ? "" : label_property);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    for (int k = 0; k < 3; ++k) put(bytes, static_cast<float>(mesh.vertices[i][k]), order);
    if (!labels.empty()) put(bytes, std::int32_t{labels[i]}, order);
  }
  for (const Face& face : mesh.faces) {
    put(bytes, std::uint8_t{3}, order);
    for (const std::uint32_t corner : face) put(bytes, static_cast<std::int32_t>(corner), order);
  }
  return bytes;
}

//! How the XML encodes its numbers.
enum class VtpData { ascii, inline_base64, appended_base64, appended_raw };

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = (bits << 8) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : digits[(bits >> (18 - 6 * k)) & 63U];
  }
  return text;
}

//! One array of a VTP file in the chosen form, and what it adds to the appended data.
template <class T>
std::string vtp_array(std::string_view attributes, const std::vector<T>& values, VtpData how,
                      std::string& appended) {
  if (how == VtpData::ascii) {
    return fmt::format("<DataArray {} format=\"ascii\">{}</DataArray>\n", attributes, fmt::join(values, " "));
  }
  std::string block;
  put(block, static_cast<std::uint32_t>(values.size() * sizeof(T)));
  for (const T value : values) put(block, value);
  if (how == VtpData::inline_base64) {
    return fmt::format("<DataArray {} format=\"binary\">{}</DataArray>\n", attributes, base64(block));
  }
  const std::size_t offset = appended.size();
  appended += how == VtpData::appended_base64 ? base64(block) : block;
  return fmt::format("<DataArray {} format=\"appended\" offset=\"{}\"/>\n", attributes, offset);
}

inline std::string vtp(const TriangleMesh& mesh, VtpData how, const std::vector<int>& labels = {},
                       std::string_view label_name = "Label") {
  std::vector<float> points;
  for (const Eigen::Vector3d& p : mesh.vertices) {
    for (int k = 0; k < 3; ++k) points.push_back(static_cast<float>(p[k]));
  }
  std::vector<std::int64_t> corners;
  std::vector<std::int64_t> offsets;
  for (const Face& face : mesh.faces) {
    corners.insert(corners.end(), face.begin(), face.end());
    offsets.push_back(static_cast<std::int64_t>(corners.size()));
  }
  std::string appended;
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\">\n";
  text += fmt::format("<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfPolys=\"{}\">\n",
                      mesh.vertices.size(), mesh.faces.size());
  if (!labels.empty()) {
    const std::vector<std::int32_t> values(labels.begin(), labels.end());
    text += "<PointData>\n" +
            vtp_array(fmt::format("type=\"Int32\" Name=\"{}\"", label_name), values, how, appended) +
            "</PointData>\n";
  }
  text += "<Points>\n" + vtp_array("type=\"Float32\" NumberOfComponents=\"3\"", points, how, appended) +
          "</Points>\n";
  text += "<Polys>\n" + vtp_array("type=\"Int64\" Name=\"connectivity\"", corners, how, appended) +
          vtp_array("type=\"Int64\" Name=\"offsets\"", offsets, how, appended) +
          "</Polys>\n</Piece>\n</PolyData>\n";
  if (!appended.empty()) {
    text += fmt::format("<AppendedData encoding=\"{}\">_", how == VtpData::appended_raw ? "raw" : "base64");
    text += appended + "</AppendedData>\n";
  }
  return text + "</VTKFile>\n";
}

//! Legacy VTK in VTK's own form. \param version 4: each cell is its number of corners and the corners; 5: offsets and
//! corners separate.
inline std::string legacy_vtk(const TriangleMesh& mesh, bool binary, int version,
                              const std::vector<int>& labels = {}, std::string_view label_name = "Label") {
  std::string out =
      fmt::format("# vtk DataFile Version {}\nvtk output\n{}\nDATASET POLYDATA\nPOINTS {} float\n",
                  version == 5 ? "5.1" : "4.2", binary ? "BINARY" : "ASCII", mesh.vertices.size());
  const auto add = [&](const auto& values) {
    for (const auto value : values)
      binary ? put(out, value, std::endian::big) : void(out += fmt::format("{} ", value));
    out += '\n';
  };
  std::vector<float> points;
  for (const Eigen::Vector3d& p : mesh.vertices) {
    for (int k = 0; k < 3; ++k) points.push_back(static_cast<float>(p[k]));
  }
  add(points);
  std::vector<std::int32_t> cells;
  std::vector<std::int64_t> offsets = {0}, corners;
  for (const Face& face : mesh.faces) {
    cells.push_back(3);
    cells.insert(cells.end(), face.begin(), face.end());
    corners.insert(corners.end(), face.begin(), face.end());
    offsets.push_back(static_cast<std::int64_t>(corners.size()));
  }
  if (version == 5) {
    out += fmt::format("POLYGONS {} {}\nOFFSETS vtktypeint64\n", offsets.size(), corners.size());
    add(offsets);
    out += "CONNECTIVITY vtktypeint64\n";
    add(corners);
  } else {
    out += fmt::format("POLYGONS {} {}\n", mesh.faces.size(), cells.size());
    add(cells);
  }
  if (labels.empty()) return out;
  out += fmt::format("POINT_DATA {}\nFIELD FieldData 1\n{} 1 {} int\n", labels.size(), label_name,
                     labels.size());
  add(std::vector<std::int32_t>(labels.begin(), labels.end()));
  return out;
}

}  // namespace intercusp::made_files
