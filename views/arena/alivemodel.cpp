// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/alivemodel.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

AliveModel::AliveModel(QObject *parent)
    : ColumnModel(aliveColumns(), parent,
        entityBy([this](size_t buffer) { return m_arena->buffers[buffer].entity; }))
{
}

Columns<size_t> AliveModel::aliveColumns() const
{
    const auto of = [this](auto get) {
        return [this, get](size_t buffer) { return get(m_arena->buffers[buffer]); };
    };
    using Buffer = ArenaBuffer;
    return columnsOf<size_t>({
        { u"buffer"_s, tr("Buffer"), of([](const Buffer &buffer) { return buffer.name; }) },
        { u"size"_s, tr("Size"), of([](const Buffer &buffer) { return buffer.bytes; }),
            { .unit = column_unit::Bytes } },
        { u"holds"_s, tr("Holds"), of([](const Buffer &buffer) {
             return buffer.detail.isEmpty() ? bufferKindWord(buffer.kind) : buffer.detail;
         }) },
        { u"address"_s, tr("Address"), of([](const Buffer &buffer) { return buffer.offset; }),
            { .text = of([](const Buffer &buffer) { return u"0x%1"_s.arg(buffer.offset, 0, 16); }),
                .isOrder = true } },
        { u"from"_s, tr("Alive from"),
            of([](const Buffer &buffer) { return QVariant(buffer.first); }),
            { .text = of([this](const Buffer &buffer) { return stepName(buffer.first); }),
                .isOrder = true } },
        { u"to"_s, tr("to"), of([](const Buffer &buffer) { return QVariant(buffer.last); }),
            { .text = of([this](const Buffer &buffer) { return stepName(buffer.last); }),
                .isOrder = true } },
    });
}

void AliveModel::set(std::shared_ptr<const Arena> arena, qsizetype step)
{
    m_arena = std::move(arena);
    setRows(m_arena ? m_arena->aliveAt(step) : std::vector<size_t>());
}

int AliveModel::bufferOf(int row) const
{
    return row >= 0 && row < rowCount() ? static_cast<int>(rows()[static_cast<size_t>(row)]) : -1;
}

int AliveModel::rowOf(int buffer) const
{
    return rowWhere([buffer](size_t row) { return static_cast<int>(row) == buffer; });
}

QString AliveModel::stepName(qsizetype step) const
{
    return step >= 0 && step < m_arena->stepCount() ? m_arena->steps[static_cast<size_t>(step)]
                                                    : QString::number(step);
}

} // namespace tosaic::views
