#include "occlusion/teeth/edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/case/fdi.h"
#include "occlusion/teeth/edit_surface.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

bool is_place(int place) { return place >= 0 && place < arch_places; }
bool in_right_half(int place) { return place < arch_places / 2; }

//! A place is a position in the arch, 0 to 15 (fdi.h). Distal is away from the midline. Returns the step from
//! a place to its distal neighbour, 1 or −1.
int distal_step(int place) { return in_right_half(place) ? -1 : 1; }

struct NumberedTooth {
  FoundTooth tooth;
  int before = 0;  //!< its number in the labels of the vertices; 0 for a new tooth
};

//! Gives the tooth this number with confidence 1.
void give_number(NumberedTooth& tooth, int fdi) {
  tooth.tooth.fdi = fdi;
  tooth.tooth.confidence = 1;
  tooth.tooth.sure = true;
}

void doubt(NumberedTooth& tooth) {
  constexpr double even = 0.5;
  tooth.tooth.confidence = std::min(tooth.tooth.confidence, even);
  tooth.tooth.sure = false;
}

//! The numbers of the teeth of one jaw. Teeth move along the arch to make room for others.
class ToothRow {
 public:
  //! \param missing numbers whose places stay empty when teeth make room
  ToothRow(Jaw jaw, const std::vector<FoundTooth>& found, const std::vector<int>& missing) : jaw_(jaw) {
    for (const FoundTooth& tooth : found) teeth.push_back({tooth, tooth.fdi});
    for (const int fdi : missing) missing_places_.push_back(arch_place(jaw, fdi).value_or(-1));
  }

  std::vector<NumberedTooth> teeth;  //!< each number once

  [[nodiscard]] NumberedTooth* find(int fdi) {
    const auto at = std::ranges::find_if(teeth, [&](const NumberedTooth& t) { return t.tooth.fdi == fdi; });
    return at == teeth.end() ? nullptr : &*at;
  }
  [[nodiscard]] bool taken(int place) const {
    return std::ranges::any_of(
        teeth, [&](const NumberedTooth& t) { return arch_place(jaw_, t.tooth.fdi) == place; });
  }
  //! Whether the place is in the arch, not taken and not missing.
  [[nodiscard]] bool free(int place) const { return is_place(place) && !taken(place) && !missing(place); }

  //! The number that a tooth gets when it moves by some places; empty beyond the arch.
  [[nodiscard]] std::optional<int> moved(int fdi, int places) const {
    const auto place = arch_place(jaw_, fdi);
    if (!place || !is_place(*place + places)) return {};
    const int to = *place + places;
    return fdi_at(jaw_, to, is_milk(fdi) && has_milk_tooth(to));
  }

  //! Moves the tooth at this place and those behind it by one place, up to the next free place:
  //! distally if possible, else mesially up to the midline. Returns false and changes nothing if the
  //! row is full in both directions. The user said that the place is empty, so numbers that were sure stay sure.
  bool empty_place(int place) { return push(place, distal_step(place)) || push(place, -distal_step(place)); }

  //! The number of a new tooth between two taken places; −1 and 16 stand for the ends of the arch.
  //! Takes the free place next to `near`, which is `before` or `after`. If there is none, the row makes
  //! room, and the numbers that it shifts are not sure: nobody said that they were wrong. Empty if the row is full.
  std::optional<int> number_between(int before, int after, int near) {
    const int step = near == before ? 1 : -1;
    for (int place = near + step; place > before && place < after; place += step)
      if (free(place)) return fdi_at(jaw_, place);
    // No place is free. The distal neighbour and those behind it make room, or else the mesial ones.
    struct Neighbour {
      int place, step;
    };
    std::array<Neighbour, 2> neighbours = {Neighbour{before, -1}, Neighbour{after, 1}};
    if (!is_place(before) || distal_step(before) != -1 || (near == after && !in_right_half(after)))
      std::swap(neighbours[0], neighbours[1]);
    const std::vector<NumberedTooth> teeth_before = teeth;
    for (const auto& [place, away] : neighbours) {
      if (!is_place(place) || !push(place, away)) continue;
      for (std::size_t i = 0; i < teeth.size(); ++i)
        if (teeth[i].tooth.fdi != teeth_before[i].tooth.fdi) doubt(teeth[i]);
      return fdi_at(jaw_, place);
    }
    return {};
  }

 private:
  Jaw jaw_;
  std::vector<int> missing_places_;

  [[nodiscard]] bool missing(int place) const {
    return std::ranges::find(missing_places_, place) != missing_places_.end();
  }

  bool push(int place, int step) {
    int next = place + step;
    while (missing(next)) next += step;
    if (!is_place(next) || in_right_half(next) != in_right_half(place)) return false;
    if (taken(next) && !push(next, step)) return false;
    for (NumberedTooth& tooth : teeth)
      if (arch_place(jaw_, tooth.tooth.fdi) == place) tooth.tooth.fdi = *moved(tooth.tooth.fdi, next - place);
    return true;
  }
};

constexpr double farthest_click_mm = 2;  //!< a point farther from the surface belongs to another scan
constexpr double least_tooth_mm2 = 5;    //!< the crown of a lower incisor has 100
constexpr int new_tooth = 99;            //!< label of a tooth that has no number yet

[[noreturn]] void refuse(const std::string& reason, std::map<std::string, FindingValue> values = {}) {
  values["reason"] = reason;
  throw EditRefused({.code = "edit_refused", .severity = Severity::error, .values = std::move(values)});
}

std::map<std::string, FindingValue> of_tooth(int fdi) { return {{"tooth", static_cast<double>(fdi)}}; }
std::map<std::string, FindingValue> of_number(int fdi) { return {{"number", static_cast<double>(fdi)}}; }

//! One edit in progress: the row of numbers and the label of each vertex of the surface. Until the end,
//! labels are the numbers from before the edit.
class Edit {
 public:
  Edit(const EditedTeeth& teeth, const EditSurface& surface)
      : before_(teeth),
        surface_(surface),
        jaw_(teeth.found.jaw),
        row_(jaw_, teeth.found.teeth, teeth.missing),
        missing_(teeth.missing),
        label_(welded_labels(teeth.found.labels, surface.of_vertex, surface.mesh.vertices.size())),
        label_before_(label_) {}

  void merge(int fdi, int other) {
    if (fdi == other) refuse("same_tooth", of_tooth(fdi));
    (void)tooth(other);
    std::replace(label_.begin(), label_.end(), other, fdi);
    confirm(tooth(fdi));
  }

  void split(int fdi, const Eigen::Vector3d& from_mm, const Eigen::Vector3d& to_mm) {
    const std::size_t old = index_of(fdi);
    std::vector<char> inside(label_.size());
    std::transform(label_.begin(), label_.end(), inside.begin(), [&](int label) { return label == fdi; });
    const std::uint32_t from = nearest(from_mm, inside), to = nearest(to_mm, inside);
    if (from == to) refuse("ends_meet", of_tooth(fdi));
    split_ = fdi;
    GeodesicCut cut = geodesic_cut(surface_, inside, from, to);
    if (cut.path.empty()) refuse("ends_apart", of_tooth(fdi));
    auto& [first, second] = cut.parts;  // ordered by rising place
    if (along_arch(old).dot(middle_of(second) - middle_of(first)) < 0) std::swap(first, second);
    if (std::min(area_of(first), area_of(second)) < least_tooth_mm2) refuse("part_too_small", of_tooth(fdi));

    const int place = place_at(old), before = neighbour(place, -1), after = neighbour(place, 1);
    const bool new_is_first = free_side(place, before, after) < 0;
    set_labels(new_is_first ? first : second, new_tooth);
    confirm(row_.teeth[old]);
    append(
        new_is_first ? row_.number_between(before, place, place) : row_.number_between(place, after, place),
        fdi);
  }

  void add(const Eigen::Vector3d& point_mm, int fdi) {
    const std::uint32_t point = nearest(point_mm);
    if (label_[point] != 0) refuse("on_a_tooth", of_tooth(label_[point]));
    if (fdi != 0) check_number(fdi);
    if (row_.find(fdi)) refuse("number_taken", of_number(fdi));
    std::vector<char> taken(label_.size());
    std::transform(label_.begin(), label_.end(), taken.begin(), [](int label) { return label != 0; });
    const int number = fdi != 0 ? fdi : number_at(surface_.mesh.vertices[point]);
    const std::vector<std::uint32_t> crown =
        grown_crown(surface_, taken, point, usual_crown_mm2(*arch_place(jaw_, number)));
    if (area_of(crown) < least_tooth_mm2) refuse("no_crown_there");
    set_labels(crown, new_tooth);
    append(number, 0);
    std::erase(missing_, fdi);
  }

  void remove(int fdi) {
    (void)tooth(fdi);
    std::replace(label_.begin(), label_.end(), fdi, 0);
  }

  void brush(int fdi, const std::vector<Eigen::Vector3d>& stroke_mm, double radius_mm, bool grow) {
    confirm(tooth(fdi));
    std::vector<std::uint32_t> stroke;
    for (const Eigen::Vector3d& point : stroke_mm) stroke.push_back(nearest(point));
    for (const std::uint32_t v : brushed(surface_, stroke, radius_mm)) {
      if (grow)
        label_[v] = fdi;
      else if (label_[v] == fdi)
        label_[v] = 0;
    }
  }

  void renumber(int fdi, int number) {
    check_number(number);
    NumberedTooth& own = tooth(fdi);
    // The other tooth gets this number only by exchange, so its confidence stays.
    if (NumberedTooth* const other = row_.find(number)) other->tooth.fdi = fdi;
    give_number(own, number);
    std::erase(missing_, number);
  }

  void shift(int fdi, int places) {
    const int place = place_at(index_of(fdi)), distal = distal_step(place);
    std::vector<NumberedTooth> moved = row_.teeth;
    for (NumberedTooth& each : moved) {
      const int own = *arch_place(jaw_, each.tooth.fdi);
      if (distal_step(own) != distal || (own - place) * distal < 0) continue;
      const auto number = row_.moved(each.tooth.fdi, places * distal);
      if (!number) refuse("beyond_the_arch", of_tooth(each.tooth.fdi));
      give_number(each, *number);
      std::erase(missing_, *number);
    }
    std::array<int, 100> uses{};
    for (const NumberedTooth& each : moved)
      if (++uses[static_cast<std::size_t>(each.tooth.fdi)] > 1)
        refuse("number_taken", of_number(each.tooth.fdi));
    row_.teeth = std::move(moved);
  }

  void mark_missing(int fdi) {
    check_number(fdi);
    if (std::find(missing_.begin(), missing_.end(), fdi) == missing_.end()) missing_.push_back(fdi);
    std::sort(missing_.begin(), missing_.end());
    ToothRow row(jaw_, before_.found.teeth, missing_);
    if (row.find(fdi) && !row.empty_place(*arch_place(jaw_, fdi))) refuse("row_is_full", of_tooth(fdi));
    row_ = std::move(row);
  }

  [[nodiscard]] EditedTeeth result() {
    drop_empty_teeth();
    measure_changed_teeth();
    std::array<int, 100> number{};
    for (const NumberedTooth& each : row_.teeth)
      number[static_cast<std::size_t>(each.before)] = each.tooth.fdi;
    EditedTeeth teeth{.found = before_.found, .missing = missing_};
    for (std::size_t v = 0; v < surface_.of_vertex.size(); ++v) {
      if (surface_.of_vertex[v] == no_vertex) continue;
      teeth.found.labels[v] = number[static_cast<std::size_t>(label_[surface_.of_vertex[v]])];
    }
    sort_row();
    doubt_teeth_out_of_order();
    doubt_halves_of_one_crown();
    teeth.found.teeth.clear();
    for (const NumberedTooth& each : row_.teeth) teeth.found.teeth.push_back(each.tooth);
    constexpr double same_crown_mm = 4;  // half a molar
    std::erase_if(teeth.found.unnumbered, [&](const UnnumberedPlace& place) {
      return std::ranges::any_of(teeth.found.teeth, [&](const FoundTooth& tooth) {
        return (tooth.centre_mm - place.position_mm).norm() < same_crown_mm;
      });
    });
    return teeth;
  }

 private:
  const EditedTeeth& before_;
  const EditSurface& surface_;
  Jaw jaw_;
  ToothRow row_;
  std::vector<int> missing_;
  std::vector<int> label_, label_before_;
  int split_ = 0;  //!< the number of the tooth that was split; 0: none

  // ---- numbers

  //! Where the row turns back, the numbers of that tooth and of its nearer neighbour
  //! may be swapped; neither is sure.
  //! \pre the row is sorted
  void doubt_teeth_out_of_order() {
    const auto centre = [&](std::size_t i) -> const Eigen::Vector3d& {
      return row_.teeth[i].tooth.centre_mm;
    };
    for (std::size_t i = 1; i + 1 < row_.teeth.size(); ++i) {
      const Eigen::Vector3d before = centre(i) - centre(i - 1), after = centre(i + 1) - centre(i);
      if (before.dot(after) >= 0) continue;
      row_.teeth[i].tooth.sure = false;
      row_.teeth[before.norm() < after.norm() ? i - 1 : i + 1].tooth.sure = false;
    }
  }

  //! A tooth that was split and was no wider than one of its number was one crown: both parts are in doubt.
  void doubt_halves_of_one_crown() {
    constexpr double least_of_two =
        1.4;  // times the table's breadth: whole teeth vary by a fifth, two have 1.7 times it
    if (split_ == 0) return;
    const auto whole = std::ranges::find(before_.found.teeth, split_, &FoundTooth::fdi);
    const ToothSize& usual = tooth_size(jaw_, *arch_place(jaw_, split_));
    if (whole->mesiodistal_mm > least_of_two * usual.mesiodistal_mm) return;
    for (NumberedTooth& each : row_.teeth)
      if (each.before == split_ || each.before == new_tooth) doubt(each);
  }

  [[nodiscard]] NumberedTooth& tooth(int fdi) {
    NumberedTooth* const found = row_.find(fdi);
    if (!found) refuse("no_such_tooth", of_tooth(fdi));
    return *found;
  }
  [[nodiscard]] std::size_t index_of(int fdi) {
    return static_cast<std::size_t>(&tooth(fdi) - row_.teeth.data());
  }
  [[nodiscard]] int place_at(std::size_t index) const {
    return *arch_place(jaw_, row_.teeth[index].tooth.fdi);
  }
  static void confirm(NumberedTooth& tooth) { give_number(tooth, tooth.tooth.fdi); }
  void check_number(int fdi) const {
    if (!arch_place(jaw_, fdi)) refuse("no_such_number", of_number(fdi));
  }

  //! The next taken place in the direction of `step`; −1 or 16 if there is none.
  [[nodiscard]] int neighbour(int place, int step) const {
    do place += step;
    while (place >= 0 && place < arch_places && !row_.taken(place));
    return place;
  }

  //! −1 or 1: the side of a tooth on which a number is free for its other half. A gap between teeth is
  //! preferred to the end of the row, and distal to mesial.
  [[nodiscard]] int free_side(int place, int before, int after) const {
    const int distal = distal_step(place);
    const auto in_gap = [&](int step) {
      const int end = step < 0 ? before : after;
      if (end < 0 || end >= arch_places) return false;
      for (int p = place + step; p != end; p += step)
        if (row_.free(p)) return true;
      return false;
    };
    return !in_gap(distal) && in_gap(-distal) ? -distal : distal;
  }

  //! Area of a crown with the published breadths: its top, and its walls, which narrow towards the neck.
  [[nodiscard]] double usual_crown_mm2(int place) const {
    constexpr double height_mm = 8.5;
    const ToothSize& size = tooth_size(jaw_, place);
    return 0.8 * size.mesiodistal_mm * size.buccolingual_mm +
           0.7 * height_mm * (size.mesiodistal_mm + size.buccolingual_mm);
  }

  //! The number of a new tooth at a point, from the nearest tooth and its neighbours.
  [[nodiscard]] int number_at(const Eigen::Vector3d& point) {
    if (row_.teeth.size() < 2) refuse("number_needed");
    std::size_t nearest = 0;
    const auto away = [&](std::size_t i) { return (row_.teeth[i].tooth.centre_mm - point).squaredNorm(); };
    for (std::size_t i = 1; i < row_.teeth.size(); ++i)
      if (away(i) < away(nearest)) nearest = i;
    const int place = place_at(nearest);
    const bool behind = along_arch(nearest).dot(point - row_.teeth[nearest].tooth.centre_mm) > 0;
    const auto number = behind ? row_.number_between(place, neighbour(place, 1), place)
                               : row_.number_between(neighbour(place, -1), place, place);
    if (!number) refuse("row_is_full", of_tooth(row_.teeth[nearest].tooth.fdi));
    return *number;
  }

  void append(std::optional<int> number, int beside) {
    if (!number) refuse("row_is_full", of_tooth(beside));
    NumberedTooth added{.tooth = {}, .before = new_tooth};
    give_number(added, *number);
    row_.teeth.push_back(added);
  }

  void sort_row() {
    std::sort(row_.teeth.begin(), row_.teeth.end(), [&](const NumberedTooth& a, const NumberedTooth& b) {
      return std::pair(arch_place(jaw_, a.tooth.fdi), a.tooth.fdi) <
             std::pair(arch_place(jaw_, b.tooth.fdi), b.tooth.fdi);
    });
  }

  // ---- the surface

  //! The vertex nearest to a point.
  //! \param among per vertex: may be chosen; empty: all
  [[nodiscard]] std::uint32_t nearest(const Eigen::Vector3d& point_mm,
                                      const std::vector<char>& among = {}) const {
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t at = no_vertex;
    double least_anywhere = least;
    for (std::uint32_t v = 0; v < label_.size(); ++v) {
      const double away = (surface_.mesh.vertices[v] - point_mm).squaredNorm();
      least_anywhere = std::min(least_anywhere, away);
      if (away < least && (among.empty() || among[v])) {
        least = away;
        at = v;
      }
    }
    if (!(least_anywhere <= farthest_click_mm * farthest_click_mm))
      refuse("point_off_scan", {{"distance_mm", std::sqrt(least_anywhere)}});
    return at;
  }

  [[nodiscard]] double area_of(const std::vector<std::uint32_t>& vertices) const {
    double sum = 0;
    for (const std::uint32_t v : vertices) sum += surface_.area_mm2[v];
    return sum;
  }
  [[nodiscard]] Eigen::Vector3d middle_of(const std::vector<std::uint32_t>& vertices) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const std::uint32_t v : vertices) sum += surface_.mesh.vertices[v];
    return sum / static_cast<double>(std::max<std::size_t>(vertices.size(), 1));
  }
  void set_labels(const std::vector<std::uint32_t>& vertices, int label) {
    for (const std::uint32_t v : vertices) label_[v] = label;
  }

  //! Direction along the arch at a tooth, between the centres of its neighbours in the
  //! row; zero without neighbours.
  [[nodiscard]] Eigen::Vector3d along_arch(std::size_t index) const {
    const std::size_t before = index > 0 ? index - 1 : index;
    const std::size_t after = std::min(index + 1, row_.teeth.size() - 1);
    return (row_.teeth[after].tooth.centre_mm - row_.teeth[before].tooth.centre_mm).normalized();
  }

  void drop_empty_teeth() {
    std::array<bool, 100> used{};
    for (const int label : label_) used[static_cast<std::size_t>(label)] = true;
    std::erase_if(row_.teeth,
                  [&](const NumberedTooth& each) { return !used[static_cast<std::size_t>(each.before)]; });
  }

  void measure_changed_teeth() {
    std::array<bool, 100> changed{};
    for (std::size_t v = 0; v < label_.size(); ++v) {
      if (label_[v] == label_before_[v]) continue;
      changed[static_cast<std::size_t>(label_[v])] = changed[static_cast<std::size_t>(label_before_[v])] =
          true;
    }
    std::array<std::vector<std::uint32_t>, 100> members;
    for (std::uint32_t v = 0; v < label_.size(); ++v) {
      const auto label = static_cast<std::size_t>(label_[v]);
      if (label != 0 && changed[label]) members[label].push_back(v);
    }
    sort_row();
    for (NumberedTooth& each : row_.teeth) {
      const auto& vertices = members[static_cast<std::size_t>(each.before)];
      if (!vertices.empty()) each.tooth.centre_mm = middle_of(vertices);
    }
    for (std::size_t i = 0; i < row_.teeth.size(); ++i) {
      const auto& vertices = members[static_cast<std::size_t>(row_.teeth[i].before)];
      if (vertices.empty()) continue;
      const Eigen::Vector3d along = along_arch(i);
      double least = std::numeric_limits<double>::infinity(), most = -least;
      for (const std::uint32_t v : vertices) {
        least = std::min(least, along.dot(surface_.mesh.vertices[v]));
        most = std::max(most, along.dot(surface_.mesh.vertices[v]));
      }
      row_.teeth[i].tooth.mesiodistal_mm = most - least;
    }
  }
};

}  // namespace

EditedTeeth edited(const EditedTeeth& teeth, const EditSurface& surface, const TeethEdit& edit) {
  using Kind = TeethEdit::Kind;
  Edit made(teeth, surface);
  switch (edit.kind) {
    case Kind::merge:
      made.merge(edit.tooth, edit.number);
      break;
    case Kind::split:
      made.split(edit.tooth, edit.points_mm.at(0), edit.points_mm.at(1));
      break;
    case Kind::add:
      made.add(edit.points_mm.at(0), edit.number);
      break;
    case Kind::remove:
      made.remove(edit.tooth);
      break;
    case Kind::grow:
    case Kind::shrink:
      made.brush(edit.tooth, edit.points_mm, edit.radius_mm, edit.kind == Kind::grow);
      break;
    case Kind::renumber:
      made.renumber(edit.tooth, edit.number);
      break;
    case Kind::shift:
      made.shift(edit.tooth, edit.places);
      break;
    case Kind::missing:
      made.mark_missing(edit.tooth);
      break;
  }
  return made.result();
}

}  // namespace intercusp
