// The inner loops of the z-list engine. They are compiled once for each generation of processors and chosen
// at run time (kernels.cpp). Most are plain loops over a fixed number of lanes, which the compiler turns into
// SIMD. Without contraction (-ffp-contract=off) all generations give the same bits; only the order of
// fragments differs.
//
// Code that is compiled for newer processors includes these headers. They must not contain inline functions
// of the standard library, or the linker may keep a copy that an older processor cannot run.
#pragma once

#include <cstdint>

namespace intercusp::zlist {

//! Limits of a cluster: its corners fit a byte, and its vertices fit the nearest cache.
constexpr int cluster_faces = 128;
constexpr int cluster_vertices = 256;
//! Arrays of corners are padded to a multiple of this with faces of three times vertex 0.
constexpr int padded_faces = 16;
//! Arrays of coordinates may be read up to a multiple of this.
constexpr int padded_vertices = 16;

//! Three corners (indices of vertices, eight bits each) and, in the top byte, the index of the face
//! in its cluster.
using PackedFace = std::uint32_t;

struct ClusterView {
  const float *x, *y, *z;  //!< mm, relative to the mesh's centre
  int vertex_count;
  const PackedFace* corners;   //!< padded
  const std::uint32_t* faces;  //!< numbers in the mesh, some with sheet_bit
  int face_count;
};

//! Transform from a cluster's vertices to a band of the map. Vertices are snapped to multiples of 2^-shift
//! pixel. Edges are then compared in integers, which doubles hold exactly (draw_faces.cpp). So a closed mesh
//! covers every centre with signs that sum to zero, without cracks or double hits.
struct BandView {
  double x[4], y[4], depth[4];  //!< row · (vertex, 1): in 2^-shift pixel from the window's corner; mm
  int shift;
  int width;               //!< width of the map, pixels
  int first_row, end_row;  //!< rows of the band
};

//! Limit of snapped coordinates. Below it, double precision holds the products of differences and
//! their sums exactly.
constexpr double largest_coordinate = 16'777'216;

//! Limit of the extent of faces drawn in 32-bit integers, which hold the edge functions over the face's box
//! and one step beyond.
constexpr int small_extent = 16'384;

//! Crossings of pixels' lines with faces, one array per quantity.
struct Fragments {
  const std::uint32_t* pixel;      //!< number in the band, row by row
  const float* depth;              //!< mm
  const std::uint32_t* exit_face;  //!< the face and its two bits
  int count;
};
constexpr std::uint32_t exit_bit = 0x8000'0000U;  //!< the line leaves the body here
//! The face may lie in one plane with another and enclose nothing.
constexpr std::uint32_t sheet_bit = 0x4000'0000U;
constexpr std::uint32_t face_bits = 0x3FFF'FFFFU;

//! Receives fragments in batches as they are drawn.
struct FragmentSink {
  void (*take)(void* owner, const Fragments& fragments);
  void* owner;
};

enum class Facing { entering, leaving };
struct WantedFaces {
  Facing facing;
  bool all;  //!< all faces of the cluster have this facing, so it is not tested
};

//! Input of a row of pixels, from both jaws.
struct RowLayers {
  const float* upper_start;         //!< where the line first enters the upper; +infinity if it does not
  const float* upper_end;           //!< where it then leaves the upper
  const std::int32_t* upper_face;   //!< face at `upper_start`; no_face if the upper does not cover the pixel
  const std::uint64_t* lower_exit;  //!< depth_key of the lower's last exit; 0 if there is none
  //! For every 2^limit_shift pixels, an upper limit of the depths at which lines enter the lower.
  const float* lower_entering_limit;
  int limit_shift;
  int count;
};
constexpr int tile_shift = 4;
constexpr int tile_columns = 1 << tile_shift;

//! Two sheets in one plane, for example the caps of an inner and an outer margin, enclose nothing. Their
//! depths differ by the rounding of single precision at some 60 mm.
constexpr float shortest_interval_mm = 1e-5F;

struct CompareLimits {
  float tolerance_mm;
  std::int32_t upper_anatomy_faces, lower_anatomy_faces;
};

//! The start of a row in the map's arrays. State, stage and coverage are the enumerations of clearance_map.h.
struct RowOfMap {
  float *clearance_mm, *overlap_mm;
  std::int32_t *upper_face, *lower_face;
  std::uint8_t *coverage, *state, *resolved_by, *valued_by;
  std::uint8_t* open;  //!< set to 1 if only the lists of all layers decide the pixel, else 0
  std::uint8_t* held;  //!< one ChunkHolds per chunk of the row; tells which parts need no rewriting
};
constexpr int chunk_columns = 32;
//! What the map's arrays hold in a chunk, in increasing detail.
enum ChunkHolds : std::uint8_t {
  anything,       //!< also the state before the first pose
  no_meeting,     //!< no open pixel, and none in which the jaws meet
  facing_jaws,    //!< only free pixels with a clearance; everything but their values is up to date
  without_lower,  //!< the result for the upper alone
};
static_assert(chunk_columns % tile_columns == 0);

struct Kernels {
  const char* name;  //!< name of the instruction set
  //! Draws all faces of a cluster.
  void (*draw_faces)(const ClusterView&, const BandView&, const FragmentSink&);
  //! Draws only the faces through which lines leave, or those through which they enter.
  //! \param keys of the band's pixels: raised to the depth_key of drawn fragments that are greater
  void (*keep_last)(const ClusterView&, const BandView&, WantedFaces, std::uint64_t* keys);
  //! \return whether any pixel is open
  bool (*compare_row)(const RowLayers&, const CompareLimits&, const RowOfMap&);
};

//! The best kernels that this processor can run.
[[nodiscard]] const Kernels& kernels();

//! All kernels that it can run, best first, for tests that they agree.
struct KernelList {
  const Kernels* first;
  int count;
};
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::zlist
