
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "io/case/bodies_file.h"
#include "io/files/value.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/picture.h"
#include "io/picture/pixel_canvas.h"
#include "io/report/parts.h"
#include "io/results/several/report.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

// ---- The picture

constexpr Rgb free_colour{226, 224, 214};
constexpr Rgb touching_colour{238, 200, 96};
constexpr Rgb interfering_colour{206, 72, 58};

//! Neighbouring solids differ in shade, so that overlapping ones can be distinguished.
constexpr std::array<double, 3> shades = {0, 0.45, 0.22};  // share of white

//! Number of pairs with a mark. Marks have the numbers of the rows of overlaps.csv.
constexpr std::size_t most_numbers = 12;

std::vector<Rgb> colours_of(const InterferenceReport& report) {
  std::vector<Rgb> colours(report.solids.size(), free_colour);
  for (const PairInterference& pair : report.found.near_pairs) {
    for (const std::uint32_t solid : {pair.a, pair.b}) {
      if (pair.interference) colours[solid] = interfering_colour;
      if (pair.touching && colours[solid] == free_colour) colours[solid] = touching_colour;
    }
  }
  for (std::size_t i = 0; i < colours.size(); ++i) {
    if (colours[i] == interfering_colour)
      colours[i] = blend(interfering_colour, white, shades[i % shades.size()]);
  }
  return colours;
}

//! Rings the deepest points, including hidden ones.
void draw_marks(Picture& picture, const std::vector<PairInterference>& pairs,
                const Eigen::Isometry3d& view_from_case, const PictureGrid& grid) {
  const double pixels_per_mm = picture_pixels_per_mm(grid);
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Eigen::Vector2d seen = (view_from_case * pairs[i].point).head<2>();
    const Eigen::Vector2d at = (seen - Eigen::Vector2d(grid.x0_mm, grid.y0_mm)) * pixels_per_mm;
    draw_ring(picture, at, 5, 1);
    if (i < most_numbers) draw_number(picture, at.x() + 11, at.y() - 9, std::to_string(i + 1));
  }
}

void draw_legend(Page& page, const std::vector<PairInterference>& pairs) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double y = page.legend_y;
  y += draw_swatch(canvas, x, y, legend_px, interfering_colour,
                   phrase("overlaps another solid (shades tell solids apart)"));
  y += draw_swatch(canvas, x, y, legend_px, touching_colour, phrase("only touches another"));
  y += draw_swatch(canvas, x, y, legend_px, free_colour, phrase("free")) + 16;
  if (pairs.empty()) return;
  canvas.write(x, y, phrase("Deepest overlaps, mm"), {20, {ink}, true});
  y += 34;
  for (std::size_t i = 0; i < std::min(pairs.size(), most_numbers); ++i, y += 26)
    canvas.write(x, y, fmt::format("{}   {}", i + 1, rounded(pairs[i].depth_mm, 3)), {17, {ink}});
}

//! An oblique view from +x, −y and +z of the files' frame: in generated cases from the left, the front and
//! above. Solids that interfere are red (as in Knott 2003, Fig. 4.14), and each pair is marked at its deepest
//! point.
Picture interference_picture(const InterferenceReport& report) {
  const JawView view{.name = "interference",
                     .title = phrase("Interference of several solids"),
                     .direction = phrase("seen from the side of +x, −y and +z of the files, z up"),
                     .view_from_case = orthographic({-0.5, 0.7, -0.55}, -Eigen::Vector3d::UnitZ())};
  const SolidsAsOne whole = as_one(report.solids);
  PosedJaw posed{.solid = &whole.solid};
  posed.points = whole.solid.mesh.vertices;
  const PictureGrid grid = frame_of(view, {&posed});
  const std::vector<Rgb> colours = colours_of(report);
  // Without normals, because flat shading shows the edges of designed parts.
  Picture solids = paint({{&posed}, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    return lit(colours[whole.owner(hit.face)], hit.light);
  });
  const std::vector<PairInterference> pairs = deepest_first(report);
  draw_marks(solids, pairs, view.view_from_case, grid);

  const std::string found =
      pairs.size() == 1 ? phrase("1 pair interferes") : phrase("{} pairs interfere", pairs.size());
  Page page = page_around(
      solids,
      {.title = view.title,
       .view_name = view.direction,
       .small_print = {phrase("{} solids, {}. A ring marks where a pair is deepest, also behind a solid. "
                              "Depth: how far a point of one surface lies below the other, at most. "
                              "Intercusp {}: {}.",
                              report.solids.size(), found, INTERCUSP_VERSION, settings_of(report))}},
      {.pixels_per_mm = picture_pixels_per_mm(grid)}, legend_px, 520);
  draw_legend(page, pairs);
  return std::move(page.picture);
}

// ---- The report

//! For solids that represent something other than their triangles.
Fields body_fields(const NamedSolid& named) {
  if (!named.body) return {};
  const AnalyticBody& body = *named.body;
  return {{"body",
           Fields{{"kind", name_of(body.kind)}, {"size_mm", body.size_mm}, {"pose", body.case_from_body}}},
          {"mesh_error_mm", named.mesh_error_mm}};
}

bool has_mesh_error(const InterferenceReport& report, const PairInterference& pair) {
  return report.solids[pair.a].body != nullptr || report.solids[pair.b].body != nullptr;
}

//! One line per pair, as text: a thousand solids have half a million pairs, most of them far apart.
JsonText pairs_text(const InterferenceReport& report) {
  std::vector<std::string> names;
  for (const NamedSolid& solid : report.solids) names.push_back(json_line(solid.name));
  const Figures<OverlapRow> overlap = overlap_figures(),
                            apart = chosen(overlap,
                                           {"a", "b", "interference", "penetrating", "depth_mm", "touching"});
  std::string text;
  auto near = report.found.near_pairs.begin();
  for (std::uint32_t a = 0; a < names.size(); ++a) {
    for (std::uint32_t b = a + 1; b < names.size(); ++b) {
      text += text.empty() ? "\n  " : ",\n  ";
      if (near != report.found.near_pairs.end() && near->a == a && near->b == b) {
        const OverlapRow row{&report, &*near++};
        Fields fields = json_row(row.pair->interference ? overlap : apart, row);
        if (!row.pair->interference && row.pair->rounding_decides)
          fields = std::move(fields) + json_row<OverlapRow>(chosen(overlap, {"depth_error_mm"}), row);
        if (has_mesh_error(report, *row.pair))
          fields = std::move(fields) + json_row<OverlapRow>({mesh_error_figure()}, row);
        text += json_line(fields);
      } else {
        text += "{\"a\":" + names[a] + ",\"b\":" + names[b] +
                R"(,"interference":false,"penetrating":[],"depth_mm":0,"touching":false})";
      }
    }
  }
  return {"[" + text + "]"};
}

//! Present only if there are neighbours, because most solids are not teeth.
Fields neighbour_fields(const InterferenceReport& report) {
  return report.neighbours.empty()
             ? Fields{}
             : Fields{{"neighbours", json_rows(neighbour_figures(), neighbour_rows(report))}};
}

Fields json_of(const InterferenceReport& report) {
  const ForPrograms english;
  const auto count = [&](bool PairInterference::*what) {
    return std::ranges::count_if(report.found.near_pairs, what);
  };
  return envelope("intercusp-interfere/1", "mm") +
         Fields{{"engine", name_of(report.options.engine)},
                {"pixel_mm", report.options.pixel_mm},
                {"depth_tolerance_mm", report.options.depth_tolerance_mm},
                {"solids", list_of(report.solids,
                                   [](const NamedSolid& named) {
                                     return Fields{{"name", named.name}} +
                                            solid_fields(named.import, *named.solid) + body_fields(named);
                                   })},
                {"remarks", sentences_of(findings_of(report))},
                {"pairs_interfering", count(&PairInterference::interference)},
                {"pairs_touching", count(&PairInterference::touching)},
                {"timings_ms", timing_fields(report.import_ms, report.found.timings)},
                {"pairs", pairs_text(report)}} +
         neighbour_fields(report);
}

//! Pairs that interfere, the deepest first. If bodies take part, with the error of their meshes.
CsvFile overlaps_table(const InterferenceReport& report) {
  Figures<OverlapRow> figures = overlap_figures();
  if (std::ranges::any_of(report.solids, [](const NamedSolid& named) { return named.body != nullptr; }))
    figures.push_back(mesh_error_figure());
  CsvFile table{.name = "overlaps.csv",
                .columns = csv_head(figures),
                .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
  for (const PairInterference& pair : deepest_first(report))
    table.rows.push_back(csv_row(figures, {&report, &pair}));
  return table;
}

CsvFile neighbours_table(const InterferenceReport& report) {
  const Figures<NeighbourRow> figures = neighbour_figures();
  return {.name = "neighbours.csv",
          .columns = csv_head(figures),
          .rows = csv_rows(figures, neighbour_rows(report)),
          .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
}

std::vector<CsvFile> tables_of(const InterferenceReport& report) {
  if (report.neighbours.empty()) return {overlaps_table(report)};
  return {overlaps_table(report), neighbours_table(report)};
}

}  // namespace

Report report_of(std::shared_ptr<const InterferenceReport> shared) {
  const InterferenceReport& report = *shared;
  return {.json_name = "interfere.json",
          .json = json_of(report),
          .tables = tables_of(report),
          .files = {{"interference.png", [shared] { return png_bytes(interference_picture(*shared)); }}},
          .remarks = remarks_of(report),
          .headline = headline_of(report),
          .sections = sections_of(report)};
}

}  // namespace intercusp
