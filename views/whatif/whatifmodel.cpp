// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/whatifmodel.h"

#include "views/whatif/whatifwords.h"
#include "views/widgets/colormap.h"

#include <QBrush>
#include <QFont>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using sweep::CellResult;
using sweep::CellStatus;
using sweep::Metric;

WhatIfModel::WhatIfModel(const Theme &theme, QObject *parent)
    : QAbstractTableModel(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, [this] {
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

void WhatIfModel::setView(const WhatIfView &view)
{
    const auto axes = [](const CellResult &row) {
        return std::tie(row.cell.model, row.cell.spec, row.cell.variant, row.cell.environment);
    };
    const bool isSameGrid = m_view.result && view.result
        && m_view.result->cells.size() == view.result->cells.size()
        && std::ranges::equal(m_view.result->cells, view.result->cells, {}, axes, axes);
    if (isSameGrid) {
        // The selection stays while numbers come in.
        m_view = view;
        weigh();
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
            Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1); // versions, as they are told
        }
        return;
    }
    beginResetModel();
    m_view = view;
    arrange();
    weigh();
    endResetModel();
}

void WhatIfModel::setMetric(Metric metric)
{
    m_metric = metric;
    weigh();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void WhatIfModel::setFront(Metric first, Metric second, std::optional<Metric> third)
{
    m_frontOf = { first, second };
    m_third = third;
    weigh();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

WhatIfModel::Place WhatIfModel::placeOf(const Row &key, const spec::CompileSpec &spec)
{
    auto row = std::ranges::find(m_rows, key);
    if (row == m_rows.end())
        row = m_rows.insert(m_rows.end(), key);
    const auto mode = spec.memoryMode.value_or(QString());
    if (!m_modes.contains(mode))
        m_modes.append(mode);
    return { static_cast<int>(row - m_rows.begin()), static_cast<int>(m_modes.indexOf(mode)) };
}

void WhatIfModel::arrange()
{
    m_rows.clear();
    m_modes.clear();
    m_entries.clear();
    if (!m_view.result)
        return;
    QStringList environments;
    for (std::size_t i = 0; i < m_view.result->cells.size(); ++i) {
        const auto &cell = m_view.result->cells[i].cell;
        const Row key{ cell.model, cell.spec.target, cell.spec.systemConfig.value_or(QString()),
            cell.flags.join(u' '), cell.variant, cell.environment };
        m_entries[placeOf(key, cell.spec)].cell = static_cast<int>(i);
        if (!environments.contains(cell.environment))
            environments.append(cell.environment);
    }
    if (environments.isEmpty())
        environments.append(QString());
    auto models = m_view.result->models();
    if (models.isEmpty())
        models.append(QString());
    for (std::size_t i = 0; i < m_view.result->excluded.size(); ++i) {
        const auto &[spec, rule, text, variant, flags] = m_view.result->excluded[i];
        // What does not exist does so for no compiler and no model.
        for (const auto &model : models) {
            for (const auto &environment : environments) {
                const Row key{ model, spec.target, spec.systemConfig.value_or(QString()),
                    flags.join(u' '), variant, environment };
                m_entries[placeOf(key, spec)].excluded = static_cast<int>(i);
            }
        }
    }
}

void WhatIfModel::weigh()
{
    m_front.clear();
    m_least = 0;
    m_most = 0;
    if (!m_view.result)
        return;
    m_front = m_view.result->front(m_frontOf.first, m_frontOf.second, m_third);
    for (const auto &row : m_view.result->cells) {
        const auto value = row.value(m_metric).value_or(0);
        if (value <= 0)
            continue;
        m_least = m_least > 0 ? std::min(m_least, value) : value;
        m_most = std::max(m_most, value);
    }
}

std::optional<double> WhatIfModel::position(int cell) const
{
    const auto value = m_view.result->cells[static_cast<std::size_t>(cell)].value(m_metric);
    if (!value)
        return {};
    if (*value <= 0 || m_most <= m_least)
        return 0;
    return std::log(*value / m_least) / std::log(m_most / m_least);
}

QModelIndex WhatIfModel::indexOf(std::size_t cell) const
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const auto &entry) { return entry.second.cell == static_cast<int>(cell); });
    return found == m_entries.end() ? QModelIndex() : index(found->first.row, found->first.column);
}

int WhatIfModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int WhatIfModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_modes.size());
}

QString WhatIfModel::tip(const Entry &entry) const
{
    if (entry.cell < 0) {
        const auto &excluded = m_view.result->excluded[static_cast<std::size_t>(entry.excluded)];
        return tr("Does not exist: %1").arg(excluded.text);
    }
    return WhatIfWords::aboutCell(m_view, static_cast<std::size_t>(entry.cell));
}

QBrush WhatIfModel::background(const Entry &entry) const
{
    const auto &colors = m_theme.colors();
    if (entry.cell < 0)
        return { colors.border, Qt::BDiagPattern };
    if (const auto place = position(entry.cell))
        return sequentialColor(*place, colors);
    return colors.sunken;
}

QVariant WhatIfModel::data(const QModelIndex &index, int role) const
{
    const auto found = m_entries.find({ index.row(), index.column() });
    if (!index.isValid() || found == m_entries.end())
        return role == CellRole ? QVariant(-1) : QVariant();
    const auto &entry = found->second;
    const auto *row
        = entry.cell < 0 ? nullptr : &m_view.result->cells[static_cast<std::size_t>(entry.cell)];
    switch (role) {
    case Qt::DisplayRole: {
        const bool isOnFront
            = std::ranges::find(m_front, static_cast<std::size_t>(std::max(entry.cell, 0)))
            != m_front.end();
        return row ? WhatIfWords::cellText(*row, m_metric, isOnFront) : u"—"_s;
    }
    case Qt::ToolTipRole:
        return tip(entry);
    case Qt::AccessibleTextRole:
        return headerData(index.row(), Qt::Vertical, Qt::DisplayRole).toString() + u", "_s
            + m_modes[index.column()] + u": "_s
            + (row ? WhatIfWords::cellText(*row, m_metric, false) : tr("does not exist"));
    case Qt::AccessibleDescriptionRole:
        return tip(entry);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::BackgroundRole:
        return background(entry);
    case Qt::ForegroundRole:
        if (row && row->status == CellStatus::Estimated && position(entry.cell))
            return QBrush(readableOn(background(entry).color()));
        return QBrush(m_theme.colors().mutedText);
    case Qt::FontRole: {
        QFont font;
        font.setBold(
            entry.cell >= 0 && currentCell(m_view) == static_cast<std::size_t>(entry.cell));
        return font;
    }
    case CellRole:
        return entry.cell;
    default:
        return {};
    }
}

/// Its version, once a cell has told it.
QString WhatIfModel::compilerText(const QString &environment) const
{
    const auto told = std::ranges::find_if(m_view.result->cells, [&](const auto &row) {
        return row.cell.environment == environment && !row.velaVersion.isEmpty();
    });
    return told == m_view.result->cells.end() ? environment : tr("Vela %1").arg(told->velaVersion);
}

bool WhatIfModel::hasOther(QString Row::*name) const
{
    return std::ranges::any_of(
        m_rows, [&](const Row &row) { return row.*name != m_rows.front().*name; });
}

QVariant WhatIfModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (orientation == Qt::Horizontal)
        return m_modes.value(section);
    const auto &[model, target, system, flags, variant, environment]
        = m_rows[static_cast<std::size_t>(section)];
    const bool hasSystems = std::ranges::any_of(
        m_rows, [&](const Row &row) { return row.target == target && row.system != system; });
    auto text = model.isEmpty() ? target : model + u" · "_s + target;
    if (role != Qt::DisplayRole || hasSystems)
        text += u" · "_s + system;
    if (hasOther(&Row::flags) || (role != Qt::DisplayRole && !flags.isEmpty()))
        text += u" · "_s + (flags.isEmpty() ? tr("no more flags") : flags);
    if (!variant.isEmpty())
        text += u" · "_s + variant;
    return environment.isEmpty() ? text : text + u" · "_s + compilerText(environment);
}

} // namespace tosaic::views
