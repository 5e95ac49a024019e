// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/estimatestrip.h"

#include "views/widgets/building.h"
#include "views/widgets/wrappedlabel.h"

#include <QEvent>
#include <QProgressBar>
#include <QResizeEvent>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int FigureWidth = 236; // px; the longest number with its difference
constexpr int SentenceWidth = 220; // px it needs beside the figures: the longest in three lines
constexpr int FigureGap = 16; // px
constexpr int BusyHeight = 2; // px
constexpr int SentenceLines = 3; // beside the figures
constexpr int LinesBelow = 2;

/// What fits into so many lines of the label; a longer text ends in an ellipsis.
QString inLines(const QString &text, const QLabel &label, int lines)
{
    QTextLayout layout(text, label.font());
    layout.beginLayout();
    QStringList shown;
    for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(label.width());
        shown << text.sliced(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    if (shown.size() <= lines)
        return text;
    const auto rest = shown.mid(lines - 1).join(u' ');
    shown = shown.first(lines - 1);
    return (shown << label.fontMetrics().elidedText(rest, Qt::ElideRight, label.width()))
        .join(u'\n');
}

bool missesTools(const EstimateView &view)
{
    return std::any_of(view.problems.begin(), view.problems.end(),
        [](const Diagnostic &d) { return d.id == "tool.missing"_L1; });
}

} // namespace

EstimateStrip::EstimateStrip(const Theme &theme, QWidget *parent)
    : QFrame(parent), m_theme(theme),
      m_cycles(new EstimateFigure(u"cycles"_s, tr("Cycles"), theme, this)),
      m_sram(new EstimateFigure(u"sram"_s, tr("SRAM"), theme, this)),
      m_far(new EstimateFigure(u"far"_s, farMemoryTitle({}), theme, this)),
      m_line(new QBoxLayout(QBoxLayout::LeftToRight)), m_sentence(new WrappedLabel(this)),
      m_button(new QPushButton(this)), m_versions(new QPushButton(this)),
      m_busy(new QProgressBar(this))
{
    named(this, u"estimateStrip"_s, tr("Live estimate"), u"bar"_s);
    auto *figures = new QHBoxLayout;
    figures->setSpacing(FigureGap);
    for (auto *figure : { m_cycles, m_sram, m_far }) {
        figure->setFixedWidth(FigureWidth);
        figures->addWidget(figure);
    }
    figures->addStretch(1);
    m_sentence->setObjectName(u"estimateSentence"_s);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setMinimumWidth(SentenceWidth);
    m_button->setObjectName(u"estimateAction"_s);
    auto policy = m_button->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_button->setSizePolicy(policy);
    named(m_versions, u"estimateVersions"_s, tr("What would another Vela give?"));
    m_versions->setText(tr("Other Vela"));
    m_versions->setToolTip(m_versions->accessibleName());
    m_versions->hide();
    auto *rest = makeRow(nullptr, { { m_sentence, 1 }, m_versions, m_button }, FigureGap);
    m_line->setContentsMargins(16, 6, 16, 6);
    m_line->addLayout(figures);
    m_line->addLayout(rest, 1);
    named(m_busy, u"estimateBusy"_s, tr("Vela is running"));
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedHeight(BusyHeight);
    // Thinner than the bars of the sheet, from edge to edge.
    m_busy->setStyleSheet(u"QProgressBar { border-radius: 0; height: %1px; max-height: %1px; }"
                          "QProgressBar::chunk { border-radius: 0; }"_s.arg(BusyHeight));
    makeColumn(this, { { m_line, 1 } }, 0);
    connect(m_button, &QPushButton::clicked, this, &EstimateStrip::act);
    connect(&theme, &Theme::changed, this, &EstimateStrip::refresh);
    refresh();
}

void EstimateStrip::showEvent(QShowEvent *event)
{
    reserveButton();
    QFrame::showEvent(event);
    arrange();
}

bool EstimateStrip::isNarrow() const
{
    const auto figures = 3 * (FigureWidth + FigureGap);
    const auto versions = m_versions->isVisible() ? m_versions->sizeHint().width() + FigureGap : 0;
    return width() < figures + SentenceWidth + FigureGap + m_button->minimumWidth() + versions + 32;
}

/// The sentence stands beside the figures, or below them where it has no room.
void EstimateStrip::arrange()
{
    const auto line = fontMetrics().lineSpacing();
    m_line->setDirection(isNarrow() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_line->setSpacing(isNarrow() ? 4 : FigureGap);
    // Room for as many lines as there can be, so that nothing moves when the sentence changes.
    const auto rows = isNarrow()
        ? 2 * line + 4 + 4 + std::max(m_button->sizeHint().height(), LinesBelow * line)
        : SentenceLines * line;
    setFixedHeight(rows + 14 + BusyHeight);
    // On the line below the strip, in no layout: nothing moves for it.
    m_busy->setGeometry(0, height() - 1 - BusyHeight, width(), BusyHeight);
    layout()->activate();
    fitSentence();
}

void EstimateStrip::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void EstimateStrip::fitSentence()
{
    m_sentence->setText(m_sentence->isVisible()
            ? inLines(m_text, *m_sentence, isNarrow() ? LinesBelow : SentenceLines)
            : m_text);
}

void EstimateStrip::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        reserveButton();
}

/// As wide as the widest text that it may get; known only once it has its style.
void EstimateStrip::reserveButton()
{
    m_button->ensurePolished();
    const auto shown = m_button->text();
    int widest = 0;
    for (const auto &text : { tr("Write new .pte"), tr("Compile"), tr("Compilers…") }) {
        m_button->setText(text);
        widest = std::max(widest, m_button->sizeHint().width());
    }
    m_button->setText(shown);
    m_button->setMinimumWidth(widest);
}

void EstimateStrip::setDocument(EstimateDocument *document)
{
    if (m_document)
        m_document->disconnect(this);
    m_document = document;
    if (document)
        connect(document, &EstimateDocument::changed, this, &EstimateStrip::refresh);
    refresh();
}

void EstimateStrip::setBudget(const EstimateBudget &budget)
{
    m_budget = budget;
    refresh();
}

void EstimateStrip::setVersions(QMenu *menu)
{
    m_versions->setMenu(menu);
    refresh();
}

void EstimateStrip::setCanCompile(bool can)
{
    m_canCompile = can;
    refresh();
}

void EstimateStrip::refresh()
{
    const auto view = m_document ? m_document->view() : EstimateView();
    m_cycles->show(cyclesFigure(view));
    m_sram->show(sramFigure(view, m_budget));
    m_far->setTitle(farMemoryTitle(farMemory(view)));
    m_far->show(farFigure(view, m_budget));
    const auto problem = estimateProblem(view);
    const auto text = problem.isEmpty() ? estimateSentence(view) : problem;
    m_text = text;
    m_sentence->setToolTip(text);
    m_sentence->setAccessibleName(text);
    auto palette = m_sentence->palette();
    palette.setColor(
        QPalette::WindowText, problem.isEmpty() ? m_theme.colors().text : m_theme.colors().worse);
    m_sentence->setPalette(palette);
    m_busy->setVisible(view.isBusy || view.isApplying);
    m_versions->setVisible(
        m_versions->menu() && view.baseline && view.baseline->isCompiled && !missesTools(view));
    showAction(view);
    arrange();
}

void EstimateStrip::showAction(const EstimateView &view)
{
    using compiled::ChangeKind;
    m_action = missesTools(view)                           ? Action::Tools
        : view.canApply                                    ? Action::Respec
        : view.hasInput && view.change != ChangeKind::None ? Action::Compile
                                                           : Action::None;
    switch (m_action) {
    case Action::None:
        break;
    case Action::Respec:
        m_button->setText(tr("Write new .pte"));
        m_button->setToolTip(
            tr("Exchanges what Vela made: byte for byte what a full compile gives"));
        break;
    case Action::Compile:
        m_button->setText(tr("Compile"));
        m_button->setToolTip(tr("ExecuTorch and Vela, as the spec says"));
        break;
    case Action::Tools:
        m_button->setText(tr("Compilers…"));
        m_button->setToolTip(tr("Choose or create the environment with the compilers"));
        break;
    }
    m_button->setAccessibleName(m_button->text());
    m_button->setEnabled(!view.isApplying && (m_action != Action::Compile || m_canCompile));
    // A Compile that cannot be pressed stands above already.
    m_button->setVisible(m_action != Action::None && (m_action != Action::Compile || m_canCompile));
}

void EstimateStrip::act()
{
    switch (m_action) {
    case Action::None:
        break;
    case Action::Respec:
        Q_EMIT respecRequested();
        break;
    case Action::Compile:
        Q_EMIT compileRequested();
        break;
    case Action::Tools:
        Q_EMIT toolsWanted();
        break;
    }
}

} // namespace tosaic::views
