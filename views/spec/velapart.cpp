// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/velapart.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int FlagLines = 3;

QStringList flagsOf(const QString &text)
{
    QStringList flags;
    for (const auto &line : text.split(u'\n')) {
        if (!line.trimmed().isEmpty())
            flags.append(line.trimmed());
    }
    return flags;
}
} // namespace

VelaPart::VelaPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Vela"), theme, parent), m_flags(new QPlainTextEdit(this)),
      m_commands(new QLineEdit(this)), m_weights(new QLineEdit(this)), m_debug(new QComboBox(this))
{
    setObjectName(u"velaPart"_s);
    m_flags->setObjectName(u"specExtraFlags"_s);
    m_flags->setPlaceholderText(tr("One flag a line, for example --optimise=Size"));
    m_flags->setFont(theme.codeFont());
    m_flags->setTabChangesFocus(true);
    m_flags->setFixedHeight(m_flags->fontMetrics().lineSpacing() * FlagLines + 16);
    addField(u"extraFlags"_s, tr("Extra flags"), m_flags);
    m_commands->setObjectName(u"specCommandTag"_s);
    m_commands->setPlaceholderText(tr("Inside the .pte"));
    addField(u"externalBlocks.cmdData"_s, tr("Commands in"), m_commands);
    m_weights->setObjectName(u"specWeightTag"_s);
    m_weights->setPlaceholderText(tr("Inside the .pte, or the name of a .ptd file"));
    addField(u"externalBlocks.weightData"_s, tr("Weights in"), m_weights);
    m_debug->setObjectName(u"specDebug"_s);
    m_debug->addItems({ tr("None"), tr("In the TOSA files"), tr("As JSON beside the TOSA files") });
    addField(u"debug"_s, tr("Debug information"), m_debug);
    connect(m_flags, &QPlainTextEdit::textChanged, this, [this] {
        change([flags = flagsOf(m_flags->toPlainText())](
                   spec::CompileSpec &s) { s.extraFlags = flags; });
    });
    connect(m_commands, &QLineEdit::textChanged, this, [this](const QString &text) {
        change([text](spec::CompileSpec &s) { s.externalCommandTag = text; });
    });
    connect(m_weights, &QLineEdit::textChanged, this, [this](const QString &text) {
        change([text](spec::CompileSpec &s) { s.externalWeightTag = text; });
    });
    connect(m_debug, &QComboBox::activated, this, [this](int index) {
        change([index](spec::CompileSpec &s) { s.debug = static_cast<spec::DebugMode>(index); });
    });
}

void VelaPart::load(const spec::CompileSpec &spec)
{
    if (flagsOf(m_flags->toPlainText()) != spec.extraFlags)
        m_flags->setPlainText(spec.extraFlags.join(u'\n'));
    if (m_commands->text() != spec.externalCommandTag)
        m_commands->setText(spec.externalCommandTag);
    if (m_weights->text() != spec.externalWeightTag)
        m_weights->setText(spec.externalWeightTag);
    m_debug->setCurrentIndex(static_cast<int>(spec.debug));
}

FieldNote::Fix VelaPart::fixFor(const Diagnostic &problem, const spec::CompileSpec &spec)
{
    static const QRegularExpression element(u"^extraFlags\\[(\\d+)\\]$"_s);
    const auto match = element.match(problem.location.entity);
    const auto index = match.hasMatch() ? match.capturedView(1).toInt() : -1;
    if (index < 0 || index >= spec.extraFlags.size())
        return {};
    return { tr("Remove %1").arg(spec.extraFlags[index].left(24)), [this, index] {
                change([index](spec::CompileSpec &s) {
                    if (index < s.extraFlags.size())
                        s.extraFlags.removeAt(index);
                });
            } };
}

} // namespace tosaic::views
