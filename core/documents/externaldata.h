// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/formats/externalbytes.h"
#include "core/model/program.h"

#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic {

/// The .ptd files that hold what a program keeps outside of itself: values of external tensors
/// under their names, blocks of a delegate under the SHA-256 that the program states. The runtime
/// goes by these keys alone, and so do we; a tensor must have the type and shape that the program
/// states, too. Facts: ExecuTorch's extension/flat_tensor. Immutable; any thread.
struct ExternalData
{
    struct File
    {
        QString path; ///< absolute
        QStringList keys; ///< of the program's, those whose bytes come from it
    };
    struct Place
    {
        QString path; ///< absolute, of the .ptd
        std::shared_ptr<const ByteSource> source; ///< of the whole .ptd
        model::ByteRange bytes; ///< in it
    };

    QStringList keys; ///< all that the program needs, in its order
    QStringList given; ///< absolute paths that were asked for, besides those in its folder
    std::vector<File> files; ///< only those that are used
    std::map<QString, Place> places; ///< by key
    QStringList missing; ///< keys without a place
    /// pte.external-missing, pte.external-mismatch, pte.external-ambiguous, pte.external-unused,
    /// and why a file could not be read.
    std::vector<Diagnostic> diagnostics;

    /// Null if there is none.
    const Place *find(const QString &key) const;
};

/// What a program needs, from `given` and from the .ptd files in `folder`, where the given ones
/// come first. Two files in the folder with other bytes under one key give none: only a person
/// knows which is meant. Null if the program needs nothing. Blocks: reads the tables of the
/// files, their bytes only where two have the same key.
std::shared_ptr<const ExternalData> findExternalData(
    const model::Program &program, const QString &folder, const QStringList &given = {});

/// A program, read again with what it keeps in .ptd files, where there is any.
struct WholeProgram
{
    std::shared_ptr<const model::Program> program;
    std::shared_ptr<const ExternalData> data; ///< null if it needs none
};
/// As findExternalData(). What delegates run whose commands lie in a .ptd is known then. Blocks.
WholeProgram withExternalData(std::shared_ptr<const model::Program> program, const QString &folder,
    const QStringList &given = {});

/// Bytes by their key; absent where there are none. Holds `data`, which may be null.
formats::ExternalBytes bytesByKey(std::shared_ptr<const ExternalData> data);

/// Whether it is a .ptd with anything that a program with these needs asks for. Blocks.
bool holdsAnyOf(const QString &path, const QStringList &keys);

} // namespace tosaic
