# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# One function for each kind of target, so that flags, moc and test registration are written once.

# tosaic_library(name SOURCES a.cpp a.h ... PUBLIC lib ... PRIVATE lib ...)
function(tosaic_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE tosaic_options ${ARG_PRIVATE})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}")
    set_property(GLOBAL APPEND PROPERTY TOSAIC_TRANSLATED_TARGETS ${name})
endfunction()

# tosaic_executable(name SOURCES ... LINK lib ...)
function(tosaic_executable name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE tosaic_options ${ARG_LINK})
    set_property(GLOBAL APPEND PROPERTY TOSAIC_TRANSLATED_TARGETS ${name})
endfunction()

# tosaic_test(name SOURCES ... LINK lib ... [LABELS unit] [TIMEOUT s])
# A GoogleTest program over libraries (never over product sources); each case becomes one ctest test.
function(tosaic_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    if(NOT ARG_LABELS)
        set(ARG_LABELS unit)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE tosaic_options tosaic_test_support ${ARG_LINK})
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
        PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT})
endfunction()

# tosaic_flatbuffers(target schema.fbs ...) compiles schemas at build time; headers are <stem>_generated.h.
# The generated folder is a SYSTEM include: its warnings are not ours.
function(tosaic_flatbuffers target)
    set(out "${CMAKE_CURRENT_BINARY_DIR}/schema")
    foreach(schema IN LISTS ARGN)
        get_filename_component(stem "${schema}" NAME_WE)
        set(header "${out}/${stem}_generated.h")
        add_custom_command(OUTPUT "${header}"
            COMMAND flatbuffers::flatc --cpp --scoped-enums -o "${out}"
                    "${CMAKE_CURRENT_SOURCE_DIR}/${schema}"
            DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${schema}" VERBATIM)
        target_sources(${target} PRIVATE "${header}")
        set_source_files_properties("${header}" PROPERTIES SKIP_AUTOMOC ON)
    endforeach()
    target_include_directories(${target} SYSTEM PRIVATE "${out}")
endfunction()
