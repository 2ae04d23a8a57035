// Common parts of all VTK PolyData files of the program.
#pragma once

#include <string>

#include "io/picture/posed_jaw.h"

class vtkPolyData;

namespace intercusp {

//! Points and triangles of a jaw, in the case frame.
void set_jaw(vtkPolyData& data, const PosedJaw& jaw);

//! A text in the field data.
void add_note(vtkPolyData& data, const std::string& name, const std::string& text);

//! The file: binary, appended, not compressed. \param what it holds, for the error
//! \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string vtp_file(vtkPolyData& data, const std::string& what);

}  // namespace intercusp
