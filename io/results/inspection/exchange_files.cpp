#include "io/results/inspection/report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include "io/mesh/write_ply.h"
#include "io/report/painted_mesh.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "occlusion/inspect.h"

namespace intercusp {
namespace {

enum class MeshPart {
  scanned,  //!< only the anatomy
  closed,   //!< with the faces that import added: a solid that can be printed
};

//! \param distances_mm one per vertex of the jaw; NaN is not painted
PaintedMesh painted_mesh(const PosedJaw& jaw, std::span<const float> distances_mm, const PaintScale& scale,
                         MeshPart part) {
  PaintedMesh painted{.name = name_of(jaw.jaw)};
  const TriangleMesh& solid = jaw.solid->mesh;
  const std::size_t faces = part == MeshPart::scanned ? jaw.solid->anatomy_faces : solid.faces.size();
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> point_of(jaw.points.size(), unused);
  painted.mesh.faces.reserve(faces);
  for (std::size_t i = 0; i < faces; ++i) {
    Face face = solid.faces[i];
    for (std::uint32_t& vertex : face) {
      std::uint32_t& point = point_of[vertex];
      if (point == unused) {
        point = static_cast<std::uint32_t>(painted.mesh.vertices.size());
        painted.mesh.vertices.push_back(jaw.points[vertex]);
        painted.colours.push_back(colour_in_legend(scale, distances_mm[vertex]));
      }
      vertex = point;
    }
    painted.mesh.faces.push_back(face);
  }
  return painted;
}

PaintedMesh jaw_of(const Inspection& inspection, Jaw which, MeshPart part) {
  const PosedJaw jaw = posed_jaw(inspection.bite_case->bite, which);
  std::vector<float> distances;
  if (inspection.surface) {
    const SurfaceDistances& both = inspection.surface->distances;
    distances = which == Jaw::upper ? both.upper.mm : both.lower.mm;
  } else {
    distances = clearance_at_vertices(SurfaceClearance(inspection.map, jaw), jaw);
  }
  return painted_mesh(jaw, distances, {.colours = scale_for(Palette::classic, inspection.max_penetration_mm)},
                      part);
}

std::array<PaintedMesh, 2> jaws_of(const Inspection& inspection, MeshPart part) {
  return {jaw_of(inspection, Jaw::upper, part), jaw_of(inspection, Jaw::lower, part)};
}

//! Appends the shortest text that reads back as the number.
//! \pre there is room for it
template <class Number>
void put(std::string& row, Number number) {
  std::array<char, 32> text;
  const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), number);
  row.append(text.data(), end.ptr);
}

//! Appends the vertices whose distance is known.
void add_rows(std::string& csv, const PosedJaw& jaw, const VertexDistances& distances) {
  for (std::size_t i = 0; i < jaw.points.size(); ++i) {
    if (std::isnan(distances.mm[i])) continue;
    csv += name_of(jaw.jaw);
    for (const double coordinate : jaw.points[i]) {
      csv += ',';
      put(csv, static_cast<float>(coordinate));
    }
    csv += ',';
    put(csv, distances.mm[i]);
    csv += ',';
    put(csv, jaw.solid->labels.empty() ? 0 : jaw.solid->labels[i]);
    csv += distances.at_rim[i] != 0 ? ",1\r\n" : ",0\r\n";
  }
}

std::string vertex_distances_csv(const Inspection& inspection) {
  std::string csv = "jaw,x_mm,y_mm,z_mm,surface_distance_mm,tooth,at_rim\r\n";
  add_rows(csv, posed_jaw(inspection.bite_case->bite, Jaw::upper), inspection.surface->distances.upper);
  add_rows(csv, posed_jaw(inspection.bite_case->bite, Jaw::lower), inspection.surface->distances.lower);
  return csv;
}

//! A band from one threshold of the report to the next. The first band begins at the deepest overlap.
struct Band {
  const char* jaw;
  std::optional<double> from_mm;
  double to_mm = 0, area_mm2 = 0;
};

Figures<Band> band_figures() {
  return {{"jaw", "", "", &Band::jaw},
          {"from_mm", "mm", "", &Band::from_mm},
          {"to_mm", "mm", "", &Band::to_mm},
          {"area_mm2", "mm2", "", &Band::area_mm2}};
}

std::vector<Band> bands_of(const char* jaw, std::vector<AreaTotal> areas) {
  std::ranges::sort(areas, {}, &AreaTotal::threshold_mm);
  std::vector<Band> bands;
  std::optional<double> from_mm;
  double below_mm2 = 0;
  for (const AreaTotal& area : areas) {
    bands.push_back({jaw, from_mm, area.threshold_mm, area.surface_mm2 - below_mm2});
    from_mm = area.threshold_mm;
    below_mm2 = area.surface_mm2;
  }
  return bands;
}

std::string distance_bands_csv(const Inspection& inspection) {
  std::vector<Band> bands = bands_of("upper", inspection.surface->contacts.upper);
  std::ranges::copy(bands_of("lower", inspection.surface->contacts.lower.areas), std::back_inserter(bands));
  const Figures<Band> figures = band_figures();
  return csv_text({.columns = csv_head(figures), .rows = csv_rows(figures, bands)});
}

//! A file, and whether it needs surface distances.
struct ExchangeFile {
  const char* name;
  std::string (*bytes)(const Inspection& inspection);
  bool of_distances = false;
};

std::string painted_ply(const Inspection& inspection, Jaw which) {
  const PaintedMesh jaw = jaw_of(inspection, which, MeshPart::scanned);
  return ply_bytes(jaw.mesh, {}, jaw.colours);
}

constexpr ExchangeFile possible[] = {
    {"upper_painted.ply", [](const Inspection& inspection) { return painted_ply(inspection, Jaw::upper); }},
    {"lower_painted.ply", [](const Inspection& inspection) { return painted_ply(inspection, Jaw::lower); }},
    {"jaws.glb",
     [](const Inspection& inspection) {
       return glb_bytes(jaws_of(inspection, MeshPart::scanned), inspection.bite_case->anatomy.axes);
     }},
    {"jaws.3mf",
     [](const Inspection& inspection) { return three_mf_bytes(jaws_of(inspection, MeshPart::closed)); }},
    {"vertex_distances.csv", vertex_distances_csv, true},
    {"distance_bands.csv", distance_bands_csv, true}};

}  // namespace

std::vector<Product> exchange_files(std::shared_ptr<const Inspection> inspection) {
  std::vector<Product> files;
  for (const ExchangeFile& file : possible) {
    if (inspection->surface || !file.of_distances)
      files.push_back({file.name, [inspection, make = file.bytes] { return make(*inspection); }});
  }
  return files;
}

std::vector<std::string> exchange_file_names() {
  std::vector<std::string> names;
  for (const ExchangeFile& file : possible) names.emplace_back(file.name);
  return names;
}

}  // namespace intercusp
