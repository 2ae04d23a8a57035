#include "viewer/case/section.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <utility>

#include "occlusion/base/run_both.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {
namespace {

SectionPlane plane_at(SectionKind kind, const Eigen::Vector3d& place, const Eigen::Vector3d& right,
                      const Eigen::Vector3d& down) {
  SectionPlane plane{.kind = kind};
  plane.case_from_plane.linear() << right, down, right.cross(down);
  plane.case_from_plane.translation() = place;
  return plane;
}

//! Outwards from the arch at a place. An arch is half an ellipse, whose middle lies on the midline at its posterior
//! end; the normal of an ellipse is its gradient.
Eigen::Vector3d outwards(const LoadedCase& loaded, const Eigen::Vector3d& place) {
  const AnatomicalAxes axes = loaded.axes();
  Eigen::Isometry3d arch_from_case = Eigen::Isometry3d::Identity();
  arch_from_case.linear() << axes.left.transpose(), axes.posterior().transpose(), axes.superior.transpose();
  const Bounds box = anatomy_bounds(*loaded.bite.upper, arch_from_case);
  if (box.empty()) return axes.anterior;
  const double half_width = 0.5 * box.size().x(), depth = box.size().y();
  const Eigen::Vector3d from_middle =
      arch_from_case * place - Eigen::Vector3d(box.centre().x(), box.max.y(), 0);
  // Behind its posterior end an arch runs straight back.
  const Eigen::Vector2d gradient(from_middle.x() / (half_width * half_width),
                                 std::min(0.0, from_middle.y()) / (depth * depth));
  if (!(gradient.norm() > 0)) return axes.anterior;
  const Eigen::Vector2d out = gradient.normalized();
  return out.x() * axes.left + out.y() * axes.posterior();
}

}  // namespace

//! A vertex in the plane counts as before it: so every face has its corners on two sides or
//! on one, neighbours agree on the ends of their lines, and no line comes twice.
std::vector<SectionLine> outline_of(const Solid& solid, const Eigen::Isometry3d& plane_from_solid) {
  const auto& vertices = solid.mesh.vertices;
  const Eigen::RowVector3d up = plane_from_solid.linear().row(2);
  const double up_offset = plane_from_solid.translation().z();
  std::vector<double> heights(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) heights[i] = up.dot(vertices[i]) + up_offset;

  // From the lower number to the higher, so that both faces of an edge cut it at the same bits.
  const auto cut_edge = [&](std::uint32_t a, std::uint32_t b) -> Eigen::Vector2d {
    if (a > b) std::swap(a, b);
    const double share = heights[a] / (heights[a] - heights[b]);
    return (plane_from_solid * (vertices[a] + share * (vertices[b] - vertices[a]))).head<2>();
  };
  std::vector<SectionLine> lines;
  for (std::size_t i = 0; i < solid.mesh.faces.size(); ++i) {
    const Face& face = solid.mesh.faces[i];
    const bool before[3] = {heights[face[0]] >= 0, heights[face[1]] >= 0, heights[face[2]] >= 0};
    if (before[0] == before[1] && before[1] == before[2]) continue;
    // The corner that is alone on its side.
    const std::size_t alone = before[1] == before[2] ? 0 : before[0] == before[2] ? 1 : 2;
    SectionLine line{.from = cut_edge(face[alone], face[(alone + 1) % 3]),
                     .to = cut_edge(face[alone], face[(alone + 2) % 3]),
                     .anatomy = solid.is_anatomy(i),
                     .base = i >= solid.anatomy_faces + solid.cap_faces};
    if (!before[alone]) std::swap(line.from, line.to);
    if (line.from != line.to) lines.push_back(line);
  }
  return lines;
}

SectionPlane section_through(const LoadedCase& loaded, SectionKind kind, const Eigen::Vector3d& place) {
  const AnatomicalAxes axes = loaded.axes();
  const Eigen::Vector3d inferior = -axes.superior;
  switch (kind) {
    case SectionKind::sagittal:
      return plane_at(kind, place, axes.anterior, inferior);
    case SectionKind::frontal:
      return plane_at(kind, place, axes.left, inferior);
    case SectionKind::horizontal:
      return plane_at(kind, place, axes.left, axes.posterior());
    case SectionKind::across_arch:
      break;
  }
  const Eigen::Vector3d out = outwards(loaded, place);
  const bool on_the_right = out.dot(axes.left) < -0.5 * std::numbers::sqrt2;
  return plane_at(kind, place, on_the_right ? Eigen::Vector3d(-out) : out, inferior);
}

SectionOutline cut(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                   const SectionPlane& plane) {
  const Eigen::Isometry3d plane_from_case = plane.case_from_plane.inverse(Eigen::Isometry);
  SectionOutline outline;
  run_both([&] { outline.upper = outline_of(*loaded.bite.upper, plane_from_case); },
           [&] { outline.lower = outline_of(*loaded.bite.lower, plane_from_case * upper_from_lower); });
  return outline;
}

std::vector<SectionLine> closed_at_margins(const std::vector<SectionLine>& lines) {
  std::vector<SectionLine> closed;
  std::multimap<std::pair<double, double>, Eigen::Vector2d> added;  // by where they begin
  std::map<std::pair<double, double>, int> begins;                  // more than end there
  const auto key = [](const Eigen::Vector2d& place) { return std::pair{place.x(), place.y()}; };
  for (const SectionLine& line : lines) {
    if (!line.base) {
      closed.push_back(line);
      continue;
    }
    added.emplace(key(line.from), line.to);
    ++begins[key(line.from)];
    --begins[key(line.to)];
  }
  for (const auto& [start, count] : begins) {
    for (int i = 0; i < count; ++i) {
      const Eigen::Vector2d from(start.first, start.second);
      Eigen::Vector2d to = from;
      for (auto next = added.find(start); next != added.end(); next = added.find(key(to))) {
        to = next->second;
        added.erase(next);
      }
      closed.push_back({.from = from, .to = to, .anatomy = false, .base = true});
    }
  }
  return closed;
}

std::vector<std::vector<SectionSpan>> filled_rows(const std::vector<SectionLine>& lines, double top,
                                                  double step, std::size_t rows) {
  struct Crossing {
    double x;
    int enters;
  };
  std::vector<std::vector<Crossing>> crossings(rows);
  const auto count = static_cast<double>(rows);
  for (const SectionLine& line : lines) {
    const auto [least, most] = std::minmax(line.from.y(), line.to.y());
    const double first = std::clamp(std::floor((least - top) / step - 0.5), 0.0, count);
    const double last = std::clamp(std::ceil((most - top) / step + 0.5), 0.0, count);
    for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
      const double y = top + (static_cast<double>(row) + 0.5) * step;
      if ((line.from.y() <= y) == (line.to.y() <= y)) continue;
      const double share = (y - line.from.y()) / (line.to.y() - line.from.y());
      crossings[row].push_back(
          {line.from.x() + share * (line.to.x() - line.from.x()), line.to.y() < line.from.y() ? 1 : -1});
    }
  }
  std::vector<std::vector<SectionSpan>> filled(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    std::ranges::sort(crossings[row], {}, &Crossing::x);
    int winding = 0;
    for (const auto& [x, enters] : crossings[row]) {
      if (winding == 0 && enters > 0) filled[row].push_back({x, x});
      if (winding == 1 && enters < 0) filled[row].back().to = x;
      winding += enters;
    }
  }
  return filled;
}

std::vector<std::vector<SectionSpan>> in_both(const std::vector<std::vector<SectionSpan>>& a,
                                              const std::vector<std::vector<SectionSpan>>& b) {
  std::vector<std::vector<SectionSpan>> both(a.size());
  for (std::size_t row = 0; row < a.size(); ++row) {
    for (const SectionSpan& one : a[row]) {
      for (const SectionSpan& other : b[row]) {
        const SectionSpan shared{std::max(one.from, other.from), std::min(one.to, other.to)};
        if (shared.from < shared.to) both[row].push_back(shared);
      }
    }
  }
  return both;
}

namespace {

constexpr double sample_mm = 0.05;     // a gap between curved teeth is read up to 1 µm too wide
constexpr double apart_mm = 1;         // narrowest within this distance
constexpr double at_margin_mm = 0.15;  // nearer to the margin of a scan its outline is unreliable

Eigen::Vector2d closest_on(const SectionLine& line, const Eigen::Vector2d& place) {
  const Eigen::Vector2d along = line.to - line.from;
  const double share = (place - line.from).dot(along) / along.squaredNorm();
  return line.from + std::clamp(share, 0.0, 1.0) * along;
}

//! Lines by stripes of one coordinate.
class Stripes {
 public:
  Stripes(const std::vector<SectionLine>& lines, int coordinate, bool anatomy_only)
      : coordinate_(coordinate) {
    for (const SectionLine& line : lines) {
      if (anatomy_only && !line.anatomy) continue;
      const auto [least, most] = std::minmax(line.from[coordinate], line.to[coordinate]);
      for (int stripe = stripe_of(least); stripe <= stripe_of(most); ++stripe)
        lines_[stripe].push_back(&line);
    }
  }

  //! Calls with every line that meets the stretch, some twice.
  template <class Visit>
  void visit(double least, double most, const Visit& visit_line) const {
    const auto end = lines_.upper_bound(stripe_of(most));
    for (auto stripe = lines_.lower_bound(stripe_of(least)); stripe != end; ++stripe)
      for (const SectionLine* const line : stripe->second) visit_line(*line);
  }

 private:
  static int stripe_of(double at) { return static_cast<int>(std::floor(at / 0.5)); }

  int coordinate_;
  std::map<int, std::vector<const SectionLine*>> lines_;
};

std::optional<Eigen::Vector2d> nearest_on(const Stripes& by_x, const Eigen::Vector2d& place,
                                          double within_mm) {
  std::optional<Eigen::Vector2d> nearest;
  double least_mm = within_mm;
  by_x.visit(place.x() - within_mm, place.x() + within_mm, [&](const SectionLine& line) {
    const Eigen::Vector2d point = closest_on(line, place);
    const double distance_mm = (point - place).norm();
    if (distance_mm > least_mm) return;
    least_mm = distance_mm;
    nearest = point;
  });
  return nearest;
}

//! Along the row to the left of the place.
bool is_inside(const std::vector<const SectionLine*>& in_row, const Eigen::Vector2d& place) {
  int winding = 0;
  for (const SectionLine* const line : in_row) {
    if ((line->from.y() <= place.y()) == (line->to.y() <= place.y())) continue;
    const double share = (place.y() - line->from.y()) / (line->to.y() - line->from.y());
    const double x = line->from.x() + share * (line->to.x() - line->from.x());
    if (x < place.x()) winding += line->to.y() < line->from.y() ? 1 : -1;
  }
  return winding >= 1;
}

//! Points of the lower's scanned outline, with what of the upper is nearest.
std::vector<SectionGap> samples_of(const std::vector<SectionLine>& upper,
                                   const std::vector<SectionLine>& lower) {
  const Stripes upper_by_x(upper, 0, true), upper_by_y(upper, 1, false);
  std::vector<SectionGap> samples;
  const auto add = [&](const Eigen::Vector2d& place) {
    const std::optional<Eigen::Vector2d> nearest = nearest_on(upper_by_x, place, widest_gap_mm);
    if (!nearest) return;
    const double distance_mm = (*nearest - place).norm();
    std::vector<const SectionLine*> in_row;
    upper_by_y.visit(place.y(), place.y(), [&](const SectionLine& line) { in_row.push_back(&line); });
    samples.push_back({*nearest, place, is_inside(in_row, place) ? -distance_mm : distance_mm});
  };
  for (const SectionLine& line : lower) {
    if (!line.anatomy) continue;
    const int parts = static_cast<int>(std::ceil((line.to - line.from).norm() / sample_mm));
    for (int i = 0; i < parts; ++i) add(line.from + (i + 0.5) / parts * (line.to - line.from));
  }
  return samples;
}

//! Ends of the lines that close the outlines.
std::vector<Eigen::Vector2d> margins_of(const CrossSection& section) {
  std::vector<Eigen::Vector2d> margins;
  for (const auto* lines : {&section.upper, &section.lower}) {
    for (const SectionLine& line : *lines)
      if (line.base) margins.insert(margins.end(), {line.from, line.to});
  }
  return margins;
}

//! Samples that are the narrowest of their surroundings, the narrowest first.
std::vector<SectionGap> narrowest(std::vector<SectionGap> samples,
                                  const std::vector<Eigen::Vector2d>& margins) {
  std::ranges::stable_sort(samples, {}, &SectionGap::distance_mm);
  std::map<std::pair<int, int>, std::vector<Eigen::Vector2d>> narrower;
  const auto cell = [](double at) { return static_cast<int>(std::floor(at / apart_mm)); };
  const auto is_undercut = [&](const Eigen::Vector2d& place) {
    for (int x = cell(place.x()) - 1; x <= cell(place.x()) + 1; ++x) {
      for (int y = cell(place.y()) - 1; y <= cell(place.y()) + 1; ++y) {
        const auto found = narrower.find({x, y});
        if (found == narrower.end()) continue;
        for (const Eigen::Vector2d& other : found->second)
          if ((other - place).norm() < apart_mm) return true;
      }
    }
    return false;
  };
  std::vector<SectionGap> gaps;
  for (const SectionGap& sample : samples) {
    const bool at_margin = std::ranges::any_of(margins, [&](const Eigen::Vector2d& margin) {
      return std::min((margin - sample.upper).norm(), (margin - sample.lower).norm()) < at_margin_mm;
    });
    if (!at_margin && !is_undercut(sample.lower)) gaps.push_back(sample);
    narrower[{cell(sample.lower.x()), cell(sample.lower.y())}].push_back(sample.lower);
  }
  return gaps;
}

}  // namespace

CrossSection section_of(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                        const SectionPlane& plane) {
  const SectionOutline outline = cut(loaded, upper_from_lower, plane);
  CrossSection section{
      .upper = closed_at_margins(outline.upper), .lower = closed_at_margins(outline.lower), .gaps = {}};
  section.gaps = narrowest(samples_of(section.upper, section.lower), margins_of(section));
  return section;
}

std::optional<Eigen::Vector2d> nearest_on_lines(const std::vector<SectionLine>& lines,
                                                const Eigen::Vector2d& place, double within_mm) {
  std::optional<Eigen::Vector2d> nearest;
  double least_mm = within_mm;
  for (const SectionLine& line : lines) {
    const Eigen::Vector2d point = closest_on(line, place);
    if ((point - place).norm() > least_mm) continue;
    least_mm = (point - place).norm();
    nearest = point;
  }
  return nearest;
}

std::optional<Eigen::Vector2d> nearest_on_outline(const CrossSection& section, const Eigen::Vector2d& place,
                                                  double within_mm) {
  std::vector<SectionLine> scanned;
  for (const auto* lines : {&section.upper, &section.lower})
    std::ranges::copy_if(*lines, std::back_inserter(scanned), &SectionLine::anatomy);
  return nearest_on_lines(scanned, place, within_mm);
}

Eigen::AlignedBox2d window_of(const CrossSection& section) {
  constexpr double width_mm = 18, height_mm = 12, far_mm = 8, everywhere_mm = 1000;
  const auto nearest =
      std::ranges::min_element(section.gaps, {}, [](const SectionGap& gap) { return gap.lower.norm(); });
  const bool near = nearest != section.gaps.end() && nearest->lower.norm() < far_mm;
  Eigen::Vector2d middle = near ? Eigen::Vector2d(nearest->lower / 2)
                                : nearest_on_outline(section, Eigen::Vector2d::Zero(), everywhere_mm)
                                      .value_or(Eigen::Vector2d::Zero());
  const Eigen::Vector2d half(width_mm / 2, height_mm / 2);
  // A tooth that was clicked at its side goes to the middle; the place stays in the window.
  constexpr double farthest_mm = 4;
  const Eigen::AlignedBox2d about(Eigen::Vector2d(middle - half), Eigen::Vector2d(middle + half));
  Eigen::AlignedBox2d crowns;
  for (const auto* lines : {&section.upper, &section.lower}) {
    for (const SectionLine& line : *lines)
      if (line.anatomy && about.contains(line.from)) crowns.extend(line.from);
  }
  if (!crowns.isEmpty())
    middle.x() += std::clamp(crowns.center().x() - middle.x(), -farthest_mm, farthest_mm);
  return {Eigen::Vector2d(middle - half), Eigen::Vector2d(middle + half)};
}

}  // namespace intercusp::viewer
