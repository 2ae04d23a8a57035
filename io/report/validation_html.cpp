#include "io/report/validation_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/report/validation_text.h"

namespace intercusp {
namespace {

//! A length whose unit stays on the line of its number.
std::string length_html(double length_mm) {
  std::string text = length_text(length_mm);
  const std::size_t space = text.find_last_of(' ');
  if (space != std::string::npos) text.replace(space, 1, "&nbsp;");
  return text;
}

std::string statistics_row(const std::string& name, const ErrorStatistics& statistics) {
  return fmt::format(
      "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", name,
      statistics.pixels, length_html(statistics.rms_mm), length_html(statistics.p99_mm),
      length_html(statistics.p999_mm), length_html(statistics.max_mm), length_html(statistics.bias_mm));
}

std::string figures_html(const Validation& validation) {
  const int rays = validation.options.rays_per_pixel;
  return "<table><tr><th>Map less rays</th><th>Pixels</th><th>RMS</th><th>99&nbsp;% within</th>"
         "<th>99.9&nbsp;% within</th><th>Largest</th><th>Bias</th></tr>\n" +
         statistics_row(fmt::format("Mean of {} ray{} a pixel", rays, rays == 1 ? "" : "s"),
                        validation.mean) +
         statistics_row("– more than half a pixel from silhouettes", validation.mean_away) +
         statistics_row("Ray through the pixel’s centre, more than half a pixel from silhouettes",
                        validation.point) +
         statistics_row("– within half a pixel of silhouettes", validation.point_near) + "</table>\n" +
         fmt::format(
             "<p>An exact map would have an RMS of {} against the mean of the rays: {} of the mean square is "
             "the pixel’s own spread. Inside a pixel the rays have a standard deviation of {}.</p>\n",
             length_text(validation.own_spread_mm), share_text(validation.own_spread_share),
             length_text(validation.within_pixel_mm)) +
         "<p class=\"note\">Mean: " + mean_error_sentence(rays) +
         "</p>\n<p class=\"note\">Centre: " + point_error_sentence() + "</p>\n";
}

std::string bar_html(std::size_t count, std::size_t most, const char* colour) {
  constexpr double longest_px = 220;
  const double length = most > 0 ? longest_px * static_cast<double>(count) / static_cast<double>(most) : 0.0;
  return fmt::format(
      "<svg width=\"{:.0f}\" height=\"12\" role=\"img\" aria-label=\"{} pixels\"><rect width=\"{:.1f}\" "
      "height=\"12\" fill=\"{}\"/></svg>",
      longest_px, count, count > 0 ? std::max(length, 1.0) : 0.0, colour);
}

std::string bin_name(std::size_t bin) {
  if (bin == 0) return fmt::format("below {} µm", histogram_edges_um.front());
  if (bin == histogram_edges_um.size()) return fmt::format("{} µm and more", histogram_edges_um.back());
  return fmt::format("{} to {} µm", histogram_edges_um[bin - 1], histogram_edges_um[bin]);
}

std::string histogram_html(const Validation& validation) {
  const auto &mean = validation.mean.histogram, &point = validation.point.histogram;
  const std::size_t most_mean = *std::max_element(mean.begin(), mean.end());
  const std::size_t most_point = *std::max_element(point.begin(), point.end());
  std::string html =
      "<table><tr><th>Size of the error</th><th colspan=\"2\">Mean of the pixel’s rays, pixels</th>"
      "<th colspan=\"2\">Ray through the centre, pixels</th></tr>\n";
  for (std::size_t bin = 0; bin < mean.size(); ++bin) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"text\">{}</td><td>{}</td>"
        "<td class=\"text\">{}</td></tr>\n",
        bin_name(bin), mean[bin], bar_html(mean[bin], most_mean, "#d08a00"), point[bin],
        bar_html(point[bin], most_point, "#2d6da3"));
  }
  return html + "</table>\n";
}

//! The key of the JSON file in words.
std::string in_words(std::size_t kind) {
  std::string words(name_of(static_cast<PixelKind>(kind)));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string stage_rows(const char* stage_name,
                       const std::array<std::array<std::size_t, pixel_kinds>, pixel_kinds>& table) {
  std::string rows;
  for (std::size_t map = 0; map < pixel_kinds; ++map) {
    if (std::all_of(table[map].begin(), table[map].end(), [](std::size_t count) { return count == 0; }))
      continue;
    rows += fmt::format("<tr><td>{}</td><td class=\"text\">{}</td>", stage_name, in_words(map));
    for (std::size_t ray = 0; ray < pixel_kinds; ++ray) {
      rows += table[map][ray] == 0 ? "<td>–</td>"
              : map == ray         ? fmt::format("<td><b>{}</b></td>", table[map][ray])
                                   : fmt::format("<td>{}</td>", table[map][ray]);
    }
    rows += "</tr>\n";
  }
  return rows;
}

std::string states_html(const Validation& validation) {
  constexpr std::array<const char*, stages> stage_names = {"outside in the map", "pass 1", "pass 2", "layers",
                                                           "rays"};
  std::string html = "<table><tr><th>Resolved by</th><th class=\"text\">Map says</th>";
  for (std::size_t ray = 0; ray < pixel_kinds; ++ray) html += fmt::format("<th>Ray: {}</th>", in_words(ray));
  html += "</tr>\n";
  for (std::size_t stage = 0; stage < stages; ++stage)
    html += stage_rows(stage_names[stage], validation.states[stage]);
  html += "</table>\n";
  return html +
         fmt::format(
             "<p>{} state disagreement{}; {} pixel{} of different kinds within twice the depth tolerance of "
             "each other; of {} pixels within half a pixel of a silhouette {} differ.</p>\n",
             validation.state_disagreements, validation.state_disagreements == 1 ? "" : "s",
             validation.near_boundary, validation.near_boundary == 1 ? "" : "s", validation.near_silhouette,
             validation.near_silhouette_disagreements) +
         "<p class=\"note\">" + states_sentence(validation.options.depth_tolerance_mm) + "</p>\n";
}

std::string worst_html(const std::vector<WorstPlace>& places, bool several_maps) {
  std::string html = fmt::format(
      "<table><tr><th>No.</th>{}<th>Pixel</th><th>Place x, y, z, mm</th><th>Error</th><th>Map, mm</th>"
      "<th>Rays, mm</th><th class=\"text\">Near a silhouette</th></tr>\n",
      several_maps ? "<th>Map</th>" : "");
  for (std::size_t i = 0; i < places.size(); ++i) {
    const WorstPlace& place = places[i];
    html += fmt::format(
        "<tr><td>{}</td>{}<td>{}, {}</td><td>{:.2f}, {:.2f}, {:.2f}</td><td>{}</td><td>{:.4f}</td>"
        "<td>{:.4f}</td><td class=\"text\">{}</td></tr>\n",
        i + 1, several_maps ? fmt::format("<td>{}</td>", place.map + 1) : "", place.column, place.row,
        place.point_mm.x(), place.point_mm.y(), place.point_mm.z(), length_html(place.error_mm), place.map_mm,
        place.rays_mm, place.near_silhouette ? "yes" : "no");
  }
  return html + "</table>\n";
}

std::string counts_html(const ValidationCounts& counts, std::size_t compared) {
  return fmt::format(
      "<p class=\"note\">Of {} pixels that both jaws cover, in the map or at some ray, {} were compared with "
      "the mean ({} of them only with those rays that have a finite clearance); only the map has one at {}, "
      "only rays at {}, neither at {}.</p>\n",
      counts.examined, compared, counts.partly_finite, counts.only_map_finite, counts.only_rays_finite,
      counts.neither_finite);
}

}  // namespace

std::string validation_html(const Validation& validation) {
  const bool several_maps = validation.maps.size() > 1;
  std::string html = "<h2>Validation against rays</h2>\n";
  html += figures_html(validation);
  html += counts_html(validation.counts, validation.mean.pixels);
  html += "<h2>Validation: distribution of the errors</h2>\n" + histogram_html(validation);
  html += "<h2>Validation: agreement of states</h2>\n" + states_html(validation);
  if (!validation.worst.empty())
    html += "<h2>Validation: greatest errors against the mean of a pixel’s rays</h2>\n" +
            worst_html(validation.worst, several_maps);
  if (!validation.worst_points.empty())
    html += "<h2>Validation: greatest errors against the ray through the centre</h2>\n" +
            worst_html(validation.worst_points, several_maps);
  return html;
}

}  // namespace intercusp
