// The kernels of this folder for each generation of processors.
#pragma once

#include <cstdint>

namespace intercusp::surface {

// The inner loop of ClosestFaces. Sixteen neighbouring points descend one tree of boxes together, one lane
// each. Faces are tested in floats first; those that may be closest within the error of floats are compared
// in double. The loop is compiled for three generations of processors (cmake/kernels.cmake), so this file and
// its source include no header that defines functions outside INTERCUSP_ISA.

constexpr int lanes = 16;     // points of a group
constexpr int branches = 16;  // boxes of a list
constexpr double no_closest = -1;

struct alignas(64) PointGroup {
  double x[lanes], y[lanes], z[lanes];
  double squared[lanes];  //!< in: only nearer faces count; out: squared distance of the closest face
  //! Out: number of the closest face; `no_closest` if none is nearer. As wide as the other numbers, so that one
  //! loop keeps them all.
  double face[lanes];
};

//! Boxes of sixteen parts of a jaw. Missing parts have a box that cannot be reached.
struct alignas(64) FaceBoxes {
  float low[3][branches], high[3][branches];  //!< relative to the view's centre, rounded to nearest
  std::uint32_t part[branches];  //!< index of a face if these are single faces, else of a list of boxes
  bool are_faces;
};

//! A face in its own frame, in floats: the first corner is at the origin, the second at (length, 0), the
//! third at y ≥ 0. It fills one cache line.
struct alignas(64) RoughFace {
  float corner[3];                 //!< relative to the tree's centre
  float x[3], y[3];                //!< unit vectors of the frame
  float length;                    //!< length of the edge along x, the longest
  float second[2], second_length;  //!< the edge from the second corner to the third: unit vector and length
  float third[2], third_length;    //!< the edge from the first corner to the third
};

struct FaceTreeView {
  const FaceBoxes* boxes;  //!< the first list covers everything
  const RoughFace* rough;
  const std::uint32_t* numbers;  //!< number in the mesh of each face of the tree
  const double* vertices;        //!< three numbers each
  const std::uint32_t* corners;  //!< three for each face of the mesh
  double centre[3];
};

//! Writes the number of the closest face to `face`; leaves it unchanged if none is nearer.
//! \param rounding_mm upper bound for the error of rounding a point and a box or corner to floats
using ClosestFacesKernel = void (*)(const FaceTreeView& tree, double rounding_mm, PointGroup& group);

//! Writes `count` rough faces of a tree, starting with number `first`. The view needs no boxes and no rough
//! faces for this.
using RoughFacesKernel = void (*)(const FaceTreeView& tree, std::uint32_t first, std::uint32_t count,
                                  RoughFace* faces);

// The points at which the lines of sixteen pixels meet the planes of the faces that they see. Compiled as
// the loop above.

//! A mesh and the view in which its faces were seen. Frames are stored as rows of three numbers and a shift.
struct SeenMesh {
  const double* vertices;        //!< three numbers each, in the mesh's own frame
  const std::uint32_t* corners;  //!< three for each face
  double view_from_mesh[3][4], case_from_view[3][4];
};

struct SeenPixels {
  double u[lanes], v[lanes];
  std::int32_t face[lanes];
};

//! Writes the points of the group in the case frame. The depth of each equals plane_depth
//! (occlusion/view/viewed_mesh.h) without its limit of reach, to the last bit.
using SeenPointsKernel = void (*)(const SeenMesh& mesh, const SeenPixels& pixels, PointGroup& points);

struct NamedKernels {
  const char* name;
  ClosestFacesKernel closest_faces;
  RoughFacesKernel rough_faces;
  SeenPointsKernel seen_points;
};
struct KernelList {
  const NamedKernels* first;
  int count;
};

//! The kernels that this processor can run, the fastest first.
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::surface
