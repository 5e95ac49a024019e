// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tosaic::views {

QString paperKey(report::Paper paper); ///< "a4", "letter"; empty: Paper::Usual
std::optional<report::Paper> paperFromKey(const QString &key);

/// What somebody chose for a report: what it is called, who says what about it, which sections it
/// has and in which order. Sections go by their titles.
struct ReportTemplate
{
    QString title; ///< empty: the report's own
    QString author;
    QString note;
    report::Paper paper = report::Paper::Usual;
    QStringList order; ///< those that were moved; the others stay behind what is before them
    QStringList hidden;

    bool operator==(const ReportTemplate &) const = default;

    /// All sections of the report in the chosen order.
    std::vector<report::Section> ordered(const report::Report &report) const;
    /// The report as chosen, without what is hidden.
    report::Report applied(const report::Report &report) const;

    /// Exactly these sections in this order, by their keys; those that are not there are absent.
    static ReportTemplate of(const QStringList &keys, const report::Report &report);
    /// "memory-need" of "Memory need": what a person can type.
    static QString keyOf(const report::Section &section);

    /// For the workspace; empty for what nobody chose.
    QString toText() const;
    /// What is damaged is what nobody chose.
    static ReportTemplate fromText(const QString &text);
};

} // namespace tosaic::views
