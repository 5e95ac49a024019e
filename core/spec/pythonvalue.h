// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/pythontokens.h"

#include <QHash>

#include <optional>
#include <vector>

namespace tosaic::spec {

struct PythonKeyword;

/// The value of a literal Python expression, or a call whose arguments are such values.
struct PythonValue
{
    enum class Kind
    {
        None,
        Bool, ///< number 0 or 1
        Number,
        Text,
        List, ///< or tuple: items
        Name, ///< text "EthosUCompileSpec.DebugMode.JSON"
        Call ///< text is what is called ("a.b"), or the method's name if there is a receiver
    };
    Kind kind = Kind::None;
    QString text;
    double number = 0;
    std::vector<PythonValue> items; ///< of a list; positional arguments of a call
    std::vector<PythonKeyword> keywords; ///< of a call
    std::vector<PythonValue> receiver; ///< of a call on another value; none or one
    qsizetype offset = 0;

    bool isCall(QStringView name) const; ///< by the last part of the name
    QString lastName() const; ///< "JSON" of "EthosUCompileSpec.DebugMode.JSON"
};

/// A named argument. A structure of its own: a pair could not hold a value that is not complete.
struct PythonKeyword
{
    QString name;
    PythonValue value;
};

/// Reads one expression out of tokens. Names that `variables` knows are replaced by their values.
class PythonExpression
{
public:
    struct Variable
    {
        std::vector<PythonValue> values; ///< one for each assignment
        std::optional<Error> error; ///< why an assignment could not be read
    };
    using Variables = QHash<QString, Variable>;

    PythonExpression(
        const QString &source, const std::vector<PythonToken> &tokens, const Variables &variables);

    /// The expression that begins at token `at`, which is moved behind it. SpecInvalid with the
    /// place where it stops being literal.
    Result<PythonValue> read(std::size_t &at);

private:
    Result<PythonValue> sum(std::size_t &at);
    Result<PythonValue> operand(std::size_t &at);
    Result<PythonValue> atom(std::size_t &at);
    Result<PythonValue> texts(std::size_t &at);
    Result<PythonValue> number(std::size_t &at, bool isNegative);
    Result<PythonValue> list(std::size_t &at, char16_t close);
    Result<PythonValue> name(std::size_t &at);
    Result<PythonValue> variable(const PythonValue &name);
    Result<PythonValue> trailers(std::size_t &at, PythonValue value);
    Result<PythonValue> arguments(std::size_t &at, PythonValue call);
    Result<void> checkEnd(std::size_t at) const;
    const PythonToken &token(std::size_t at) const;
    tl::unexpected<Error> refuse(std::size_t at, const QString &what) const;

    const QString &m_source;
    const std::vector<PythonToken> &m_tokens;
    const Variables &m_variables;
    int m_depth = 0;
    qsizetype m_expanded = 0;
};

bool sameValue(const PythonValue &a, const PythonValue &b);

} // namespace tosaic::spec
