// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findingspanel.h"

#include "views/findings/findingwords.h"
#include "views/widgets/building.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/errortext.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/iconlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int IconSize = 16; // px
constexpr int Lines = 5; // of text; more of them scroll
constexpr int RowGap = 2; // px

const auto PageLink = u"page"_s;

/// A view of rows whose lower edge can be kept off a line that it would cut.
class RowsView : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;
    void setUnused(int below) { setViewportMargins(0, 0, 0, below); }
};

/// Where the last line ends that has room in `height`; `height` itself if there is room for all.
int lastLineEnd(const QWidget &rows, int height)
{
    constexpr int AnyWidth = 100'000; // px; nothing wraps
    int end = 0;
    for (const auto *label : rows.findChildren<QLabel *>(QRegularExpression(u"^finding\\d"_s))) {
        if (label->isHidden() || label->parentWidget()->isHidden())
            continue;
        const auto top = label->mapTo(&rows, QPoint()).y();
        const auto lines = std::max(1, label->height() / label->heightForWidth(AnyWidth));
        for (int i = 1; i <= lines; ++i) {
            const auto next = top + label->height() * i / lines;
            if (next > height)
                return end;
            end = next;
        }
    }
    return height;
}

QString pageWord(EvidencePage page)
{
    switch (page) {
    case EvidencePage::Operators:
        return FindingsPanel::tr("Operators");
    case EvidencePage::Roofline:
        return FindingsPanel::tr("Roofline");
    case EvidencePage::Timeline:
        return FindingsPanel::tr("Timeline");
    case EvidencePage::Counters:
        return FindingsPanel::tr("Counters");
    case EvidencePage::Kernels:
        return FindingsPanel::tr("Kernels");
    case EvidencePage::Memory:
        return FindingsPanel::tr("Memory");
    case EvidencePage::Partition:
        return FindingsPanel::tr("Partition");
    case EvidencePage::Spec:
        return FindingsPanel::tr("Spec");
    case EvidencePage::None:
        break;
    }
    return {};
}

QString linkTo(const QString &target, const QString &escaped)
{
    return u"<a href=\"%1\" style=\"text-decoration:none\">%2</a>"_s.arg(target, escaped);
}

EvidencePage pageOfDoubt(Finding::Doubt doubt)
{
    switch (doubt) {
    case Finding::Doubt::RandomCalibration:
        return EvidencePage::Spec;
    case Finding::Doubt::ProcessorNotIncluded:
        return EvidencePage::Partition;
    case Finding::Doubt::TraceIncomplete:
        return EvidencePage::Timeline;
    case Finding::Doubt::PartWithoutCycles:
    case Finding::Doubt::EstimateOnly:
        return EvidencePage::Operators;
    case Finding::Doubt::FastMode:
    case Finding::Doubt::FvpProcessor:
    case Finding::Doubt::OneRepeat:
    case Finding::Doubt::Repeats:
    case Finding::Doubt::OriginNotStated:
    case Finding::Doubt::NotComplete:
    case Finding::Doubt::CounterDoubted:
    case Finding::Doubt::SumsNotKnown:
    case Finding::Doubt::OtherProgram:
    case Finding::Doubt::LeftOut:
        return EvidencePage::Counters;
    case Finding::Doubt::CompileFailed: // the list of problems stands below anyway
    case Finding::Doubt::Foreign:
    case Finding::Doubt::None:
        break;
    }
    return EvidencePage::None;
}

/// The sentence, and which of several measurements it is of: the run is that of the page.
QString toldOf(const Finding &finding)
{
    const auto sentence = findingSentence(finding);
    return finding.measurement.isEmpty()
        ? sentence
        : FindingsPanel::tr("%1: %2", "measurement, sentence").arg(finding.measurement, sentence);
}

/// The sentence with its links. Names out of files are escaped.
QString markedUp(const Finding &finding)
{
    auto html = toldOf(finding).toHtmlEscaped();
    qsizetype from = 0;
    for (size_t i = 0; i < finding.operators.size(); ++i) {
        const auto name = finding.operators[i].name.toHtmlEscaped();
        const auto at = name.isEmpty() ? -1 : html.indexOf(name, from);
        if (at < 0)
            continue;
        const auto link = linkTo(QString::number(i), name);
        html.replace(at, name.size(), link);
        from = at + link.size();
    }
    const auto word = pageWord(evidencePage(finding));
    return word.isEmpty() ? html
                          : u"%1 %2"_s.arg(html, linkTo(PageLink, u"%1&nbsp;\u203A"_s.arg(word)));
}

} // namespace

EvidencePage evidencePage(const Finding &finding)
{
    const bool isOfRun = !finding.subject.isEmpty();
    switch (finding.kind) {
    case Finding::Kind::Totals:
        return isOfRun ? EvidencePage::Counters : EvidencePage::Operators;
    case Finding::Kind::Costliest:
        return EvidencePage::Operators;
    case Finding::Kind::Pace:
        return EvidencePage::Roofline;
    case Finding::Kind::Ports:
        return isOfRun ? EvidencePage::Counters : EvidencePage::Memory;
    case Finding::Kind::Waiting:
        return EvidencePage::Counters;
    case Finding::Kind::Kernels:
        return EvidencePage::Kernels;
    case Finding::Kind::Memory:
        return EvidencePage::Memory;
    case Finding::Kind::Processor:
        return EvidencePage::Partition;
    case Finding::Kind::Doubt:
        return pageOfDoubt(finding.doubt);
    }
    return EvidencePage::None;
}

FindingsPanel::FindingsPanel(QWidget *parent)
    : QFrame(parent), m_fold(new QToolButton(this)), m_head(new ElidedLabel(this)),
      m_body(new RowsView(this))
{
    setObjectName(u"findingsPanel"_s);
    setProperty("role", u"bar"_s);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Findings"));
    m_fold->setObjectName(u"findingsFold"_s);
    m_fold->setAutoRaise(true);
    m_head->setObjectName(u"findingsHead"_s);
    auto *copy
        = iconButton(this, u"findingsCopy"_s, u"edit-copy"_s, tr("Copy the findings as text"));
    connect(copy, &QToolButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(text()); });
    auto *rows = new QWidget;
    m_column = makeColumn(rows, {}, RowGap, { 0, 3, 8, 0 });
    m_column->addStretch(1);
    m_body->setObjectName(u"findingsRows"_s);
    m_body->setAccessibleName(tr("Findings"));
    m_body->setFrameShape(QFrame::NoFrame);
    m_body->setWidgetResizable(true);
    m_body->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_body->setFocusPolicy(Qt::NoFocus); // its links take the keys
    m_body->setWidget(rows);
    rows->installEventFilter(this);
    rows->setAutoFillBackground(false);
    m_body->viewport()->setAutoFillBackground(false);
    auto *row = makeRow(this, {}, 4, { 8, 4, 8, 4 });
    row->addWidget(m_fold, 0, Qt::AlignTop);
    row->addWidget(m_head, 1);
    row->addWidget(m_body, 1);
    row->addWidget(copy, 0, Qt::AlignTop);
    connect(m_fold, &QToolButton::clicked, this, [this] {
        setFolded(!isFolded());
        Q_EMIT folded(isFolded());
    });
    fixHeight();
    setFolded(false);
    hide();
}

bool FindingsPanel::isFolded() const
{
    return m_body->isHidden();
}

void FindingsPanel::setFolded(bool folded)
{
    m_fold->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    m_fold->setToolTip(folded ? tr("Show all findings") : tr("Leave only the first finding"));
    m_fold->setAccessibleName(m_fold->toolTip());
    m_body->setVisible(!folded);
    m_head->setVisible(folded);
}

void FindingsPanel::setComplete(bool isComplete)
{
    m_isComplete = isComplete;
    fixHeight();
}

/// Room for all lines while more may come, so that nothing below jumps then; else what it needs.
void FindingsPanel::fixHeight()
{
    const auto most = fontMetrics().lineSpacing() * Lines + RowGap * (Lines - 1) + 3;
    const auto needed = m_column->totalHeightForWidth(m_body->width());
    m_body->setFixedHeight(m_isComplete && needed > 0 ? std::min(needed, most) : most);
}

bool FindingsPanel::eventFilter(QObject *watched, QEvent *event)
{
    // The layout of the rows has placed them before filters are asked.
    if (watched == m_body->widget()
        && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)) {
        fixHeight();
        const auto height = m_body->height();
        static_cast<RowsView *>(m_body)->setUnused(
            height - std::max(0, lastLineEnd(*m_body->widget(), height)));
    }
    return QFrame::eventFilter(watched, event);
}

void FindingsPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        fixHeight();
    QFrame::changeEvent(event);
}

void FindingsPanel::addRow()
{
    const auto index = m_rows.size();
    auto *line = new QWidget(m_body->widget());
    auto *layout = makeRow(line, {}, 8);
    auto *icon = new IconLabel(IconSize, line);
    auto *sentence = new WrappedLabel(line);
    sentence->setObjectName(u"finding%1"_s.arg(index));
    sentence->setTextFormat(Qt::RichText);
    sentence->setTextInteractionFlags(
        Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addWidget(sentence, 1);
    connect(sentence, &QLabel::linkActivated, this,
        [this, index](const QString &link) { followLink(index, link); });
    m_column->insertWidget(m_column->count() - 1, line);
    m_rows.push_back({ icon, sentence });
}

void FindingsPanel::fill(size_t row)
{
    const auto &finding = m_findings[row];
    const auto &[icon, sentence] = m_rows[row];
    // What is plain gets no sign, or none would stand out.
    icon->setIconName(finding.severity == Severity::Error ? u"dialog-error"_s
            : finding.severity == Severity::Warning       ? u"dialog-warning"_s
                                                          : QString());
    icon->setVisible(finding.severity != Severity::Info);
    icon->setAccessibleName(severityText(finding.severity));
    icon->setToolTip(severityText(finding.severity));
    sentence->setText(markedUp(finding));
    sentence->setAccessibleName(toldOf(finding));
    if (row == 0)
        m_head->setText(toldOf(finding));
}

void FindingsPanel::setFindings(std::vector<Finding> findings)
{
    m_findings = std::move(findings);
    while (m_rows.size() < m_findings.size())
        addRow();
    for (size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].sentence->parentWidget()->setVisible(i < m_findings.size());
        if (i < m_findings.size())
            fill(i);
    }
    setAccessibleDescription(text());
    fixHeight();
    setVisible(!m_findings.empty());
}

QString FindingsPanel::text() const
{
    QStringList sentences;
    for (const auto &finding : m_findings)
        sentences << toldOf(finding);
    return sentences.join(u'\n');
}

void FindingsPanel::followLink(size_t row, const QString &link)
{
    const auto &finding = m_findings[row];
    if (link == PageLink)
        return Q_EMIT pageRequested(evidencePage(finding));
    const auto &operations = finding.operators.at(link.toUInt()).operations;
    if (!operations.empty())
        Q_EMIT operatorRequested(operations);
}

} // namespace tosaic::views
