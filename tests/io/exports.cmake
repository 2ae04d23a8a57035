# Tests of what an inspection leaves behind. itk_reader.cpp stands alone: ITK's own Eigen cannot meet ours.
find_package(ITK 5.2 REQUIRED COMPONENTS ITKCommon ITKIOImageBase ITKIONRRD ITKIOPNG)
add_executable(export_tests
  ${CMAKE_CURRENT_LIST_DIR}/export_colours_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/export_inspection_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/export_map_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/export_meshes_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/export_pictures_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/export_report_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/export_write_atomically_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/itk_reader.cpp)
target_include_directories(export_tests SYSTEM PRIVATE ${ITK_INCLUDE_DIRS})
target_link_libraries(export_tests PRIVATE intercusp_export intercusp_test_support nlohmann_json::nlohmann_json
  VTK::CommonCore VTK::CommonDataModel VTK::IOXML ${ITK_LIBRARIES} GTest::gtest_main)
gtest_discover_tests(export_tests)
