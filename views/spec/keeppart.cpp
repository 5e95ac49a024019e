// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/keeppart.h"

#include <QIcon>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

KeepPart::KeepPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Kept on the CPU"), theme, parent), m_rows(new QWidget(this)),
      m_layout(new QVBoxLayout(m_rows))
{
    setObjectName(u"keepPart"_s);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    addWide(u"partition"_s, m_rows);
}

void KeepPart::addRows(const spec::KeepOnCpu &kept, List list, const QString &kind)
{
    for (const auto &entry : kept.*list) {
        auto *row = new QWidget(m_rows);
        auto *layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(8);
        auto *kindLabel = new QLabel(kind, row);
        kindLabel->setProperty("role", u"muted"_s);
        kindLabel->setFixedWidth(132);
        auto *name = new QLabel(entry, row);
        name->setObjectName(u"keptEntry"_s);
        name->setFont(theme().codeFont());
        name->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto *remove = new QToolButton(row);
        remove->setObjectName(u"removeKept-%1"_s.arg(entry));
        remove->setIcon(QIcon::fromTheme(u"list-remove"_s));
        remove->setAutoRaise(true);
        remove->setToolTip(tr("Let the NPU have %1 again").arg(entry));
        remove->setAccessibleName(remove->toolTip());
        connect(remove, &QToolButton::clicked, this, [this, list, entry] {
            change([list, entry](spec::CompileSpec &s) { (s.keepOnCpu.*list).removeAll(entry); });
        });
        layout->addWidget(kindLabel);
        layout->addWidget(name);
        layout->addWidget(remove);
        layout->addStretch();
        m_layout->addWidget(row);
    }
}

void KeepPart::load(const spec::CompileSpec &spec)
{
    const auto &kept = spec.keepOnCpu;
    if (m_isFilled && kept == m_shown)
        return;
    m_isFilled = true;
    m_shown = kept;
    for (auto *row : m_rows->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        m_layout->removeWidget(row);
        row->setParent(nullptr);
        row->deleteLater(); // its button may be what changed the spec
    }
    addRows(kept, &spec::KeepOnCpu::nodes, tr("Operator"));
    addRows(kept, &spec::KeepOnCpu::operators, tr("Every operator"));
    addRows(kept, &spec::KeepOnCpu::modules, tr("Module"));
    addRows(kept, &spec::KeepOnCpu::patterns, tr("Name pattern"));
    if (kept.isEmpty())
        m_layout->addWidget(explanation(
            tr("Nothing. Operators are kept on the CPU from their context menu in Model or "
               "Partition."),
            m_rows));
}

} // namespace tosaic::views
