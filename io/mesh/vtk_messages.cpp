#include "io/mesh/vtk_messages.h"

#include <vtkLogger.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>

#include <mutex>

namespace intercusp {
namespace {

//! Some of VTK's objects (decompressors, arrays) cannot be observed from outside, but all of them end up here.
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

}  // namespace intercusp
