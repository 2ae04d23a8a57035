#include "io/results/comparison/parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/legend.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/picture/stroke.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/report.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr int chart_px = 760, height_px = 210, gap_px = 86, axis_px = 74;

//! The numbers of each tooth over the scans; empty if a scan has no pose or does not show the tooth.
using Series = std::map<int, std::vector<std::optional<double>>>;

struct Chart {
  std::string title;
  Series teeth;
  int digits;
};

std::optional<double> lost_mm3(const ToothChange& tooth) {
  if (!tooth.change) return std::nullopt;
  return tooth.change->lost_mm3.beyond_noise().value_or(0);
}
std::optional<double> gained_mm3(const ToothChange& tooth) {
  if (!tooth.change) return std::nullopt;
  return tooth.change->gained_mm3.beyond_noise().value_or(0);
}

std::optional<double> moved_mm(const ToothChange& tooth) {
  if (!tooth.movement) return std::nullopt;
  if (!tooth.movement->has_moved) return 0;
  const ToothMovement& movement = *tooth.movement;
  return std::hypot(movement.buccal_mm.value, movement.mesial_mm.value, movement.occlusal_mm.value);
}

//! The series of the teeth that have a number other than 0.
Series series_of(const Comparison& comparison, std::optional<double> (*number)(const ToothChange&)) {
  Series series;
  for (std::size_t i = 0; i < comparison.scans.size(); ++i) {
    for (const ToothChange& tooth : comparison.scans[i].change.teeth) {
      auto& numbers = series[tooth.fdi];
      numbers.resize(comparison.scans.size());
      numbers[i] = number(tooth);
    }
  }
  std::erase_if(series, [](const auto& entry) {
    return std::ranges::none_of(entry.second, [](const auto& value) { return value.value_or(0) > 0; });
  });
  return series;
}

std::vector<Chart> charts_of(const Comparison& comparison) {
  std::vector<Chart> charts = {{phrase("Substance lost, mm³"), series_of(comparison, lost_mm3), 2},
                               {phrase("Substance gained, mm³"), series_of(comparison, gained_mm3), 2},
                               {phrase("Movement of the crown, mm"), series_of(comparison, moved_mm), 2}};
  std::erase_if(charts, [](const Chart& chart) { return chart.teeth.empty(); });
  return charts;
}

//! A round number that is at least the greatest.
double end_of(const Series& series) {
  double most = 0;
  for (const auto& [fdi, numbers] : series) {
    for (const auto& number : numbers) most = std::max(most, number.value_or(0));
  }
  return round_number_from(most);
}

//! The position of each scan along a chart, from 0 to 1, the scan before first.
std::vector<double> shares_of(const std::vector<std::optional<ScanDate>>& dates) {
  const bool by_date = std::ranges::all_of(dates, [](const auto& date) { return date.has_value(); }) &&
                       std::ranges::is_sorted(dates) && dates.front() < dates.back();
  std::vector<double> shares;
  for (std::size_t i = 0; i < dates.size(); ++i) {
    const auto days = [&](std::size_t scan) {
      return static_cast<double>((*dates[scan] - *dates.front()).count());
    };
    shares.push_back(by_date ? days(i) / days(dates.size() - 1)
                             : static_cast<double>(i) / static_cast<double>(dates.size() - 1));
  }
  return shares;
}

std::vector<std::optional<ScanDate>> dates_of(const Comparison& comparison) {
  std::vector<std::optional<ScanDate>> dates = {comparison.date};
  for (const ComparedScan& scan : comparison.scans) dates.push_back(scan.date);
  return dates;
}

//! The position of a chart on the page, and how its numbers become positions.
struct Frame {
  double left, top, end;
  std::vector<std::optional<ScanDate>> dates;
  std::vector<double> shares;
  [[nodiscard]] Eigen::Vector2d at(std::size_t scan, double number) const {  // 0: the scan before
    return {left + chart_px * shares[scan], top + height_px * (1 - number / end)};
  }
  [[nodiscard]] std::string name_of(std::size_t scan) const {
    if (dates[scan]) return iso_text(*dates[scan]);
    return scan == 0 ? phrase("before") : phrase("scan {}", scan);
  }
};

void draw_axes(PixelCanvas& canvas, const Chart& chart, const Frame& frame) {
  const Letters letters{canvas.small(), {pale_ink}};
  canvas.write(frame.left - axis_px + 10, frame.top - 40, chart.title, {canvas.em, {ink}, true});
  for (const double share : {0.0, 0.5, 1.0}) {
    const double y = frame.at(0, share * frame.end).y();
    canvas.fill({frame.left, y, frame.left + chart_px, y + 1}, {Rgb{205, 205, 205}});
    canvas.write(frame.left - 10, y - canvas.small() / 2, rounded(share * frame.end, chart.digits), letters,
                 Align::right);
  }
  double free_from_px = 0;
  for (std::size_t scan = 0; scan < frame.shares.size(); ++scan) {
    const Eigen::Vector2d at = frame.at(scan, 0);
    canvas.fill({at.x(), at.y(), at.x() + 1, at.y() + 6}, {pale_ink});
    const std::string name = frame.name_of(scan);
    const double half_px = canvas.text_width(name, letters) / 2;
    if (at.x() - half_px < free_from_px) continue;  // for scans soon after each other
    canvas.write(at.x(), at.y() + 10, name, letters, Align::centre);
    free_from_px = at.x() + half_px + canvas.em / 2;
  }
}

void draw_teeth(Picture& picture, PixelCanvas& canvas, const Chart& chart, const Frame& frame) {
  for (const auto& [fdi, numbers] : chart.teeth) {
    const Rgb colour = blend(tooth_colour(fdi), ink, 0.25);  // the colour is meant for white
    Eigen::Vector2d last = frame.at(0, 0);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!numbers[i]) continue;
      const Eigen::Vector2d next = frame.at(i + 1, *numbers[i]);
      draw_stroke(picture, last, next, 1.3, colour);
      draw_stroke(picture, next, next, 4, colour);
      last = next;
    }
  }
  // Sorted by number, because the greatest first would hide small ones.
  for (const auto& [fdi, numbers] : chart.teeth) {
    const std::size_t end = numbers.size();
    if (!numbers.back()) continue;
    const Eigen::Vector2d at = frame.at(end, *numbers.back());
    for (const double aside : {0.0, 16.0, -16.0, 32.0, -32.0}) {
      if (canvas.write_if_free(at.x() + 12, at.y() - canvas.small() / 2 + aside, tooth_name(fdi),
                               {canvas.small(), {ink}, true}))
        break;
    }
  }
}

}  // namespace

bool has_series(const Comparison& comparison) {
  return comparison.scans.size() > 1 && !charts_of(comparison).empty();
}

Picture series_picture(const Comparison& comparison) {
  const std::vector<Chart> charts = charts_of(comparison);
  const int body_px = static_cast<int>(charts.size()) * (height_px + gap_px);
  Page page = blank_page(
      {.title = phrase("Each tooth over the scans"),
       .view_name = phrase("since the scan before; teeth that changed ({} numbers)", title_of(tooth_names())),
       .small_print = {phrase("A change within the noise of the scans is drawn at 0. Intercusp {}.",
                              INTERCUSP_VERSION)}},
      {.width = axis_px + chart_px, .height = body_px, .framed = false}, 60, 0);
  PixelCanvas canvas(page.picture);
  const std::vector<std::optional<ScanDate>> dates = dates_of(comparison);
  double top = page.y + 30;
  for (const Chart& chart : charts) {
    const Frame frame{static_cast<double>(page.x + axis_px), top, end_of(chart.teeth), dates,
                      shares_of(dates)};
    draw_axes(canvas, chart, frame);
    draw_teeth(page.picture, canvas, chart, frame);
    top += height_px + gap_px;
  }
  return std::move(page.picture);
}

}  // namespace intercusp
