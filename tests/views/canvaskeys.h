// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QTest>
#include <QWheelEvent>
#include <QXmlStreamReader>

namespace tosaic::test {

/// A picture with something in it answers the keys, the wheel and the drags of all pictures.
class CanvasKeys
{
public:
    explicit CanvasKeys(views::Canvas &canvas) : m_canvas(canvas) { }

    void expectAll()
    {
        m_canvas.setFocus();
        m_canvas.fit();
        expectZooms();
        expectMoves();
        expectFits();
        expectWalks();
        expectCopies();
    }

private:
    double magnification() const
    {
        const auto part = [](const views::AxisWindow &axis) {
            return axis.canZoom() ? axis.whole() / axis.width() : 1.0;
        };
        return part(m_canvas.across()) * part(m_canvas.upright());
    }
    std::pair<double, double> place() const
    {
        return { m_canvas.across().from(), m_canvas.upright().from() };
    }
    QPoint middle() const { return m_canvas.viewport()->rect().center(); }
    void key(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&m_canvas, static_cast<Qt::Key>(key), modifiers);
    }
    void wheel(int notches, Qt::KeyboardModifiers modifiers)
    {
        auto *viewport = m_canvas.viewport();
        QWheelEvent event(middle(), viewport->mapToGlobal(middle()), {}, { 0, notches * 120 },
            Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport, &event);
    }
    void dragLeft(Qt::MouseButton button)
    {
        auto *viewport = m_canvas.viewport();
        QTest::mousePress(viewport, button, {}, middle());
        const QPointF to = middle() - QPoint(40, 0);
        QMouseEvent move(
            QEvent::MouseMove, to, viewport->mapToGlobal(to), Qt::NoButton, button, {});
        QApplication::sendEvent(viewport, &move);
        QTest::mouseRelease(viewport, button, {}, to.toPoint());
    }

    void expectZooms()
    {
        for (const auto &[in, out] : { std::pair(Qt::Key_Plus, Qt::Key_Minus),
                 { Qt::Key_Equal, Qt::Key_Minus }, { Qt::Key_W, Qt::Key_S } }) {
            const auto before = magnification();
            key(in);
            const auto nearer = magnification();
            EXPECT_GT(nearer, before) << in;
            key(out);
            EXPECT_LT(magnification(), nearer) << out;
            m_canvas.fit();
        }
        const auto before = magnification();
        wheel(2, Qt::ControlModifier);
        EXPECT_GT(magnification(), before) << "Ctrl and the wheel";
        m_canvas.fit();
    }
    void expectMoves()
    {
        key(Qt::Key_Plus);
        key(Qt::Key_Plus);
        auto before = place();
        key(Qt::Key_D);
        EXPECT_GT(place(), before);
        before = place();
        key(Qt::Key_A);
        EXPECT_LT(place(), before);
        before = place();
        wheel(-1, Qt::ShiftModifier);
        EXPECT_GT(place(), before) << "Shift and the wheel";
        before = place();
        dragLeft(Qt::MiddleButton);
        EXPECT_GT(place(), before) << "the middle button";
        key(Qt::Key_A);
        before = place();
        QTest::keyPress(&m_canvas, Qt::Key_Space);
        dragLeft(Qt::LeftButton);
        QTest::keyRelease(&m_canvas, Qt::Key_Space);
        EXPECT_GT(place(), before) << "Space and a drag";
        before = place();
        wheel(1, {});
        wheel(1, {});
        const auto up = place();
        wheel(-1, {});
        EXPECT_NE(place(), up) << "the wheel";
    }
    void expectFits()
    {
        for (const auto fit : { Qt::Key_F, Qt::Key_0 }) {
            m_canvas.fit();
            const auto before = magnification();
            key(Qt::Key_Plus);
            key(fit);
            EXPECT_DOUBLE_EQ(magnification(), before) << fit;
        }
    }
    void expectWalks()
    {
        const auto picture = [this] { return m_canvas.viewport()->grab().toImage(); };
        key(Qt::Key_End);
        const auto end = picture();
        key(Qt::Key_Home);
        EXPECT_NE(picture(), end) << "Home";
        const auto home = picture();
        key(Qt::Key_End);
        EXPECT_NE(picture(), home) << "End";
        for (const auto arrow : { Qt::Key_Right, Qt::Key_Left, Qt::Key_Down, Qt::Key_Up }) {
            key(arrow == Qt::Key_Right || arrow == Qt::Key_Down ? Qt::Key_Home : Qt::Key_End);
            auto event = QKeyEvent(QEvent::KeyPress, arrow, {});
            QApplication::sendEvent(&m_canvas, &event);
            EXPECT_TRUE(event.isAccepted()) << arrow;
        }
    }
    void expectCopies()
    {
        QApplication::clipboard()->clear();
        key(Qt::Key_C, Qt::ControlModifier);
        const auto *copied = QApplication::clipboard()->mimeData();
        EXPECT_TRUE(copied && (copied->hasImage() || copied->hasText()));
        const auto svg = m_canvas.svg();
        QXmlStreamReader xml(svg);
        int shapes = 0;
        while (!xml.atEnd())
            shapes += xml.readNext() == QXmlStreamReader::StartElement;
        EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
        EXPECT_GT(shapes, 20);
    }

    views::Canvas &m_canvas;
};

} // namespace tosaic::test
