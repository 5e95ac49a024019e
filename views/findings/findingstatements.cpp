// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findingstatements.h"

#include "views/findings/findingwords.h"

namespace tosaic::views {

std::vector<report::Statement> findingStatements(const std::vector<Finding> &findings)
{
    std::vector<report::Statement> statements;
    for (const auto &finding : findings) {
        if (finding.kind != Finding::Kind::Processor)
            statements.push_back({ finding.severity, findingSentence(finding) });
    }
    return statements;
}

} // namespace tosaic::views
