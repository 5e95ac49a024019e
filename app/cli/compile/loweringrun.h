// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"
#include "core/sweep/sweep.h"
#include "core/toolchain/warmcompiler.h"

#include <QStringList>

#include <functional>

namespace tosaic::cli {

/// One compile for each lowering that the cells need: what `tosaic-cli compile` does, into folders
/// below `folder`. A compile that fails is a source without TOSA and with its problems; compiles
/// that a cancel leaves out are missing. Blocks; progress goes to streams.err.
class LoweringRun
{
public:
    LoweringRun(QString input, QString folder, QString interpreter, bool isTrusted);

    /// `setCancel` gets what ends it.
    std::vector<sweep::SweepSource> sources(const std::vector<sweep::Cell> &cells, Streams &streams,
        const std::function<void(std::function<void()>)> &setCancel);

private:
    sweep::SweepSource compiled(const spec::CompileSpec &spec, Streams &streams,
        const std::function<void(std::function<void()>)> &setCancel);

    QString m_input;
    QString m_folder;
    QString m_interpreter;
    bool m_isTrusted;
    QStringList m_folders; ///< of compiles, below "compiles"
    bool m_isCancelled = false;
    toolchain::WarmCompiler m_compiler; ///< loads ExecuTorch once for all compiles
};

} // namespace tosaic::cli
