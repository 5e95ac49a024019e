// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/table.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QString>

#include <algorithm>
#include <cstdint>
#include <span>
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

/// Rows of a long table that are read; the others stand in CSV and JSON.
inline constexpr size_t ReadRows = 25;

struct Table
{
    QString caption;
    tosaic::Table data;
    /// Of its rows those that forms to be read show; CSV and JSON have all.
    size_t read = SIZE_MAX;

    size_t shown() const { return std::min(read, data.rows.size()); }
    int hidden() const { return static_cast<int>(data.rows.size() - shown()); }
    /// What forms to be read show of it.
    Table toRead() const;
};

/// What matters first: one sentence a line.
struct Statement
{
    Severity severity = Severity::Info;
    QString text;
};

struct Picture
{
    QString caption;
    QByteArray svg; ///< a complete SVG document; made safe for embedding by the renderer
    QString description = {}; ///< for who cannot see it; empty: the caption says it
};

struct Text
{
    QString text;
};

using Block = std::variant<FactList, Table, Picture, Text, Statement>;

struct Section
{
    QString title;
    std::vector<Block> blocks;
};

/// What it is printed on.
enum class Paper
{
    Usual, ///< Letter where that is usual, else A4
    A4,
    Letter
};

struct Report
{
    QString title;
    QString subtitle;
    QString author; ///< empty: not said
    QString note; ///< of the author, above everything; several lines; empty: none
    Paper paper = Paper::Usual;
    std::vector<Section> sections;
    /// "#rrggbb" of the pictures, which are drawn for paper, and what it is on a dark page.
    QHash<QString, QString> darkColours;
    QJsonObject values; ///< what only the JSON form has, beside "title" and "sections"
};

} // namespace tosaic::report
