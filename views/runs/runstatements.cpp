// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runstatements.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double HzOfMegahertz = 1e6;

/// "originCombo", or "mergedOriginCombo".
QString prefixed(const QString &prefix, const QString &name)
{
    return prefix.isEmpty() ? name : prefix + name.left(1).toUpper() + name.mid(1);
}

} // namespace

RunStatements::RunStatements(const QString &prefix, QWidget *parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_origin(new QComboBox(this)),
      m_clock(new QDoubleSpinBox(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
    m_origin->setToolTip(tr("Where the numbers come from. A console does not say it."));
    m_origin->addItem(tr("Not stated"));
    for (const auto origin : { Origin::Fvp, Origin::Board, Origin::Estimate })
        m_origin->addItem(originTag(origin), static_cast<int>(origin));
    m_clock->setRange(0, 10'000);
    m_clock->setDecimals(3);
    m_clock->setSpecialValueText(tr("Not known"));
    m_clock->setSuffix(tr(" MHz"));
    m_clock->setKeyboardTracking(false);
    m_clock->setToolTip(tr("Clock of the NPU. With it, cycles are also shown as time."));
    insert(0, tr("Origin"), m_origin, prefixed(prefix, u"originCombo"_s));
    insert(m_layout->count(), tr("NPU clock"), m_clock, prefixed(prefix, u"clockSpin"_s));
    connect(m_origin, &QComboBox::activated, this, [this](int index) {
        const auto chosen = m_origin->itemData(index);
        Q_EMIT originChosen(
            chosen.isValid() ? std::optional(static_cast<Origin>(chosen.toInt())) : std::nullopt);
    });
    connect(m_clock, &QDoubleSpinBox::valueChanged, this, [this](double megahertz) {
        Q_EMIT clockChosen(megahertz > 0
                ? std::optional(static_cast<quint64>(std::llround(megahertz * HzOfMegahertz)))
                : std::nullopt);
    });
}

QLabel *RunStatements::insert(int at, const QString &text, QWidget *field, const QString &name)
{
    auto *label = new QLabel(text, this);
    label->setProperty("role", u"muted"_s);
    label->setBuddy(field);
    field->setObjectName(name);
    field->setAccessibleName(text);
    m_layout->insertWidget(at, label);
    m_layout->insertWidget(at + 1, field);
    return label;
}

QLabel *RunStatements::prepend(const QString &text, QWidget *field, const QString &name)
{
    return insert(0, text, field, name);
}

void RunStatements::set(std::optional<Origin> origin, const std::optional<quint64> &clockHz)
{
    const auto index = origin ? m_origin->findData(static_cast<int>(*origin)) : 0;
    m_origin->setCurrentIndex(std::max(index, 0));
    const QSignalBlocker blocker(m_clock);
    const auto megahertz = static_cast<double>(clockHz.value_or(0)) / HzOfMegahertz;
    if (m_clock->value() != megahertz) // what is being typed stays while a live run goes on
        m_clock->setValue(megahertz);
}

} // namespace tosaic::views
