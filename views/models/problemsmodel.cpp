// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/problemsmodel.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString severityWord(const Problem &problem)
{
    switch (problem.diagnostic.severity) {
    case Severity::Info:
        return ProblemsModel::tr("Note");
    case Severity::Warning:
        return ProblemsModel::tr("Warning");
    case Severity::Error:
        break;
    }
    return ProblemsModel::tr("Error");
}

QString problemTip(const Problem &problem)
{
    return problem.diagnostic.toText();
}

QString problemReason(const Problem &problem)
{
    const auto reason = problem.diagnostic.reason();
    return problem.alike.empty() ? reason
                                 : ProblemsModel::tr("%1 (and %n more of this kind)", nullptr,
                                     static_cast<int>(problem.alike.size()))
                                       .arg(reason);
}

Columns<Problem> problemColumns(bool isOneFile)
{
    // The file's name is enough to read; what is sorted and copied has its whole path.
    const auto place = [isOneFile](const Problem &problem) {
        auto shown = problem.diagnostic.location;
        shown.file = isOneFile ? QString() : QFileInfo(shown.file).fileName();
        return shown.toText();
    };
    return columnsOf<Problem>({
        { u"severity"_s, ProblemsModel::tr("Severity"),
            [](auto &row) { return QVariant(int(row.diagnostic.severity)); },
            { .text = severityWord, .tip = problemTip, .isOrder = true } },
        { u"text"_s, ProblemsModel::tr("Problem"), [](auto &row) { return row.diagnostic.text; },
            { .text = problemReason, .tip = problemTip } },
        { u"place"_s, ProblemsModel::tr("Place"),
            [](auto &row) { return row.diagnostic.location.toText(); },
            { .text = place, .tip = problemTip, .mayBeEmpty = true } },
        { u"code"_s, ProblemsModel::tr("Code"), [](auto &row) { return row.diagnostic.id; },
            { .tip = problemTip } },
    });
}

QVariant problemMore(const Problem &problem, QStringView key, int role)
{
    static const QStringList Icons{ u"dialog-information"_s, u"dialog-warning"_s,
        u"dialog-error"_s };
    if (role == EntityRole)
        return QVariant::fromValue(problem.entity);
    if (role == SeverityRole)
        return static_cast<int>(problem.diagnostic.severity);
    return role == IconRole && key == u"severity" ? Icons[int(problem.diagnostic.severity)]
                                                  : QVariant();
}

} // namespace

ProblemsModel::ProblemsModel(QObject *parent, bool isOneFile)
    : ColumnModel(problemColumns(isOneFile), parent, MoreByKey(problemMore))
{
}

ProblemsModel::ProblemsModel(const ProblemList &problems, QObject *parent) : ProblemsModel(parent)
{
    setRows(collapsed(problems.all()));
    connect(&problems, &ProblemList::changed, this,
        [this, &problems] { setRows(collapsed(problems.all())); });
}

} // namespace tosaic::views
