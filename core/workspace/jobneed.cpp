// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/jobneed.h"

#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

QJsonObject recordedSummary(const compiled::CompileResult &result)
{
    auto summary = compiled::toJson(result).value(u"summary"_s).toObject();
    analysis::insertNeed(
        summary, analysis::memoryNeed(analysis::memoryFacts(result, analysis::programOf(result))));
    return summary;
}

analysis::MemoryNeed needOf(const JobRecord &job)
{
    if (auto need = analysis::needFromJson(job.summary); !need.isEmpty())
        return need;
    const QJsonObject stated{ { u"status"_s, job.status }, { u"spec"_s, job.spec },
        { u"resolvedSpec"_s, job.resolvedSpec }, { u"summary"_s, job.summary } };
    return analysis::memoryNeed(analysis::memoryFacts(compiled::compileResultFromJson(stated, {})));
}

} // namespace tosaic::workspace
