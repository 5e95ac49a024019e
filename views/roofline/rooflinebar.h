// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofdata.h"

#include <QFrame>

class QComboBox;
class QLabel;

namespace tosaic::views {

class WrappedLabel;

/// Above the roofline: which stream, under which system configuration, and what is missing or
/// assumed.
class RooflineBar : public QFrame
{
    Q_OBJECT
public:
    explicit RooflineBar(QWidget *parent = nullptr);

    /// null: none. Keeps the chosen stream where there is one of that number.
    void setStreams(const ProfileSubject *subject);
    /// `choices`: offered where the system configuration is not known.
    void setSystem(const RoofData &roofs, const QStringList &choices,
        const std::optional<ProfileDocument::Range> &range);
    int stream() const; ///< 0 while there is none
    /// False if there is no such stream.
    bool chooseStream(int stream);

Q_SIGNALS:
    void streamChosen(int stream);
    void systemChosen(const QString &name); ///< empty: none

private:
    QLabel *m_title;
    WrappedLabel *m_note;
    QLabel *m_streamLabel;
    QComboBox *m_stream;
    QLabel *m_systemLabel;
    QComboBox *m_system;
    QString m_subject;
};

} // namespace tosaic::views
