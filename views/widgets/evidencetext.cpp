// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/evidencetext.h"

#include <QCoreApplication>

namespace tosaic::views {

QString evidenceText(const analysis::Evidence &evidence)
{
    auto text = QCoreApplication::translate("NetworkMatch", evidence.text);
    for (const auto &argument : evidence.arguments)
        text = text.arg(argument);
    return text;
}

QString evidenceWord(analysis::Evidence::Verdict verdict)
{
    using Verdict = analysis::Evidence::Verdict;
    switch (verdict) {
    case Verdict::Supports:
        return QCoreApplication::translate("EvidenceText", "Speaks for it");
    case Verdict::Contradicts:
        return QCoreApplication::translate("EvidenceText", "Speaks against it");
    case Verdict::Silent:
        break;
    }
    return QCoreApplication::translate("EvidenceText", "Fits, but says little");
}

} // namespace tosaic::views
