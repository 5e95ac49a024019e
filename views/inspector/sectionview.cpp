// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/sectionview.h"

#include "views/widgets/building.h"

#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr size_t FirstFacts = 60; // more open on demand: building thousands of lines takes time
constexpr int LabelWidth = 112; // px, the same in every section so that columns align
const QString NameWidth = u"62%"_s; // where labels are long names and values short
constexpr qsizetype ShortValue = 10; // characters
const QString MoreLink = u"more"_s;
} // namespace

FactsText::FactsText(QWidget *parent) : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(0);
    setContextMenuPolicy(Qt::NoContextMenu); // the panel's menu offers more
    viewport()->setAutoFillBackground(false);
    // Fixed would make a minimum of the height at a width that it had before it was laid out.
    auto policy = QSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    ensurePolished(); // the height depends on the font
    connect(document(), &QTextDocument::contentsChanged, this, [this] { m_heights.clear(); });
}

// Layouts ask about widths that the text never gets, and before it is seen, when a browser keeps
// the width of its document: a copy is measured.
int FactsText::heightForWidth(int width) const
{
    if (const auto known = m_heights.constFind(width); known != m_heights.cend())
        return *known;
    const std::unique_ptr<QTextDocument> copy(document()->clone());
    copy->setTextWidth(std::max(1, width));
    const auto height = static_cast<int>(std::ceil(copy->size().height()));
    m_heights.insert(width, height);
    return height;
}

// The height is said by heightForWidth() alone.
QSize FactsText::sizeHint() const
{
    return minimumSizeHint();
}

QSize FactsText::minimumSizeHint() const
{
    return { 80, 1 };
}

void FactsText::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    if (height() != heightForWidth(width())) // a font or width that the layout had not known
        updateGeometry();
}

void FactsText::changeEvent(QEvent *event)
{
    m_heights.clear(); // another font or style
    QTextBrowser::changeEvent(event);
}

// The panel scrolls as a whole.
void FactsText::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

SectionView::SectionView(Section section, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_section(std::move(section)), m_theme(theme),
      m_shown(std::min(FirstFacts, m_section.facts.size())), m_title(new QToolButton(this)),
      m_body(new QWidget(this)), m_bodyLayout(new QVBoxLayout(m_body)),
      m_text(new FactsText(m_body))
{
    setObjectName(u"section-%1"_s.arg(m_section.id));
    m_title->setObjectName(u"sectionTitle-%1"_s.arg(m_section.id));
    m_title->setText(m_section.title);
    m_title->setAccessibleName(m_section.title);
    m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_title->setCheckable(true);
    m_title->setChecked(true);
    m_title->setArrowType(Qt::DownArrow);
    m_title->setAutoRaise(true);
    m_title->setMinimumWidth(1); // a long title must not make the panel wider than its dock
    m_title->setFocusPolicy(Qt::StrongFocus);
    m_title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_title->setStyleSheet(
        u"QToolButton { border: none; text-align: left; padding: 4px 0; font-weight: 600; }"
        "QToolButton:focus { text-decoration: underline; }"_s);
    m_text->setObjectName(u"sectionText-%1"_s.arg(m_section.id));
    m_text->setAccessibleName(m_section.title);
    m_bodyLayout->setContentsMargins(4, 0, 0, 8);
    m_bodyLayout->setSpacing(8);
    m_bodyLayout->addWidget(m_text);
    auto *layout = makeColumn(this, {}, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_body);
    connect(m_title, &QToolButton::toggled, this, [this](bool open) {
        setFolded(!open);
        Q_EMIT foldedChanged(!open);
    });
    connect(m_text, &QTextBrowser::anchorClicked, this,
        [this](const QUrl &url) { followLink(url.toString()); });
    connect(&theme, &Theme::changed, this, &SectionView::render);
    render();
}

void SectionView::addPicture(QWidget *picture)
{
    m_bodyLayout->insertWidget(0, picture);
}

void SectionView::setFolded(bool folded)
{
    m_body->setVisible(!folded);
    m_title->setChecked(!folded);
    m_title->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
}

bool SectionView::isFolded() const
{
    return !m_title->isChecked();
}

QString SectionView::valueHtml(size_t index) const
{
    const auto &fact = m_section.facts[index];
    const auto &c = m_theme.colors();
    auto value
        = fact.value.toHtmlEscaped().replace(u'\n', u"<br>"_s).replace(u"  "_s, u"&nbsp; "_s);
    if (fact.emphasis == Emphasis::Code)
        value = u"<span style='font-family:%1'>%2</span>"_s.arg(m_theme.codeFont().family(), value);
    else if (fact.emphasis == Emphasis::Warning)
        value = u"<span style='color:%1'>%2</span>"_s.arg(c.worse.name(), value);
    else if (fact.emphasis == Emphasis::NotKnown)
        value = u"<i style='color:%1'>%2</i>"_s.arg(c.mutedText.name(), value);
    const auto anchor = [&](const QString &text) {
        return u"<a href='%1' style='color:%2;text-decoration:none'>%3</a>"_s.arg(index).arg(
            c.accent.name(), text);
    };
    if (!fact.link.isEmpty() && fact.linkText.isEmpty())
        value = anchor(value);
    if (!fact.detail.isEmpty())
        value += u"<br><span style='color:%1'>%2</span>"_s.arg(
            c.mutedText.name(), fact.detail.toHtmlEscaped());
    if (!fact.link.isEmpty() && !fact.linkText.isEmpty())
        value += u"<br>"_s + anchor(fact.linkText.toHtmlEscaped());
    return value;
}

QString SectionView::rowHtml(size_t index) const
{
    const auto &fact = m_section.facts[index];
    const auto &c = m_theme.colors();
    const bool isWarning = fact.emphasis == Emphasis::Warning;
    return u"<tr><td width='%1' style='color:%2;padding:0 8px 4px 0'>%3</td>"
           "<td style='padding:0 0 4px 0'>%4</td></tr>"_s.arg(m_labelWidth)
               .arg((isWarning ? c.worse : c.mutedText).name(), fact.label.toHtmlEscaped(),
                   valueHtml(index));
}

/// Lists of counts have names of operators on the left, which a narrow column would break.
QString SectionView::labelWidth() const
{
    const QFontMetrics metrics(font());
    bool hasLong = false;
    for (const auto &fact : m_section.facts) {
        if (fact.value.size() > ShortValue || !fact.detail.isEmpty())
            return QString::number(LabelWidth);
        hasLong |= metrics.horizontalAdvance(fact.label) > LabelWidth - 8;
    }
    return hasLong ? NameWidth : QString::number(LabelWidth);
}

void SectionView::render()
{
    m_labelWidth = labelWidth();
    QString html = u"<table width='100%' cellspacing='0' cellpadding='0'>"_s;
    for (size_t i = 0; i < m_shown; ++i)
        html += rowHtml(i);
    html += u"</table>"_s;
    if (m_shown < m_section.facts.size())
        html += u"<p style='margin:0'><a href='%1' style='color:%2'>%3</a></p>"_s.arg(MoreLink,
            m_theme.colors().accent.name(),
            tr("Show %n more", nullptr, static_cast<int>(m_section.facts.size() - m_shown)));
    m_text->setHtml(html);
    m_text->updateGeometry();
}

void SectionView::followLink(const QString &link)
{
    if (link == MoreLink) {
        m_shown = m_section.facts.size();
        render();
        return;
    }
    bool isNumber = false;
    const auto index = link.toULongLong(&isNumber);
    if (isNumber && index < m_section.facts.size())
        Q_EMIT linkActivated(m_section.facts[index].link);
}

QString SectionView::text() const
{
    QStringList lines{ m_section.title };
    for (const auto &fact : m_section.facts) {
        auto line = u"%1\t%2"_s.arg(fact.label, fact.value);
        if (!fact.detail.isEmpty())
            line += u'\t' + fact.detail;
        lines.append(line);
    }
    return lines.join(u'\n');
}

} // namespace tosaic::views
