#include "io/repair_duplicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

namespace intercusp::repair {
namespace {

Face sorted(Face face) {
  std::sort(face.begin(), face.end());
  return face;
}

//! Does (a, b, c) of `f` run the other way round in `g`?
bool is_opposite(const Face& f, const Face& g) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (g[i] == f[0]) return g[(i + 1) % 3] != f[1];
  }
  return false;
}

//! Per face the first face with the same vertices.
std::vector<std::uint32_t> first_copies(const WorkingMesh& mesh) {
  // Buckets by the smallest vertex, then sorted: linear for meshes, and the same order on every machine.
  std::vector<std::uint32_t> bucket(mesh.vertices.size() + 1, 0);
  for (const Face& face : mesh.faces) ++bucket[*std::min_element(face.begin(), face.end()) + 1];
  for (std::size_t v = 1; v < bucket.size(); ++v) bucket[v] += bucket[v - 1];
  struct Entry {
    Face key;
    std::uint32_t face;
    bool operator<(const Entry& o) const { return key != o.key ? key < o.key : face < o.face; }
  };
  std::vector<Entry> entries(mesh.faces.size());
  std::vector<std::uint32_t> fill(bucket.begin(), bucket.end() - 1);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const Face key = sorted(mesh.faces[f]);
    entries[fill[key[0]]++] = {key, f};
  }
  std::vector<std::uint32_t> first(mesh.faces.size());
  for (std::size_t v = 0; v + 1 < bucket.size(); ++v) {
    std::sort(entries.begin() + bucket[v], entries.begin() + bucket[v + 1]);
    for (std::uint32_t i = bucket[v]; i < bucket[v + 1]; ++i) {
      const bool again = i > bucket[v] && entries[i].key == entries[i - 1].key;
      first[entries[i].face] = again ? first[entries[i - 1].face] : entries[i].face;
    }
  }
  return first;
}

//! Extra copies that share an edge, and what dropping them would do.
struct Patch {
  bool has_boundary = false;
  bool all_opposite = true;  //!< to the copies that stay
  long more_open_edges = 0;
};

class Patches {
 public:
  //! \param extra per face: 1 where it is the last copy of a triangle that has several.
  Patches(const WorkingMesh& mesh, const std::vector<std::uint32_t>& first,
          const std::vector<std::uint8_t>& extra)
      : parent_(mesh.faces.size()), patches_(mesh.faces.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    const EdgeTable table = edges_of(mesh);
    for_each_edge(table, extra,
                  [&](std::span<const std::uint32_t>, const std::vector<std::uint32_t>& extras) {
                    for (const std::uint32_t face : extras) parent_[root(face)] = root(extras[0]);
                  });
    for_each_edge(table, extra,
                  [&](std::span<const std::uint32_t> edge, const std::vector<std::uint32_t>& extras) {
                    if (extras.size() % 2 == 0) return;
                    std::vector<std::uint32_t> triangles;
                    for (const std::uint32_t h : edge) triangles.push_back(first[h / 3]);
                    std::sort(triangles.begin(), triangles.end());
                    const bool is_rim =
                        triangles.front() == triangles.back();  // of one triangle only: open before and after
                    const bool is_even = edge.size() % 2 == 0;
                    Patch& patch = patches_[root(extras[0])];
                    patch.has_boundary = true;
                    if (!is_rim) patch.more_open_edges += is_even ? 1 : -1;
                  });
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      if (extra[f] != 0 && !is_opposite(mesh.faces[first[f]], mesh.faces[f]))
        patches_[root(f)].all_opposite = false;
    }
  }

  [[nodiscard]] bool can_go(std::uint32_t face) {
    const Patch& patch = patches_[root(face)];
    return patch.has_boundary ? patch.more_open_edges <= 0 : patch.all_opposite;
  }

 private:
  std::uint32_t root(std::uint32_t face) {
    while (parent_[face] != face) face = parent_[face] = parent_[parent_[face]];
    return face;
  }

  template <class Visit>
  static void for_each_edge(const EdgeTable& table, const std::vector<std::uint8_t>& extra, Visit visit) {
    std::vector<std::uint32_t> extras;
    for (std::size_t e = 0; e < table.edge_count(); ++e) {
      const std::span edge(table.half_edges.begin() + table.starts[e],
                           table.half_edges.begin() + table.starts[e + 1]);
      extras.clear();
      for (const std::uint32_t h : edge) {
        if (extra[h / 3] != 0) extras.push_back(h / 3);
      }
      if (!extras.empty()) visit(edge, extras);
    }
  }

  std::vector<std::uint32_t> parent_;
  std::vector<Patch> patches_;
};

}  // namespace

void drop_duplicates(WorkingMesh& mesh, RepairCounts& counts, std::vector<std::string>& remarks) {
  std::size_t from_both_sides = 0;
  for (bool dropped = true; dropped;) {
    dropped = false;
    const std::vector<std::uint32_t> first = first_copies(mesh);
    std::vector<std::uint32_t> last(mesh.faces.size(), none);
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) last[first[f]] = f;
    std::vector<std::uint8_t> extra(mesh.faces.size(), 0);
    bool any = false;
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      if (first[f] != f || last[f] == f) continue;
      extra[last[f]] = 1;
      any = true;
    }
    if (!any) break;
    Patches patches(mesh, first, extra);
    std::vector<std::uint8_t> kept(mesh.faces.size(), 1);
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      if (extra[f] == 0 || !patches.can_go(f)) continue;
      kept[f] = 0;
      dropped = true;
      ++counts.duplicate_faces;
      if (is_opposite(mesh.faces[first[f]], mesh.faces[f])) ++from_both_sides;
    }
    if (dropped) keep_faces(mesh, kept);
  }
  if (from_both_sides > 0) {
    remarks.push_back(
        fmt::format("{} faces were in the file from both sides; the first of each is kept", from_both_sides));
  }
}

}  // namespace intercusp::repair
