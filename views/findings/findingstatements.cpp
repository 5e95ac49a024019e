// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findingstatements.h"

#include "views/findings/findingwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::vector<report::Statement> findingStatements(const std::vector<Finding> &findings)
{
    const auto isOfAnother = [&findings](const Finding &finding) {
        return finding.subject != findings.front().subject;
    };
    const bool hasSeveral = std::ranges::any_of(findings, isOfAnother);
    std::vector<report::Statement> statements;
    for (const auto &finding : findings) {
        // A report begins with the counts alone; this adds what crosses, where that is known.
        if (finding.kind == Finding::Kind::Processor
            && std::ranges::none_of(
                finding.evidence, [](const auto &one) { return one.unit == "bytes"_L1; }))
            continue;
        const auto sentence = findingSentence(finding);
        statements.push_back({ finding.severity,
            hasSeveral && !finding.subject.isEmpty() ? finding.subject + u": "_s + sentence
                                                     : sentence });
    }
    return statements;
}

} // namespace tosaic::views
