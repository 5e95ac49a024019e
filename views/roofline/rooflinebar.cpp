// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinebar.h"

#include "profiler/join/operatorrows.h"
#include "views/roofline/roofwords.h"
#include "views/widgets/building.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// As many as the page of the operators lists of each.
std::vector<int> operatorsOfStreams(const ProfileSubject &subject)
{
    std::vector<int> counts(subject.streams.size());
    if (!subject.table || counts.size() < 2)
        return counts;
    for (const auto &row : profile::operatorRows(*subject.table)) {
        const auto stream = static_cast<size_t>(row.stream);
        if (row.role == profile::OperatorRow::Role::Timed && stream < counts.size())
            ++counts[stream];
    }
    return counts;
}

} // namespace

RooflineBar::RooflineBar(QWidget *parent)
    : QFrame(parent), m_title(new ElidedLabel(this)), m_note(new WrappedLabel(this)),
      m_streamLabel(new QLabel(tr("Partition"), this)), m_stream(new QComboBox(this)),
      m_systemLabel(new QLabel(tr("System configuration"), this)), m_system(new QComboBox(this))
{
    setObjectName(u"rooflineBar"_s);
    setProperty("role", u"bar"_s);
    m_title->setObjectName(u"rooflineTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_title->setMinimumWidth(80);
    m_note->setObjectName(u"rooflineNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const auto label = [](QLabel *text, QComboBox *field, const QString &name) {
        text->setProperty("role", u"muted"_s);
        text->setBuddy(field);
        field->setObjectName(name);
        field->setAccessibleName(text->text());
        field->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    };
    label(m_streamLabel, m_stream, u"rooflineStream"_s);
    label(m_systemLabel, m_system, u"rooflineSystem"_s);
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_title, 1);
    top->addWidget(m_streamLabel);
    top->addWidget(m_stream);
    top->addWidget(m_systemLabel);
    top->addWidget(m_system);
    auto *layout = makeColumn(this, {}, 4, { 12, 8, 12, 8 });
    layout->addLayout(top);
    layout->addWidget(m_note);
    connect(m_stream, &QComboBox::currentIndexChanged, this, &RooflineBar::streamChosen);
    connect(m_system, &QComboBox::activated, this,
        [this](int index) { Q_EMIT systemChosen(m_system->itemData(index).toString()); });
}

void RooflineBar::setStreams(const ProfileSubject *subject)
{
    m_subject = subject ? subject->tableTitle : QString();
    const auto before = m_stream->currentIndex();
    const QSignalBlocker blocker(m_stream);
    m_stream->clear();
    const auto counts = subject ? operatorsOfStreams(*subject) : std::vector<int>();
    const auto count = static_cast<int>(counts.size());
    for (int i = 0; i < count; ++i) // numbered as in the graph
        m_stream->addItem(tr("%1 (%n operator(s))", nullptr, counts[size_t(i)]).arg(i));
    m_stream->setCurrentIndex(before > 0 && before < count ? before : 0);
    m_stream->setVisible(count > 1);
    m_streamLabel->setVisible(count > 1);
}

void RooflineBar::setSystem(const RoofData &roofs, const QStringList &choices,
    const std::optional<ProfileDocument::Range> &range)
{
    const bool isChoice = roofs.isAssumed || roofs.systemConfig.isEmpty();
    const QSignalBlocker blocker(m_system);
    m_system->clear();
    m_system->addItem(tr("Choose one…"));
    for (const auto &name : choices)
        m_system->addItem(tr("%1 (assumed)").arg(name), name);
    m_system->setCurrentIndex(std::max(0, m_system->findData(roofs.systemConfig)));
    m_system->setVisible(isChoice);
    m_systemLabel->setVisible(isChoice);
    m_title->setText(m_subject.isEmpty() ? tr("Roofline") : m_subject);
    m_title->setToolTip(m_title->text());
    QStringList notes;
    if (roofs.systemConfig.isEmpty())
        notes.append(tr("What is compiled here does not say its system configuration."));
    else if (roofs.isAssumed)
        notes.append(tr("Roofs of %1 in %2, as assumed: the compile says neither its system "
                        "configuration nor its memory mode.")
                         .arg(roofs.systemConfig, roofs.memoryMode));
    else
        notes.append(tr("Roofs of %1.").arg(roofs.systemConfig));
    notes.append(cyclesText(roofs));
    notes.removeAll(QString());
    if (roofs.isNarrowed && range)
        notes.append(tr("Only what ran in cycles %1 to %2, the range selected on the timeline.")
                         .arg(QLocale().toString(range->first), QLocale().toString(range->second)));
    m_note->setText(notes.join(u' '));
}

int RooflineBar::stream() const
{
    return std::max(0, m_stream->currentIndex());
}

bool RooflineBar::chooseStream(int stream)
{
    if (stream < 0 || stream >= m_stream->count())
        return false;
    m_stream->setCurrentIndex(stream);
    return true;
}

} // namespace tosaic::views
