// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStyledItemDelegate>

class QFontMetrics;

namespace tosaic::views {

/// The name of an operator in the width there is, px. What all of them share goes first: the
/// library before it ("tosa_", "aten_", "quantized_decomposed_") and the overload in it
/// ("_default"), and the model's name before the layers of TFLite ("MobilenetV1/"); what tells them
/// apart stays: "12: tosa_conv2d_default_2" -> "12: conv2d_2". Only then it is cut, in the middle.
/// What else is called so is cut in the middle alone.
QString elidedName(const QString &name, const QFontMetrics &metrics, int width);

/// A column of such names.
class NameDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
};

} // namespace tosaic::views
