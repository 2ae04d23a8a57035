// A buccal scan: what a scanner sees from the cheek of jaws that bite together, as one open mesh.
#pragma once

#include "datasets/dentition.h"
#include "datasets/labelled_mesh.h"

namespace intercusp {

enum class BuccalSide { right, left };

struct BuccalScanOptions {
  BuccalSide side = BuccalSide::right;
  double height_mm = 9;   //!< of each jaw, from the line where they meet
  double depth_mm = 1.5;  //!< what lies farther behind the nearest surface is in its shadow
  int first_place = 3;    //!< canine …
  int last_place = 7;     //!< … to second molar
};

//! Cuts the faces that are seen from the cheek out of both jaws, which stay where they are: the scan's frame is that of
//! the dentition. Its labels are empty.
//! \param dentition in the case frame (dentition.h), as without a pose
[[nodiscard]] LabelledMesh buccal_scan(const Dentition& dentition, const BuccalScanOptions& options = {});

}  // namespace intercusp
