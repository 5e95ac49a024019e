// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/slicebar.h"

#include "views/constants/valuesmodel.h"
#include "views/widgets/building.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSpinBox>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SliceBar::SliceBar(ValuesModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_layout(new QHBoxLayout(this))
{
    setObjectName(u"sliceBar"_s);
    setAccessibleName(tr("Slice"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
}

QSpinBox *SliceBar::addBox(const QString &name, const QString &label, qint64 last, int step)
{
    auto *text = new QLabel(label, this);
    text->setProperty("role", u"muted"_s);
    auto *box = named(new QSpinBox(this), name, label);
    box->setRange(
        0, static_cast<int>(std::clamp<qint64>(last, 0, std::numeric_limits<int>::max())));
    box->setSingleStep(step);
    box->setWrapping(step == 1);
    box->setToolTip(tr("0 to %1").arg(last));
    text->setBuddy(box);
    m_layout->addWidget(text);
    m_layout->addWidget(box);
    connect(box, &QSpinBox::valueChanged, this, &SliceBar::apply);
    return box;
}

void SliceBar::reset(const std::vector<qint64> &shape)
{
    m_indices.clear();
    m_firstRow = m_firstColumn = nullptr;
    while (auto *item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto fixed = m_model.fixedDimensions();
    for (size_t i = 0; i < fixed; ++i) {
        m_indices.push_back(addBox(u"slice-%1"_s.arg(i), tr("Dim %1:").arg(i), shape[i] - 1, 1));
    }
    if (m_model.allRows() > ValuesModel::MaxRows) {
        m_firstRow = addBox(u"firstRow"_s, tr("Rows from:"),
            static_cast<qint64>(m_model.allRows() - 1), static_cast<int>(ValuesModel::MaxRows));
    }
    if (m_model.allColumns() > ValuesModel::MaxColumns) {
        m_firstColumn = addBox(u"firstColumn"_s, tr("Columns from:"),
            static_cast<qint64>(m_model.allColumns() - 1),
            static_cast<int>(ValuesModel::MaxColumns));
    }
    setVisible(m_layout->count() > 0);
}

void SliceBar::apply()
{
    if (m_isChanging)
        return;
    std::vector<qint64> slice;
    for (const auto *box : m_indices)
        slice.push_back(box->value());
    m_model.setSlice(slice);
    m_model.setFirst(m_firstRow ? static_cast<quint64>(m_firstRow->value()) : 0,
        m_firstColumn ? static_cast<quint64>(m_firstColumn->value()) : 0);
}

void SliceBar::goTo(const std::vector<qint64> &position)
{
    {
        const QScopedValueRollback guard(m_isChanging, true);
        for (size_t i = 0; i < m_indices.size() && i < position.size(); ++i)
            m_indices[i]->setValue(static_cast<int>(position[i]));
        const auto window = [](qint64 at, quint64 size) {
            return static_cast<int>(at / static_cast<qint64>(size) * static_cast<qint64>(size));
        };
        const auto rank = position.size();
        if (m_firstRow && rank > 0)
            m_firstRow->setValue(window(position[rank == 1 ? 0 : rank - 2], ValuesModel::MaxRows));
        if (m_firstColumn && rank > 1)
            m_firstColumn->setValue(window(position[rank - 1], ValuesModel::MaxColumns));
    }
    apply();
}

} // namespace tosaic::views
