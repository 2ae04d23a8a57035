#include "io/results/checkbite/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "io/case/jaw_of_mesh.h"
#include "io/case/pose_file.h"
#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

void check_record(const GivenRecord& record) {
  if (!record_kind_of(record.name))
    throw std::invalid_argument(
        fmt::format("knows the names centric, open, protrusion, left and right, all but centric also with a "
                    "number (open2), not \"{}\"",
                    record.name));
  const bool is_empty = std::ranges::find(record.files, "") != record.files.end();
  if (record.files.empty() || record.files.size() > 2 || is_empty)
    throw std::invalid_argument(fmt::format("wants one or two scans, or a pose, for {}", record.name));
}

}  // namespace

bool GivenRecord::is_pose() const { return files.size() == 1 && !has_mesh_extension(files.front()); }

void check_records(std::span<const GivenRecord> given) {
  std::set<std::string> names;
  for (const GivenRecord& record : given) {
    check_record(record);
    if (!names.insert(record.name).second)
      throw std::invalid_argument(fmt::format("names {} twice: number the second, as in open2", record.name));
  }
  if (!names.contains("centric"))
    throw std::invalid_argument("needs a centric record, with which all others are compared");
}

ReadRecords read_records(std::span<const GivenRecord> given, const Bite& jaws, const BiteError& error,
                         std::optional<double> mm_per_unit, const Progress& progress) {
  ReadRecords read;
  const auto count = static_cast<double>(given.size());
  std::optional<BuccalJaws> surfaces;  // of the first record of scans
  for (const GivenRecord& record : given) {
    RecordFiles& files = read.files.emplace_back();
    if (record.is_pose()) {
      files.pose_file = record.files.front();
      const PoseFile pose = read_pose_file(files.pose_file);
      read.records.push_back(record_of_pose(record.name, jaws, pose.upper_from_lower, error));
      read.records.back().findings = remarks_on(pose, jaws.lower->mesh);
      continue;
    }
    std::vector<JawScan> buccal;
    for (const std::string& source : record.files) {
      ReadScan scan = read_buccal_scan(source, mm_per_unit);
      buccal.push_back(*scan.scan);
      files.scans.push_back(std::move(scan.report));
    }
    if (!surfaces) surfaces.emplace(scanned(*jaws.upper), scanned(*jaws.lower));
    const auto done = static_cast<double>(read.records.size());
    read.records.push_back(
        record_of_scans(record.name, *surfaces, buccal, part_of(progress, done / count, (done + 1) / count)));
  }
  return read;
}

}  // namespace intercusp
