// The only file that uses ITK. Its writers need a file name, and their handling of a full disk is unknown: they write into
// a file in memory, and write_atomically takes the bytes from there.
#include "io/picture/itk_files.h"

#include <itkImageFileWriter.h>
#include <itkImportImageFilter.h>
#include <itkMetaDataObject.h>
#include <itkNrrdImageIO.h>
#include <itkPNGImageIO.h>
#include <itkRGBPixel.h>

#include "io/files/errors.h"
#include "io/files/memory_file.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

template <class Image>
std::string bytes_of(const Image* image, itk::ImageIOBase* format, bool compress) {
  constexpr std::size_t heads = 1 << 16;
  const MemoryFile file(
      image->GetBufferedRegion().GetNumberOfPixels() * sizeof(typename Image::PixelType) * 5 / 4 + heads);
  const auto writer = itk::ImageFileWriter<Image>::New();
  writer->SetInput(image);
  writer->SetImageIO(format);  // named here, so that no factory has to be registered
  writer->SetFileName(file.path());
  writer->SetUseCompression(compress);
  // Level 4: an eighth less than level 1 for 0.02 s a picture; level 9 saves as much again and takes ten times as long.
  if (compress) writer->SetCompressionLevel(4);
  try {
    writer->Update();
  } catch (const itk::ExceptionObject& error) {
    throw OutputError(phrase("a picture"), phrase("cannot be made: {}", std::string(error.GetDescription())));
  }
  return file.bytes();
}

//! ITK 5.2 keeps its globals in a map without a lock (ITK issue 5493): one thread must be through all of it before
//! others may begin. Its pool of threads ends the program where no thread can be had, and files are written by one.
void make_globals() {
  static const bool made = [] {
    itk::MultiThreaderBase::SetGlobalDefaultThreader(itk::MultiThreaderBase::ThreaderEnum::Platform);
    const auto image = itk::Image<unsigned char, 2>::New();
    image->SetRegions(itk::Size<2>{{1, 1}});
    image->Allocate(true);
    const auto format = itk::PNGImageIO::New();
    (void)bytes_of(image.GetPointer(), format, false);
    return true;
  }();
  (void)made;
}

//! Pixels that ITK borrows for as long as the importer lives.
template <class Pixel, unsigned dimension>
auto borrowed(const Pixel* pixels, const typename itk::ImportImageFilter<Pixel, dimension>::SizeType& size,
              std::size_t count) {
  make_globals();
  const auto importer = itk::ImportImageFilter<Pixel, dimension>::New();
  importer->SetRegion(typename itk::ImportImageFilter<Pixel, dimension>::RegionType(size));
  importer->SetImportPointer(const_cast<Pixel*>(pixels), count, false);
  return importer;
}

template <class Pixel>
std::string nrrd_of(const ItkSlices& slices, const Pixel* pixels, bool compress) {
  const auto size = [](int count) { return static_cast<itk::SizeValueType>(count); };
  const auto importer =
      borrowed<Pixel, 3>(pixels, {size(slices.width), size(slices.height), size(slices.count)},
                         slices.values.size() / slices.components);
  itk::ImageBase<3>::DirectionType direction;
  for (unsigned i = 0; i < 9; ++i) direction(i / 3, i % 3) = slices.direction[i];
  const double spacing[3] = {slices.spacing_mm, slices.spacing_mm, slices.apart_mm};
  importer->SetOrigin(slices.origin_mm.data());
  importer->SetSpacing(spacing);
  importer->SetDirection(direction);
  importer->Update();
  itk::MetaDataDictionary& notes = importer->GetOutput()->GetMetaDataDictionary();
  for (const auto& [key, value] : slices.notes) itk::EncapsulateMetaData<std::string>(notes, key, value);
  const auto format = itk::NrrdImageIO::New();
  return bytes_of(importer->GetOutput(), format, compress);
}

}  // namespace

std::string itk_png(int width, int height, std::span<const std::uint8_t> rgb) {
  using Pixel = itk::RGBPixel<unsigned char>;
  static_assert(sizeof(Pixel) == 3);
  const auto importer = borrowed<Pixel, 2>(
      reinterpret_cast<const Pixel*>(rgb.data()),
      {static_cast<itk::SizeValueType>(width), static_cast<itk::SizeValueType>(height)}, rgb.size() / 3);
  importer->Update();
  const auto format = itk::PNGImageIO::New();
  return bytes_of(importer->GetOutput(), format, true);
}

std::string itk_nrrd(const ItkSlices& slices) {
  static_assert(sizeof(itk::Vector<float, impact_components>) == impact_components * sizeof(float));
  if (slices.components == 1) return nrrd_of(slices, slices.values.data(), false);
  // Most pixels of an impact map are empty.
  return nrrd_of(slices, reinterpret_cast<const itk::Vector<float, impact_components>*>(slices.values.data()),
                 true);
}

}  // namespace intercusp
