// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QScrollArea>
#include <QStringList>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace tosaic::views {

/// A file on the Home page.
struct HomeFile
{
    QString title;
    QString detail; ///< folder, or what it is
    QString path;
};

/// What is installed, as the Home page says it.
struct HomeTools
{
    enum class State
    {
        Looking, ///< still probing
        Missing,
        Creating,
        Ready,
        Failed
    };
    State state = State::Looking;
    QString sentence; ///< "Vela 5.1.0, ExecuTorch 1.5.1 in /home/..."
    QStringList versions; ///< "vela 5.1.0"
};

/// The first screen: what this is and how to start, recent files, samples, what is installed.
class HomePage : public QScrollArea
{
    Q_OBJECT
public:
    explicit HomePage(const Theme &theme, QWidget *parent = nullptr);

    void setRecent(const std::vector<HomeFile> &files);
    void setSamples(const std::vector<HomeFile> &files);
    void setTools(const HomeTools &tools);

Q_SIGNALS:
    void openRequested();
    void openFileRequested(const QString &path);
    void createEnvironmentRequested();
    void chooseEnvironmentRequested();

private:
    QWidget *makeWelcome();
    QFrame *makeCard(const QString &name, const QString &title, QVBoxLayout *&content);
    void fill(QVBoxLayout *list, const std::vector<HomeFile> &files, const QString &emptyText,
        const QString &name);
    QWidget *makeFileRow(const HomeFile &file, const QString &name);
    void makeToolsCard(QVBoxLayout *content);
    void applyTheme();

    const Theme &m_theme;
    QLabel *m_logo = nullptr;
    QVBoxLayout *m_recent = nullptr;
    QVBoxLayout *m_samples = nullptr;
    QLabel *m_toolsText = nullptr;
    QLabel *m_toolsVersions = nullptr;
    QPushButton *m_create = nullptr;
    QPushButton *m_choose = nullptr;
};

} // namespace tosaic::views
