// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/iniformrow.h"

#include "core/formats/vela/inikeys.h"
#include "views/widgets/building.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QString IniFormRow::meaning(const QString &key)
{
    if (key == u"inherit"_s)
        return tr("Section whose values hold where this one says nothing");
    if (key == u"core_clock"_s)
        return tr("Clock of the NPU in Hz");
    if (key.endsWith("_port"_L1))
        return tr("Memory at this AXI port");
    if (key == u"const_mem_area"_s)
        return tr("Port of the weights and command stream");
    if (key == u"arena_mem_area"_s)
        return tr("Port of the feature maps");
    if (key == u"cache_mem_area"_s)
        return tr("Port of the fast storage");
    if (key == u"arena_cache_size"_s)
        return tr("Bytes of fast storage that Vela may use: a limit in Dedicated_Sram, only a wish "
                  "in the other modes");
    if (key.endsWith("_clock_scale"_L1))
        return tr("Clock of the memory as a fraction of the core clock");
    if (key.endsWith("_ports_used"_L1))
        return tr("AXI ports in use; Ethos-U85 has up to 4 to SRAM and 2 to external memory");
    if (key.endsWith("_burst_length"_L1))
        return tr("Bytes of one burst");
    if (key.endsWith("_latency"_L1))
        return tr("Cycles of the core clock until the first data");
    return tr("Transfers in flight at once. Vela 5 plans Ethos-U85 with it; where it is absent it "
              "counts 1, several times too slow");
}

namespace {

constexpr int OriginWidth = 125; // px; longer names are elided

/// Short: the field needs the room.
QString unitText(const QString &key)
{
    return key.endsWith("_clock_scale"_L1) ? IniFormRow::tr("× clock")
                                           : formats::vela::iniUnit(key);
}

} // namespace

IniFormRow::IniFormRow(const QString &key, bool isSystem, const Theme &theme, QGridLayout &grid,
    int line, QObject *parent)
    : QObject(parent), m_key(key), m_isSystem(isSystem), m_theme(theme)
{
    auto *owner = grid.parentWidget();
    m_name = new QLabel(key, owner);
    m_name->setToolTip(meaning(key));
    makeField(owner);
    field()->setObjectName(u"iniField."_s + key);
    field()->setAccessibleName(key);
    field()->setAccessibleDescription(meaning(key));
    field()->setToolTip(meaning(key));
    m_name->setBuddy(field());
    m_unit = new QLabel(unitText(key), owner);
    m_unit->setProperty("role", u"muted"_s);
    m_origin = named(new QToolButton(owner), u"iniOrigin."_s + key);
    m_origin->setAutoRaise(true);
    m_origin->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_clear = iconButton(
        owner, u"iniClear."_s + key, u"edit-clear"_s, tr("Remove %1 from this section").arg(key));
    m_note = wrapped(named(new QLabel(owner), u"iniNote."_s + key));
    m_note->hide();
    grid.addWidget(m_name, line, 0);
    grid.addWidget(field(), line, 1);
    grid.addWidget(m_unit, line, 2);
    grid.addWidget(m_origin, line, 3, Qt::AlignLeft);
    grid.addWidget(m_clear, line, 4);
    grid.addWidget(m_note, line + 1, 1, 1, 4);
    connect(&theme, &Theme::changed, this, [this] { check(fieldText()); });
    connect(m_clear, &QToolButton::clicked, this, [this] { Q_EMIT cleared(m_key); });
    connect(m_origin, &QToolButton::clicked, this, [this] {
        if (m_row.place.line)
            Q_EMIT lineWanted(*m_row.place.line);
    });
}

QWidget *IniFormRow::field() const
{
    return m_box ? static_cast<QWidget *>(m_box) : m_line;
}

void IniFormRow::makeField(QWidget *parent)
{
    const bool isChoice
        = m_key == u"inherit"_s || m_key.endsWith("_port"_L1) || m_key.endsWith("_area"_L1);
    if (isChoice) {
        m_box = new QComboBox(parent);
        m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_box->setMinimumContentsLength(7);
        m_box->setFocusPolicy(Qt::StrongFocus);
        setChoices(m_key.endsWith("_port"_L1) ? formats::vela::iniMemories()
                : m_key == u"inherit"_s       ? QStringList()
                                              : QStringList{ u"Axi0"_s, u"Axi1"_s });
        connect(m_box, &QComboBox::activated, this, &IniFormRow::commit);
        return;
    }
    m_line = new QLineEdit(parent);
    m_line->setMinimumWidth(70);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textEdited, this, &IniFormRow::check);
    connect(m_line, &QLineEdit::editingFinished, this, &IniFormRow::commit);
}

/// Esc takes back what was typed; with nothing typed, undo is that of the file.
bool IniFormRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape && m_line->isModified()) {
            key->accept();
            if (event->type() == QEvent::KeyPress) {
                m_line->setModified(false);
                m_line->setText(m_row.own.value_or(QString()));
                check(m_line->text());
            }
            return true;
        }
        if ((key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))
            && !m_line->isModified()) {
            key->ignore(); // on to the page
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

void IniFormRow::setChoices(const QStringList &choices)
{
    if (!m_box)
        return;
    const QSignalBlocker quiet(m_box);
    m_box->clear();
    m_box->addItem(QString());
    for (const auto &choice : choices) // sections without their prefix
        m_box->addItem(m_key == u"inherit"_s ? choice.section(u'.', 1) : choice, choice);
}

void IniFormRow::setEditable(bool on)
{
    if (m_line)
        m_line->setReadOnly(!on);
    else
        m_box->setEnabled(on);
    m_clear->setVisible(on && m_row.own);
}

QString IniFormRow::originText(const formats::vela::IniRow &row, const QString &section) const
{
    if (!row.isUsed)
        return tr("no port leads there");
    if (row.own && row.from == section)
        return tr("set here");
    if (row.from == u"default"_s)
        return row.value.isEmpty() ? tr("not set") : tr("built in");
    return tr("from %1").arg(
        row.from.section(u'.', 1).isEmpty() ? row.from : row.from.section(u'.', 1));
}

void IniFormRow::show(const formats::vela::IniRow &row, const QString &section)
{
    m_row = row;
    if (m_line && !(m_line->hasFocus() && m_line->isModified())) {
        const QSignalBlocker quiet(m_line);
        if (m_line->text() != row.own.value_or(QString()))
            m_line->setText(row.own.value_or(QString()));
        const bool isBuiltIn = row.from == u"default"_s && row.coreValue;
        m_line->setPlaceholderText(
            isBuiltIn ? tr("%1; C++ core: %2").arg(row.value, *row.coreValue) : row.value);
        m_line->setModified(false);
    }
    if (m_box) {
        const QSignalBlocker quiet(m_box);
        const auto own = row.own.value_or(QString());
        if (!own.isEmpty() && m_box->findData(own) < 0)
            m_box->addItem(own, own); // wrong, but what the file says
        m_box->setItemText(
            0, row.own || row.value.isEmpty() ? tr("(none)") : tr("(%1)").arg(row.value));
        m_box->setCurrentIndex(own.isEmpty() ? 0 : m_box->findData(own));
    }
    const auto origin = originText(row, section);
    m_origin->setText(m_origin->fontMetrics().elidedText(origin, Qt::ElideMiddle, OriginWidth));
    m_origin->setEnabled(row.place.line.has_value());
    auto palette = m_origin->palette(); // words to read, also where there is no line to go to
    palette.setColor(QPalette::Disabled, QPalette::ButtonText, m_theme.colors().mutedText);
    m_origin->setPalette(palette);
    m_origin->setToolTip(row.place.line
            ? tr("%1, line %2: %3").arg(origin).arg(*row.place.line).arg(row.value)
            : meaning(m_key));
    m_origin->setAccessibleName(tr("Origin of %1: %2").arg(m_key, origin));
    m_clear->setVisible(row.own.has_value());
    check(fieldText());
}

QString IniFormRow::fieldText() const
{
    return m_line ? m_line->text() : m_row.own.value_or(QString());
}

void IniFormRow::check(const QString &value)
{
    if (!value.trimmed().isEmpty()) {
        if (const auto problem = formats::vela::iniValueProblem(m_isSystem, m_key, value))
            return say(problem->text, problem->severity == Severity::Error);
    }
    if (m_row.value.isEmpty() && m_key.endsWith("_port"_L1))
        return say(tr("Vela needs this key"), true);
    if (m_key == u"core_clock"_s && m_row.from == u"default"_s)
        return say(tr("nothing says the clock, so Vela counts with 1 Hz"), false);
    if (m_row.coreValue && !(m_row.from == u"default"_s && m_row.coreFrom == u"default"_s))
        return say(m_row.coreValue->isEmpty()
                ? tr("Vela's C++ core finds nothing here and cannot plan. The problems below say "
                     "why.")
                : tr("Vela's C++ core, which plans and estimates, takes %1 (%2). The problems "
                     "below say why.")
                      .arg(*m_row.coreValue,
                          m_row.coreFrom == u"default"_s ? tr("built in") : m_row.coreFrom),
            false);
    say({}, false);
}

void IniFormRow::say(const QString &text, bool isError)
{
    auto palette = m_note->palette();
    palette.setColor(QPalette::WindowText, isError ? m_theme.colors().worse : m_theme.colors().cpu);
    m_note->setPalette(palette);
    m_note->setText(text.isEmpty() ? QString()
            : isError              ? tr("Error: %1").arg(text)
                                   : tr("Warning: %1").arg(text));
    m_note->setVisible(!text.isEmpty());
}

void IniFormRow::commit()
{
    const auto value = m_box ? m_box->currentData().toString() : m_line->text().trimmed();
    if (m_line) {
        if (!m_line->isModified())
            return;
        m_line->setModified(false);
    }
    if (value == m_row.own.value_or(QString()))
        return;
    if (value.isEmpty())
        Q_EMIT cleared(m_key);
    else
        Q_EMIT edited(m_key, value);
}

} // namespace tosaic::views
