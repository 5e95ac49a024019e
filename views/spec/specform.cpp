// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/specform.h"

#include "core/documents/specdocument.h"
#include "core/spec/specrules.h"
#include "views/spec/keeppart.h"
#include "views/spec/quantiserpart.h"
#include "views/spec/targetpart.h"
#include "views/spec/velapart.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Widest = 760; // px; longer fields are hard to scan
}

SpecForm::SpecForm(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QScrollArea(parent), m_document(document)
{
    setObjectName(u"specForm"_s);
    setAccessibleName(tr("Compile spec"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setMaximumWidth(Widest);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *body = new QWidget(this);
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(0);
    m_general = new FieldNote(u"general"_s, theme, body);
    layout->addWidget(m_general);
    m_parts = { new TargetPart(theme, body), new QuantiserPart(theme, body),
        new KeepPart(theme, body), new VelaPart(theme, body) };
    for (auto *part : m_parts) {
        layout->addWidget(part);
        connect(part, &FormPart::edited, this, [this](const FormPart::Edit &edit) {
            auto next = m_document.spec();
            edit(next);
            m_document.setSpec(next);
        });
    }
    layout->addStretch(1);
    setWidget(body);
    connect(&document, &SpecDocument::changed, this, &SpecForm::refresh);
    refresh();
}

void SpecForm::refresh()
{
    const auto &spec = m_document.spec();
    m_problems = spec::check(spec);
    m_general->clear();
    for (auto *part : m_parts) {
        part->showSpec(spec);
        part->clearNotes();
    }
    for (const auto &problem : m_problems) {
        const bool isPlaced = std::any_of(m_parts.begin(), m_parts.end(),
            [&](FormPart *part) { return part->addNote(problem, spec); });
        if (!isPlaced)
            m_general->add(problem);
    }
    Q_EMIT checked();
}

} // namespace tosaic::views
