#include "bench/csv.h"

#include <array>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace intercusp::bench {
namespace {

//! The processor's name on Linux; empty elsewhere.
std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

void write_line(std::ostream& out, const Row& row, const std::string& closed_to_mm, double ms) {
  out << '"' << row.title << "\"," << row.triangles << ',' << row.side << ',' << closed_to_mm << ',' << ms
      << ',';
  if (closed_to_mm.empty() && row.agreement.holds) out << row.median_ms / row.live_ms;
  out << ",\"" << row.agreement.text << "\"\n";
}

}  // namespace

void write_csv(const std::string& file, const std::vector<Row>& rows, const std::string& command) {
  std::ofstream out(file);
  out << "# machine: " << std::thread::hardware_concurrency() << " threads, " << processor_name()
      << "\n# date: " << today() << "\n# command: " << command
      << "\n# note: clearance empty: median over the poses; ratios are to the live map timed in turns\n"
      << "method,triangles_per_jaw,side_px,clearance_mm,ms_per_pose,ratio_to_live_map,agreement\n";
  for (const Row& row : rows) {
    write_line(out, row, "", row.median_ms);
    for (const auto& [closed_to_mm, ms] : row.depth_ms) write_line(out, row, closed_to_mm, ms);
  }
  out.close();
  if (!out) throw std::runtime_error(file + " cannot be written");
}

}  // namespace intercusp::bench
