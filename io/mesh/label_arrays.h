// Arrays of whole numbers in PLY, VTP and VTK files: which of them holds the tooth of each vertex or face.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Represents a stored value that is not a whole number (NaN, 1.5): no tooth has this number.
inline constexpr int not_a_label = -1;

//! A label from a file that stores it as a floating-point number.
[[nodiscard]] constexpr int label_of(double value) {
  if (!(value > -1e6 && value < 1e6)) return not_a_label;
  const int label = static_cast<int>(value);
  return static_cast<double>(label) == value ? label : not_a_label;
}

//! One number per vertex or, `per_face`, per polygon of the file.
struct NumberArray {
  std::string name;
  bool per_face = false;
  std::vector<int> numbers;
};

//! Whether an array of this name holds teeth; case does not matter.
[[nodiscard]] bool is_label_name(std::string_view name);

//! One number per vertex: that of most faces around it, of equally frequent ones the highest.
//! \param of_face one per face of the mesh
[[nodiscard]] std::vector<int> most_frequent_around(const RawMesh& mesh, const std::vector<int>& of_face);

//! Takes the arrays red, green and blue of polygons as colours of faces, and the array with the best name as the mesh's labels; one per vertex before one per face
//! (most_frequent_around). Others that look like tooth numbers are named in `RawMesh::unread_labels`. Arrays of another length than the mesh are skipped.
//! \param polygon_of_face of each face, counted from 0
void take_labels(std::vector<NumberArray> arrays, const std::vector<std::uint32_t>& polygon_of_face,
                 RawMesh& mesh);

}  // namespace intercusp
