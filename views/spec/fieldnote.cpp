// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/fieldnote.h"

#include "views/spec/fieldwords.h"
#include "views/widgets/building.h"
#include "views/widgets/discard.h"

#include <QIcon>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

// The check's texts are parts of a line on the command line; here each stands alone.
QString sentence(const QString &text)
{
    if (text.isEmpty())
        return text;
    const auto full = text.left(1).toUpper() + text.mid(1);
    return full.endsWith(u'.') ? full : full + u'.';
}

bool saysTheSame(const spec::RuleHit &a, const spec::RuleHit &b)
{
    return a.diagnostic == b.diagnostic && a.source == b.source && a.fixLabelId == b.fixLabelId
        && a.fixArgument == b.fixArgument && a.fixed.has_value() == b.fixed.has_value();
}

} // namespace

QString severityIcon(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return u"dialog-error"_s;
    case Severity::Warning:
        return u"dialog-warning"_s;
    case Severity::Info:
        break;
    }
    return u"dialog-information"_s;
}

FieldNote::FieldNote(const QString &name, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_name(name), m_theme(theme), m_layout(new QVBoxLayout(this))
{
    named(this, u"note-%1"_s.arg(name), tr("What the rules say about %1").arg(fieldName(name)));
    m_layout->setContentsMargins(0, 0, 0, 4);
    m_layout->setSpacing(4);
    hide();
    connect(&theme, &Theme::changed, this, &FieldNote::rebuild);
}

void FieldNote::setHits(std::vector<spec::RuleHit> hits)
{
    const bool isSame
        = std::equal(hits.begin(), hits.end(), m_hits.begin(), m_hits.end(), saysTheSame);
    m_hits = std::move(hits); // what a correction makes of the spec is always the current one
    if (!isSame)
        rebuild();
}

void FieldNote::rebuild()
{
    for (auto *row : findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        m_layout->removeWidget(row);
        discard(row);
    }
    for (std::size_t i = 0; i < m_hits.size(); ++i)
        addRow(i);
    setVisible(!m_hits.empty());
}

void FieldNote::addRow(std::size_t index)
{
    const auto &hit = m_hits[index];
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto *icon = new QLabel(row);
    icon->setPixmap(QIcon::fromTheme(severityIcon(hit.diagnostic.severity)).pixmap(16, 16));
    icon->setAccessibleName(severityText(hit.diagnostic.severity));
    auto *text = selectable(wrapped(
        named(new QLabel(sentence(hit.diagnostic.text), row), u"noteText-%1"_s.arg(m_name))));
    text->setAccessibleName(text->text());
    text->setToolTip(hit.source);
    if (hit.diagnostic.severity == Severity::Error) {
        auto palette = text->palette();
        palette.setColor(QPalette::WindowText, m_theme.colors().worse);
        text->setPalette(palette);
    }
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    if (const auto caption = fixText(hit); !caption.isEmpty() && hit.fixed) {
        auto *button = named(new QPushButton(caption, row), u"fix-%1"_s.arg(m_name),
            tr("%1: correction").arg(caption));
        connect(button, &QPushButton::clicked, this, [this, index] {
            if (index < m_hits.size())
                Q_EMIT fixRequested(spec::RuleHit(m_hits[index]));
        });
        buttons->addWidget(button);
    }
    auto *column = makeColumn(nullptr, { text }, 4);
    if (!hit.source.isEmpty()) {
        auto *reason = explanation(hit.source, row);
        reason->setObjectName(u"why-%1"_s.arg(m_name));
        reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
        reason->hide();
        buttons->addWidget(makeReason(hit, row, reason));
        column->addWidget(reason);
    }
    buttons->addStretch();
    column->addLayout(buttons);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addLayout(column, 1);
    m_layout->addWidget(row);
    row->show();
}

QWidget *FieldNote::makeReason(const spec::RuleHit &hit, QWidget *row, QLabel *reason)
{
    auto *button = named(new QPushButton(tr("Where this is from"), row),
        u"whyButton-%1"_s.arg(m_name), {}, u"link"_s);
    button->setCheckable(true);
    button->setCursor(Qt::PointingHandCursor);
    button->setToolTip(hit.source);
    connect(button, &QPushButton::toggled, reason, &QLabel::setVisible);
    return button;
}

QLabel *explanation(const QString &text, QWidget *parent)
{
    auto *label = wrapped(new QLabel(text, parent));
    label->setProperty("role", u"muted"_s);
    return label;
}

} // namespace tosaic::views
