// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/queuedcompile.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

QueuedCompile::QueuedCompile(CompileRequest request, QObject *parent)
    : QueuedJob(parent), m_job(std::move(request))
{
    const auto &input = m_job.request().input;
    const auto kind = inputKindOf(input);
    if (!m_job.request().keptTosa.isEmpty())
        m_kind = u"respec"_s;
    else
        m_kind = kind && usesVelaAlone(*kind) ? u"vela"_s : u"executorch"_s;
    // The size of Python source tells nothing about the model it makes.
    if (!kind || *kind != InputKind::PythonModel)
        m_modelBytes = static_cast<quint64>(QFileInfo(input).size());
    connect(&m_job, &CompileJob::finished, this,
        [this](const std::shared_ptr<const compiled::CompileResult> &result) {
            m_result = result;
            Q_EMIT finished();
        });
}

} // namespace tosaic::toolchain
