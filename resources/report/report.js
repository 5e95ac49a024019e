// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
'use strict';
// A click on a title sorts its table: numbers by their exact value, what is not known last.
const valueOf = (row, column) => {
  const raw = row.cells[column].dataset.v;
  return raw === undefined ? row.cells[column].textContent : Number(raw);
};
const compare = (a, b, sign) => {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return sign * (typeof a === 'number' ? a - b : a.localeCompare(b));
};
const sort = (table, title) => {
  const column = title.cellIndex;
  const upward = title.getAttribute('aria-sort') === 'ascending';
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [valueOf(row, column), row]);
  rows.sort((a, b) => compare(a[0], b[0], upward ? -1 : 1));
  body.append(...rows.map((entry) => entry[1]));
  table.querySelectorAll('th').forEach((other) => other.removeAttribute('aria-sort'));
  title.setAttribute('aria-sort', upward ? 'descending' : 'ascending');
};
document.querySelectorAll('table').forEach((table) => {
  if (table.tBodies[0].rows.length === 1) return;
  table.querySelectorAll('th').forEach((title) => {
    // No button element: browsers leave it out where they repeat the head of a table on the next page.
    const button = document.createElement('span');
    button.setAttribute('role', 'button');
    button.tabIndex = 0;
    button.append(...title.childNodes);
    button.addEventListener('click', () => sort(table, title));
    button.addEventListener('keydown', (event) => {
      if (!['Enter', ' '].includes(event.key)) return;
      event.preventDefault();
      sort(table, title);
    });
    title.append(button);
  });
});
