// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/factsmodel.h"

#include "views/kernels/kernelwords.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

FactRow::Cell bytesCell(quint64 bytes)
{
    return { formatBytes(bytes), static_cast<qulonglong>(bytes) };
}

FactRow::Cell countCell(quint64 count)
{
    return { formatCount(count), static_cast<qulonglong>(count) };
}

QString valueTitle(const profile::RecordedValue &value, const profile::MethodProfile &method)
{
    if (value.isProgramOutput)
        return FactsModel::tr("Output %1 of the program").arg(value.position);
    if (!value.name.isEmpty())
        return value.name;
    if (value.place.delegateName)
        return *value.place.delegateName;
    if (value.place.delegateId)
        return FactsModel::tr("Part %1 of the delegate").arg(*value.place.delegateId);
    const auto row = std::ranges::find_if(method.rows, [&value](const profile::KernelRow &kernel) {
        return !kernel.isInside() && kernel.place.chain == value.place.chain
            && kernel.place.instruction == value.place.instruction;
    });
    if (row == method.rows.end())
        return FactsModel::tr("Value %1").arg(value.position);
    return row->kind == profile::KernelKind::Delegate
        ? FactsModel::tr("%1, argument %2").arg(kernelTitle(*row)).arg(value.position)
        : FactsModel::tr("%1, output %2").arg(kernelTitle(*row)).arg(value.position);
}

QString typeText(const profile::RecordedValue &value)
{
    QStringList types;
    for (const auto &tensor : value.tensors)
        types += u"%1 %2"_s.arg(model::dtypeName(tensor.type), shapeText(tensor.sizes));
    return types.isEmpty() ? value.kind : types.join(u"; "_s);
}

/// What comparing the executions gave.
QString changeText(const profile::RecordedValue &value)
{
    if (value.isChanged())
        return FactsModel::tr("Differs: %n value(s)", nullptr,
            static_cast<int>(value.variants.value_or(value.differing.size() + 1)));
    if (!value.variants)
        return FactsModel::tr("Not known: the debug buffer is not at hand");
    return value.executions.size() > 1 ? FactsModel::tr("The same in all")
                                       : FactsModel::tr("Recorded once");
}

QString changeToolTip(const profile::RecordedValue &value)
{
    if (!value.isChanged())
        return changeText(value);
    QStringList numbers;
    for (const auto execution : value.differing) {
        if (numbers.size() == 20)
            break;
        numbers += formatCount(static_cast<quint64>(execution + 1));
    }
    return FactsModel::tr("Other than in the first execution: %1").arg(numbers.join(u", "_s));
}

} // namespace

void FactsModel::set(const QStringList &titles, std::vector<FactRow> rows)
{
    setRows({}); // the old rows have other columns
    beginResetModel();
    m_titles = titles;
    endResetModel();
    setRows(std::move(rows));
}

bool FactsModel::isNumber(int column) const
{
    if (rows().empty())
        return false;
    const auto &value = rows().front().cells[static_cast<size_t>(column)].value;
    return value.typeId() == QMetaType::ULongLong || value.typeId() == QMetaType::Int;
}

QVariant FactsModel::header(int column, int role) const
{
    if (role == Qt::DisplayRole)
        return m_titles[column];
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QVariant FactsModel::cell(const FactRow &row, int column, int role) const
{
    const auto &cell = row.cells[static_cast<size_t>(column)];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return row.toolTip.isEmpty() ? cell.text : row.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    case ValueRole:
    case SortRole:
        return cell.value.isValid() ? cell.value : QVariant(cell.text);
    default:
        return {};
    }
}

void showAllocations(FactsModel &model, const KernelsSubject &subject)
{
    std::vector<FactRow> rows;
    for (const auto &row : subject.profile.allocations)
        rows.push_back(
            { .cells = { { row.phase },
                  { row.name.isEmpty() ? FactsModel::tr("Allocator %1").arg(row.allocator)
                                       : row.name },
                  countCell(row.runs), countCell(row.count), bytesCell(row.bytes),
                  bytesCell(row.largest), bytesCell(row.peak) } });
    model.set({ FactsModel::tr("Phase"), FactsModel::tr("Allocator"), FactsModel::tr("Runs"),
                  FactsModel::tr("Allocations"), FactsModel::tr("Bytes"), FactsModel::tr("Largest"),
                  FactsModel::tr("Most in one run") },
        std::move(rows));
}

void showValues(FactsModel &model, const profile::MethodProfile &method)
{
    std::vector<const profile::RecordedValue *> values;
    for (const auto &value : method.values)
        values.push_back(&value);
    // What changes is what one looks for, outputs of the program before all.
    std::ranges::stable_sort(values, {}, [](const profile::RecordedValue *value) {
        return std::make_pair(!value->isChanged(), !value->isProgramOutput);
    });
    std::vector<FactRow> rows;
    for (const auto *value : values) {
        const bool isInstruction = value->place.chain == qint64(0) && !value->isProgramOutput;
        rows.push_back({ .cells
            = { { valueTitle(*value, method) },
                { value->isProgramOutput ? u"–"_s : placeText(value->place) }, { typeText(*value) },
                countCell(value->executions.size()), { changeText(*value) } },
            .toolTip = changeToolTip(*value),
            .instruction = isInstruction ? value->place.instruction : -1 });
    }
    model.set({ FactsModel::tr("Value"), FactsModel::tr("Instruction"), FactsModel::tr("Type"),
                  FactsModel::tr("Executions"), FactsModel::tr("Compared") },
        std::move(rows));
}

void showConditions(
    FactsModel &model, const KernelsSubject &subject, const profile::MethodProfile &method)
{
    std::vector<FactRow> rows;
    const auto conditions = conditionRows(subject, method);
    for (const auto &[label, text] : conditions)
        rows.push_back({ .cells = { { label }, { text } } });
    model.set({ FactsModel::tr("Condition"), FactsModel::tr("Value") }, std::move(rows));
}

} // namespace tosaic::views
