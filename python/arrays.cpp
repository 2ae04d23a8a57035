#include "python/arrays.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>
#include <string>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "python/errors.h"

namespace intercusp::python {
namespace {

using DoubleArray = py::array_t<double, py::array::c_style | py::array::forcecast>;

py::array checked(const char* name, const py::object& argument, py::ssize_t dimensions, const char* kinds,
                  const std::string& wants) {
  const py::array array = py::array::ensure(argument);
  if (!array) throw py::type_error(std::string(name) + ": wants " + wants);
  if (std::string(kinds).find(array.dtype().kind()) == std::string::npos)
    throw py::type_error(std::string(name) + ": wants " + wants + ", not " +
                         py::str(array.dtype()).cast<std::string>());
  const bool three = dimensions == 1 || (array.ndim() == 2 && array.shape(1) == 3);
  if (array.ndim() != dimensions || !three) refuse(name, wants);
  return array;
}

template <class Number>
void add_vertices(RawMesh& mesh, const py::array& array) {
  const auto rows = array.unchecked<Number, 2>();
  for (py::ssize_t i = 0; i < rows.shape(0); ++i)
    mesh.vertices.emplace_back(static_cast<double>(rows(i, 0)), static_cast<double>(rows(i, 1)),
                               static_cast<double>(rows(i, 2)));
}

//! \throw ValueError for an index without a vertex; in arrays this is a mistake of the caller
void add_corners(RawMesh& mesh, std::span<const std::int64_t> corners) {
  const auto vertices = static_cast<std::int64_t>(mesh.vertices.size());
  for (const std::int64_t corner : corners)
    if (corner < 0 || corner >= vertices)
      refuse("faces", fmt::format("indices from 0 to {}, one of {} vertices each; one is {}", vertices - 1,
                                  vertices, corner));
  add_polygon(mesh, corners, mesh.vertices.size());
}

template <class Number>
void add_faces(RawMesh& mesh, const py::array& array) {
  const auto rows = array.unchecked<Number, 2>();
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    const std::array corners = {static_cast<std::int64_t>(rows(i, 0)), static_cast<std::int64_t>(rows(i, 1)),
                                static_cast<std::int64_t>(rows(i, 2))};
    add_corners(mesh, corners);
  }
}

//! Adds faces in PyVista's form: the number of a polygon's corners, then the corners, one
//! polygon after another.
void add_counted_faces(RawMesh& mesh, const py::array& array) {
  const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
  const std::int64_t* at = numbers.data();
  const std::int64_t* const end = at + numbers.size();
  while (at < end) {
    const std::int64_t corners = *at++;
    if (corners < 0 || corners > end - at)
      refuse("faces", "whole numbers (m, 3), or the count of corners before each face");
    add_corners(mesh, std::span(at, static_cast<std::size_t>(corners)));
    at += corners;
  }
}

//! Calls `use` with the array's elements as the first of Numbers that fits.
//! \return false if none fits
template <class... Numbers, class Use>
bool as_stored(const py::array& array, const Use& use) {
  return ((py::isinstance<py::array_t<Numbers>>(array) && (use(Numbers{}), true)) || ...);
}

}  // namespace

MeshArrays arrays_of(const py::object& mesh) {
  for (const char* const points : {"vertices", "points"})
    if (py::hasattr(mesh, points) && py::hasattr(mesh, "faces"))
      return {mesh.attr(points), mesh.attr("faces")};
  throw py::type_error("mesh: wants an object with vertices (or points) and faces");
}

py::array_t<double> array_of(const Eigen::Vector3d& point) { return py::array_t<double>(3, point.data()); }

py::array_t<double> array_of(const Eigen::Isometry3d& pose) {
  const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> rows = pose.matrix();
  return py::array_t<double>(Shape{4, 4}, rows.data());
}

std::optional<Eigen::Isometry3d> pose_of(const char* where, const char* name, const py::object& argument) {
  if (argument.is_none()) return std::nullopt;
  constexpr const char* wants = "a matrix (4, 4), or its 16 numbers row by row";
  const DoubleArray array = DoubleArray::ensure(argument);
  if (!array) throw py::type_error(std::string(name) + ": wants " + wants);
  if (array.size() != 16) refuse(name, wants);
  const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(array.data());
  return with_code("unusable_pose", [&] { return rigid_pose(where, matrix, name); });
}

std::vector<double> numbers_of(const char* name, const py::handle& argument, std::size_t count,
                               const char* wants) {
  const DoubleArray array = DoubleArray::ensure(argument);
  if (!array) refuse(name, wants);
  const std::vector<double> numbers(array.data(), array.data() + array.size());
  for (const double number : numbers)
    if (!std::isfinite(number)) refuse(name, wants);
  if (numbers.size() != count) refuse(name, wants);
  return numbers;
}

std::optional<Eigen::Vector3d> direction_of(const char* name, const py::object& argument) {
  if (argument.is_none()) return std::nullopt;
  constexpr const char* wants = "three numbers X, Y, Z that are not all zero";
  const std::vector<double> n = numbers_of(name, argument, 3, wants);
  return direction_of(name, Eigen::Vector3d(n[0], n[1], n[2]));
}

Eigen::Vector3d direction_of(const char* name, const Eigen::Vector3d& xyz) {
  if (!limits::direction_length.holds(xyz.norm()))
    refuse(name, fmt::format("a direction X, Y, Z that is not zero and at most {} long",
                             limits::direction_length.most));
  return xyz.normalized();
}

Eigen::Vector3d place_of(const char* name, const Eigen::Vector3d& xyz) {
  if (!(xyz.norm() < limits::farthest_mm))
    refuse(name, fmt::format("a place less than {:.0f} m away, in mm", limits::farthest_mm / 1000));
  return xyz;
}

RawMesh mesh_of(const py::object& vertices, const py::object& faces, const py::object& labels) {
  const py::array points = checked("vertices", vertices, 2, "fiu", "numbers (n, 3)");
  const py::array given = py::array::ensure(faces);
  const bool counted = given && given.ndim() == 1;
  const py::array triangles = checked("faces", faces, counted ? 1 : 2, "iu", "whole numbers (m, 3)");
  RawMesh mesh;
  mesh.vertices.reserve(static_cast<std::size_t>(points.shape(0)));
  if (!as_stored<double, float>(points, [&](auto number) { add_vertices<decltype(number)>(mesh, points); }))
    add_vertices<double>(mesh, py::array_t<double>::ensure(points));
  mesh.faces.reserve(static_cast<std::size_t>(triangles.shape(0)) / (counted ? 4 : 1));
  if (counted) {
    add_counted_faces(mesh, triangles);
  } else if (!as_stored<std::int64_t, std::int32_t, std::uint32_t>(
                 triangles, [&](auto number) { add_faces<decltype(number)>(mesh, triangles); })) {
    add_faces<std::int64_t>(mesh, py::array_t<std::int64_t>::ensure(triangles));
  }
  if (labels.is_none()) return mesh;
  const py::array numbers = checked("labels", labels, 1, "iu", "whole numbers (n,), one per vertex");
  if (numbers.shape(0) != points.shape(0)) refuse("labels", "one number per vertex");
  const auto whole = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(numbers);
  constexpr std::int64_t most_label = 999'999;  // as in files (label_of)
  for (const std::int64_t label : std::span(whole.data(), static_cast<std::size_t>(whole.size()))) {
    if (label < 0 || label > most_label)
      refuse("labels", fmt::format("tooth numbers, 0 for gum; one is {}", label));
    mesh.labels.push_back(static_cast<int>(label));
  }
  return mesh;
}

}  // namespace intercusp::python
