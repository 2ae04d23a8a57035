#include "io/mesh/readers.h"

#include <vtkAlgorithm.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkLogger.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <span>

#include "io/files/errors.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

//! Receives VTK's messages. Some of VTK's objects (decompressors, arrays) cannot be observed from outside,
//! but all their messages arrive here.
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

    std::mutex& one_reader() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

struct VtkMessages::Kept {
  std::lock_guard<std::mutex> lock{one_reader()};
  vtkSmartPointer<vtkOutputWindow> window_before = vtkOutputWindow::GetInstance();
  vtkLogger::Verbosity log_before = vtkLogger::GetCurrentVerbosityCutoff();
  vtkSmartPointer<ListeningWindow> window = vtkSmartPointer<ListeningWindow>::New();
};

VtkMessages::VtkMessages() : kept_(std::make_unique<Kept>()) {
  vtkOutputWindow::SetInstance(kept_->window);
  vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
}

VtkMessages::~VtkMessages() {
  vtkLogger::SetStderrVerbosity(kept_->log_before);
  vtkOutputWindow::SetInstance(kept_->window_before);
}

const std::string& VtkMessages::first() const { return kept_->window->first_message(); }

namespace {

//! The message without VTK's own file and line: "ERROR: In file.cxx, line 12 / Object (0x…): what happened".
std::string what_happened(const std::string& message) {
  const std::size_t mark = message.find("): ");
  std::string text = mark == std::string::npos ? message : message.substr(mark + 3);
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return text;
}

void take_points(vtkPolyData& data, RawMesh& mesh) {
  vtkPoints* const points = data.GetPoints();
  if (points == nullptr) return;
  mesh.vertices.resize(static_cast<std::size_t>(points->GetNumberOfPoints()));
  if (vtkFloatArray* const floats = vtkFloatArray::SafeDownCast(points->GetData())) {
    const float* at = floats->GetPointer(0);
    for (Eigen::Vector3d& vertex : mesh.vertices) {
      vertex = Eigen::Vector3f(at[0], at[1], at[2]).cast<double>();
      at += 3;
    }
    return;
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    points->GetPoint(static_cast<vtkIdType>(i), mesh.vertices[i].data());
}

//! Calls `use` with the corners of every cell.
template <class Use>
void for_each_cell(const std::filesystem::path& file, vtkCellArray* cells, const Use& use) {
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
      use(std::span<const std::int64_t>(corners));
      begin = end;
    }
  };
  if (cells->IsStorage64Bit()) {
    walk(*cells->GetOffsetsArray64(), *cells->GetConnectivityArray64());
  } else {
    walk(*cells->GetOffsetsArray32(), *cells->GetConnectivityArray32());
  }
}

}  // namespace

vtkPolyData& read_by_vtk(const std::filesystem::path& file, vtkAlgorithm& reader) {
  const VtkMessages messages;
  std::string failure;
  try {
    reader.Update();
    failure = what_happened(messages.first());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (!failure.empty()) {
    throw InputError(file, phrase("VTK cannot read it ({}); the file is damaged, export it again", failure));
  }
  return *vtkPolyData::SafeDownCast(reader.GetOutputDataObject(0));
}

std::vector<std::uint32_t> take_cells(const std::filesystem::path& file, vtkPolyData& data, RawMesh& mesh) {
  if (data.GetNumberOfPoints() > static_cast<vtkIdType>(max_raw_vertices)) {
    throw InputError(file, phrase("has more vertices than can be used; thin the mesh out first"));
  }
  take_points(data, mesh);
  mesh.faces.reserve(static_cast<std::size_t>(data.GetNumberOfPolys()));
  std::vector<std::uint32_t> cell_of_face;
  cell_of_face.reserve(mesh.faces.capacity());
  std::uint32_t cell = 0;
  const auto end_cell = [&] { cell_of_face.resize(mesh.faces.size(), cell++); };
  for_each_cell(file, data.GetPolys(), [&](std::span<const std::int64_t> corners) {
    add_polygon(mesh, corners, mesh.vertices.size());
    end_cell();
  });
  for_each_cell(file, data.GetStrips(), [&](std::span<const std::int64_t> corners) {
    add_strip(mesh, corners, mesh.vertices.size());
    end_cell();
  });
  return cell_of_face;
}

}  // namespace intercusp
