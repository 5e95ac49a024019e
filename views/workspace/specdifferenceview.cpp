// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/specdifferenceview.h"

#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datatable.h"

#include <QLabel>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using analysis::SpecChange;

SpecDifferenceView::SpecDifferenceView(QWidget *parent)
    : QWidget(parent), m_changes(new ColumnModel<SpecChange>({}, this))
{
    named(this, u"specDifference"_s, tr("Differences of two specs"));
    m_heading = wrapped(named(new QLabel(this), u"specDifferenceHeading"_s, {}, u"muted"_s));
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setContentsMargins(8, 6, 8, 6);
    m_fields = new DataTable(u"specDifferenceFields"_s, tr("Fields that differ"), this);
    m_fields->setSortedModel(m_changes);
    makeColumn(this, { m_heading, { m_fields, 1 } }, 0);
}

void SpecDifferenceView::show(const NamedSpec &older, const NamedSpec &newer)
{
    const auto changes = analysis::specChanges(older.spec, newer.spec);
    m_heading->setText(specChangeSentence(changes));
    m_fields->setVisible(!changes.empty());
    const auto side = [](const QString &key, const NamedSpec &named) {
        const auto valueOf = [spec = named.spec](const SpecChange &change) {
            const auto value = analysis::specValue(spec, change.field);
            return value.isEmpty() ? tr("Default") : value;
        };
        return ColumnOf<SpecChange>(key, named.name, valueOf);
    };
    m_changes->set(
        columnsOf<SpecChange>(
            { { u"field"_s, tr("Field"), [](auto &change) { return specFieldName(change.field); } },
                side(u"old"_s, older), side(u"new"_s, newer) }),
        changes);
}

} // namespace tosaic::views
