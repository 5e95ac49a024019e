// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/velapart.h"

#include "views/spec/flageditor.h"
#include "views/spec/undokeys.h"

#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace tosaic::views {

VelaPart::VelaPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Vela"), theme, parent), m_flags(new FlagEditor(theme.codeFont(), this)),
      m_commands(new QLineEdit(this)), m_weights(new QLineEdit(this))
{
    setObjectName(u"velaPart"_s);
    addField(u"extraFlags"_s, tr("Extra flags"), m_flags,
        Reset{ [](const auto &s) { return !s.extraFlags.isEmpty(); },
            [](auto &s) { s.extraFlags.clear(); } });
    auto *undoKeys = new UndoKeys(this);
    connect(m_flags, &FlagEditor::lineAdded, undoKeys, &UndoKeys::watch);
    connect(m_flags, &FlagEditor::typingEnded, this, &VelaPart::typingEnded);
    connect(m_flags, &FlagEditor::edited, this, [this](const QStringList &flags, bool isTyping) {
        const auto edit = [flags](spec::CompileSpec &s) { s.extraFlags = flags; };
        if (isTyping)
            changeTyping(u"extraFlags"_s, edit);
        else
            change(u"extraFlags"_s, edit);
    });
    m_commands->setObjectName(u"specCommandTag"_s);
    m_commands->setPlaceholderText(tr("Inside the .pte (default), or the name of a .ptd file"));
    addTag(u"externalBlocks.cmdData"_s, tr("Commands in"), m_commands,
        &spec::CompileSpec::externalCommandTag);
    m_weights->setObjectName(u"specWeightTag"_s);
    m_weights->setPlaceholderText(tr("Inside the .pte (default), or the name of a .ptd file"));
    addTag(u"externalBlocks.weightData"_s, tr("Weights in"), m_weights,
        &spec::CompileSpec::externalWeightTag);
}

void VelaPart::addTag(
    const QString &key, const QString &label, QLineEdit *line, QString spec::CompileSpec::*member)
{
    addField(key, label, line,
        Reset{ [member](const auto &s) { return !(s.*member).isEmpty(); },
            [member](auto &s) { (s.*member).clear(); } });
    connect(line, &QLineEdit::textChanged, this, [this, key, member](const QString &text) {
        changeTyping(key, [member, text](spec::CompileSpec &s) { s.*member = text; });
    });
}

void VelaPart::load(const spec::CompileSpec &spec)
{
    m_flags->setFlags(spec.extraFlags);
    if (m_commands->text() != spec.externalCommandTag)
        m_commands->setText(spec.externalCommandTag);
    if (m_weights->text() != spec.externalWeightTag)
        m_weights->setText(spec.externalWeightTag);
}

QString VelaPart::summary(const spec::CompileSpec &spec) const
{
    QStringList parts;
    parts << (spec.extraFlags.isEmpty() ? tr("No extra flags") : spec.extraFlags.join(u' '));
    if (!spec.externalCommandTag.isEmpty())
        parts << tr("commands in %1.ptd").arg(spec.externalCommandTag);
    if (!spec.externalWeightTag.isEmpty())
        parts << tr("weights in %1.ptd").arg(spec.externalWeightTag);
    return parts.join(u" · "_s);
}

} // namespace tosaic::views
