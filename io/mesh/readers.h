// The readers of mesh formats. Each makes a mesh from the bytes of a file. What they share comes first.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text_cursor.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

class vtkAlgorithm;
class vtkPolyData;

namespace intercusp {

//! The next three numbers of a text.
//! \throw InputError if one is missing
[[nodiscard]] inline Eigen::Vector3d take_point(TextCursor& text) {
  const double x = text.number("a coordinate of a vertex");
  const double y = text.number("a coordinate of a vertex");
  const double z = text.number("a coordinate of a vertex");
  return {x, y, z};
}

//! A vertex number from a file that may store it as a floating-point number; −1 for a number that no file can
//! have.
[[nodiscard]] inline std::int64_t corner_number(double value) {
  return std::abs(value) < 1e15 ? static_cast<std::int64_t>(value) : -1;
}

// VTK's readers run without printing. Their output becomes our mesh.

//! Runs a reader of VTK without printing.
//! \return its output, which it owns
//! \throw InputError with what VTK reports
[[nodiscard]] vtkPolyData& read_by_vtk(const std::filesystem::path& file, vtkAlgorithm& reader);

//! Sets the vertices and adds the faces: polygons as fans, strips as triangles. Cells of points and lines are
//! left out.
//! \return the polygon or strip of each face
//! \throw InputError if cells reach beyond their list of corners, which VTK does not check
std::vector<std::uint32_t> take_cells(const std::filesystem::path& file, vtkPolyData& data, RawMesh& mesh);

//! Collects VTK's messages. VTK has one window for messages in the whole process, so files are read one at a
//! time: other threads wait in the constructor.
class VtkMessages {
 public:
  VtkMessages();
  ~VtkMessages();
  VtkMessages(const VtkMessages&) = delete;
  VtkMessages& operator=(const VtkMessages&) = delete;

  [[nodiscard]] const std::string& first() const;  //!< empty if VTK reported nothing

 private:
  struct Kept;
  std::unique_ptr<Kept> kept_;
};

// Arrays of whole numbers in PLY, VTP and VTK files, and which of them holds the tooth of each vertex or
// face.

//! Represents a stored value that is not a whole number (NaN, 1.5). No tooth has this number.
inline constexpr int not_a_label = -1;

//! A label from a file that stores it as a floating-point number.
[[nodiscard]] constexpr int label_of(double value) {
  if (!(value > -1e6 && value < 1e6)) return not_a_label;
  const int label = static_cast<int>(value);
  return static_cast<double>(label) == value ? label : not_a_label;
}

//! One number per vertex or, if `per_face`, per polygon of the file.
struct NumberArray {
  std::string name;
  bool per_face = false;
  std::vector<int> numbers;
};

//! Whether an array of this name holds teeth; case does not matter.
[[nodiscard]] bool is_label_name(std::string_view name);

//! For each vertex, the number of most faces around it; of equally frequent numbers, the highest.
//! \param of_face one per face of the mesh
[[nodiscard]] std::vector<int> most_frequent_around(const RawMesh& mesh, const std::vector<int>& of_face);

//! Takes the polygons' arrays red, green and blue as colours of faces, and the array with the best name as
//! the mesh's labels. An array per vertex is preferred to one per face (most_frequent_around). Other arrays
//! that look like tooth numbers are named in `RawMesh::unread_labels`. Arrays whose length differs from the
//! mesh's are skipped.
//! \param polygon_of_face for each face, its polygon, counted from 0
void take_labels(std::vector<NumberArray> arrays, const std::vector<std::uint32_t>& polygon_of_face,
                 RawMesh& mesh);

// STL: triangles without shared vertices, units or labels. Our code checks the bytes, and VTK reads them as
// floats.

//! Size of a binary STL with this many faces: a header of 80 bytes, the count, and 50 bytes for each face.
[[nodiscard]] constexpr std::uint64_t binary_stl_bytes(std::uint64_t faces) { return 84 + 50 * faces; }

//! Whether the header's count of faces is 0 because the program wrote it before it knew the number. The
//! number then follows from the size.
//! \pre at least 84 bytes
[[nodiscard]] bool is_binary_stl_counted_by_size(std::string_view bytes);

//! Three separate vertices for each face, in the order of the file. Stored normals and attributes are not
//! used, because many programs write zeros there.
//! \throw InputError if there are fewer bytes than the count of faces needs; further bytes are ignored
[[nodiscard]] RawMesh read_binary_stl(const std::filesystem::path& file, std::string_view bytes);

//! Several solids in one file become one mesh. VTK reads it as binary STL.
//! \throw InputError with the line at which the text leaves the grammar of STL or ends too soon
[[nodiscard]] RawMesh read_ascii_stl(const std::filesystem::path& file, std::string_view text);

// Wavefront OBJ: reads `v`, `f` and textures, and ignores normals and groups.

//! Vertices as the file lists them. A vertex with several normals or texture coordinates stays one vertex,
//! with the first of its coordinates. A weight after the coordinates is skipped; a colour is read. Polygons
//! become fans. Negative indices count back from the vertex before them.
//! \throw InputError with the line in which a number is missing or malformed
[[nodiscard]] RawMesh read_obj(const std::filesystem::path& file, std::string_view text);

// Texture pictures of an OBJ file become one colour per vertex. Scans are so dense that this loses no visible
// detail.

//! Sets the colours of vertices that have texture coordinates, unless the file has vertex colours. Reads
//! material files (`map_Kd`, up to 1 MB) and PNG and JPEG pictures (up to 64 megapixels) that lie in the
//! mesh's folder or below it after links are followed.
//! \return the unusable pictures and the reasons, with `file` and `texture`; the scan stays usable
[[nodiscard]] std::vector<Finding> take_texture_colours(const std::filesystem::path& file, RawMesh& mesh);

//! The pictures that a material library names, in its folder; empty if it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> pictures_named_in(const std::filesystem::path& library);

// PLY: ASCII and binary of either byte order, with colours and tooth labels if the file has them. Our code
// checks the bytes and reads labels and colours. VTK reads coordinates, as floats, and faces.

//! Properties may come in any order, and unused ones are skipped. Polygons become fans. Every count is
//! checked against the remaining bytes before memory is allocated for it.
//! \throw InputError with the line (header, ASCII) or the byte (binary) at which the file is damaged or ends
//! too soon
[[nodiscard]] RawMesh read_ply(const std::filesystem::path& file, std::string_view bytes);

// OFF: the Object File Format of Geomview in its text forms OFF, COFF, NOFF and CNOFF (and STOFF).

//! Reads coordinates and faces, and skips normals, colours and texture coordinates. Polygons become fans.
//! \throw InputError with the line at which the file is damaged or ends too soon, and for binary or 4-D OFF
[[nodiscard]] RawMesh read_off(const std::filesystem::path& file, std::string_view text);

// VTP, the XML PolyData of VTK, which our code checks before VTK reads it.

//! Polygons become fans, and triangle strips become triangles. Vertices and lines of the file are skipped.
//! Labels are read from a point array. VTK's messages about the file go into the exception, not to stderr.
//! \throw InputError with the line at which the XML is incomplete, describes no PolyData, or has counts and
//! lengths of arrays that do not fit the file's size (VTK 9.1 aborts or allocates without limit on such
//! files); also if VTK reports an error
[[nodiscard]] RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes);

// Legacy VTK polydata (.vtk), ASCII and binary, versions 1 to 5.

//! Polygons become fans, and triangle strips become triangles. Vertices and lines are skipped. Labels are
//! read from a point array.
//! \throw InputError with the line at which the file is truncated, damaged or not POLYDATA
[[nodiscard]] RawMesh read_vtk(const std::filesystem::path& file, std::string_view bytes);

// Scenes: files with several meshes, each with a name and a place. They state their unit; meshes are in mm.

struct NamedMesh {
  std::string name;
  RawMesh mesh = {};  //!< mm, where the scene has it
};

//! Binary glTF 2.0: triangles and colours of vertices. Pictures and other files that it names are not read.
//! \throw InputError if it is damaged, or packs meshes by an extension
[[nodiscard]] std::vector<NamedMesh> read_glb(const std::filesystem::path& file, std::string_view bytes);

//! 3MF: the objects of its build with their colours, and those that they are composed of.
//! \throw InputError if it is damaged
[[nodiscard]] std::vector<NamedMesh> read_three_mf(const std::filesystem::path& file, std::string_view bytes);

//! The STL or OBJ that a DICOM file encapsulates (PS3.3, A.85), in mm.
//! \throw InputError if it has none
[[nodiscard]] std::string mesh_in_dicom(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
