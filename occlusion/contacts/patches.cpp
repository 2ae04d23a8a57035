#include "occlusion/contacts/patches.h"

#include <itkConnectedComponentImageFilter.h>
#include <itkImage.h>

#include <algorithm>

namespace intercusp {
namespace {

using MaskImage = itk::Image<unsigned char, 2>;
using LabelImage = itk::Image<int, 2>;

//! The smallest rectangle that holds the mask: contacts fill little of a map.
struct Rectangle {
  int left, top, right = -1, bottom = -1;  //!< pixels, all included

  [[nodiscard]] bool empty() const { return right < left; }
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(right - left + 1); }
  [[nodiscard]] std::size_t height() const { return static_cast<std::size_t>(bottom - top + 1); }
};

Rectangle rectangle_of(std::span<const std::uint8_t> mask, int width, int height) {
  Rectangle rectangle{.left = width, .top = height};
  for (int row = 0; row < height; ++row) {
    const auto line = mask.subspan(static_cast<std::size_t>(row) * width, static_cast<std::size_t>(width));
    const auto is_set = [](std::uint8_t value) { return value != 0; };
    const auto first = std::find_if(line.begin(), line.end(), is_set);
    if (first == line.end()) continue;
    const auto last = std::find_if(line.rbegin(), line.rend(), is_set);
    rectangle.left = std::min(rectangle.left, static_cast<int>(first - line.begin()));
    rectangle.right = std::max(rectangle.right, static_cast<int>(line.rend() - last) - 1);
    rectangle.top = std::min(rectangle.top, row);
    rectangle.bottom = row;
  }
  return rectangle;
}

MaskImage::Pointer cut_out(std::span<const std::uint8_t> mask, int width, const Rectangle& rectangle) {
  const auto image = MaskImage::New();
  image->SetRegions(MaskImage::SizeType{{rectangle.width(), rectangle.height()}});
  image->Allocate();
  unsigned char* out = image->GetBufferPointer();
  for (int row = rectangle.top; row <= rectangle.bottom; ++row) {
    const auto line = mask.subspan(static_cast<std::size_t>(row) * width + rectangle.left, rectangle.width());
    out = std::transform(line.begin(), line.end(), out, [](std::uint8_t value) { return value != 0; });
  }
  return image;
}

//! ITK promises no order of its labels; ours follows the first pixels.
void number_by_first_pixel(std::span<int> labels, std::size_t count) {
  std::vector<int> number(count + 1, 0);
  int next = 0;
  for (int& label : labels) {
    if (label == 0) continue;
    int& ours = number[static_cast<std::size_t>(label)];
    if (ours == 0) ours = ++next;
    label = ours;
  }
}

using Filter = itk::ConnectedComponentImageFilter<MaskImage, LabelImage>;

//! ITK 5.2 keeps its globals in a map without a lock (ITK issue 5493): one thread must be through all of it
//! before others may begin.
void make_globals() {
  static const bool made = [] {
    // Its pool of threads ends the program where no thread can be had; filters work on their caller's thread here.
    itk::MultiThreaderBase::SetGlobalDefaultThreader(itk::MultiThreaderBase::ThreaderEnum::Platform);
    const auto filter = Filter::New();
    const std::uint8_t pixel = 1;
    filter->SetInput(cut_out({&pixel, 1}, 1, {0, 0, 0, 0}));
    filter->Update();
    return true;
  }();
  (void)made;
}

}  // namespace

std::vector<int> label_components(std::span<const std::uint8_t> mask, int width, int height) {
  std::vector<int> labels(mask.size(), 0);
  const Rectangle rectangle = rectangle_of(mask, width, height);
  if (rectangle.empty()) return labels;

  make_globals();
  const auto filter = Filter::New();
  filter->SetNumberOfWorkUnits(1);  // callers are many threads already
  filter->SetInput(cut_out(mask, width, rectangle));
  filter->FullyConnectedOn();
  filter->Update();

  const int* in = filter->GetOutput()->GetBufferPointer();
  for (int row = rectangle.top; row <= rectangle.bottom; ++row, in += rectangle.width()) {
    std::copy_n(in, rectangle.width(),
                labels.begin() + static_cast<std::ptrdiff_t>(row) * width + rectangle.left);
  }
  number_by_first_pixel(labels, static_cast<std::size_t>(filter->GetObjectCount()));
  return labels;
}

}  // namespace intercusp
