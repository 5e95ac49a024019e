// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/specform.h"

#include "core/documents/specdocument.h"
#include "views/spec/calibrationpart.h"
#include "views/spec/fieldnote.h"
#include "views/spec/specparts.h"
#include "views/spec/targetpart.h"
#include "views/widgets/building.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Widest = 760; // px; longer fields are hard to scan
}

SpecForm::SpecForm(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QScrollArea(parent), m_document(document), m_body(new QWidget(this))
{
    named(this, u"specForm"_s, tr("Compile spec"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    m_body->setMaximumWidth(Widest);
    auto *layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(12, 8, 12, 12);
    layout->setSpacing(0);
    m_general = new FieldNote(u"general"_s, theme, m_body);
    layout->addWidget(m_general);
    m_target = new TargetPart(theme, m_body);
    m_quantiser = new QuantiserPart(theme, m_body);
    m_partition = new PartitionPart(theme, m_body);
    addPart(m_target);
    addPart(new VelaPart(theme, m_body));
    addPart(m_quantiser);
    addPart(new CalibrationPart(theme, m_body), true);
    addPart(m_partition);
    addPart(new PassPart(theme, m_body), true);
    addPart(new DebugPart(theme, m_body), true);
    layout->addStretch(1);
    setWidget(m_body);
    // Otherwise the order in which the fields were made.
    QList<QWidget *> order;
    for (const auto *part : m_parts)
        order += part->tabOrder();
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
    connect(m_general, &FieldNote::fixRequested, this,
        [this](const spec::RuleHit &hit) { m_document.addStep(*hit.fixed, {}); });
    connect(m_target, &TargetPart::targetChosen, &document, &SpecDocument::setTarget);
    connect(m_target, &TargetPart::iniRead, this, [this] {
        const auto *facts = iniFacts();
        m_document.setIniFacts(facts ? std::optional(*facts) : std::nullopt);
    });
    connect(&document, &SpecDocument::checked, this, &SpecForm::showHits);
    connect(&document, &SpecDocument::changed, this, &SpecForm::refresh);
    refresh();
    showHits();
}

void SpecForm::addPart(FormPart *part, bool isFolded)
{
    m_body->layout()->addWidget(part);
    m_parts.push_back(part);
    part->setFolded(isFolded);
    connect(part, &FormPart::edited, this, &SpecForm::apply);
    connect(part, &FormPart::typingEnded, &m_document, &SpecDocument::endStep);
    connect(part, &FormPart::fixRequested, this, [this](const spec::RuleHit &hit) {
        m_document.addStep(*hit.fixed, hit.diagnostic.location.entity);
    });
}

void SpecForm::resizeEvent(QResizeEvent *event)
{
    for (auto *part : m_parts)
        part->setNarrow(viewport()->width() < FormPart::wideEnough());
    QScrollArea::resizeEvent(event);
}

void SpecForm::apply(const FormPart::Edit &edit, const QString &key, bool isTyping)
{
    auto next = m_document.spec();
    edit(next);
    if (isTyping)
        m_document.setSpec(next, key);
    else
        m_document.addStep(next, key);
}

const std::vector<spec::RuleHit> &SpecForm::hits() const
{
    return m_document.hits();
}

const spec::IniFacts *SpecForm::iniFacts() const
{
    return m_target->ini().facts();
}

void SpecForm::setNames(const ModelNames &names)
{
    m_quantiser->setNames(names);
    m_partition->setNames(names);
}

void SpecForm::refresh()
{
    const auto defaults = spec::silentDefaults(m_document.spec());
    for (auto *part : m_parts) {
        part->showSpec(m_document.spec());
        part->showDefaults(defaults, m_document.spec());
    }
}

void SpecForm::showHits()
{
    auto rest = m_document.hits();
    for (auto *part : m_parts)
        rest = part->takeHits(rest);
    m_general->setHits(rest);
    Q_EMIT checked();
}

bool SpecForm::showField(const QString &key)
{
    for (auto *part : m_parts) {
        if (auto *widget = part->goTo(key)) {
            // Its place is known when the unfolded part has been laid out.
            m_body->layout()->activate();
            ensureWidgetVisible(widget, 0, 80);
            return true;
        }
    }
    return false;
}

} // namespace tosaic::views
