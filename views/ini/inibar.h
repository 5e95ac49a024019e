// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace tosaic::views {

/// The file that the vela.ini editor shows, and what one does with it.
class IniBar : public QFrame
{
    Q_OBJECT
public:
    explicit IniBar(QWidget *parent = nullptr);

    struct File
    {
        QString name;
        QString path; ///< empty: it has none yet
        bool isModified = false;
        bool isReadOnly = false;
    };
    void showFile(const File &file);
    /// Whether there is a vela.ini of the compilers in use.
    void setHasBundled(bool has);

Q_SIGNALS:
    void openWanted();
    void newWanted();
    void bundledWanted();
    void saveWanted();
    void saveAsWanted();

private:
    QLabel *m_title;
    QLabel *m_where;
    QPushButton *m_bundled;
    QPushButton *m_save;
    QPushButton *m_saveAs;
};

} // namespace tosaic::views
