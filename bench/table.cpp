#include "bench/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <ostream>
#include <set>

#include "bench/growth.h"

namespace intercusp::bench {
namespace {

constexpr int main_side = 512;
constexpr std::size_t least_for_growth = 50'000;  // below, constant costs hide the growth

template <typename... Values>
std::string format(const char* text, Values... values) {
  std::array<char, 160> buffer{};
  std::snprintf(buffer.data(), buffer.size(), text, values...);
  return buffer.data();
}

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string count_text(double count) {
  if (count >= 1e6) return format("%.3g M", count / 1e6);
  return format("%.0f k", count / 1e3);
}

std::string ms_text(double ms) {
  if (ms >= 100) return format("%.0f", ms);
  return ms >= 10 ? format("%.1f", ms) : format("%.2f", ms);
}

std::string ratio_text(double ratio) {
  return ratio >= 100  ? format("×%.0f", ratio)
         : ratio >= 10 ? format("×%.1f", ratio)
                       : format("×%.2f", ratio);
}

//! Lines of cells, padded to the widest of their column; the first line is the head.
class Grid {
 public:
  void line(std::vector<std::string> cells) { lines_.push_back(std::move(cells)); }

  void print(std::ostream& out) const {
    std::vector<std::size_t> widths;
    for (const auto& cells : lines_) {
      widths.resize(std::max(widths.size(), cells.size()));
      for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width_of(cells[i]));
    }
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      out << '|';
      for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string cell = i < lines_[l].size() ? lines_[l][i] : "";
        out << ' ' << cell << std::string(widths[i] - width_of(cell), ' ') << " |";
      }
      out << '\n';
      if (l > 0) continue;
      out << '|';
      for (const std::size_t width : widths) out << std::string(width + 2, '-') << '|';
      out << '\n';
    }
    out << '\n';
  }

 private:
  std::vector<std::vector<std::string>> lines_;
};

using Key = std::function<double(const Row&)>;

struct Tables {
  std::ostream& out;
  const std::vector<Row>& rows;
  std::size_t main_triangles;

  //! Methods in the order in which they ran first.
  [[nodiscard]] std::vector<const Row*> methods(const std::vector<const Row*>& among) const {
    std::vector<const Row*> result;
    for (const Row* row : among) {
      const bool known = std::any_of(result.begin(), result.end(), [&](auto* r) { return r->id == row->id; });
      if (!known) result.push_back(row);
    }
    return result;
  }

  [[nodiscard]] std::vector<const Row*> where(const std::function<bool(const Row&)>& wanted) const {
    std::vector<const Row*> result;
    for (const Row& row : rows) {
      if (wanted(row)) result.push_back(&row);
    }
    return result;
  }

  [[nodiscard]] static std::string cell(const Row& row) {
    const std::string ms = ms_text(row.median_ms);
    return ms + (row.agreement.holds ? " " + ratio_text(row.median_ms / row.live_ms) : " (differs)");
  }

  //! Methods down, `key` across, growth with the key at the end.
  void series(const std::vector<const Row*>& among, const Key& key,
              const std::function<std::string(double)>& name, double least_key) const {
    std::set<double> columns;
    for (const Row* row : among) columns.insert(key(*row));
    if (columns.empty()) return;
    Grid grid;
    std::vector<std::string> head = {"method", "answer"};
    for (const double column : columns) head.push_back(name(column));
    head.insert(head.end(), {"growth", "poses", "agrees (worst)"});
    grid.line(head);
    for (const Row* method : methods(among)) {
      std::vector<std::string> cells = {method->title, method->answer};
      std::vector<std::pair<double, double>> points;
      const Row* worst = method;
      for (const double column : columns) {
        const auto found = std::find_if(among.begin(), among.end(), [&](const Row* row) {
          return row->id == method->id && key(*row) == column;
        });
        cells.push_back(found == among.end() ? "" : cell(**found));
        if (found == among.end()) continue;
        if (column >= least_key) points.emplace_back(column, (*found)->median_ms);
        if (worst->agreement.holds) worst = worse(worst, *found);
      }
      const auto exponent = growth_exponent(points);
      cells.push_back(exponent ? format("^%.2f", *exponent) : "");
      cells.push_back(std::to_string(method->poses));
      cells.push_back(worst->agreement.text);
      grid.line(cells);
    }
    grid.print(out);
  }

  //! The worst share is the least, the worst difference in mm the greatest.
  static const Row* worse(const Row* a, const Row* b) {
    if (!b->agreement.holds) return b;
    const bool in_mm = a->agreement.text.find("mm") != std::string::npos;
    return (in_mm ? b->agreement.value > a->agreement.value : b->agreement.value < a->agreement.value) ? b
                                                                                                       : a;
  }

  void triangles() const {
    const auto among = where([](const Row& row) { return row.side == main_side; });
    if (among.empty()) return;
    out << "Triangles a jaw, at 512² = 262 144 pixels: ms a pose, × our live map\n\n";
    series(
        among, [](const Row& row) { return static_cast<double>(row.triangles); }, count_text,
        static_cast<double>(least_for_growth));
  }

  void pixels() const {
    const auto among =
        where([&](const Row& row) { return row.of_pixels && row.triangles == main_triangles; });
    const bool one_window =
        std::all_of(among.begin(), among.end(), [](const Row* row) { return row->side == main_side; });
    if (one_window) return;
    out << "Pixels, at " << count_text(static_cast<double>(main_triangles))
        << " triangles a jaw: ms a pose, × our live map\n\n";
    series(
        among, [](const Row& row) { return static_cast<double>(row.side) * row.side; },
        [](double pixels) { return format("%.0f²", std::sqrt(pixels)); }, 0);
  }

  void depth() const {
    const auto among = where([&](const Row& row) {
      return row.side == main_side && row.triangles == main_triangles && row.depth_ms.size() > 1;
    });
    if (among.empty()) return;
    out << "How far the jaws are closed (clearance in mm, below zero: overlap), at "
        << count_text(static_cast<double>(main_triangles))
        << " triangles a jaw and 512² pixels: ms a pose\n\n";
    Grid grid;
    std::vector<std::string> head = {"method"};
    const Row* longest = *std::max_element(among.begin(), among.end(), [](const Row* a, const Row* b) {
      return a->depth_ms.size() < b->depth_ms.size();
    });
    for (const auto& [name, ms] : longest->depth_ms) head.push_back(name);
    grid.line(head);
    for (const Row* row : among) {
      std::vector<std::string> cells = {row->title};
      for (const auto& [name, unused] : longest->depth_ms) {
        const auto found =
            std::find_if(row->depth_ms.begin(), row->depth_ms.end(),
                         [&, wanted = name](const auto& entry) { return entry.first == wanted; });
        cells.push_back(found == row->depth_ms.end() ? "" : ms_text(found->second));
      }
      grid.line(cells);
    }
    grid.print(out);
  }

  void memory() const {
    const auto among = where([](const Row& row) { return row.side == main_side && row.mapped_bytes > 0; });
    if (among.empty()) return;
    out << "Memory that an engine adds to the solids (resident growth): bytes per triangle of both jaws when "
           "it "
           "is made / MB with its first map of 512²\n\n";
    std::set<std::size_t> sizes;
    for (const Row* row : among) sizes.insert(row->triangles);
    Grid grid;
    std::vector<std::string> head = {"engine"};
    for (const std::size_t size : sizes) head.push_back(count_text(static_cast<double>(size)));
    if (sizes.size() > 1) head.push_back("bytes a triangle, last step");
    grid.line(head);
    for (const Row* method : methods(among)) {
      std::vector<std::string> cells = {method->title};
      std::vector<const Row*> by_size;
      for (const std::size_t size : sizes) {
        const auto found = std::find_if(among.begin(), among.end(), [&](const Row* row) {
          return row->id == method->id && row->triangles == size;
        });
        cells.push_back(found == among.end() ? ""
                                             : format("%.0f / %.0f", (*found)->made_bytes_per_triangle,
                                                      (*found)->mapped_bytes / 1e6));
        if (found != among.end()) by_size.push_back(*found);
      }
      if (by_size.size() > 1) {
        const Row& small = *by_size[by_size.size() - 2];  // the first may load a driver
        const Row& large = *by_size.back();
        const double triangles = 2 * static_cast<double>(large.triangles - small.triangles);
        cells.push_back(format("%.0f", (large.mapped_bytes - small.mapped_bytes) / triangles));
      }
      grid.line(cells);
    }
    grid.print(out);
  }

  void stages() const {
    const auto among = where([&](const Row& row) {
      return row.side == main_side && row.triangles == main_triangles && !row.stages.empty();
    });
    if (among.empty()) return;
    out << "Stages of our engines there, ms (medians over five poses)\n\n";
    Grid grid;
    grid.line({"engine", "stages"});
    for (const Row* row : among) {
      std::string text;
      for (const StageTime& stage : row->stages)
        text += (text.empty() ? "" : ", ") + stage.name + " " + ms_text(stage.ms);
      grid.line({row->title, text});
    }
    grid.print(out);
  }
};

}  // namespace

void print_tables(std::ostream& out, const std::vector<Row>& rows, std::size_t main_triangles) {
  if (rows.empty()) return;
  const Tables tables{out, rows, main_triangles};
  out << "\nms a pose: the median over the poses of each pose's least of its repeats. × is that over the "
         "same of "
         "our live map on the same jaws,\nposes and pixels (peers without pixels: at 512²), timed in turns "
         "with the "
         "method, so it stands on a busy machine; it is left out\nwhere the answers differ. growth: exponent "
         "of a "
         "power law, least squares in logarithms, from "
      << count_text(static_cast<double>(least_for_growth)) << " triangles up.\n\n";
  tables.triangles();
  tables.pixels();
  tables.depth();
  tables.memory();
  tables.stages();
}

}  // namespace intercusp::bench
