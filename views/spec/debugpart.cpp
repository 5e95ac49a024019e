// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/debugpart.h"

#include "views/widgets/building.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace tosaic::views {

DebugPart::DebugPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Debug"), theme, parent), m_debug(new QComboBox(this)),
      m_folder(new QLineEdit(this))
{
    setObjectName(u"debugPart"_s);
    m_debug->setObjectName(u"specDebug"_s);
    m_debug->setFocusPolicy(Qt::StrongFocus);
    m_debug->addItems(
        { tr("None (default)"), tr("In the TOSA files"), tr("As JSON beside the TOSA files") });
    addField(u"debug"_s, tr("Debug information"), m_debug,
        Reset{ [](const auto &s) { return s.debug != spec::DebugMode::None; },
            [](auto &s) { s.debug = spec::DebugMode::None; } });
    addField(u"intermediates"_s, tr("Intermediate files"), makeFolder(),
        Reset{ [](const auto &s) { return !s.intermediatesFolder.isEmpty(); },
            [](auto &s) { s.intermediatesFolder.clear(); } });
    connect(m_debug, &QComboBox::activated, this, [this](int index) {
        change(u"debug"_s,
            [index](spec::CompileSpec &s) { s.debug = static_cast<spec::DebugMode>(index); });
    });
    connect(m_folder, &QLineEdit::textChanged, this, [this](const QString &text) {
        changeTyping(
            u"intermediates"_s, [text](spec::CompileSpec &s) { s.intermediatesFolder = text; });
    });
}

QWidget *DebugPart::makeFolder()
{
    named(m_folder, u"specIntermediates"_s, tr("Folder for intermediate files"));
    m_folder->setPlaceholderText(tr("Not kept; a path given here is stored in the .pte"));
    auto *choose = named(new QPushButton(tr("Choose…"), this), u"specChooseIntermediates"_s,
        tr("Choose the folder for intermediate files"));
    connect(choose, &QPushButton::clicked, this, [this] {
        auto *dialog
            = named(new QFileDialog(this, tr("Folder for intermediate files"), m_folder->text()),
                u"intermediatesDialog"_s);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
        dialog->open();
    });
    auto *field = new QWidget(this);
    field->setFocusProxy(m_folder);
    makeRow(field, { { m_folder, 1 }, choose }, 4);
    return field;
}

void DebugPart::load(const spec::CompileSpec &spec)
{
    m_debug->setCurrentIndex(static_cast<int>(spec.debug));
    if (m_folder->text() != spec.intermediatesFolder)
        m_folder->setText(spec.intermediatesFolder);
}

QString DebugPart::summary(const spec::CompileSpec &spec) const
{
    if (spec.debug == spec::DebugMode::None && spec.intermediatesFolder.isEmpty())
        return tr("No debug information, no intermediate files");
    QStringList parts{ m_debug->itemText(static_cast<int>(spec.debug)) };
    if (!spec.intermediatesFolder.isEmpty())
        parts << spec.intermediatesFolder;
    return parts.join(u" · "_s);
}

} // namespace tosaic::views
