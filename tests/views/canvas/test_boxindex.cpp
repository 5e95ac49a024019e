// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/boxindex.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tosaic::views::boxindextests {

TEST(BoxIndex, FindsWhatAScanOfAllFinds)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-3000, 3000);
    std::uniform_real_distribution<double> size(1, 120);
    std::vector<QRectF> boxes;
    for (int i = 0; i < 2000; ++i)
        boxes.emplace_back(place(random), place(random), size(random), size(random));
    boxes.emplace_back(-3000, 0, 6000, 2); // a long edge
    boxes.emplace_back(); // an edge that is not drawn
    BoxIndex index;
    index.build(boxes);
    for (const auto side : { 1.0, 300.0, 9000.0 }) {
        for (int i = 0; i < 50; ++i) {
            const QRectF area(place(random), place(random), side, side);
            std::set<int> wanted;
            for (size_t at = 0; at < boxes.size(); ++at) {
                if (boxes[at].intersects(area))
                    wanted.insert(static_cast<int>(at));
            }
            std::multiset<int> found;
            index.visit(area, [&](int item) { found.insert(item); });
            EXPECT_EQ(std::multiset<int>(wanted.begin(), wanted.end()), found);
        }
    }
}

TEST(BoxIndex, IsFineWithNothingAndWithOneHeap)
{
    BoxIndex index;
    index.build({});
    index.visit({ 0, 0, 10, 10 }, [](int) { FAIL(); });
    index.build(std::vector<QRectF>(100, QRectF(5, 5, 1, 1)));
    int found = 0;
    index.visit({ 0, 0, 10, 10 }, [&](int) { ++found; });
    EXPECT_EQ(found, 100);
}

} // namespace tosaic::views::boxindextests
