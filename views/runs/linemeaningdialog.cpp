// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/linemeaningdialog.h"

#include "profiler/parsers/familyrules.h"
#include "views/widgets/errortext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct FieldWord
{
    const char *field;
    const char *word;
};

/// Every field of familyFields(); a test counts them.
constexpr std::array Words{
    FieldWord{ "counter", QT_TRANSLATE_NOOP("LineMeaning", "A counter of the NPU") },
    FieldWord{ "cycles", QT_TRANSLATE_NOOP("LineMeaning", "Cycles of the NPU in all") },
    FieldWord{ "time", QT_TRANSLATE_NOOP("LineMeaning", "Time of an inference") },
    FieldWord{ "inferences", QT_TRANSLATE_NOOP("LineMeaning", "How many inferences ran") },
    FieldWord{ "measurement",
        QT_TRANSLATE_NOOP("LineMeaning", "A measurement begins, and is called this") },
    FieldWord{ "model", QT_TRANSLATE_NOOP("LineMeaning", "Name of the model that runs next") },
    FieldWord{
        "cpuInference", QT_TRANSLATE_NOOP("LineMeaning", "Processor cycles of an inference") },
    FieldWord{
        "cpuOperators", QT_TRANSLATE_NOOP("LineMeaning", "Processor cycles of its operators") },
    FieldWord{ "cpuWaitForNpu",
        QT_TRANSLATE_NOOP("LineMeaning", "Processor cycles that wait for the NPU") },
    FieldWord{ "cpuActive", QT_TRANSLATE_NOOP("LineMeaning", "Processor cycles of work") },
    FieldWord{ "arenaBytes", QT_TRANSLATE_NOOP("LineMeaning", "Bytes of the tensor arena") },
    FieldWord{ "cpuClockHz", QT_TRANSLATE_NOOP("LineMeaning", "Clock of the processor, Hz") },
    FieldWord{ "npuClockHz", QT_TRANSLATE_NOOP("LineMeaning", "Clock of the NPU, Hz") },
    FieldWord{ "npu", QT_TRANSLATE_NOOP("LineMeaning", "Such a line shows that there is an NPU") },
    FieldWord{ "started", QT_TRANSLATE_NOOP("LineMeaning", "A model is loaded") },
    FieldWord{ "ended", QT_TRANSLATE_NOOP("LineMeaning", "An inference ended") },
    FieldWord{ "failed", QT_TRANSLATE_NOOP("LineMeaning", "An inference failed") },
};

} // namespace

LineMeaningDialog::LineMeaningDialog(
    const profile::FamilyDraft &draft, QStringList lines, QWidget *parent)
    : QDialog(parent), m_lines(std::move(lines)), m_pattern(new QLineEdit(draft.pattern, this)),
      m_field(new QComboBox(this)), m_name(new QLineEdit(draft.name, this)),
      m_unit(new QLineEdit(draft.unit, this)), m_effect(new QLabel(this)),
      m_matches(new QPlainTextEdit(this))
{
    setObjectName(u"lineMeaningDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What such lines mean"));
    resize(620, 440);
    for (const auto &[field, word] : Words)
        m_field->addItem(
            QCoreApplication::translate("LineMeaning", word), QString::fromLatin1(field));
    m_field->setCurrentIndex(m_field->findData(draft.field));
    m_pattern->setObjectName(u"meaningPattern"_s);
    m_pattern->setToolTip(tr("A regular expression; the text in the brackets ( ) is the value"));
    m_field->setObjectName(u"meaningField"_s);
    m_name->setObjectName(u"meaningName"_s);
    m_name->setToolTip(tr("A hardware event, such as NPU_ACTIVE, or any other name"));
    m_unit->setObjectName(u"meaningUnit"_s);
    m_unit->setToolTip(tr("Of a time: ns, us, ms, s; of another counter any word"));
    m_effect->setObjectName(u"meaningEffect"_s);
    m_effect->setWordWrap(true);
    m_matches->setObjectName(u"meaningMatches"_s);
    m_matches->setAccessibleName(tr("Lines that are read, with the value"));
    m_matches->setReadOnly(true);
    auto *layout = new QFormLayout(this);
    layout->addRow(tr("&Pattern"), m_pattern);
    layout->addRow(tr("&Value is"), m_field);
    layout->addRow(tr("&Name"), m_name);
    layout->addRow(tr("&Unit"), m_unit);
    layout->addRow(m_effect);
    layout->addRow(m_matches);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_keep = buttons->button(QDialogButtonBox::Save);
    m_keep->setText(tr("Read such lines from now on"));
    m_keep->setObjectName(u"meaningKeep"_s);
    layout->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &LineMeaningDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &LineMeaningDialog::reject);
    for (const auto *field : { m_pattern, m_name, m_unit })
        connect(field, &QLineEdit::textChanged, this, &LineMeaningDialog::showEffect);
    connect(m_field, &QComboBox::currentIndexChanged, this, &LineMeaningDialog::showEffect);
    showEffect();
}

profile::FamilyDraft LineMeaningDialog::draft() const
{
    return { m_pattern->text(), m_field->currentData().toString(), m_name->text().trimmed(),
        m_unit->text().trimmed() };
}

void LineMeaningDialog::showEffect()
{
    const auto field = m_field->currentData().toString();
    m_name->setEnabled(field == "counter"_L1);
    m_unit->setEnabled(field == "counter"_L1 || field == "time"_L1);
    auto tried = draft();
    const bool lacksName = field == "counter"_L1 && tried.name.isEmpty();
    if (lacksName)
        tried.name = u"counter"_s; // what is read shows already
    const auto effect = profile::effectOf(tried, m_lines);
    m_keep->setEnabled(effect && effect->count > 0 && !lacksName);
    QStringList lines;
    if (!effect) {
        const auto why = errorText(effect.error());
        m_effect->setText(effect.error().detail.isEmpty() ? why.title : effect.error().detail);
    } else {
        m_effect->setText(lacksName
                ? tr("Give the counter a name, such as NPU_ACTIVE or one of your own.")
                : tr("%n line(s) of this console are read:", nullptr,
                    static_cast<int>(effect->count)));
        for (const auto &match : effect->matches)
            lines << tr("line %1: %2", "number of a line, what is read there")
                         .arg(match.line)
                         .arg(match.value);
    }
    m_matches->setPlainText(lines.join(u'\n'));
}

void LineMeaningDialog::accept()
{
    const auto path = profile::keepDraft(draft());
    if (!path)
        return m_effect->setText(
            path.error().detail.isEmpty() ? errorText(path.error()).title : path.error().detail);
    Q_EMIT kept(*path);
    QDialog::accept();
}

} // namespace tosaic::views
