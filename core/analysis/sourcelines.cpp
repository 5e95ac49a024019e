// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sourcelines.h"

#include <QFileInfo>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

class Lines
{
public:
    void add(const model::SourceFrame &frame, const model::EntityRef &entity, const QString &kind)
    {
        auto &line = m_lines[{ frame.file, frame.line }];
        line.file = frame.file;
        line.number = frame.line;
        if (line.function.isEmpty())
            line.function = frame.function;
        if (line.text.isEmpty())
            line.text = frame.context;
        line.operators.push_back(entity);
        if (!kind.isEmpty() && !line.kinds.contains(kind))
            line.kinds += kind;
    }

    std::vector<SourceLine> take()
    {
        std::vector<SourceLine> lines;
        for (auto &[place, line] : m_lines)
            lines.push_back(std::move(line));
        return lines;
    }

private:
    std::map<std::pair<QString, int>, SourceLine> m_lines;
};

} // namespace

QString SourceLine::key() const
{
    return u"%1:%2"_s.arg(file).arg(number);
}

const model::SourceFrame *userFrame(const std::vector<model::SourceFrame> &frames)
{
    const auto isInstalled = [](const model::SourceFrame &frame) {
        return frame.file.contains("/site-packages/"_L1)
            || frame.file.contains("/dist-packages/"_L1);
    };
    const auto own = std::find_if_not(frames.rbegin(), frames.rend(), isInstalled);
    return own == frames.rend() ? nullptr : &*own;
}

std::vector<SourceLine> sourceLines(const compiled::CompileResult &result)
{
    Lines lines;
    for (const auto &node : result.nodes) {
        const auto colon = node.source.lastIndexOf(u':');
        bool isNumber = false;
        const auto number = node.source.mid(colon + 1).toInt(&isNumber);
        if (colon > 0 && isNumber && number > 0)
            lines.add({ node.source.left(colon), number, {}, {} },
                model::EntityRef::node(node.name), node.target);
    }
    return lines.take();
}

std::vector<SourceLine> sourceLines(const model::Network &network)
{
    Lines lines;
    for (size_t subgraph = 0; subgraph < network.subgraphs.size(); ++subgraph) {
        const auto &operators = network.subgraphs[subgraph].operators;
        for (size_t i = 0; i < operators.size(); ++i) {
            const auto *frame = userFrame(operators[i].stackTrace);
            if (frame && frame->line > 0)
                lines.add(*frame, model::EntityRef::networkOperator(int(subgraph), int(i)),
                    operators[i].type);
        }
    }
    return lines.take();
}

} // namespace tosaic::analysis
