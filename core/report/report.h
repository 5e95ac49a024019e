// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <variant>
#include <vector>

/// A report as values: sections of facts, tables and pictures. Whoever has something to say
/// (core/report for the model and the compile, profiler/analysis for runs) contributes sections;
/// the renderer knows neither.
namespace tosaic::report {

struct Fact
{
    QString name;
    QString value;
    QString origin; ///< "est", "FVP", "board"; empty where it does not apply
};

struct FactList
{
    std::vector<Fact> facts;
};

struct Table
{
    QString caption;
    QStringList columns;
    std::vector<bool> isNumeric; ///< parallel to columns: right-aligned
    std::vector<QStringList> rows;
    /// Rows that only CSV and JSON have: a report to read shows the first of many.
    std::vector<QStringList> more;
    /// What the formatted numbers of `rows`, then `more`, are exactly; for JSON. Either empty or
    /// parallel to them and the columns.
    std::vector<std::vector<std::optional<double>>> numbers;
};

struct Picture
{
    QString caption;
    QByteArray svg; ///< a complete SVG document; made safe for embedding by the renderer
};

struct Text
{
    QString text;
};

using Block = std::variant<FactList, Table, Picture, Text>;

struct Section
{
    QString title;
    std::vector<Block> blocks;
};

struct Report
{
    QString title;
    QString subtitle;
    std::vector<Section> sections;
    QJsonObject values; ///< what only the JSON form has, beside "title" and "sections"
};

} // namespace tosaic::report
