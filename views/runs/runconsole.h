// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/measuredrun.h"
#include "views/runs/counterline.h"
#include "views/widgets/theme.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tosaic::views {

/// The console of a run as it was printed, line by line; the line that a counter was read from is
/// marked.
class RunConsole : public QWidget
{
    Q_OBJECT
public:
    explicit RunConsole(const Theme &theme, QWidget *parent = nullptr);

    /// The same console as before stays where it is looked at.
    void set(const profile::MeasuredRun &run);
    /// Scrolls to its line and marks it; null: no counter is chosen.
    void showCounter(size_t measurement, const profile::Counter *counter);
    /// That is marked, from 1; 0: none.
    int markedLine() const { return m_marked; }

Q_SIGNALS:
    /// The user said what lines mean: consoles are to be read anew.
    void familiesChanged();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fill();
    QStringList noteOf(const std::optional<CounterLine> &line) const;
    void mark(int line);
    void askForMeaning();

    const Theme &m_theme;
    QLabel *m_note;
    QPushButton *m_meaning; ///< says what the marked text is
    QPlainTextEdit *m_text;
    std::shared_ptr<const profile::Run> m_run;
    std::shared_ptr<const ByteSource> m_console;
    QString m_path; ///< read where the bytes are not at hand
    QStringList m_lines;
    size_t m_measurement = 0;
    std::optional<profile::Counter> m_counter; ///< that is looked for
    bool m_isKnown = false; ///< a run was set
    bool m_isFilled = false; ///< with the console of this run
    int m_marked = 0;
    bool m_isCut = false; ///< only the beginning is shown
};

} // namespace tosaic::views
