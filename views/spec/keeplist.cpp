// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/keeplist.h"

#include "views/spec/fieldnote.h"
#include "views/widgets/building.h"
#include "views/widgets/discard.h"
#include "views/widgets/iconbutton.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int KindWidth = 100; // px

enum Kind
{
    NodeKind,
    OperatorKind,
    ModuleKind,
    PatternKind
};

constexpr QStringList spec::KeepOnCpu::*Lists[] = { &spec::KeepOnCpu::nodes,
    &spec::KeepOnCpu::operators, &spec::KeepOnCpu::modules, &spec::KeepOnCpu::patterns };

} // namespace

KeepList::KeepList(const QFont &font, QWidget *parent)
    : QWidget(parent), m_font(font), m_rows(new QWidget(this)), m_layout(new QVBoxLayout(m_rows)),
      m_kind(new QComboBox(this)), m_name(new QLineEdit(this)),
      m_add(new QPushButton(tr("Add"), this))
{
    named(this, u"specKept"_s, tr("Kept on the CPU"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    makeColumn(this, { m_rows, makeAddLine() }, 4);
    setFocusProxy(m_name);
}

QWidget *KeepList::makeAddLine()
{
    auto *line = new QWidget(this);
    named(m_kind, u"specKeepKind"_s, tr("Keep on the CPU"));
    m_kind->addItems({ tr("Operator"), tr("Every operator"), tr("Module"), tr("Name pattern") });
    named(m_name, u"specKeepName"_s, tr("Name of what stays on the CPU"));
    named(m_add, u"specAddKept"_s, tr("Keep it on the CPU"));
    m_add->setEnabled(false);
    makeRow(line, { m_kind, { m_name, 1 }, m_add }, 4);
    connect(m_kind, &QComboBox::activated, this, &KeepList::offerNames);
    connect(m_name, &QLineEdit::returnPressed, this, &KeepList::add);
    connect(m_name, &QLineEdit::textChanged, this,
        [this](const QString &text) { m_add->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_add, &QPushButton::clicked, this, &KeepList::add);
    offerNames();
    return line;
}

void KeepList::setNames(const ModelNames &names)
{
    if (names == m_names)
        return;
    m_names = names;
    offerNames();
}

void KeepList::offerNames()
{
    static const char *const examples[] = { QT_TR_NOOP("Node, for example aten_add_tensor"),
        QT_TR_NOOP("Kind, for example aten.relu.default"),
        QT_TR_NOOP("Module, for example features.3"), QT_TR_NOOP("Pattern, for example *pool*") };
    const int kind = std::max(0, m_kind->currentIndex());
    m_name->setPlaceholderText(tr(examples[kind]));
    auto *completer = new QCompleter(kind == OperatorKind ? m_names.operators
            : kind == ModuleKind                          ? m_names.modules
                                                          : m_names.nodes,
        m_name);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_name->setCompleter(completer); // deletes the one before, whose parent it is
}

void KeepList::add()
{
    const auto name = m_name->text().trimmed();
    if (name.isEmpty())
        return;
    auto kept = m_kept;
    auto &list = kept.*Lists[std::max(0, m_kind->currentIndex())];
    if (!list.contains(name))
        list.append(name);
    m_name->clear();
    Q_EMIT edited(kept);
}

void KeepList::addRows(List list, const QString &kind)
{
    for (const auto &entry : m_kept.*list) {
        auto *row = new QWidget(m_rows);
        auto *layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(8);
        auto *kindLabel = new QLabel(kind, row);
        kindLabel->setProperty("role", u"muted"_s);
        kindLabel->setFixedWidth(KindWidth);
        auto *name = selectable(named(new QLabel(entry, row), u"keptEntry"_s));
        name->setTextFormat(Qt::PlainText);
        name->setFont(m_font);
        name->setToolTip(entry);
        name->setMinimumWidth(0);
        name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        auto *remove = iconButton(row, u"removeKept-%1"_s.arg(entry), u"list-remove"_s,
            tr("Let the NPU have %1 again").arg(entry));
        connect(remove, &QToolButton::clicked, this, [this, list, entry] {
            auto kept = m_kept;
            (kept.*list).removeAll(entry);
            Q_EMIT edited(kept);
        });
        layout->addWidget(kindLabel);
        layout->addWidget(name, 1);
        layout->addWidget(remove);
        m_layout->addWidget(row);
    }
}

void KeepList::setKept(const spec::KeepOnCpu &kept)
{
    if (m_isFilled && kept == m_kept)
        return;
    m_isFilled = true;
    m_kept = kept;
    for (auto *row : m_rows->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        m_layout->removeWidget(row);
        discard(row);
    }
    for (int kind = NodeKind; kind <= PatternKind; ++kind)
        addRows(Lists[kind], m_kind->itemText(kind));
    m_rows->setVisible(!kept.isEmpty());
}

} // namespace tosaic::views
