// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runconsole.h"

#include "core/base/units.h"
#include "core/base/visibletext.h"
#include "views/runs/counterline.h"
#include "views/runs/linemeaningdialog.h"
#include "views/widgets/building.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr qsizetype MostBytes = 4 << 20; // of a console that are shown
}

RunConsole::RunConsole(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_note(new QLabel(this)),
      m_meaning(new QPushButton(tr("Say what this is..."), this)), m_text(new QPlainTextEdit(this))
{
    setObjectName(u"runConsole"_s);
    m_note->setObjectName(u"runConsoleNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setContentsMargins(12, 4, 12, 4);
    m_note->setWordWrap(true);
    m_text->setObjectName(u"runConsoleText"_s);
    m_text->setAccessibleName(tr("Console as it was printed"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(theme.codeFont());
    auto *column = makeColumn(this, {}, 0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 12, 0);
    head->addWidget(m_note, 1);
    head->addWidget(m_meaning);
    column->addLayout(head);
    column->addWidget(m_text, 1);
    setFocusProxy(m_text);
    m_meaning->setObjectName(u"sayMeaning"_s);
    m_meaning->setToolTip(
        tr("Mark a number or a word of a line, and say what it is: lines like it are read so from "
           "now on"));
    m_meaning->setEnabled(false);
    connect(m_text, &QPlainTextEdit::selectionChanged, this, [this] {
        const auto cursor = m_text->textCursor();
        const auto text = cursor.selectedText().trimmed();
        m_meaning->setEnabled(!text.isEmpty() && !text.contains(QChar::ParagraphSeparator));
    });
    connect(m_meaning, &QPushButton::clicked, this, &RunConsole::askForMeaning);
    connect(&theme, &Theme::changed, this, [this] { mark(m_marked); });
}

void RunConsole::set(const profile::MeasuredRun &run)
{
    m_run = run.run;
    if (m_isKnown && run.console == m_console && run.path == m_path)
        return;
    m_isKnown = true;
    m_isFilled = false;
    m_console = run.console;
    m_path = run.path;
    showCounter(0, nullptr);
}

void RunConsole::showCounter(size_t measurement, const profile::Counter *counter)
{
    m_measurement = measurement;
    m_counter = counter ? std::optional(*counter) : std::nullopt;
    if (isVisible())
        fill();
}

void RunConsole::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fill();
}

/// Consoles are large: read when somebody looks.
void RunConsole::fill()
{
    if (!m_isFilled) {
        m_isFilled = true;
        auto source = m_console;
        if (!source && !m_path.isEmpty())
            source = ByteSource::map(m_path).value_or(nullptr);
        const auto bytes = source ? source->bytes() : QByteArrayView();
        m_isCut = bytes.size() > MostBytes;
        m_lines = visibleLines(QString::fromUtf8(bytes.first(std::min(bytes.size(), MostBytes))))
                      .split(u'\n');
        m_text->setPlainText(m_lines.join(u'\n'));
        m_text->setVisible(!bytes.isEmpty());
    }
    const auto line = m_counter && m_run ? counterLine(m_lines, *m_run, m_measurement, *m_counter)
                                         : std::nullopt;
    m_note->setText(noteOf(line).join(u' '));
    m_note->setVisible(!m_note->text().isEmpty());
    m_meaning->setVisible(!m_text->isHidden());
    mark(line ? static_cast<int>(line->line) + 1 : 0);
}

QStringList RunConsole::noteOf(const std::optional<CounterLine> &line) const
{
    QStringList notes;
    if (m_text->isHidden())
        notes << tr("The console of this run is not at hand.");
    else if (line)
        notes << (line->isNamed ? tr("%1 is read from line %2.")
                                : tr("%1 has another name in line %2."))
                     .arg(m_counter->name, formatCount(static_cast<quint64>(line->line + 1)));
    else if (m_counter)
        notes << (m_counter->isDerived
                ? tr("%1 is computed; no line has it.").arg(m_counter->name)
                : tr("No line shown here has the value of %1.").arg(m_counter->name));
    else
        notes << tr("Choose a counter above to see the line it is read from.");
    if (m_isCut)
        notes << tr("Only the first %1 of the console are shown.")
                     .arg(formatBytes(static_cast<quint64>(MostBytes)));
    return notes;
}

void RunConsole::mark(int line)
{
    m_marked = line;
    if (line == 0)
        return m_text->setExtraSelections({});
    QTextCursor cursor(m_text->document()->findBlockByNumber(line - 1));
    QTextEdit::ExtraSelection selection;
    selection.cursor = cursor;
    selection.format.setBackground(m_theme.colors().sunken);
    selection.format.setForeground(m_theme.colors().accent);
    selection.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_text->setExtraSelections({ selection });
    m_text->setTextCursor(cursor);
    m_text->centerCursor();
}

void RunConsole::askForMeaning()
{
    const auto cursor = m_text->textCursor();
    const auto block = m_text->document()->findBlock(cursor.selectionStart());
    const auto from = cursor.selectionStart() - block.position();
    auto *dialog = new LineMeaningDialog(
        profile::draftOf(block.text(), from, cursor.selectionEnd() - cursor.selectionStart()),
        m_lines, this);
    connect(dialog, &LineMeaningDialog::kept, this, &RunConsole::familiesChanged);
    dialog->open();
}

} // namespace tosaic::views
