#include "io/case/track_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();  //!< cell of a lost frame

constexpr auto what_to_write = Text(
    "write \"time_s\" and 16 columns with upper_from_lower row by row, or "
    "\"time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\"");

//! As much of a cell as fits into a message, without bytes that could disturb a terminal.
std::string printable_cell(std::string_view cell) {
  std::string text;
  for (const char c : cell.substr(0, 40)) text += c >= 32 && c < 127 ? c : '?';
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

struct Row {
  std::size_t line = 0;
  std::vector<std::string_view> cells;
};

char separator_of(std::string_view text) {
  for (const char separator : {'\t', ';', ','})
    if (text.find(separator) != std::string_view::npos) return separator;
  return ' ';
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  while (true) {
    if (separator == ' ') line = trimmed(line);
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

//! Lines with content other than comments.
std::vector<Row> rows_of(std::string_view text) {
  std::vector<Row> rows;
  char separator = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    line = line.substr(0, line.find('#'));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (trimmed(line).empty()) continue;
    // Some programs separate the cells of the header differently from those of the table.
    if (separator == 0 || separator_of(line) != ' ') separator = separator_of(line);
    rows.push_back({number, cells_of(line, separator)});
  }
  return rows;
}

//! The number in a cell: NaN for an empty cell, "nan" and "null"; empty for other text.
std::optional<double> number_in(std::string_view cell) {
  if (cell.empty() || equal_ignoring_case(cell, "nan") || equal_ignoring_case(cell, "null")) return nothing;
  std::string text(cell);
  std::ranges::replace(text, ',', '.');  // a decimal comma; separating commas are already removed
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (stop != end || error != std::errc{}) return std::nullopt;
  return value;
}

bool is_header(const Row& row) {
  return std::ranges::any_of(row.cells, [](std::string_view cell) { return !number_in(cell); });
}

//! A table and the content of its header.
struct Table {
  std::string format = {};
  std::vector<std::string> names = {};  //!< in lower case; empty if the table has no header
  std::vector<Row> rows = {};
  std::size_t line = 0;  //!< line of the header, or of the first row
  std::optional<double> rate_hz = {}, mm_per_unit = {};
  bool degrees = false, radians = false;  //!< whether the header states one of them
  std::string body = {};                  //!< name of the body whose columns are read; empty without a name
};

std::string cell_at(const Row& row, std::size_t i) {
  return i < row.cells.size() ? lower_case(row.cells[i]) : "";
}

double mm_per_unit_named(const std::string& unit) {
  if (unit.starts_with("milli") || unit == "mm") return 1;
  if (unit.starts_with("centi") || unit == "cm") return 10;
  return 1000;
}

//! Takes the names of the columns from a row. The table begins after this row.
void take_names(std::vector<Row>& rows, std::size_t at, Table& table) {
  for (const std::string_view cell : rows[at].cells) table.names.push_back(lower_case(cell));
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

//! "Format Version,1.23,…,Length Units,Meters": the header of Motive, whose columns have two rows of names.
void take_optitrack_head(std::vector<Row>& rows, Table& table) {
  table.format = "OptiTrack";
  for (std::size_t i = 0; i + 1 < rows[0].cells.size(); i += 2) {
    const std::string key = cell_at(rows[0], i), value = cell_at(rows[0], i + 1);
    if (key == "length units") table.mm_per_unit = mm_per_unit_named(value);
    if (key == "export frame rate" || key == "capture frame rate") table.rate_hz = number_in(value);
  }
  std::size_t at = 1;
  Row kinds;
  while (at < rows.size() && cell_at(rows[at], 0) != "frame") {
    if (cell_at(rows[at], 1) == "name" && rows[at].cells.size() > 2) table.body = rows[at].cells[2];
    kinds = rows[at++];
  }
  if (at == rows.size()) return;
  for (std::size_t i = 0; i < rows[at].cells.size(); ++i) {
    const std::string kind = cell_at(kinds, i);
    table.names.push_back(kind.empty() ? cell_at(rows[at], i) : kind + " " + cell_at(rows[at], i));
  }
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

//! "NO_OF_FRAMES 60" and further lines, up to the row of names.
void take_qualisys_head(std::vector<Row>& rows, Table& table) {
  table.format = "Qualisys 6DOF";
  table.mm_per_unit = 1;
  std::size_t at = 0;
  for (; at < rows.size() && cell_at(rows[at], 0) != "frame"; ++at) {
    if (cell_at(rows[at], 0) == "frequency") table.rate_hz = number_in(cell_at(rows[at], 1));
    if (cell_at(rows[at], 0) == "body_names" && rows[at].cells.size() > 1) table.body = rows[at].cells[1];
  }
  if (at < rows.size()) take_names(rows, at, table);
}

//! "inDegrees=yes" and further lines, up to "endheader" and the row of names.
void take_opensim_head(std::vector<Row>& rows, std::size_t end_of_head, Table& table) {
  table.format = "OpenSim";
  table.mm_per_unit = 1000;
  for (std::size_t i = 0; i < end_of_head; ++i) {
    const std::string line = cell_at(rows[i], 0);
    if (line.starts_with("indegrees=")) (line.ends_with("yes") ? table.degrees : table.radians) = true;
  }
  if (end_of_head + 1 < rows.size()) {
    take_names(rows, end_of_head + 1, table);
  } else {
    rows.clear();
  }
}

Table table_of(std::vector<Row> rows) {
  Table table{.line = rows[0].line};
  const auto end_of_head =
      std::ranges::find_if(rows, [](const Row& row) { return cell_at(row, 0) == "endheader"; }) -
      rows.begin();
  if (cell_at(rows[0], 0) == "format version") {
    take_optitrack_head(rows, table);
  } else if (cell_at(rows[0], 0) == "no_of_frames") {
    take_qualisys_head(rows, table);
  } else if (static_cast<std::size_t>(end_of_head) < rows.size()) {
    take_opensim_head(rows, static_cast<std::size_t>(end_of_head), table);
  } else if (is_header(rows[0])) {
    take_names(rows, 0, table);
  }
  table.rows = std::move(rows);
  return table;
}

enum class Rotation { matrix, quaternion, angles, nine_by_columns, markers };

//! Which column has which meaning.
struct Columns {
  std::optional<std::size_t> time;
  double time_unit_s = 1;
  bool time_is_frame = false;
  Rotation rotation = Rotation::matrix;
  std::vector<std::size_t> matrix;     //!< 16 or 12 columns
  std::array<std::size_t, 3> shift{};  //!< x, y, z
  //! Columns of w, x, y, z, or of three angles, or of nine numbers; for markers, the positions, x, y, z of
  //! each.
  std::vector<std::size_t> turn;
};

constexpr std::size_t coordinates_of_markers = 9;  // three positions determine a pose

//! The first column with one of these names, alone or after the name of a body: "jaw_tx", "mandible x".
std::optional<std::size_t> column_named(const std::vector<std::string>& names,
                                        std::initializer_list<std::string_view> wanted) {
  for (const std::string_view want : wanted) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::string_view name = names[i];
      for (const std::string_view unit :
           {"_mm", "_m", "_cm", "_deg", "_rad", "[mm]", "[m]", " (mm)", " (m)", "[deg]"})
        if (name.ends_with(unit) && name.size() > unit.size()) name.remove_suffix(unit.size());
      if (!name.ends_with(want)) continue;
      const std::string_view before = name.substr(0, name.size() - want.size());
      if (before.empty() || before.back() == '_' || before.back() == ' ' || before.back() == '.' ||
          before.back() == ':')
        return i;
    }
  }
  return std::nullopt;
}

void find_time(const std::vector<std::string>& names, Columns& columns) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    if (name == "time_ms" || name == "ms" || name == "time [ms]" || name == "time (ms)")
      columns.time_unit_s = 0.001;
    if (name.starts_with("time") || name == "t" || name == "seconds" || name == "ms") {
      columns.time = i;
      return;
    }
  }
  const auto frame = std::ranges::find_if(names, [](const std::string& name) {
    return name.starts_with("frame") || name == "index" || name == "sample";
  });
  if (frame == names.end()) return;
  columns.time = static_cast<std::size_t>(frame - names.begin());
  columns.time_is_frame = true;
}

template <std::size_t count>
std::optional<std::array<std::size_t, count>> all_of(
    const std::array<std::optional<std::size_t>, count>& found) {
  std::array<std::size_t, count> columns;
  for (std::size_t i = 0; i < count; ++i) {
    if (!found.at(i)) return std::nullopt;
    columns.at(i) = *found.at(i);
  }
  return columns;
}

Columns columns_of_markers(Columns columns, std::size_t first) {
  columns.rotation = Rotation::markers;
  for (std::size_t i = 0; i < coordinates_of_markers; ++i) columns.turn.push_back(first + i);
  return columns;
}

//! Whether the names from `first` on are x, y and z of three markers: "m1_x", "x1", "condyle left y [mm]".
bool are_of_markers(const std::vector<std::string>& names, std::size_t first) {
  if (names.size() - first != coordinates_of_markers) return false;
  for (std::size_t i = first; i < names.size(); ++i) {
    const char axis = "xyz"[(i - first) % 3];
    const std::string name = names[i].substr(0, names[i].find_first_of("[("));
    if (name.find(axis) == std::string::npos) return false;
  }
  return true;
}

//! Finds the columns of a table with names.
std::optional<Columns> columns_by_name(const std::vector<std::string>& names) {
  Columns columns;
  find_time(names, columns);
  const std::size_t first = columns.time ? *columns.time + 1 : 0;
  const bool has_rotation = column_named(names, {"rot[0]", "qw", "rotation w"}).has_value();
  if (!has_rotation && (names.size() - first == 16 || names.size() - first == 12)) {
    for (std::size_t i = first; i < names.size(); ++i) columns.matrix.push_back(i);
    return columns;
  }
  if (!has_rotation && are_of_markers(names, first)) return columns_of_markers(columns, first);
  const auto shift = all_of<3>({column_named(names, {"tx", "position x", "px", "x"}),
                                column_named(names, {"ty", "position y", "py", "y"}),
                                column_named(names, {"tz", "position z", "pz", "z"})});
  if (!shift) return std::nullopt;
  columns.shift = *shift;
  if (const auto turn =
          all_of<4>({column_named(names, {"qw", "rotation w"}), column_named(names, {"qx", "rotation x"}),
                     column_named(names, {"qy", "rotation y"}), column_named(names, {"qz", "rotation z"})})) {
    columns.rotation = Rotation::quaternion;
    columns.turn.assign(turn->begin(), turn->end());
    return columns;
  }
  for (const std::string_view form : {"rot[{}]", "r{}"}) {
    columns.turn.clear();
    for (std::size_t i = 0; i < 9; ++i) {
      const std::string name =
          form[1] == 'o' ? fmt::format("rot[{}]", i) : fmt::format("r{}{}", i % 3 + 1, i / 3 + 1);
      if (const auto at = column_named(names, {name})) columns.turn.push_back(*at);
    }
    if (columns.turn.size() != 9) continue;
    columns.rotation = Rotation::nine_by_columns;
    return columns;
  }
  if (const auto turn = all_of<3>(
          {column_named(names, {"rx"}), column_named(names, {"ry"}), column_named(names, {"rz"})})) {
    columns.rotation = Rotation::angles;
    columns.turn.assign(turn->begin(), turn->end());
    return columns;
  }
  return std::nullopt;
}

using Numbers = std::vector<std::vector<double>>;  //!< per row

//! Finds the columns of a table without names, from their number.
std::optional<Columns> columns_by_count(const Numbers& rows, std::size_t count) {
  Columns columns;
  if (count == 17 || count == 13 || count == 8 || count == coordinates_of_markers + 1) columns.time = 0;
  if (count == coordinates_of_markers || count == coordinates_of_markers + 1)
    return columns_of_markers(columns, count - coordinates_of_markers);
  if (count == 8) {
    columns.rotation = Rotation::quaternion;
    columns.shift = {1, 2, 3};
    // Jaws turn by less than 90°, so the real part is the greatest of the four.
    double first = 0, last = 0;
    for (const std::vector<double>& row : rows) {
      if (!std::isnan(row[4]) && !std::isnan(row[7])) {
        first += std::abs(row[4]);
        last += std::abs(row[7]);
      }
    }
    columns.turn = first > last ? std::vector<std::size_t>{4, 5, 6, 7} : std::vector<std::size_t>{7, 4, 5, 6};
    return columns;
  }
  if (count != 16 && count != 12 && count != 17 && count != 13) return std::nullopt;
  for (std::size_t i = columns.time ? 1 : 0; i < count; ++i) columns.matrix.push_back(i);
  return columns;
}

Eigen::Matrix4d matrix_of(const std::vector<double>& numbers, const std::vector<std::size_t>& columns,
                          bool by_columns) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto a = static_cast<Eigen::Index>(i / 4), b = static_cast<Eigen::Index>(i % 4);
    (by_columns ? matrix(b, a) : matrix(a, b)) = numbers[columns[i]];
  }
  return matrix;
}

Eigen::Quaterniond quaternion_of(const std::vector<double>& numbers, const Columns& columns) {
  const std::vector<std::size_t>& turn = columns.turn;
  return {numbers[turn[0]], numbers[turn[1]], numbers[turn[2]], numbers[turn[3]]};
}

//! The positions of three markers, one per column.
Eigen::Matrix3d markers_of(const std::vector<double>& numbers, const Columns& columns) {
  Eigen::Matrix3d places;
  for (std::size_t i = 0; i < coordinates_of_markers; ++i)
    // Eigen stores columns.
    places.data()[i] = numbers[columns.turn[i]];
  return places;
}

//! How far three positions are from lying on a line: the sine of the angle at the first position.
double off_a_line(const Eigen::Matrix3d& places) {
  const Eigen::Vector3d a = places.col(1) - places.col(0), b = places.col(2) - places.col(0);
  return a.cross(b).norm() / std::max(a.norm() * b.norm(), std::numeric_limits<double>::min());
}

//! The rotation given by angles or by nine numbers.
Eigen::Matrix3d rotation_of(const std::vector<double>& numbers, const Columns& columns,
                            double rad_per_angle) {
  std::vector<double> v;
  for (const std::size_t column : columns.turn) v.push_back(numbers[column]);
  if (columns.rotation == Rotation::nine_by_columns)
    return Eigen::Matrix3d(Eigen::Map<const Eigen::Matrix3d>(v.data()));
  const auto about = [&](std::size_t i, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(rad_per_angle * v[i], axis);
  };
  return (about(0, Eigen::Vector3d::UnitX()) * about(1, Eigen::Vector3d::UnitY()) *
          about(2, Eigen::Vector3d::UnitZ()))
      .toRotationMatrix();
}

//! Reads the rows of a table. Assumptions become remarks.
class TableReader {
 public:
  TableReader(const std::filesystem::path& file, Table table, const TrackOptions& options)
      : file_(file), table_(std::move(table)), options_(options) {}

  TablePoses read() {
    join_blocks();
    for (const Row& row : table_.rows) numbers_.push_back(numbers_of(row));
    find_columns();
    result_.format = format();
    for (std::size_t i = 0; i < numbers_.size(); ++i) add(i);
    scale_lengths();
    remark();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& reason) const {
    throw InputError(file_, fmt::format("line {}: {}", line, reason));
  }
  void note(const char* code, std::map<std::string, FindingValue> values = {}) {
    result_.remarks.push_back({code, Severity::info, std::move(values)});
  }

  //! Whether the first four rows are a matrix. Its last row or column shows this, because a table of times
  //! and points also has four columns.
  [[nodiscard]] bool begins_with_a_matrix() const {
    if (table_.rows.size() < 4) return true;
    const auto is = [&](std::size_t row, std::size_t column, double wanted) {
      const std::optional<double> number = number_in(table_.rows[row].cells[column]);
      return number && std::abs(*number - wanted) <= limits::rotation_rounding;
    };
    const auto ends = [&](const auto& at) { return at(0, 0.) && at(1, 0.) && at(2, 0.) && at(3, 1.); };
    return ends([&](std::size_t i, double wanted) { return is(3, i, wanted); }) ||
           ends([&](std::size_t i, double wanted) { return is(i, 3, wanted); });
  }

  //! Joins four rows of four numbers to one row of sixteen.
  void join_blocks() {
    const bool four = table_.names.empty() &&
                      std::ranges::all_of(table_.rows, [](const Row& row) { return row.cells.size() == 4; });
    if (!four || !begins_with_a_matrix()) return;
    if (table_.rows.size() % 4 != 0)
      fail(table_.rows.back().line, phrase("the list of 4 × 4 matrices ends within one"));
    std::vector<Row> joined;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      if (i % 4 == 0) {
        joined.push_back(table_.rows[i]);
      } else {
        joined.back().cells.insert(joined.back().cells.end(), table_.rows[i].cells.begin(),
                                   table_.rows[i].cells.end());
      }
    }
    table_.rows = std::move(joined);
  }

  [[nodiscard]] std::size_t width() const {
    return table_.names.empty() ? table_.rows.front().cells.size() : table_.names.size();
  }

  [[nodiscard]] std::vector<double> numbers_of(const Row& row) const {
    std::vector<std::string_view> cells = row.cells;
    while (cells.size() > width() && cells.back().empty()) cells.pop_back();
    if (cells.size() != width())
      fail(row.line, phrase("has {} numbers where the header has {} columns", cells.size(), width()));
    std::vector<double> numbers;
    for (const std::string_view cell : cells) {
      const std::optional<double> number = number_in(cell);
      if (!number) fail(row.line, phrase("\"{}\" is not a number", printable_cell(cell)));
      numbers.push_back(*number);
    }
    return numbers;
  }

  void find_columns() {
    const std::optional<Columns> columns =
        table_.names.empty() ? columns_by_count(numbers_, width()) : columns_by_name(table_.names);
    if (!columns && holds_points()) {
      fail(table_.line,
           phrase("these are points, not poses: the path of one point does not say how the jaw turns; "
                  "record three points of the jaw (nine coordinates a line), or poses"));
    }
    if (!columns) {
      fail(table_.line, phrase("its {} columns are none of a recorded motion that is known; {}", width(),
                               std::string(what_to_write)));
    }
    columns_ = *columns;
    if (columns_.matrix.size() == 16) by_columns_ = are_by_columns();
    if (columns_.time && !columns_.time_is_frame) return;
    rate_hz_ = options_.rate_hz ? options_.rate_hz : table_.rate_hz;
    if (!rate_hz_)
      throw InputError(
          file_, columns_.time_is_frame
                     ? phrase("counts frames; state how many there are a second with --track-rate")
                     : phrase("holds no times; state how many poses there are a second with --track-rate"));
  }

  //! Whether the table has, beside a possible time, only one or two positions: too little for a pose.
  [[nodiscard]] bool holds_points() const {
    if (table_.names.empty()) return width() == 3 || width() == 4 || width() == 6 || width() == 7;
    return column_named(table_.names, {"tx", "px", "x"}) && column_named(table_.names, {"ty", "py", "y"}) &&
           column_named(table_.names, {"tz", "pz", "z"});
  }

  //! Whether each matrix ends with 0 0 0 1 only if it is read column by column.
  [[nodiscard]] bool are_by_columns() const {
    bool rows = true, columns = true;
    for (const std::vector<double>& numbers : numbers_) {
      const Eigen::Matrix4d matrix = matrix_of(numbers, columns_.matrix, false);
      if (!matrix.allFinite()) continue;
      const Eigen::Vector4d last(0, 0, 0, 1);
      rows = rows && (matrix.row(3).transpose() - last).cwiseAbs().maxCoeff() <= limits::rotation_rounding;
      columns = columns && (matrix.col(3) - last).cwiseAbs().maxCoeff() <= limits::rotation_rounding;
    }
    return columns && !rows;
  }

  [[nodiscard]] std::string format() const {
    if (!table_.format.empty()) return table_.format;
    if (columns_.rotation == Rotation::quaternion && table_.names.empty()) return "TUM";
    switch (columns_.rotation) {
      case Rotation::quaternion:
        return "CSV, quaternions";
      case Rotation::angles:
        return "CSV, angles";
      case Rotation::markers:
        return "three markers";
      default:
        return table_.names.empty() ? "list of matrices" : "CSV, matrices";
    }
  }

  [[nodiscard]] double time_of(std::size_t i) const {
    if (!columns_.time) return static_cast<double>(i) / *rate_hz_;
    const double time = numbers_[i][*columns_.time];
    return columns_.time_is_frame ? time / *rate_hz_ : time * columns_.time_unit_s;
  }

  [[nodiscard]] std::vector<std::size_t> pose_columns() const {
    std::vector<std::size_t> columns = columns_.matrix;
    if (!columns.empty()) return columns;
    if (columns_.rotation == Rotation::markers) return columns_.turn;
    columns.assign(columns_.shift.begin(), columns_.shift.end());
    columns.insert(columns.end(), columns_.turn.begin(), columns_.turn.end());
    return columns;
  }

  [[nodiscard]] bool is_lost(std::size_t i) const {
    const std::vector<double>& numbers = numbers_[i];
    const auto all = [&](const std::vector<std::size_t>& columns, const auto& test) {
      return std::ranges::all_of(columns, [&](std::size_t column) { return test(numbers[column]); });
    };
    if (columns_.rotation == Rotation::markers)
      return !markers_of(numbers, columns_).allFinite() || markers_of(numbers, columns_).isZero(0);
    const bool angles = columns_.rotation == Rotation::angles;
    return all(pose_columns(), [](double number) { return std::isnan(number); }) ||
           (!angles && all(columns_.matrix.empty() ? columns_.turn : columns_.matrix,
                           [](double number) { return number == 0; }));
  }

  void add(std::size_t i) {
    TablePose pose{.line = table_.rows[i].line, .time_s = time_of(i)};
    if (std::isnan(pose.time_s)) fail(pose.line, phrase("the time is not finite"));
    if (columns_.rotation == Rotation::markers) {
      if (!is_lost(i)) pose.matrix = pose_of_markers(pose.line, markers_of(numbers_[i], columns_));
    } else if (!columns_.matrix.empty()) {
      pose.matrix = matrix_of(numbers_[i], columns_.matrix, by_columns_);
    } else {
      if (columns_.rotation == Rotation::quaternion) {
        pose.turn = quaternion_of(numbers_[i], columns_);
        pose.matrix.topLeftCorner<3, 3>() = pose.turn->toRotationMatrix();
      } else {
        pose.matrix.topLeftCorner<3, 3>() = rotation_of(numbers_[i], columns_, rad_per_angle());
      }
      for (std::size_t k = 0; k < 3; ++k)
        pose.matrix(static_cast<Eigen::Index>(k), 3) = numbers_[i][columns_.shift.at(k)];
    }
    if (is_lost(i)) {
      ++lost_;
    } else {
      for (const std::size_t column : pose_columns())
        if (table_.rows[i].cells[column].empty()) fail(pose.line, phrase("\"{}\" is not a number", ""));
      result_.poses.push_back(pose);
    }
  }

  //! The motion of three markers since the first line that has all three (Umeyama 1991, IEEE TPAMI 13(4),
  //! without scale).
  Eigen::Matrix4d pose_of_markers(std::size_t line, const Eigen::Matrix3d& places) {
    // 3°: an error of one marker across the line turns the jaw twenty times as far.
    constexpr double least_sine = 0.05;
    if (off_a_line(places) < least_sine)
      fail(line, phrase("the three markers lie on one line, which does not say how the jaw turns about it"));
    if (!first_markers_) first_markers_ = places;
    const Eigen::Matrix4d pose = Eigen::umeyama(*first_markers_, places, false);
    const Eigen::Matrix3d left =
        (pose.topLeftCorner<3, 3>() * *first_markers_).colwise() + pose.topRightCorner<3, 1>() - places;
    marker_residual_ = std::max(marker_residual_, std::sqrt(left.squaredNorm() / 3));
    return pose;
  }

  [[nodiscard]] double greatest(const auto& columns) const {
    double most = 0;
    for (const std::vector<double>& numbers : numbers_)
      for (const std::size_t column : columns)
        if (!std::isnan(numbers[column])) most = std::max(most, std::abs(numbers[column]));
    return most;
  }

  //! Jaws open by less than 45°, so greater numbers are degrees.
  [[nodiscard]] bool angles_are_degrees() const {
    constexpr double most_rad = 0.8;
    return table_.degrees || (!table_.radians && greatest(columns_.turn) > most_rad);
  }
  [[nodiscard]] double rad_per_angle() const {
    return columns_.rotation == Rotation::angles && angles_are_degrees() ? rad_per_deg : 1;
  }

  [[nodiscard]] std::optional<double> unit_in_names() const {
    for (const std::string& name : table_.names) {
      if (name.ends_with("_mm") || name.find("[mm]") != std::string::npos ||
          name.find("(mm)") != std::string::npos)
        return 1;
      if (name.ends_with("_m") || name.find("[m]") != std::string::npos ||
          name.find("(m)") != std::string::npos)
        return 1000;
    }
    return std::nullopt;
  }

  //! Positions of a jaw that turns by degrees change by millimetres. Numbers far below 1 are therefore
  //! metres.
  [[nodiscard]] bool look_like_metres() const {
    constexpr double least_turn_rad = 1 * rad_per_deg, most_m = 0.15;
    double shift = 0, turn = 0;
    for (const TablePose& pose : result_.poses) {
      shift = std::max(shift, pose.matrix.topRightCorner<3, 1>().norm());
      turn = std::max(turn, Eigen::AngleAxisd(Eigen::Matrix3d(pose.matrix.topLeftCorner<3, 3>())).angle());
    }
    return shift > 0 && shift < most_m && turn > least_turn_rad;
  }

  void scale_lengths() {
    double mm_per_unit = 1;
    if (options_.mm_per_unit) {
      mm_per_unit = *options_.mm_per_unit;
    } else if (table_.mm_per_unit || unit_in_names()) {
      mm_per_unit = table_.mm_per_unit ? *table_.mm_per_unit : *unit_in_names();
    } else if (look_like_metres()) {
      mm_per_unit = 1000;
      note("track_in_metres");
    }
    for (TablePose& pose : result_.poses) pose.matrix.topRightCorner<3, 1>() *= mm_per_unit;
    marker_residual_ *= mm_per_unit;
  }

  void remark() {
    if (!table_.format.empty() || table_.names.empty())
      note("track_of_lower_in_upper", {{"format", result_.format}});
    if (!table_.body.empty()) note("track_of_body", {{"body", table_.body}});
    if (rate_hz_) note("track_times_by_rate", {{"rate_hz", *rate_hz_}});
    if (by_columns_) note("track_by_columns");
    if (columns_.rotation == Rotation::angles)
      note("track_angles", {{"unit", std::string(angles_are_degrees() ? "degrees" : "radians")}});
    if (columns_.rotation == Rotation::markers)
      note("track_of_markers", {{"residual_um", 1000 * marker_residual_}});
    if (lost_ > 0) note("track_frames_lost", {{"frames", static_cast<double>(lost_)}});
  }

  const std::filesystem::path& file_;
  Table table_;
  const TrackOptions& options_;
  Numbers numbers_;
  Columns columns_;
  bool by_columns_ = false;
  std::optional<double> rate_hz_;
  std::size_t lost_ = 0;
  std::optional<Eigen::Matrix3d> first_markers_;
  double marker_residual_ = 0;  //!< largest root mean square of a line, in the table's unit
  TablePoses result_;
};

}  // namespace

TablePoses poses_of_table(const std::filesystem::path& file, std::string_view text,
                          const TrackOptions& options) {
  std::vector<Row> rows = rows_of(text);
  if (rows.empty())
    throw InputError(file, phrase("holds nothing but comments; {}", std::string(what_to_write)));
  Table table = table_of(std::move(rows));
  if (table.rows.empty()) throw InputError(file, phrase("holds no poses"));
  return TableReader(file, std::move(table), options).read();
}

}  // namespace intercusp
