// Covers pixel centres with the faces of one cluster, exactly, in four steps:
//  1. place the vertices on the snapped grid (placed_vertices.h);
//  2. drop the faces whose box holds no centre (cells.h, placed_faces.h) or that face the other way, and sort the rest by the
//     size of their boxes;
//  3. small faces: set up and test several at a time, one centre of each (small_faces.h);
//  4. larger ones: set up sixteen at a time, then test sixteen centres of a row or column (large_faces.h).
// A centre exactly on an edge belongs to the face on whose top or left side the edge lies.
#include "occlusion/engines/zlist/kernels/drawn_centres.h"
#include "occlusion/engines/zlist/kernels/isa.h"
#include "occlusion/engines/zlist/kernels/large_faces.h"
#include "occlusion/engines/zlist/kernels/placed_faces.h"
#include "occlusion/engines/zlist/kernels/small_faces.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

template <class Output>
void draw(const ClusterView& cluster, const BandView& band, unsigned facings, bool all, Output& output) {
  // Needed last, and not in order.
  for (int face = 0; face < cluster.face_count; face += 16) __builtin_prefetch(cluster.faces + face);
  PlacedVertices placed;
  SortedFaces sorted;
  place_vertices(cluster, band, placed);
  sort_by_size(cluster, band, placed, sorted);
  if (!all) drop_facing_away(placed, static_cast<Facings>(facings), sorted);
  fill_lanes(sorted);
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    for (int i = 0; i < lanes; ++i) faces[count + i] = 0;  // three times vertex 0: drawn nowhere
    for (int first = 0; first < count; first += lanes) {
      draw_small(cluster, faces + first, size + 1, band, placed, output);
    }
  }
  LargeFaces large;
  PackedFace* faces = sorted.faces[SortedFaces::large];
  const int count = sorted.count[SortedFaces::large];
  for (int i = 0; i < large_lanes; ++i) faces[count + i] = 0;
  for (int first = 0; first < count; first += large_lanes) {
    set_up_large(cluster, faces + first, band, placed, facings, large);
    for (int lane = 0; lane < large_lanes; ++lane) draw_large(large, lane, output);
  }
}

}  // namespace

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink) {
  const ToSink target(sink);
  Output<ToSink> output(target);
  draw(cluster, band, both_facings, true, output);
  output.flush();
}

void keep_last(const ClusterView& cluster, const BandView& band, WantedFaces wanted, std::uint64_t* keys) {
  const ToLastLayers target(keys);
  Output<ToLastLayers> output(target);
  draw(cluster, band, wanted.facing == Facing::leaving ? leaving : entering, wanted.all, output);
  output.flush();
}

}  // namespace intercusp::zlist::INTERCUSP_ISA
