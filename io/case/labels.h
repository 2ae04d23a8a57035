// The tooth of each vertex, from numbers in or next to a mesh file or from the file's name, in FDI or
// Universal numbers.
//
// FDI: occlusion/case/fdi.h. Universal: 1–16 upper from the patient's right to left, 17–32 lower from left to
// right.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

enum class ToothNumbering { automatic, fdi, universal };
[[nodiscard]] constexpr auto names_of(ToothNumbering) {
  return enum_table<ToothNumbering>({{ToothNumbering::automatic, "auto"},
                                     {ToothNumbering::fdi, "fdi"},
                                     {ToothNumbering::universal, "universal"}});
}

//! FDI number of a Universal number from 1 to 32; empty for all others.
[[nodiscard]] std::optional<int> fdi_from_universal(int number);

//! FDI number of a tooth in the given numbering; 0 (gum) for numbers outside it.
//! \pre numbering is not automatic
[[nodiscard]] int fdi_number(int number, ToothNumbering numbering);

struct NumberingChoice {
  ToothNumbering numbering = ToothNumbering::fdi;  //!< never automatic
  bool ambiguous = false;                          //!< in both numberings the numbers are teeth of this jaw
};

//! The numbering under which all numbers are teeth of this jaw. If there is none, the one under which all are
//! teeth of the other jaw, or else the one under which most are teeth of this jaw.
//! \param numbers each once; 0 and negative numbers (gum and unknown) are ignored
//! \param preferred wins if both numberings fit
//! \pre preferred is not automatic
[[nodiscard]] NumberingChoice choose_numbering(std::span<const int> numbers, Jaw jaw,
                                               ToothNumbering preferred);

[[nodiscard]] std::string title_of(ToothNumbering numbering);  //!< "FDI", "Universal"

//! Reads {"labels": [...]}, as Teeth3DS also writes it: one number per vertex in the order of the mesh file,
//! before any repair. With "classes", {"1": 17, ...}, the numbers are those of a network's classes, and each
//! class that is named becomes that tooth.
//! \return empty if the JSON has no member "labels": a file next to a mesh may hold something else
//! \throw InputError if the file cannot be read or an entry is not a number
[[nodiscard]] std::optional<std::vector<int>> read_label_file(const std::filesystem::path& file);

//! A tooth that its file's name states.
struct NamedTooth {
  int number = 0;  //!< as written; 0 = gum
  //! "FDI_36" and "universal 14" state their numbering.
  ToothNumbering stated = ToothNumbering::automatic;
  //! If no numbering is stated, the likely one: "Tooth_14" is the usual form of Universal numbers, "36" and
  //! "tooth36" that of FDI.
  ToothNumbering likely = ToothNumbering::fdi;
};

//! The tooth in a file's name. Empty for names without a tooth, such as "upper.stl" or "scan_11.stl".
[[nodiscard]] std::optional<NamedTooth> tooth_in_name(const std::filesystem::path& file);

//! The labels of one file of a jaw, in the numbers of the file.
struct FileLabels {
  std::size_t vertices = 0;
  std::vector<int> numbers;  //!< one per vertex, or empty
  //! Numbering of the numbers, from the name of their array.
  ToothNumbering stated = ToothNumbering::automatic;
  std::optional<NamedTooth> tooth;  //!< used only if there are no numbers
};

//! The labels in an array of a mesh file. In arrays of extensions of 3D Slicer ("Universal_ID",
//! "PredictedID") the numbers are Universal, and 33 is gum (Leclercq et al., DentalModelSeg).
[[nodiscard]] FileLabels labels_of_array(std::vector<int> numbers, std::string_view array);

//! Whether numbers without a stated numbering may also be a network's classes, 1 to 14 along the arch as in
//! MeshSegNet. Then neither interpretation is reliable.
//! \param jaw Universal numbers of the lower begin at 17
[[nodiscard]] bool may_be_classes(const FileLabels& labels, std::optional<Jaw> jaw);

struct JawLabels {
  std::vector<int> fdi;          //!< one per vertex of all files, 0 = gum; empty if unknown
  std::vector<Finding> remarks;  //!< guesses, and numbers that are not teeth
};

//! All files of a jaw share one numbering, so their teeth together determine it.
[[nodiscard]] JawLabels label_jaw(const std::vector<FileLabels>& files, Jaw jaw, ToothNumbering numbering);

// Tooth numbers that colours of a scan's faces or vertices stand for.

//! The tooth of each vertex. Colours that are not in the table are gum, and give a remark.
//! \param table lines `r,g,b,fdi` of whole numbers, 0 = gum; a line of words may precede them
//! \throw InputError if a line of the table cannot be used, or if the mesh has no colours
[[nodiscard]] std::vector<int> labels_of_colours(const RawMesh& mesh, const std::filesystem::path& mesh_file,
                                                 const std::filesystem::path& table,
                                                 std::vector<Finding>& remarks);

//! A remark if colours may stand for teeth: there are 4 to 17 of them (gum and 3 to 16 teeth), and one is
//! twice as frequent as the next, as gum is.
[[nodiscard]] std::optional<Finding> colours_like_labels(const RawMesh& mesh,
                                                         const std::filesystem::path& mesh_file);

}  // namespace intercusp
