// The inner loop of ClosestFaces: sixteen points that lie near each other go down one tree of boxes together,
// a lane each. Compiled for three generations of processors (cmake/kernels.cmake), so this file and its
// source include no header that defines functions.
#pragma once

#include <cstdint>

namespace intercusp::surface {

constexpr int lanes = 16;     // points
constexpr int branches = 16;  // boxes
constexpr double no_closest = -1;

struct alignas(64) PointGroup {
  double x[lanes], y[lanes], z[lanes];
  double squared[lanes];  //!< before: only what is nearer counts; after: squared distance of the closest face
  double face[lanes];     //!< after: its number, as wide as the rest so that it is kept in the same loop;
                          //!< `no_closest` where none is nearer
};

//! Sixteen parts of a jaw in boxes; parts that are not there have a box that nothing reaches.
struct alignas(64) FaceBoxes {
  float low[3][branches], high[3][branches];  //!< relative to the view's centre, rounded to nearest
  std::uint32_t part[branches];               //!< place of a face where these are single faces, else of boxes
  bool are_faces;
};

//! A face in its own frame: the first corner at the origin, the second at (length, 0), the third at y ≥ 0.
//! 128 bytes, two lines of a cache.
struct alignas(64) FlatFace {
  double corner[3];
  double x[3], y[3];                //!< unit vectors of the frame
  double length;                    //!< of the edge along x
  double second[2], second_length;  //!< the edge from the second corner to the third: unit vector and length
  double third[2], third_length;    //!< from the first corner to the third
};

struct FaceTreeView {
  const FaceBoxes* boxes;  //!< the first holds all
  const FlatFace* faces;
  double centre[3];
};

//! Leaves in `face` the place of a face in the tree; where none is nearer, what was there.
//! \param rounding_mm at least what rounding to floats moves a point and a box against each other
using ClosestFacesKernel = void (*)(const FaceTreeView& tree, double rounding_mm, PointGroup& group);

struct NamedKernel {
  const char* name;
  ClosestFacesKernel closest_faces;
};
struct KernelList {
  const NamedKernel* first;
  int count;
};

//! Those that this processor can run, the fastest first.
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::surface
