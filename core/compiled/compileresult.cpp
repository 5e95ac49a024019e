// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/compileresult.h"

#include <QDir>

#include <algorithm>

namespace tosaic::compiled {

QString CompileResult::artefactPath(const QString &kind) const
{
    const auto found = std::find_if(artefacts.begin(), artefacts.end(),
        [&](const Artefact &artefact) { return artefact.kind == kind; });
    return found == artefacts.end() ? QString() : QDir(folder).filePath(found->path);
}

const Rejection *CompileResult::rejection(const QString &node) const
{
    const auto found = std::find_if(rejections.begin(), rejections.end(),
        [&](const Rejection &rejection) { return rejection.node == node; });
    return found == rejections.end() ? nullptr : &*found;
}

} // namespace tosaic::compiled
