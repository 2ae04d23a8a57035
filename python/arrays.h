// NumPy arrays: views of results, without a copy, and reading of users' arrays.
#pragma once

#include <pybind11/numpy.h>

#include <Eigen/Geometry>
#include <optional>
#include <type_traits>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/view/view.h"

namespace intercusp::python {

namespace py = pybind11;
using Shape = std::vector<py::ssize_t>;

//! A read-only array over numbers of `owner`. The array keeps the owner alive.
//! \param strides in bytes; empty: numbers are contiguous, the last index fastest
template <class Number>
[[nodiscard]] py::array view_of(const Number* numbers, const Shape& shape, py::handle owner,
                                const Shape& strides = {}) {
  py::array array(py::dtype::of<Number>(), shape, strides, numbers, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

//! Shows enumerators as their numbers.
template <class Entry>
[[nodiscard]] py::array view_of(const std::vector<Entry>& entries, const Shape& shape, py::handle owner) {
  if constexpr (std::is_enum_v<Entry>) {
    return view_of(reinterpret_cast<const std::underlying_type_t<Entry>*>(entries.data()), shape, owner);
  } else {
    return view_of(entries.data(), shape, owner);
  }
}
template <class Entry>
[[nodiscard]] py::array view_of(const std::vector<Entry>& entries, py::handle owner) {
  return view_of(entries, Shape{static_cast<py::ssize_t>(entries.size())}, owner);
}
//! An array of shape (rows, columns).
template <class Entry>
[[nodiscard]] py::array view_of(const std::vector<Entry>& entries, const PixelGrid& grid, py::handle owner) {
  return view_of(entries, Shape{grid.height, grid.width}, owner);
}

//! An array of shape (k, …) over one member of the entries of a list.
//! \param first the member of the first entry, if there is one
//! \param each,strides shape of the member, and its strides in bytes
template <class Entry>
[[nodiscard]] py::array series_view(const std::vector<Entry>& entries, const double* first, const Shape& each,
                                    const Shape& strides, py::handle owner) {
  Shape shape = {static_cast<py::ssize_t>(entries.size())}, steps = {static_cast<py::ssize_t>(sizeof(Entry))};
  shape.insert(shape.end(), each.begin(), each.end());
  steps.insert(steps.end(), strides.begin(), strides.end());
  if (entries.empty()) return py::array_t<double>(shape);
  return view_of(first, shape, owner, steps);
}

//! An array of shape (k, 4, 4).
//! \param pose returns the pose of an entry
template <class Entry, class Pose>
[[nodiscard]] py::array poses_view(const std::vector<Entry>& entries, Pose pose, py::handle owner) {
  constexpr py::ssize_t number = sizeof(double);  // Eigen stores column by column
  const double* const first = entries.empty() ? nullptr : pose(entries.front()).matrix().data();
  return series_view(entries, first, {4, 4}, {number, 4 * number}, owner);
}

//! A property of `Owner` that views its content. `read` is called with the C++ object and the Python object.
template <class Owner, class Read>
[[nodiscard]] auto viewing(Read read) {
  return [read](const py::object& self) { return read(self.cast<const Owner&>(), self); };
}

//! A copy of shape (3,).
[[nodiscard]] py::array_t<double> array_of(const Eigen::Vector3d& point);
//! A copy of shape (4, 4).
[[nodiscard]] py::array_t<double> array_of(const Eigen::Isometry3d& pose);
template <class Value>
[[nodiscard]] py::object array_or_none(const std::optional<Value>& value) {
  return value ? py::object(array_of(*value)) : py::object(py::none());
}

//! Finite numbers of an argument, row by row.
//! \throw ValueError for other content or another count
[[nodiscard]] std::vector<double> numbers_of(const char* name, const py::handle& argument, std::size_t count,
                                             const char* wants);

//! A pose from a user, made rigid; empty for None.
//! \param where context for messages
//! \throw ValueError for another shape; InputError ("unusable_pose") if it is not rigid
[[nodiscard]] std::optional<Eigen::Isometry3d> pose_of(const char* where, const char* name,
                                                       const py::object& argument);

//! A unit vector; empty for None.
//! \throw ValueError
[[nodiscard]] std::optional<Eigen::Vector3d> direction_of(const char* name, const py::object& argument);
//! A unit vector.
//! \throw ValueError if the length is outside limits::direction_length
[[nodiscard]] Eigen::Vector3d direction_of(const char* name, const Eigen::Vector3d& xyz);
//! \throw ValueError if it is limits::farthest_mm away or more
Eigen::Vector3d place_of(const char* name, const Eigen::Vector3d& xyz);

struct MeshArrays {
  py::object vertices, faces;
};
//! Reads an object with such members, for example of trimesh or PyVista.
//! \throw TypeError for other objects
[[nodiscard]] MeshArrays arrays_of(const py::object& mesh);

//! Reads a mesh in one copy, directly from arrays of floats and of integers of 32 or 64 bits in any layout.
//! \param faces (m, 3), or in one row with the number of corners before each face
//! \param labels None, or one number per vertex
//! \throw ValueError for other shapes, indices without a vertex and labels below 0 or above 999 999;
//! TypeError for other kinds of numbers
[[nodiscard]] RawMesh mesh_of(const py::object& vertices, const py::object& faces, const py::object& labels);

}  // namespace intercusp::python
