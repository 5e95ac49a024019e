# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# One function for each kind of target, so that flags, moc and test registration are written once.

# Headers that most files of a part include anyway. Each set is compiled once and shared; sources still include what they use
# (the fuzz build goes without). A set may only name libraries that all its users link.
function(tosaic_precompiled_set name)
    cmake_parse_arguments(ARG "" "" "LINK;HEADERS" ${ARGN})
    add_library(${name} OBJECT "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/precompiled.cpp")
    set_target_properties(${name} PROPERTIES AUTOMOC OFF)
    target_link_libraries(${name} PRIVATE tosaic_options ${ARG_LINK})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

function(tosaic_precompiled_sets)
    set(core <QDir> <QFile> <QFileInfo> <QHash> <QJsonArray> <QJsonDocument> <QJsonObject> <QList> <QObject> <QSet> <QString> <QStringList>
        <QVariant> <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <variant> <vector>)
    set(widgets ${core} <QApplication> <QBoxLayout> <QComboBox> <QLabel> <QPainter> <QPushButton> <QTableView> <QToolButton> <QWidget>)
    tosaic_precompiled_set(tosaic_precompiled_core LINK Qt6::Core HEADERS ${core})
    tosaic_precompiled_set(tosaic_precompiled_widgets LINK Qt6::Widgets HEADERS ${widgets})
    if(TOSAIC_BUILD_TESTS)
        tosaic_precompiled_set(tosaic_precompiled_tests
            LINK Qt6::Widgets GTest::gtest GTest::gmock HEADERS ${widgets} <gtest/gtest.h>)
    endif()
endfunction()

function(tosaic_use_precompiled target)
    if(NOT TOSAIC_PCH OR TOSAIC_FUZZ)
        return()
    endif()
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if(folder MATCHES "^tests")
        if(NOT "tosaic_test_support" IN_LIST libraries) # stand-in programs: without Qt or GoogleTest
            return()
        endif()
        set(set tosaic_precompiled_tests)
    elseif(folder MATCHES "^(views|app)" AND NOT folder STREQUAL "views/models")
        set(set tosaic_precompiled_widgets)
    else()
        set(set tosaic_precompiled_core)
    endif()
    target_precompile_headers(${target} REUSE_FROM ${set})
endfunction()

# tosaic_library(name SOURCES a.cpp a.h ... PUBLIC lib ... PRIVATE lib ...)
function(tosaic_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE tosaic_options ${ARG_PRIVATE})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}")
    tosaic_use_precompiled(${name})
    set_property(GLOBAL APPEND PROPERTY TOSAIC_TRANSLATED_TARGETS ${name})
endfunction()

# tosaic_executable(name SOURCES ... LINK lib ...)
function(tosaic_executable name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE tosaic_options ${ARG_LINK})
    tosaic_use_precompiled(${name})
    set_property(GLOBAL APPEND PROPERTY TOSAIC_TRANSLATED_TARGETS ${name})
endfunction()

# tosaic_test(name SOURCES ... LINK lib ... [LABELS unit] [TIMEOUT s] [WHOLE])
# A GoogleTest program over libraries (never over product sources); each case becomes one ctest test, or the whole program does
# where the cases share what is costly to set up.
function(tosaic_test name)
    cmake_parse_arguments(ARG "WHOLE" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    if(TOSAIC_SANITIZE) # several times slower
        math(EXPR ARG_TIMEOUT "5 * ${ARG_TIMEOUT}")
    endif()
    if(NOT ARG_LABELS)
        set(ARG_LABELS unit)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE tosaic_options tosaic_test_support ${ARG_LINK})
    tosaic_use_precompiled(${name})
    list(FILTER ARG_SOURCES INCLUDE REGEX "cpp$")
    list(LENGTH ARG_SOURCES count)
    if(count EQUAL 1) # nothing to put together; and in a file that is included, a fixture must not be local
        set_property(TARGET ${name} PROPERTY UNITY_BUILD OFF)
    endif()
    if(ARG_WHOLE)
        add_test(NAME ${name} COMMAND ${name})
        set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT})
        return()
    endif()
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
