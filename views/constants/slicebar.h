// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QSpinBox;

namespace tosaic::views {

class ValuesModel;

/// Which part of a tensor the table shows: one index for each dimension beyond two, and where the
/// table begins if it cannot hold all rows or columns. Hidden if there is nothing to choose.
class SliceBar : public QWidget
{
    Q_OBJECT
public:
    explicit SliceBar(ValuesModel &model, QWidget *parent = nullptr);

    /// The model shows another tensor of this shape.
    void reset(const std::vector<qint64> &shape);
    /// Chooses the slice and window that hold the element at this position.
    void goTo(const std::vector<qint64> &position);

private:
    void apply();
    QSpinBox *addBox(const QString &name, const QString &label, qint64 last, int step);

    ValuesModel &m_model;
    QHBoxLayout *m_layout;
    std::vector<QSpinBox *> m_indices;
    QSpinBox *m_firstRow = nullptr;
    QSpinBox *m_firstColumn = nullptr;
    bool m_isChanging = false;
};

} // namespace tosaic::views
