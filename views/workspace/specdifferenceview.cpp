// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/specdifferenceview.h"

#include "core/analysis/comparison.h"
#include "views/widgets/changewords.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SpecDifferenceView::SpecDifferenceView(QWidget *parent)
    : QWidget(parent), m_heading(new QLabel(this)), m_fields(new QTreeWidget(this))
{
    setObjectName(u"specDifference"_s);
    setAccessibleName(tr("Differences of two specs"));
    m_heading->setObjectName(u"specDifferenceHeading"_s);
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setWordWrap(true);
    m_heading->setContentsMargins(8, 6, 8, 6);
    m_heading->setProperty("role", u"muted"_s);
    m_fields->setObjectName(u"specDifferenceFields"_s);
    m_fields->setAccessibleName(tr("Fields that differ"));
    m_fields->setColumnCount(3);
    m_fields->header()->setMinimumSectionSize(48);
    m_fields->setRootIsDecorated(false);
    m_fields->setFrameShape(QFrame::NoFrame);
    m_fields->setUniformRowHeights(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_heading);
    layout->addWidget(m_fields, 1);
}

void SpecDifferenceView::show(const NamedSpec &older, const NamedSpec &newer)
{
    const auto changes = analysis::specChanges(older.spec, newer.spec);
    m_heading->setText(specChangeSentence(changes));
    m_fields->setHeaderLabels({ tr("Field"), older.name, newer.name });
    m_fields->clear();
    m_fields->setVisible(!changes.empty());
    const auto valueOf = [](const spec::CompileSpec &spec, analysis::SpecField field) {
        const auto value = analysis::specValue(spec, field);
        return value.isEmpty() ? tr("Default") : value;
    };
    for (const auto &change : changes) {
        auto *item = new QTreeWidgetItem(m_fields,
            { specFieldName(change.field), valueOf(older.spec, change.field),
                valueOf(newer.spec, change.field) });
        for (int column = 0; column < 3; ++column)
            item->setToolTip(column, item->text(column));
    }
}

} // namespace tosaic::views
