// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblybar.h"

#include "core/base/units.h"
#include "views/models/streamowner.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/searchline.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RoomForWords = 760; // px; below it buttons that have an icon show only that
}

DisassemblyBar::DisassemblyBar(QWidget *parent)
    : QFrame(parent), m_chooser(new QComboBox(this)),
      m_filter(new SearchLine(tr("Filter commands"), this)),
      m_operationsOnly(new QToolButton(this)), m_facts(new PartsLabel(this))
{
    setProperty("role", u"bar"_s);
    m_chooser->setObjectName(u"streamChooser"_s);
    m_chooser->setAccessibleName(tr("Command stream"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_chooser->setMaximumWidth(200);
    m_filter->setObjectName(u"commandFilter"_s);
    m_filter->setAccessibleName(tr("Filter commands"));
    m_filter->setMinimumWidth(168);
    m_filter->setMaximumWidth(260);
    m_operationsOnly->setObjectName(u"operationsOnly"_s);
    m_operationsOnly->setText(tr("Only operations"));
    m_operationsOnly->setAccessibleName(tr("Only operations"));
    m_operationsOnly->setCheckable(true);
    m_operationsOnly->setAutoRaise(true);
    m_facts->setObjectName(u"streamFacts"_s);
    m_facts->setProperty("role", u"muted"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    row->addWidget(m_chooser);
    row->addWidget(m_filter, 1);
    row->addWidget(m_operationsOnly);
    auto *expand = addButton(u"expandAll"_s, u"expand-all"_s, tr("Unfold all operations"));
    auto *collapse = addButton(u"collapseAll"_s, u"collapse-all"_s, tr("Fold all operations"));
    row->addSpacing(8);
    row->addWidget(m_facts, 2);
    m_bytes = addButton(u"showBytes"_s, u"code-context"_s, tr("Show bytes"));
    m_bytes->setText(tr("Show bytes"));
    m_bytes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_chooser, &QComboBox::activated, this, &DisassemblyBar::streamChosen);
    connect(m_filter, &QLineEdit::textChanged, this, &DisassemblyBar::filterChanged);
    connect(m_operationsOnly, &QToolButton::toggled, this, &DisassemblyBar::operationsOnlyToggled);
    connect(expand, &QToolButton::clicked, this, &DisassemblyBar::expandAllRequested);
    connect(collapse, &QToolButton::clicked, this, &DisassemblyBar::collapseAllRequested);
    connect(m_bytes, &QToolButton::clicked, this, &DisassemblyBar::bytesRequested);
}

void DisassemblyBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    m_bytes->setToolButtonStyle(event->size().width() < RoomForWords
            ? Qt::ToolButtonIconOnly
            : Qt::ToolButtonTextBesideIcon);
}

QToolButton *DisassemblyBar::addButton(
    const QString &name, const QString &iconName, const QString &text)
{
    auto *button = iconButton(this, name, iconName, text);
    layout()->addWidget(button);
    return button;
}

void DisassemblyBar::setStreams(const NpuAnalyses &streams)
{
    m_chooser->clear();
    for (const auto &analysis : streams) {
        const auto *stream = analysis->stream();
        m_chooser->addItem(tr("%1: %2").arg(streamOwnerName(analysis->owner()),
            stream ? stream->config.name() : tr("cannot be read")));
    }
    m_chooser->setVisible(streams.size() > 1);
}

int DisassemblyBar::stream() const
{
    return m_chooser->currentIndex();
}

void DisassemblyBar::setStream(int index)
{
    m_chooser->setCurrentIndex(index);
}

QString DisassemblyBar::filter() const
{
    return m_filter->text().trimmed();
}

void DisassemblyBar::clearFilter()
{
    m_filter->clear();
}

void DisassemblyBar::setTarget(QWidget *target)
{
    m_filter->setTarget(target);
}

void DisassemblyBar::setBytesEnabled(bool enabled)
{
    m_bytes->setEnabled(enabled);
}

void DisassemblyBar::setFacts(const npu::Stream *stream, std::optional<quint64> shown)
{
    if (!stream) {
        m_facts->setParts({});
        return;
    }
    const auto all = static_cast<int>(stream->commands.size());
    QStringList parts;
    if (shown) // what the filter does is what is looked at now
        parts << tr("%1 of %n command(s)", nullptr, all).arg(formatCount(*shown));
    if (!stream->unknown.empty())
        parts << tr("%n unknown", nullptr, static_cast<int>(stream->unknown.size()));
    // What elsewhere is called an NPU operation computes; a stream has others besides.
    const auto computing = std::ranges::count_if(
        stream->operations, [](const auto &operation) { return npu::isKernel(operation.kind); });
    const auto operations = static_cast<int>(stream->operations.size());
    parts << stream->config.name()
          << tr("%1 of %n operation(s) compute", nullptr, operations)
                 .arg(formatCount(static_cast<quint64>(computing)));
    if (!shown)
        parts << tr("%n command(s)", nullptr, all);
    parts << stream->driverFormat;
    m_facts->setParts(parts);
    QStringList lines{ m_facts->toolTip(),
        tr("What computes is counted as NPU operations; the others copy between memories (DMA) or "
           "end the stream.") };
    for (const auto &diagnostic : stream->diagnostics)
        lines << diagnostic.text;
    m_facts->setToolTip(lines.join(u'\n'));
}

} // namespace tosaic::views
