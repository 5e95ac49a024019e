// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/spellingedit.h"

#include "core/documents/specdocument.h"
#include "views/spec/fieldnote.h"
#include "views/spec/spelling.h"
#include "views/spec/undokeys.h"
#include "views/widgets/building.h"
#include "views/widgets/theme.h"

#include <QEvent>
#include <QIcon>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSyntaxHighlighter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Quiet colouring: names of fields in the accent, literals strong, comments muted.
class SpellingHighlighter : public QSyntaxHighlighter
{
public:
    SpellingHighlighter(Spelling spelling, const Theme &theme, QTextDocument *document);

protected:
    void highlightBlock(const QString &text) override;

private:
    const Theme &m_theme;
    QRegularExpression m_names;
    QRegularExpression m_literals;
    QRegularExpression m_comments;
};

const char16_t *namePattern(Spelling spelling)
{
    switch (spelling) {
    case Spelling::Json:
        return uR"-("[^"]*"(?=\s*:))-";
    case Spelling::Python:
        return uR"-(\b\w+(?=\s*=[^=])|\b\w+(?=\())-";
    case Spelling::Vela:
        break;
    }
    return uR"-((?<![\w-])--?[\w-]+)-";
}

SpellingHighlighter::SpellingHighlighter(
    Spelling spelling, const Theme &theme, QTextDocument *document)
    : QSyntaxHighlighter(document), m_theme(theme),
      m_names(QString::fromUtf16(namePattern(spelling))),
      m_literals(
          u"(?<![-\\w.\"'])(true|false|null|True|False|None|-?\\d+(\\.\\d+)?)(?![-\\w.\"'])"_s),
      m_comments(spelling == Spelling::Json ? QString() : u"(^|\\s)#.*$"_s)
{
    connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void SpellingHighlighter::highlightBlock(const QString &text)
{
    const auto paint = [&](const QRegularExpression &what, const QTextCharFormat &format) {
        if (what.pattern().isEmpty())
            return;
        for (auto hits = what.globalMatch(text); hits.hasNext();) {
            const auto hit = hits.next();
            setFormat(static_cast<int>(hit.capturedStart()), static_cast<int>(hit.capturedLength()),
                format);
        }
    };
    QTextCharFormat strong;
    strong.setFontWeight(QFont::DemiBold);
    QTextCharFormat name;
    name.setForeground(m_theme.colors().accent);
    QTextCharFormat muted;
    muted.setForeground(m_theme.colors().mutedText);
    paint(m_literals, strong);
    paint(m_names, name);
    paint(m_comments, muted);
}

constexpr int TypingPause = 300; // ms until what is typed is looked at
const auto StepKey = u"text"_s; // typing is one step

QString nameOf(Spelling spelling)
{
    switch (spelling) {
    case Spelling::Json:
        return u"specJson"_s;
    case Spelling::Python:
        return u"specPython"_s;
    case Spelling::Vela:
        break;
    }
    return u"specVela"_s;
}

QString capitalised(const QString &text)
{
    return text.left(1).toUpper() + text.mid(1);
}

} // namespace

SpellingEdit::SpellingEdit(
    Spelling spelling, SpecDocument &document, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_spelling(spelling), m_document(document), m_theme(theme),
      m_edit(new QPlainTextEdit(this)), m_icon(new QLabel(this)), m_status(new QLabel(this)),
      m_discard(new QPushButton(tr("Discard this text"), this))
{
    named(m_edit, nameOf(spelling), tr("The spec as %1").arg(spellingTitle(spelling)));
    m_edit->setFont(theme.codeFont());
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->setTabChangesFocus(true);
    m_edit->setWordWrapMode(
        spelling == Spelling::Vela ? QTextOption::WordWrap : QTextOption::NoWrap);
    m_edit->installEventFilter(this);
    new SpellingHighlighter(spelling, theme, m_edit->document());
    (new UndoKeys(this, [this] { return isPending(); }))->watch(m_edit);
    m_status->setObjectName(nameOf(spelling) + u"Status"_s);
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // Two lines are always there, so that the text does not jump when something is wrong.
    m_status->setMinimumHeight(2 * fontMetrics().lineSpacing() + 2);
    m_discard->setObjectName(nameOf(spelling) + u"Discard"_s);
    auto *line = makeRow(nullptr,
        { { m_icon, 0, Qt::AlignTop }, { m_status, 1 }, { m_discard, 0, Qt::AlignTop } }, 8,
        { 12, 6, 12, 6 });
    makeColumn(this, { { m_edit, 1 }, line }, 0);
    m_timer.setSingleShot(true);
    m_timer.setInterval(TypingPause);
    connect(&m_timer, &QTimer::timeout, this, &SpellingEdit::apply);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &SpellingEdit::onTextChanged);
    connect(m_discard, &QPushButton::clicked, this, &SpellingEdit::discard);
    connect(&document, &SpecDocument::changed, this, &SpellingEdit::showSpec);
    connect(&document, &SpecDocument::restored, this, &SpellingEdit::showOther);
    connect(&document, &SpecDocument::typingWanted, this, [this] {
        if (m_state == State::Typed)
            apply();
    });
    connect(&theme, &Theme::changed, this, &SpellingEdit::showStatus);
    writeText();
    showStatus();
}

QString SpellingEdit::text() const
{
    return m_edit->toPlainText();
}

void SpellingEdit::setInput(const QString &path)
{
    if (path == m_input)
        return;
    m_input = path;
    if (m_state != State::Shown)
        return;
    m_isBehind = !isVisible();
    if (!m_isBehind)
        writeText();
}

void SpellingEdit::onTextChanged()
{
    // Colours count as a change of the text too.
    if (m_isShowing || text() == m_seen)
        return;
    m_seen = text();
    m_state = State::Typed;
    m_timer.start();
}

void SpellingEdit::takeText(const QString &text)
{
    m_edit->setPlainText(text);
    m_document.endStep();
    apply();
    m_document.endStep();
}

void SpellingEdit::apply()
{
    m_timer.stop();
    const auto reading = readSpec(m_spelling, text(), m_document.spec());
    if (!reading) {
        showInvalid(reading.error());
        return;
    }
    m_state = State::Shown;
    m_specMovedOn = false;
    m_document.setDraft(nameOf(m_spelling), {});
    m_edit->setExtraSelections({});
    m_remark.clear();
    for (const auto &diagnostic : reading->diagnostics)
        m_remark += (m_remark.isEmpty() ? QString() : u" "_s) + capitalised(diagnostic.text) + u'.';
    m_isApplying = true;
    m_document.setSpec(reading->spec, StepKey);
    m_isApplying = false;
    showStatus();
}

bool SpellingEdit::saysTheSpec() const
{
    const auto &spec = m_document.spec();
    const auto reading = readSpec(m_spelling, text(), spec);
    return reading
        && (reading->spec == spec
            || writeSpec(m_spelling, reading->spec, m_input)
                == writeSpec(m_spelling, spec, m_input));
}

void SpellingEdit::showSpec()
{
    if (m_isApplying)
        return;
    if (m_state == State::Invalid) { // what was typed is not thrown away
        m_specMovedOn = true;
        return showStatus();
    }
    m_isBehind = !isVisible();
    if (m_isBehind) { // every key that is typed in the form comes here: what nobody sees waits
        m_timer.stop();
        m_state = State::Shown;
        return;
    }
    // A text that says the spec as somebody typed it stays so, unless the input is another one.
    if (m_state == State::Shown && m_writtenInput == m_input && saysTheSpec())
        return;
    m_timer.stop();
    m_state = State::Shown;
    m_remark.clear();
    writeText();
    showStatus();
}

/// The spec of another model: an unread text belongs to the one before, which has it as a draft.
void SpellingEdit::showOther()
{
    m_timer.stop();
    m_state = State::Shown;
    m_specMovedOn = false;
    m_remark.clear();
    writeText();
    if (const auto draft = m_document.draft(nameOf(m_spelling)); !draft.isEmpty()) {
        m_edit->setPlainText(draft);
        apply();
    }
    showStatus();
}

void SpellingEdit::discard()
{
    m_timer.stop();
    m_state = State::Shown;
    m_specMovedOn = false;
    m_document.setDraft(nameOf(m_spelling), {});
    writeText();
    m_edit->setFocus(Qt::OtherFocusReason);
    showStatus();
}

/// Exchanges only what differs, so that the cursor stays where it was in the rest.
void SpellingEdit::writeText()
{
    const auto text = writeSpec(m_spelling, m_document.spec(), m_input);
    m_writtenInput = m_input;
    const auto old = this->text();
    const auto shorter = std::min(old.size(), text.size());
    qsizetype head = 0;
    while (head < shorter && old[head] == text[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && old[old.size() - 1 - tail] == text[text.size() - 1 - tail])
        ++tail;
    const auto place = m_edit->textCursor().position();
    const bool isInside = place > head && place < old.size() - tail;
    m_isShowing = true;
    QTextCursor cursor(m_edit->document());
    cursor.setPosition(static_cast<int>(head));
    cursor.setPosition(static_cast<int>(old.size() - tail), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(head, text.size() - head - tail));
    if (isInside) { // of what was exchanged: as near as can be told
        cursor.setPosition(static_cast<int>(std::min<qsizetype>(place, text.size())));
        m_edit->setTextCursor(cursor);
    }
    m_edit->setExtraSelections({});
    m_edit->document()->clearUndoRedoStacks(); // taking back is the spec's business again
    m_isShowing = false;
    m_seen = text;
}

void SpellingEdit::showInvalid(const Error &error)
{
    m_state = State::Invalid;
    const auto all = text();
    m_document.setDraft(nameOf(m_spelling), all);
    const auto at = errorPosition(m_spelling, all, error.location);
    if (!at) {
        m_problem = tr("%1.").arg(capitalised(error.detail));
        m_edit->setExtraSelections({});
        return showStatus();
    }
    const auto size = static_cast<int>(all.size());
    const int position = std::clamp(*at, 0, std::max(0, size - 1));
    int end = position + 1;
    while (
        end < size && all[position] != u'\n' && (all[end].isLetterOrNumber() || all[end] == u'_'))
        ++end;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(m_edit->document());
    mark.cursor.setPosition(position);
    mark.cursor.setPosition(std::min(end, size), QTextCursor::KeepAnchor);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(m_theme.colors().worse);
    auto tint = m_theme.colors().worse;
    tint.setAlphaF(0.15F);
    mark.format.setBackground(tint);
    mark.format.setToolTip(error.detail);
    m_edit->setExtraSelections({ mark });
    const auto before = all.left(position);
    m_problem = tr("Line %1, column %2: %3.")
                    .arg(before.count(u'\n') + 1)
                    .arg(position - before.lastIndexOf(u'\n'))
                    .arg(error.detail);
    showStatus();
}

void SpellingEdit::showStatus()
{
    const bool isInvalid = m_state == State::Invalid;
    QString text = isInvalid ? m_problem : m_remark.isEmpty() ? spellingHint(m_spelling) : m_remark;
    if (isInvalid)
        text += u' '
            + (m_specMovedOn ? tr("The spec was changed elsewhere since; this text is not in it.")
                             : tr("Until it is mended the spec stays as it was."));
    m_status->setText(text);
    m_status->setAccessibleName(text);
    auto palette = m_status->palette();
    palette.setColor(
        QPalette::WindowText, isInvalid ? m_theme.colors().worse : m_theme.colors().mutedText);
    m_status->setPalette(palette);
    const auto icon = isInvalid ? severityIcon(Severity::Error)
        : m_remark.isEmpty()    ? QString()
                                : severityIcon(Severity::Info);
    m_icon->setVisible(!icon.isEmpty());
    m_icon->setPixmap(icon.isEmpty() ? QPixmap() : QIcon::fromTheme(icon).pixmap(16, 16));
    m_discard->setVisible(isInvalid);
}

void SpellingEdit::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isBehind)
        showSpec();
}

bool SpellingEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut && watched == m_edit) {
        if (m_state == State::Typed)
            apply();
        m_document.endStep();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tosaic::views
