#include "io/report/track_csv.h"

#include <utility>

namespace intercusp {

CsvFile track_csv(std::string name, const std::vector<Eigen::Isometry3d>& upper_from_lower) {
  CsvFile table{.name = std::move(name), .columns = {"time_s"}};
  for (const char row : {'0', '1', '2', '3'}) {
    for (const char column : {'0', '1', '2', '3'}) table.columns.push_back({'m', row, column});
  }
  for (std::size_t i = 0; i < upper_from_lower.size(); ++i) {
    Values cells = {static_cast<double>(i) / 10.0};
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) cells.emplace_back(upper_from_lower[i](row, column));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace intercusp
