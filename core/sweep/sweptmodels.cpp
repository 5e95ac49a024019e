// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweptmodels.h"

#include "core/base/try.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/velainifacts.h"

#include <QFileInfo>
#include <QSet>

namespace tosaic::sweep {

QStringList modelNames(const QStringList &paths)
{
    if (paths.size() < 2)
        return QStringList(paths.size());
    QStringList names;
    for (int parts = 1;; ++parts) {
        names.clear();
        for (const auto &path : paths)
            names.append(path.section(u'/', -parts));
        if (QSet<QString>(names.begin(), names.end()).size() == paths.size() || names == paths)
            return names;
    }
}

Result<Expansion> expand(
    const Grid &grid, const SweptModel &model, std::vector<Diagnostic> *diagnostics)
{
    const auto shared = TRY(sharedSpec(grid, model.spec, diagnostics));
    const auto ini = toolchain::withOwnIni(shared, model.baseFolder).configIni.value_or(QString());
    const auto facts
        = QFileInfo(ini).isAbsolute() ? TRY(toolchain::readIniFacts(ini)) : spec::bundledIni();
    return expand(grid, shared, model.targets, facts);
}

} // namespace tosaic::sweep
