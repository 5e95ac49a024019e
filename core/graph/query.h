// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QRegularExpression>

#include <optional>
#include <vector>

namespace tosaic::graph {

/// What one types to find operators: words that all have to fit, "in quotes" with spaces, or only
/// in one field: `kind:conv dtype:int8 shape:1x48 name:add module:stage1 source:model.py`; numbers
/// with <, >, =, as they are shown: `cycles>10,000 bytes>=4KiB`; /a regular expression/.
class Query
{
public:
    explicit Query(const QString &text);

    bool isEmpty() const { return m_terms.empty(); }
    /// Nothing fits where a word is a regular expression or a comparison that is none.
    bool isValid() const { return problem().isEmpty(); }
    /// Why it is not valid, of the first such word: "/(/: missing closing parenthesis".
    QString problem() const;
    bool asksForCycles() const;
    /// Of any kind: what has none of its own fits none.
    bool asksForNumbers() const;
    /// `cycles`: absent where they are not known; then no number fits.
    bool fits(const Node &node, std::optional<double> cycles = {}) const;

private:
    enum class Field
    {
        Any,
        Kind,
        Name,
        Module,
        Type,
        Shape,
        Source,
        Cycles,
        Bytes
    };
    struct Term
    {
        Field field = Field::Any;
        QString text;
        std::optional<QRegularExpression> expression = {};
        QChar comparison = {}; ///< '<', '>', '=', or with "or equal" 'l' and 'g'
        std::optional<double> number = 0; ///< absent: what stands there is none
    };
    static Term termOf(const QString &word);
    static bool fits(const Term &term, const QString &text);
    static bool fits(const Term &term, double value);
    static bool fits(const Term &term, const Node &node, std::optional<double> cycles);

    std::vector<Term> m_terms;
};

} // namespace tosaic::graph
