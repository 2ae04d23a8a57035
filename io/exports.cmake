# What an inspection leaves behind: reports, tables, pictures, maps, meshes. ITK is used in itk_files.cpp alone, VTK in
# vtp_bytes.cpp and pictures/text.cpp.
find_package(ITK 5.2 REQUIRED COMPONENTS ITKCommon ITKIOImageBase ITKIONRRD ITKIOPNG)
# VTK's targets belong to the folder that asked for VTK first, and must find there what its fonts are made of.
find_package(Freetype REQUIRED)
set_target_properties(Freetype::Freetype PROPERTIES IMPORTED_GLOBAL TRUE)
find_package(VTK 9.1 REQUIRED COMPONENTS CommonCore CommonDataModel IOXML RenderingFreeType)

add_library(intercusp_export STATIC
  contacts_csv.cpp
  definitions.cpp
  export_inspection.cpp
  image_bytes.cpp
  itk_files.cpp
  memory_file.cpp
  posed_jaw.cpp
  provenance.cpp
  report_html.cpp
  report_json.cpp
  summary_text.cpp
  vtp_bytes.cpp
  write_atomically.cpp
  pictures/jaw_picture.cpp
  pictures/legend.cpp
  pictures/map_picture.cpp
  pictures/picture.cpp
  pictures/text.cpp
  pictures/tooth_numbers.cpp)
target_include_directories(intercusp_export SYSTEM PRIVATE ${ITK_INCLUDE_DIRS})
target_link_libraries(intercusp_export
  PUBLIC intercusp_inspect
  PRIVATE intercusp_rays fmt::fmt nlohmann_json::nlohmann_json OpenSSL::Crypto TBB::tbb ${ITK_LIBRARIES}
          VTK::CommonCore VTK::CommonDataModel VTK::IOXML VTK::RenderingFreeType)
vtk_module_autoinit(TARGETS intercusp_export MODULES VTK::RenderingFreeType)
