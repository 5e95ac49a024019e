# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# CMAKE_UNITY_BUILD compiles several sources of a target as one (the presets release, ci and asan do: it takes a good part of the time
# of a build). Sources whose local names another source of their target has too are compiled alone: unityapart.txt lists them. Files
# of tests have a namespace of their own each, so that any of them can be put together.

function(tosaic_unity_exceptions)
    file(STRINGS "${CMAKE_SOURCE_DIR}/packaging/cmake/unityapart.txt" entries REGEX "^[^#]")
    foreach(entry IN LISTS entries)
        set(path "${CMAKE_SOURCE_DIR}/${entry}")
        if(NOT EXISTS "${path}")
            message(FATAL_ERROR "packaging/cmake/unityapart.txt names ${entry}, which does not exist")
        endif()
        cmake_path(GET path PARENT_PATH folder)
        while(NOT EXISTS "${folder}/CMakeLists.txt")
            cmake_path(GET folder PARENT_PATH folder)
        endwhile()
        if(entry MATCHES "^tests" AND NOT TOSAIC_BUILD_TESTS)
            continue()
        endif()
        set_property(SOURCE "${path}" DIRECTORY "${folder}" PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    endforeach()
endfunction()
