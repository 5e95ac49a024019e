// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/specdocument.h"

namespace tosaic {

namespace {
void addMissing(QStringList &list, const QStringList &more)
{
    for (const auto &item : more) {
        if (!list.contains(item))
            list.append(item);
    }
}
} // namespace

void SpecDocument::setSpec(const spec::CompileSpec &spec)
{
    if (spec == m_spec)
        return;
    m_spec = spec;
    Q_EMIT changed();
}

void SpecDocument::keepOnCpu(const spec::KeepOnCpu &more)
{
    auto next = m_spec;
    addMissing(next.keepOnCpu.nodes, more.nodes);
    addMissing(next.keepOnCpu.operators, more.operators);
    addMissing(next.keepOnCpu.modules, more.modules);
    addMissing(next.keepOnCpu.patterns, more.patterns);
    setSpec(next);
}

} // namespace tosaic
