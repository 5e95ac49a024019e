// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/patterndialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int ListLimit = 500; // matches that are listed; all are counted
}

PatternDialog::PatternDialog(
    std::vector<spec::OperatorKey> operators, const QString &pattern, QWidget *parent)
    : QDialog(parent), m_operators(std::move(operators)), m_edit(new QLineEdit(pattern, this)),
      m_count(new QLabel(this)), m_list(new QListWidget(this))
{
    setObjectName(u"patternDialog"_s);
    setWindowTitle(tr("Keep on the CPU by name pattern"));
    resize(520, 420);
    auto *explanation = new QLabel(
        tr("Operators whose name, or the path of a module they are in, matches stay on the CPU. * "
           "stands for any characters, ? for one."),
        this);
    explanation->setWordWrap(true);
    explanation->setProperty("role", u"muted"_s);
    m_edit->setObjectName(u"patternEdit"_s);
    m_edit->setAccessibleName(tr("Name pattern"));
    m_edit->setPlaceholderText(u"*relu*"_s);
    m_count->setObjectName(u"patternCount"_s);
    m_list->setObjectName(u"patternMatches"_s);
    m_list->setAccessibleName(tr("Operators that match"));
    m_list->setUniformItemSizes(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_keep = buttons->addButton(tr("Keep on CPU"), QDialogButtonBox::AcceptRole);
    m_keep->setObjectName(u"patternKeep"_s);
    m_keep->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(explanation);
    layout->addWidget(m_edit);
    layout->addWidget(m_count);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    connect(m_edit, &QLineEdit::textChanged, this, &PatternDialog::update);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    update();
    m_edit->selectAll();
}

QString PatternDialog::pattern() const
{
    return m_edit->text().trimmed();
}

void PatternDialog::update()
{
    m_list->clear();
    m_matches = 0;
    for (const auto &key : m_operators) {
        if (!spec::matchesPattern(key, pattern()))
            continue;
        if (++m_matches <= ListLimit)
            m_list->addItem(key.name);
    }
    m_count->setText(pattern().isEmpty() ? tr("Type a pattern.")
            : m_matches == 0             ? tr("No operator matches.")
                                         : tr("%n operator(s) match", nullptr, m_matches));
    m_keep->setEnabled(m_matches > 0);
}

} // namespace tosaic::views
