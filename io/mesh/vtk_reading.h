// VTK's readers: they run without printing, and their output becomes our mesh.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/mesh/raw_mesh.h"

class vtkAlgorithm;
class vtkPolyData;

namespace intercusp {

//! Runs a reader. VTK prints nothing.
//! \return its output, which it owns  \throw InputError with what VTK reports
[[nodiscard]] vtkPolyData& read_by_vtk(const std::filesystem::path& file, vtkAlgorithm& reader);

//! Sets the vertices and adds the faces: polygons as fans, strips as triangles. Cells of points and lines are left out.
//! \return the polygon or strip of each face
//! \throw InputError where cells reach beyond their list of corners, which VTK does not check
std::vector<std::uint32_t> take_cells(const std::filesystem::path& file, vtkPolyData& data, RawMesh& mesh);

//! VTK has one window for messages in the whole process, so files are read one at a time: another thread waits here.
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

}  // namespace intercusp
