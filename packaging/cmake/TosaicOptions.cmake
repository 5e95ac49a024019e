# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Options of the build and the one interface target that carries compiler flags to our own code only.

option(TOSAIC_BUILD_TESTS "Build the tests" ON)
option(TOSAIC_PARSER_TESTS "Build and run the tests of what reads untrusted bytes (off where another build runs them under sanitizers)" ON)
option(TOSAIC_WERROR "Treat compiler warnings as errors" OFF)
option(TOSAIC_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(TOSAIC_PCH "Precompile the headers of Qt and the standard library (halves the time of a build)" ON)
set(TOSAIC_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # What ccache must overlook to work with precompiled headers; the compiler needs -fpch-preprocess. Paths below the checkout count
    # as relative, so that another checkout finds what this one compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true "${CCACHE_PROGRAM}")
    set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()
find_program(LLD_PROGRAM ld.lld)
if(LLD_PROGRAM)
    add_link_options(-fuse-ld=lld)
endif()

add_library(tosaic_options INTERFACE)
target_compile_options(tosaic_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wold-style-cast -Wcast-qual -Wformat=2
    -Wno-missing-field-initializers # designated initializers leave out what keeps its default
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> # GCC 12 sees std::optional wrongly when it optimises
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wlogical-op>
    $<$<BOOL:${TOSAIC_WERROR}>:-Werror>
    $<$<AND:$<BOOL:${TOSAIC_PCH}>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>
    -fstack-protector-strong)
target_compile_definitions(tosaic_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_FOREACH QT_NO_KEYWORDS QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    $<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2>
    _GLIBCXX_ASSERTIONS)
target_include_directories(tosaic_options INTERFACE "${CMAKE_SOURCE_DIR}")

if(TOSAIC_SANITIZE)
    add_compile_options(-fsanitize=${TOSAIC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${TOSAIC_SANITIZE})
endif()
if(TOSAIC_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
