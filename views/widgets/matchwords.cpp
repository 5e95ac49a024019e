// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/matchwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qsizetype NamesShown = 8;

class MatchWords
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::MatchWords)
public:
    static QString reason(analysis::MatchReason reason)
    {
        switch (reason) {
        case analysis::MatchReason::Name:
            return tr("matched by its name in the same model");
        case analysis::MatchReason::Content:
            return tr("matched by its place in the model, kind and shape");
        case analysis::MatchReason::Module:
            return tr("matched by its place in the model and kind; the shape changed");
        case analysis::MatchReason::Structure:
            return tr("matched by kind, shape and all that leads to it or follows from it");
        case analysis::MatchReason::Place:
            return tr("matched by its neighbours");
        case analysis::MatchReason::Recorded:
            return tr("recorded by the compile");
        }
        return {};
    }

    static QString listed(const QStringList &names)
    {
        const auto text = names.mid(0, NamesShown).join(u", "_s);
        return names.size() <= NamesShown
            ? text
            : tr("%1 and %n more", nullptr, static_cast<int>(names.size() - NamesShown)).arg(text);
    }

    static QString evidence(const analysis::Comparison &comparison)
    {
        QStringList parts;
        for (const auto &[why, count] : comparison.matchedBy)
            parts += comparison.matchedBy.size() == 1
                ? reason(why)
                : tr("%1 %2", "a number of operators, why they are the same")
                      .arg(QString::number(count), reason(why));
        return tr(
            "%n operator(s) in both: %1.", nullptr, static_cast<int>(comparison.matchedOperators))
            .arg(parts.join(u"; "_s));
    }

    static QStringList sentences(const analysis::Comparison &comparison)
    {
        QStringList lines;
        if (comparison.matchedOperators > 0)
            lines += evidence(comparison);
        QStringList changed;
        for (const auto &edit : comparison.changed)
            changed += tr("%1 (%2 \u2192 %3)", "operator, old and new tensor")
                           .arg(edit.node, edit.oldTensor, edit.newTensor);
        if (!changed.isEmpty())
            lines += tr("Changed: %1.").arg(listed(changed));
        if (!comparison.onlyOld.isEmpty())
            lines += tr("Gone: %1.").arg(listed(comparison.onlyOld));
        if (!comparison.onlyNew.isEmpty())
            lines += tr("Added: %1.").arg(listed(comparison.onlyNew));
        return lines;
    }
};

} // namespace

QString matchReasonText(analysis::MatchReason reason)
{
    return MatchWords::reason(reason);
}

QStringList matchSentences(const analysis::Comparison &comparison)
{
    return MatchWords::sentences(comparison);
}

} // namespace tosaic::views
