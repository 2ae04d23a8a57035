// The only file that uses ITK. ITK's writers need a file name, and it is unknown how they behave when the
// disk is full. They write into a file in memory, and write_atomically takes the bytes from there.
#include "io/picture/itk_files.h"

#include <itkImageFileWriter.h>
#include <itkImportImageFilter.h>
#include <itkMetaDataObject.h>
#include <itkNrrdImageIO.h>

#include "io/files/errors.h"
#include "io/files/memory_file.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

template <class Image>
std::string bytes_of(const Image* image, bool compress) {
  constexpr std::size_t heads = 1 << 16;
  const MemoryFile file(
      image->GetBufferedRegion().GetNumberOfPixels() * sizeof(typename Image::PixelType) * 5 / 4 + heads);
  const auto writer = itk::ImageFileWriter<Image>::New();
  writer->SetInput(image);
  writer->SetImageIO(itk::NrrdImageIO::New());  // stated here, so that no factory has to be registered
  writer->SetFileName(file.path());
  writer->SetUseCompression(compress);
  if (compress) writer->SetCompressionLevel(4);
  try {
    writer->Update();
  } catch (const itk::ExceptionObject& error) {
    throw OutputError(phrase("a picture"), phrase("cannot be made: {}", std::string(error.GetDescription())));
  }
  return file.bytes();
}

//! ITK 5.2 keeps its globals in a map without a lock (ITK issue 5493). One thread must have created all of
//! them before others may begin. ITK's thread pool ends the program if a thread cannot be created. One thread
//! therefore writes files.
void make_globals() {
  static const bool made = [] {
    itk::MultiThreaderBase::SetGlobalDefaultThreader(itk::MultiThreaderBase::ThreaderEnum::Platform);
    const auto image = itk::Image<float, 3>::New();
    image->SetRegions(itk::Size<3>{{1, 1, 1}});
    image->Allocate(true);
    (void)bytes_of(image.GetPointer(), false);
    return true;
  }();
  (void)made;
}

template <class Pixel>
std::string nrrd_of(const ItkSlices& slices, const Pixel* pixels, bool compress) {
  const auto size = [](int count) { return static_cast<itk::SizeValueType>(count); };
  make_globals();
  const auto importer = itk::ImportImageFilter<Pixel, 3>::New();
  importer->SetRegion(itk::Size<3>{{size(slices.width), size(slices.height), size(slices.count)}});
  constexpr bool owned_by_itk = false;
  importer->SetImportPointer(const_cast<Pixel*>(pixels), slices.values.size() / slices.components,
                             owned_by_itk);
  itk::ImageBase<3>::DirectionType direction;
  for (unsigned i = 0; i < 9; ++i) direction(i / 3, i % 3) = slices.direction[i];
  const double spacing[3] = {slices.spacing_mm, slices.spacing_mm, slices.apart_mm};
  importer->SetOrigin(slices.origin_mm.data());
  importer->SetSpacing(spacing);
  importer->SetDirection(direction);
  importer->Update();
  itk::MetaDataDictionary& notes = importer->GetOutput()->GetMetaDataDictionary();
  for (const auto& [key, value] : slices.notes) itk::EncapsulateMetaData<std::string>(notes, key, value);
  return bytes_of(importer->GetOutput(), compress);
}

}  // namespace

std::string itk_nrrd(const ItkSlices& slices) {
  static_assert(sizeof(itk::Vector<float, impact_components>) == impact_components * sizeof(float));
  if (slices.components == 1) return nrrd_of(slices, slices.values.data(), false);
  // Most pixels of an impact map are empty.
  return nrrd_of(slices, reinterpret_cast<const itk::Vector<float, impact_components>*>(slices.values.data()),
                 true);
}

}  // namespace intercusp
