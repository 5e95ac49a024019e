{{! SPDX-FileCopyrightText: Tosaic contributors }}{{! SPDX-License-Identifier: GPL-3.0-or-later }}<!DOCTYPE html>
<html lang="{{LANGUAGE:h}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Tosaic">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{{SCRIPT_HASH}}'">
<title>{{TITLE:h}}</title>
<style>
:root { --window: #F5F7FA; --surface: #FFFFFF; --sunken: #E9EDF2; --border: #CBD3DD; --text: #18212C; --muted: #55616F;
  --accent: #1F5FCC; --worse: #B3202A; --better: #2F7A2B; }
@media screen and (prefers-color-scheme: dark) {
  :root { {{DARK_COLOURS}}
    --window: #14181E; --surface: #1B2129; --sunken: #0F1317; --border: #3A4552; --text: #E6EBF1; --muted: #A0ACBA;
    --accent: #7BB0FF; --worse: #FF6B6B; --better: #8FD98A; } }
* { box-sizing: border-box; }
html { background: var(--window); color: var(--text); font: 15px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
body { max-width: 1160px; margin: 0 auto; padding: 40px 24px 64px; font-variant-numeric: tabular-nums; }
header { margin-bottom: 24px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 0 0 12px; }
p { margin: 0 0 12px; overflow-wrap: anywhere; max-width: 96ch; }
.subtitle, .author { color: var(--muted); margin: 0; }
.note { margin: 12px 0 0; padding-left: 12px; border-left: 3px solid var(--border); }
.finding { margin: 0 0 8px; padding-left: 24px; position: relative; }
.finding::before { content: "\2022"; position: absolute; left: 8px; }
.doubt::before { content: "\26A0"; left: 2px; color: var(--worse); }
th [role="button"] { cursor: pointer; }
th [role="button"]:hover, th [role="button"]:focus-visible { text-decoration: underline; }
th[aria-sort="ascending"] [role="button"]::after { content: " \25B4"; }
th[aria-sort="descending"] [role="button"]::after { content: " \25BE"; }
nav { margin: 0 0 24px; padding: 12px 16px; background: var(--sunken); border-radius: 4px; }
nav ol { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
section { background: var(--surface); border: 1px solid var(--border); border-radius: 4px; padding: 20px 24px; margin: 0 0 16px; }
section > :last-child { margin-bottom: 0; }
dl { display: grid; grid-template-columns: minmax(140px, max-content) 1fr; gap: 4px 24px; margin: 0 0 16px; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.tag { display: inline-block; font-size: 11px; line-height: 16px; padding: 0 6px; margin-left: 6px; border: 1px solid var(--border);
  border-radius: 4px; color: var(--muted); vertical-align: 1px; white-space: nowrap; }
.scroll { overflow-x: auto; margin: 0 0 16px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { text-align: left; color: var(--muted); padding: 0 0 6px; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--border); overflow-wrap: break-word; }
.long { overflow-wrap: anywhere; min-width: 17ch; }
th:last-child, td:last-child { padding-right: 0; }
.number + :not(.number) { padding-left: 10px; }
td:first-child:not(.number) { min-width: 18ch; }
th { color: var(--muted); font-weight: 600; vertical-align: bottom; border-bottom-width: 2px; }
tbody tr:last-child td { border-bottom: 0; }
.number { text-align: right; }
td.number { white-space: nowrap; }
figure { margin: 0 0 16px; }
.picture { background: var(--surface); border: 1px solid var(--border); border-radius: 4px; padding: 8px; text-align: center; }
.picture svg { max-width: 100%; height: auto; max-height: 1400px; }
figcaption { color: var(--muted); padding-top: 6px; font-size: 14px; }
@media (max-width: 640px) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 8px; } }
@media print {
  :root { --window: #FFFFFF; --surface: #FFFFFF; --sunken: #F2F4F7; --border: #B9C2CD; --text: #000000; --muted: #444444;
    --accent: #000000; --worse: #B3202A; --better: #2F7A2B; }
  @page { margin: 16mm 14mm;{{#PAPER}} size: {{PAPER_NAME}};{{/PAPER}} }
  html { font-size: 9.5pt; line-height: 1.4; }
  p { margin-bottom: 8px; }
  dl { gap: 1px 24px; }
  body { max-width: none; padding: 0; }
  nav { display: none; }
  section { border: 0; border-top: 1px solid var(--border); border-radius: 0; padding: 12px 0; }
  .scroll { overflow: visible; }
  table { font-size: 8.5pt; line-height: 1.35; }
  th, td { padding: 2pt 7pt 2pt 0; }
  .long { min-width: 12ch; }
  h2, caption { break-after: avoid; }
  tr, figure, caption, dt, dd { break-inside: avoid; }
  thead, tbody tr:nth-child(-n+2) { break-before: avoid; }
  table:not(:has(tbody tr:nth-child(9))) { break-inside: avoid; }
  dl:not(:has(dt:nth-of-type(10))) { break-inside: avoid; }
  thead { display: table-header-group; }
  .picture { border: 0; padding: 0; }
  .picture svg { max-height: 100mm; }
  th [role="button"]::after { content: "" !important; }
  p, li { orphans: 3; widows: 3; }
}
</style>
</head>
<body>
<header>
<h1>{{TITLE:h}}</h1>
{{#SUBTITLE_LINE}}<p class="subtitle">{{SUBTITLE:h}}</p>
{{/SUBTITLE_LINE}}{{#AUTHOR_LINE}}<p class="author">{{AUTHOR:h}}</p>
{{/AUTHOR_LINE}}{{#NOTE}}<p class="note">{{LINE:h}}</p>
{{/NOTE}}</header>
{{#CONTENTS}}<nav><ol>
{{#ENTRY}}<li><a href="#section-{{NUMBER:h}}">{{TITLE:h}}</a></li>
{{/ENTRY}}</ol></nav>
{{/CONTENTS}}<main>
{{#SECTION}}<section id="section-{{NUMBER:h}}">
<h2>{{TITLE:h}}</h2>
{{#BLOCK}}{{#FINDING}}<p class="finding{{#IS_DOUBT}} doubt{{/IS_DOUBT}}">{{BREAKABLE_LINE}}</p>
{{/FINDING}}{{#TEXT}}<p>{{LINE:h}}</p>
{{/TEXT}}{{#FACTS}}<dl>
{{#FACT}}<dt>{{NAME:h}}</dt><dd>{{BREAKABLE_VALUE}}{{#ORIGIN}}<span class="tag">{{TAG:h}}</span>{{/ORIGIN}}</dd>
{{/FACT}}</dl>
{{/FACTS}}{{#TABLE}}<div class="scroll"><table>
{{#CAPTION}}<caption>{{CAPTION_TEXT:h}}</caption>
{{/CAPTION}}<thead><tr>{{#COLUMN}}<th{{#NUMBER_CELL}} class="number"{{/NUMBER_CELL}} scope="col">{{CELL:h}}</th>{{/COLUMN}}</tr></thead>
<tbody>
{{#ROW}}<tr>{{#VALUE_CELL}}<td{{#NUMBER_CELL}} class="number"{{/NUMBER_CELL}}{{#LONG_CELL}} class="long"{{/LONG_CELL}}{{#SORT_VALUE}} data-v="{{RAW}}"{{/SORT_VALUE}}>{{BREAKABLE_CELL}}</td>{{/VALUE_CELL}}</tr>
{{/ROW}}</tbody></table></div>
{{/TABLE}}{{#PICTURE}}<figure><div class="picture">{{SVG}}</div>
{{#CAPTION}}<figcaption>{{CAPTION_TEXT:h}}</figcaption>
{{/CAPTION}}</figure>
{{/PICTURE}}{{/BLOCK}}</section>
{{/SECTION}}</main>
<script>{{SCRIPT}}</script>
</body>
</html>
