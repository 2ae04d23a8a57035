#include "tests/io/report/itk_reader.h"

#include <itkImageFileReader.h>
#include <itkNrrdImageIO.h>
#include <itkPNGImageIO.h>
#include <itkRGBPixel.h>

namespace intercusp::testing {

ReadSlice read_nrrd(const std::string& file) {
  using Image = itk::Image<float, 3>;
  const auto reader = itk::ImageFileReader<Image>::New();
  reader->SetImageIO(itk::NrrdImageIO::New());
  reader->SetFileName(file);
  reader->Update();
  const Image* const image = reader->GetOutput();
  const auto size = image->GetLargestPossibleRegion().GetSize();
  ReadSlice slice{.width = static_cast<int>(size[0]),
                  .height = static_cast<int>(size[1]),
                  .slices = static_cast<int>(size[2])};
  for (itk::IndexValueType row = 0; row < slice.height; ++row) {
    for (itk::IndexValueType column = 0; column < slice.width; ++column) {
      const Image::IndexType index = {column, row, 0};
      Image::PointType point;
      image->TransformIndexToPhysicalPoint(index, point);
      slice.values.push_back(image->GetPixel(index));
      slice.points.push_back({point[0], point[1], point[2]});
    }
  }
  return slice;
}

ReadPicture read_png(const std::string& file) {
  using Image = itk::Image<itk::RGBPixel<unsigned char>, 2>;
  const auto reader = itk::ImageFileReader<Image>::New();
  reader->SetImageIO(itk::PNGImageIO::New());
  reader->SetFileName(file);
  reader->Update();
  const Image* const image = reader->GetOutput();
  const auto size = image->GetLargestPossibleRegion().GetSize();
  ReadPicture picture{.width = static_cast<int>(size[0]), .height = static_cast<int>(size[1]), .rgb = {}};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(image->GetBufferPointer());
  picture.rgb.assign(bytes, bytes + 3 * size[0] * size[1]);
  return picture;
}

}  // namespace intercusp::testing
