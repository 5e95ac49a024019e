// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/table.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

/// What a file says about itself, ready to be printed by the command line (as JSON or text) and
/// shown by the window. Core does not translate: titles, labels and column heads are written as
/// QT_TRANSLATE_NOOP("Description", "..."), the window looks them up in that context.
namespace tosaic {

/// A line "label: value". The value is a name or number of the file, never a sentence.
struct DescriptionFact
{
    QString label;
    QString value;
};

struct DescriptionTable
{
    struct Column
    {
        QString title;
        bool isNumber = false; ///< aligned right
    };
    std::vector<Column> columns;
    std::vector<QStringList> rows; ///< as many cells as columns; empty: not known
    quint64 omitted = 0; ///< rows that were left out to bound memory
};

struct DescriptionSection
{
    QString title;
    std::vector<DescriptionFact> facts;
    DescriptionTable table; ///< without columns: none
};

struct Description
{
    QString format; ///< the command-line contract's word
    QString formatVersion;
    QJsonObject json; ///< without the keys common to all formats
    std::vector<DescriptionSection> sections;
    std::vector<Diagnostic> diagnostics;
};

/// For people at a terminal: sections with aligned columns. Ends with a line end.
QString descriptionText(
    const QString &title, const std::vector<DescriptionSection> &sections, TextWidth width = {});

/// Broken at blanks, later lines indented. Ends with a line end.
QString wrappedText(
    const QString &text, TextWidth width, const QString &indent = QStringLiteral("  "));

/// One line for each, values below each other; what is too long goes on in the next line.
QString factsText(const std::vector<DescriptionFact> &facts, TextWidth width = {},
    const QString &indent = QStringLiteral("  "));

} // namespace tosaic
