#include "io/mesh/read_vtp.h"

#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkDataArraySelection.h>
#include <vtkLogger.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <string>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/check_vtp.h"
#include "io/mesh/label_names.h"

namespace intercusp {
namespace {

//! Keeps what VTK says instead of printing it. Some of VTK's objects (decompressors, arrays) cannot be
//! observed from outside, but all of them end up here.
class ListeningWindow : public vtkOutputWindow {
 public:
  static ListeningWindow* New();
  ListeningWindow(const ListeningWindow&) = delete;
  ListeningWindow& operator=(const ListeningWindow&) = delete;

  void DisplayText(const char* text) override { add(text); }
  void DisplayErrorText(const char* text) override { add(text); }
  void DisplayWarningText(const char* text) override { add(text); }
  void DisplayGenericWarningText(const char* text) override { add(text); }
  void DisplayDebugText(const char* /*text*/) override {}

  [[nodiscard]] const std::string& first_message() const { return first_message_; }

 protected:
  ListeningWindow() = default;
  ~ListeningWindow() override = default;

 private:
  void add(const char* text) {
    if (first_message_.empty()) first_message_ = text == nullptr || *text == '\0' ? "unknown error" : text;
  }

  std::string first_message_;
};

vtkStandardNewMacro(ListeningWindow)

    //! VTK has one window for the whole process, so files are read one at a time.
    class Listening {
 public:
  Listening()
      : lock_(mutex()),
        window_before_(vtkOutputWindow::GetInstance()),
        log_before_(vtkLogger::GetCurrentVerbosityCutoff()) {
    vtkOutputWindow::SetInstance(window_);
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
  }
  ~Listening() {
    vtkLogger::SetStderrVerbosity(log_before_);
    vtkOutputWindow::SetInstance(window_before_);
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  [[nodiscard]] const std::string& first_message() const { return window_->first_message(); }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }

  std::lock_guard<std::mutex> lock_;
  vtkSmartPointer<vtkOutputWindow> window_before_;
  vtkLogger::Verbosity log_before_;
  vtkSmartPointer<ListeningWindow> window_ = vtkSmartPointer<ListeningWindow>::New();
};

bool is_label_name(const char* name) {
  return name != nullptr &&
         std::find(label_names.begin(), label_names.end(), lower_case(name)) != label_names.end();
}

//! "ERROR: In file.cxx, line 12 / Object (0x…): what happened" without VTK's own places.
std::string what_happened(const std::string& message) {
  const std::size_t mark = message.find("): ");
  std::string text = mark == std::string::npos ? message : message.substr(mark + 3);
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return text;
}

vtkSmartPointer<vtkPolyData> read_poly_data(const std::filesystem::path& file, std::string_view bytes) {
  const Listening listening;
  const auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
  std::string failure;
  try {
    reader->ReadFromInputStringOn();
    reader->SetInputString(std::string(bytes));
    reader->UpdateInformation();
    reader->GetCellDataArraySelection()->DisableAllArrays();
    vtkDataArraySelection* const arrays = reader->GetPointDataArraySelection();
    for (int i = 0; i < arrays->GetNumberOfArrays(); ++i) {
      const char* const name = arrays->GetArrayName(i);
      if (!is_label_name(name)) arrays->DisableArray(name);
    }
    reader->Update();
    failure = what_happened(listening.first_message());
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (!failure.empty()) {
    throw InputError(file, phrase("VTK cannot read it ({}); the file is damaged, export it again", failure));
  }
  return reader->GetOutput();
}

void take_points(vtkPolyData& data, RawMesh& mesh) {
  vtkPoints* const points = data.GetPoints();
  if (points == nullptr) return;
  mesh.vertices.resize(static_cast<std::size_t>(points->GetNumberOfPoints()));
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    points->GetPoint(static_cast<vtkIdType>(i), mesh.vertices[i].data());
  }
}

//! Calls `use` with the corners of every cell, after the offsets and the connectivity have been held against
//! each other: nothing in VTK does that.
template <class Use>
void for_each_cell(const std::filesystem::path& file, vtkCellArray* cells, Use use) {
  if (cells == nullptr || cells->GetNumberOfCells() == 0) return;
  const auto walk = [&](const auto& offsets, const auto& connectivity) {
    std::vector<std::int64_t> corners;
    std::int64_t begin = offsets.GetValue(0);
    for (vtkIdType cell = 0; cell + 1 < offsets.GetNumberOfValues(); ++cell) {
      const std::int64_t end = offsets.GetValue(cell + 1);
      if (begin < 0 || end < begin || end > connectivity.GetNumberOfValues()) {
        throw InputError(file,
                         phrase("cell {}: its corners lie outside of the connectivity; the file is damaged, "
                                "export it again",
                                cell));
      }
      corners.clear();
      for (std::int64_t i = begin; i < end; ++i) corners.push_back(connectivity.GetValue(i));
      use(corners);
      begin = end;
    }
  };
  if (cells->IsStorage64Bit()) {
    walk(*cells->GetOffsetsArray64(), *cells->GetConnectivityArray64());
  } else {
    walk(*cells->GetOffsetsArray32(), *cells->GetConnectivityArray32());
  }
}

void take_labels(vtkPolyData& data, RawMesh& mesh) {
  for (const std::string_view wanted : label_names) {
    for (int i = 0; i < data.GetPointData()->GetNumberOfArrays(); ++i) {
      vtkDataArray* const array = data.GetPointData()->GetArray(i);
      if (array == nullptr || array->GetName() == nullptr || lower_case(array->GetName()) != wanted) continue;
      if (array->GetNumberOfComponents() != 1) continue;
      if (array->GetNumberOfTuples() != static_cast<vtkIdType>(mesh.vertices.size())) continue;
      mesh.labels.reserve(mesh.vertices.size());
      for (vtkIdType k = 0; k < array->GetNumberOfTuples(); ++k)
        mesh.labels.push_back(label_of(array->GetTuple1(k)));
      return;
    }
  }
}

}  // namespace

RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes) {
  check_vtp(file, bytes);
  const vtkSmartPointer<vtkPolyData> data = read_poly_data(file, bytes);
  if (data->GetNumberOfPoints() > static_cast<vtkIdType>(max_raw_vertices)) {
    throw InputError(file, phrase("has more vertices than can be used; thin the mesh out first"));
  }
  RawMesh mesh;
  take_points(*data, mesh);
  for_each_cell(file, data->GetPolys(),
                [&](const auto& corners) { add_polygon(mesh, corners, mesh.vertices.size()); });
  for_each_cell(file, data->GetStrips(),
                [&](const auto& corners) { add_strip(mesh, corners, mesh.vertices.size()); });
  take_labels(*data, mesh);
  return mesh;
}

}  // namespace intercusp
