#include "io/mesh/readers.h"

#include <vtkCellArray.h>
#include <vtkInformation.h>
#include <vtkObjectFactory.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSTLReader.h>
#include <vtkSmartPointer.h>

#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <limits>

#include "io/files/errors.h"
#include "io/files/memory_file.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"

namespace intercusp {
namespace {

constexpr std::size_t header_bytes = 84, face_bytes = 50, normal_bytes = 12, point_bytes = 12;
//! VTK counts vertices in 32 bits.
constexpr std::uint64_t most_faces = std::numeric_limits<std::int32_t>::max() / 3;

//! vtkSTLReader opens a file by its name. This class reads checked and hashed bytes in memory.
class BinaryStlReader : public vtkSTLReader {
 public:
  static BinaryStlReader* New();
  BinaryStlReader(const BinaryStlReader&) = delete;
  BinaryStlReader& operator=(const BinaryStlReader&) = delete;

  std::string_view bytes;  //!< a complete file: VTK reads faces to its end and ignores the header's count

 protected:
  BinaryStlReader() { SetFileName(""); }  // because VTK reads the length of this name
  ~BinaryStlReader() override = default;

  int RequestData(vtkInformation* /*request*/, vtkInformationVector** /*input*/,
                  vtkInformationVector* output) override {
    constexpr std::size_t buffer_bytes = 1 << 16;
    const auto stream = stream_of(bytes);
    std::setvbuf(stream.get(), nullptr, _IOFBF, buffer_bytes);
    const auto points = vtkSmartPointer<vtkPoints>::New();
    const auto faces = vtkSmartPointer<vtkCellArray>::New();
    if (!ReadBinarySTL(stream.get(), points, faces)) return 0;
    vtkPolyData* const mesh = vtkPolyData::GetData(output);
    mesh->SetPoints(points);
    mesh->SetPolys(faces);
    return 1;
  }
};

vtkStandardNewMacro(BinaryStlReader);

RawMesh mesh_of(const std::filesystem::path& file, std::string_view whole_stl) {
  const auto reader = vtkSmartPointer<BinaryStlReader>::New();
  reader->bytes = whole_stl;
  RawMesh mesh;
  take_cells(file, read_by_vtk(file, *reader), mesh);
  return mesh;
}

static_assert(std::endian::native == std::endian::little, "STL is little endian");

//! A binary STL that is written face by face.
class StlBytes {
 public:
  explicit StlBytes(std::size_t expected_faces) {
    bytes_.reserve(binary_stl_bytes(expected_faces));
    bytes_.resize(header_bytes);
  }
  [[nodiscard]] std::size_t faces() const { return (bytes_.size() - header_bytes) / face_bytes; }
  void add(const std::array<Eigen::Vector3f, 3>& corners) {
    bytes_.append(normal_bytes, '\0');
    for (const Eigen::Vector3f& corner : corners)
      bytes_.append(reinterpret_cast<const char*>(corner.data()), point_bytes);
    bytes_.append(2, '\0');
  }
  [[nodiscard]] const std::string& whole() {
    const auto count = static_cast<std::uint32_t>(faces());
    std::memcpy(bytes_.data() + 80, &count, sizeof count);
    return bytes_;
  }

 private:
  std::string bytes_;
};

void expect(TextCursor& text, const char* keyword, const StlBytes& stl) {
  if (!text.find_content()) {
    text.fail(
        phrase("the file ends where \"{}\" is expected, after {} whole faces; it is truncated, copy or "
               "export it again",
               keyword, stl.faces()));
  }
  const std::size_t before = text.byte();
  const std::string_view word = text.word();
  if (!equal_ignoring_case(word, keyword)) {
    text.fail(phrase("\"{}\" is expected at byte {}, something else stands there; export the file again",
                     keyword, before));
  }
}

//! Skips "normal" and its numbers, up to and including "outer". The normal is not used, because programs
//! write zeros, NaN or nothing.
void skip_normal(TextCursor& text, const StlBytes& stl) {
  for (int words = 0; words < 4 && text.find_content(); ++words) {
    if (equal_ignoring_case(text.word(), "outer")) return;
  }
  expect(text, "outer", stl);
}

//! Takes the rest of a face after the word "facet".
void take_facet(TextCursor& text, StlBytes& stl) {
  skip_normal(text, stl);
  expect(text, "loop", stl);
  std::array<Eigen::Vector3f, 3> corners;
  for (Eigen::Vector3f& corner : corners) {
    expect(text, "vertex", stl);
    corner = take_point(text).cast<float>();
  }
  expect(text, "endloop", stl);
  expect(text, "endfacet", stl);
  stl.add(corners);
}

//! The text without end marks. Some programs end it with a NUL or the end-of-file mark of DOS.
std::string_view without_end_marks(std::string_view text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == '\x1a')) text.remove_suffix(1);
  return text;
}

std::uint32_t count_in_header(std::string_view bytes) {
  return load<std::uint32_t>(bytes.data() + 80, std::endian::little);
}

}  // namespace

bool is_binary_stl_counted_by_size(std::string_view bytes) {
  return count_in_header(bytes) == 0 && bytes.size() > binary_stl_bytes(0) &&
         (bytes.size() - binary_stl_bytes(0)) % 50 == 0;
}

RawMesh read_binary_stl(const std::filesystem::path& file, std::string_view bytes) {
  if (bytes.size() < header_bytes) {
    throw InputError(
        file, phrase("has {} bytes, a binary STL has at least 84; copy or export it again", bytes.size()));
  }
  const std::uint32_t count = is_binary_stl_counted_by_size(bytes)
                                  ? static_cast<std::uint32_t>((bytes.size() - binary_stl_bytes(0)) / 50)
                                  : count_in_header(bytes);
  if (binary_stl_bytes(count) > bytes.size()) {
    throw InputError(
        file, phrase("byte 80: a binary STL of {} faces has {} bytes, this file has {} (room for {} "
                     "faces); it is truncated, copy or export it again",
                     count, binary_stl_bytes(count), bytes.size(), (bytes.size() - header_bytes) / 50));
  }
  if (count > most_faces) {
    throw InputError(
        file, phrase("has {} faces; at most {} can be used, thin the mesh out first", count, most_faces));
  }
  return mesh_of(file, bytes.substr(0, binary_stl_bytes(count)));
}

RawMesh read_ascii_stl(const std::filesystem::path& file, std::string_view text) {
  TextCursor cursor(file, without_end_marks(text));
  constexpr std::size_t usual_bytes_per_facet = 200;
  StlBytes stl(text.size() / usual_bytes_per_facet);
  while (cursor.find_content()) {
    expect(cursor, "solid", stl);
    cursor.next_line();  // the solid's name
    while (true) {
      if (!cursor.find_content()) expect(cursor, "endsolid", stl);
      const std::size_t byte = cursor.byte();
      const std::string_view word = cursor.word();
      if (equal_ignoring_case(word, "endsolid")) break;
      if (!equal_ignoring_case(word, "facet")) {
        cursor.fail(
            phrase("\"facet\" or \"endsolid\" is expected at byte {}, something else stands there; "
                   "export the file again",
                   byte));
      }
      if (stl.faces() >= most_faces)
        cursor.fail(phrase("has more faces than can be used; thin it out first"));
      take_facet(cursor, stl);
    }
    cursor.next_line();  // the name again
  }
  return mesh_of(file, stl.whole());
}

}  // namespace intercusp
