// The inner loops of the z-list engine, compiled once for each generation of processors and chosen at run
// time (kernels.cpp). Most are plain loops over a fixed number of lanes, which the compiler turns into SIMD;
// without contraction (-ffp-contract=off) all generations give the same bits. Only the order of fragments differs.
//
// These headers are seen by code that is compiled for newer processors: they must hold no inline functions
// of the standard library, or the linker may keep a copy that an older processor cannot run.
#pragma once

#include <cstdint>

namespace intercusp::zlist {

//! Limits of a cluster, so that its corners fit a byte and its vertices the nearest cache.
constexpr int cluster_faces = 128;
constexpr int cluster_vertices = 256;
//! Arrays of corners are padded with three times vertex 0 to a whole number of these.
constexpr int padded_faces = 16;
//! Arrays of coordinates may be read up to a whole number of these.
constexpr int padded_vertices = 16;

//! Three corners (indices of vertices, eight bits each) and, in the top byte, the face's place in its
//! cluster.
using PackedFace = std::uint32_t;

struct ClusterView {
  const float *x, *y, *z;  //!< mm about the mesh's centre
  int vertex_count;
  const PackedFace* corners;   //!< padded
  const std::uint32_t* faces;  //!< the mesh's own numbers, some with sheet_bit
  int face_count;
};

//! From a cluster's vertices to a band of the map. Vertices are snapped to whole numbers of 2^-shift pixel;
//! edges are then compared in whole numbers, which doubles hold exactly (draw_faces.cpp), so a closed mesh
//! covers every centre with signs that sum to zero: no cracks, no double hits.
struct BandView {
  double x[4], y[4], depth[4];  //!< row · (vertex, 1): in 2^-shift pixel from the window's corner; mm
  int shift;
  int width;               //!< of the map, pixels
  int first_row, end_row;  //!< of the band
};

//! Snapped coordinates stay within this: double precision holds the products of differences and their
//! sums.
constexpr double largest_coordinate = 16'777'216;

//! Faces no larger than this are drawn in 32-bit whole numbers, which hold the edges' functions over their
//! boxes and a step beyond.
constexpr int small_extent = 16'384;

//! Crossings of pixels' lines with faces, as one array per quantity.
struct Fragments {
  const std::uint32_t* pixel;      //!< counted row by row from the band's first
  const float* depth;              //!< mm
  const std::uint32_t* exit_face;  //!< the face and its two bits
  int count;
};
constexpr std::uint32_t exit_bit = 0x8000'0000U;  //!< the line leaves the body there
constexpr std::uint32_t sheet_bit =
    0x4000'0000U;  //!< the face may lie in one plane with another, and enclose nothing
constexpr std::uint32_t face_bits = 0x3FFF'FFFFU;

//! Takes fragments as they are drawn, some at a time.
struct FragmentSink {
  void (*take)(void* owner, const Fragments& fragments);
  void* owner;
};

enum class Facing { entering, leaving };
struct WantedFaces {
  Facing facing;
  bool all;  //!< no face of the cluster faces the other way, so facing is not tested
};

//! Inputs of a row of pixels, of the upper and of the lower.
struct RowLayers {
  const float* upper_start;         //!< where the line first enters the upper, +infinity if it does not
  const float* upper_end;           //!< where it then leaves
  const std::int32_t* upper_face;   //!< of `upper_start`; no_face if the upper does not cover the pixel
  const std::uint64_t* lower_exit;  //!< depth_key of the lower's last exit, 0 if none
  //! Upper limit, for every 2^limit_shift pixels, of the faces through which lines enter the lower.
  const float* lower_entering_limit;
  int limit_shift;
  int count;
};
constexpr int tile_shift = 4;
constexpr int tile_columns = 1 << tile_shift;

//! Two sheets that lie in one plane (the caps of an inner and an outer margin do) enclose nothing; their depths differ
//! by the rounding of single precision at some 60 mm.
constexpr float shortest_interval_mm = 1e-5F;

struct CompareLimits {
  float tolerance_mm;
  std::int32_t upper_anatomy_faces, lower_anatomy_faces;
};

//! The beginning of this row in the map's arrays. State, stage and coverage are the enumerations of clearance_map.h.
struct RowOfMap {
  float *clearance_mm, *overlap_mm;
  std::int32_t *upper_face, *lower_face;
  std::uint8_t *coverage, *state, *resolved_by, *valued_by;
  std::uint8_t* open;  //!< set to 1 if only the lists of all layers decide, else 0
  std::uint8_t* held;  //!< a ChunkHolds for each chunk of the row: the parts that need no rewriting
};
constexpr int chunk_columns = 32;
//! State of the map's arrays in a chunk, in increasing detail.
enum ChunkHolds : std::uint8_t {
  anything,       //!< also before the first pose
  no_meeting,     //!< no open pixel and none in which the jaws meet
  facing_jaws,    //!< only free pixels with a clearance, unchanged except for their values
  without_lower,  //!< the result of the upper alone
};
static_assert(chunk_columns % tile_columns == 0);

struct Kernels {
  const char* name;  //!< of the instruction set
  //! Draws all faces of a cluster.
  void (*draw_faces)(const ClusterView&, const BandView&, const FragmentSink&);
  //! Draws the faces that lines leave by, or those that they enter by. \param keys of the band's pixels: raised to the
  //! depth_key of what is drawn if that is greater
  void (*keep_last)(const ClusterView&, const BandView&, WantedFaces, std::uint64_t* keys);
  //! \return whether any pixel is open
  bool (*compare_row)(const RowLayers&, const CompareLimits&, const RowOfMap&);
};

//! The best that this processor runs.
[[nodiscard]] const Kernels& kernels();

//! All that it runs, best first: for tests that they agree.
struct KernelList {
  const Kernels* first;
  int count;
};
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::zlist
