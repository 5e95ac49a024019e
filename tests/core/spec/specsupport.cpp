// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/spec/specsupport.h"

#include "core/spec/specrules.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

class Dice
{
public:
    explicit Dice(quint32 seed) : m_engine(seed) { }
    int upTo(int last) { return static_cast<int>(m_engine() % static_cast<quint32>(last + 1)); }
    bool coin() { return upTo(1) == 1; }
    QString of(const QStringList &list) { return list[upTo(static_cast<int>(list.size()) - 1)]; }
    /// Whatever a user can type: quotes, backslashes, line ends, other scripts.
    QString text()
    {
        static const QString letters = u"ab\"'\\ \n\t#{}()[],=$%äλ漢\U0001F600/.-_0"_s;
        QString word(u'x');
        for (int i = upTo(12); i > 0; --i)
            word += letters[upTo(static_cast<int>(letters.size()) - 1)];
        return word.isValidUtf16() ? word : u"x"_s;
    }

private:
    std::mt19937 m_engine;
};

} // namespace

CompileSpec randomSpec(quint32 seed)
{
    Dice dice(seed);
    CompileSpec spec;
    spec.target = dice.of(targets());
    if (dice.coin())
        spec.systemConfig = dice.text();
    if (dice.coin())
        spec.memoryMode = dice.of(memoryModes());
    if (dice.coin())
        spec.configIni = dice.text();
    for (int i = dice.upTo(3); i > 0; --i)
        spec.extraFlags.append(dice.coin() ? u"--optimise=Size"_s : dice.text());
    if (dice.coin())
        spec.externalCommandTag = dice.text();
    if (dice.coin())
        spec.externalWeightTag = dice.text();
    spec.debug = static_cast<DebugMode>(dice.upTo(2));
    if (dice.coin())
        spec.intermediatesFolder = dice.text();
    if (dice.coin())
        spec.tosaSpec = dice.text();
    if (dice.coin())
        spec.passes.softmax = dice.of({ u"masked"_s, u"stable"_s });
    if (dice.coin())
        spec.passes.leakyRelu = dice.of({ u"table"_s, u"decompose"_s });
    if (dice.coin())
        spec.passes.quantizeNegativeInfinity = -dice.upTo(1000) / 7.0;
    if (dice.coin())
        spec.passes.quantizePositiveInfinity = dice.upTo(1000) / 7.0;
    if (dice.coin())
        spec.passes.sdpaSafeSoftmaxGuard
            = dice.of({ u"preserve"_s, u"remove"_s, u"remove-when-proven"_s });
    return spec;
}

} // namespace tosaic::spec
