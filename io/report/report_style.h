// How the page of a report looks, on a screen and on paper.
#pragma once

#include <string_view>

namespace intercusp {

constexpr std::string_view report_style = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #222; background: #fff;
  max-width: 1120px; margin: 0 auto; padding: 28px 32px 48px; }
h1 { font-size: 26px; margin: 0 0 2px; }
h2 { font-size: 18px; margin: 34px 0 10px; padding-bottom: 4px; border-bottom: 1px solid #ddd; }
.files { color: #666; margin: 0 0 18px; overflow-wrap: anywhere; }
.finding { font-size: 18px; line-height: 1.45; margin: 16px 0; padding: 14px 18px; background: #f3f6f9;
  border-left: 4px solid #2d6da3; }
.remarks { margin: 16px 0; padding: 12px 18px; background: #fff6e0; border-left: 4px solid #d08a00; }
.remarks p { margin: 0 0 4px; font-weight: 600; }
.remarks ul { margin: 0; padding-left: 20px; }
.note { color: #666; font-size: 13px; margin: 6px 0 0; }
.pictures { margin: 18px 0; display: grid; grid-template-columns: 1fr 1fr; gap: 18px; }
figure { margin: 0; border: 1px solid #e2e2e2; border-radius: 4px; padding: 6px; break-inside: avoid; }
figure.wide { grid-column: 1 / -1; }
figure img { width: 100%; height: auto; display: block; }
figcaption { color: #666; font-size: 13px; padding: 4px 6px 2px; }
table { border-collapse: collapse; max-width: 100%; font-variant-numeric: tabular-nums; margin: 4px 0; }
th, td { padding: 4px 14px 4px 0; text-align: right; border-bottom: 1px solid #eee; vertical-align: top; }
th { font-weight: 600; color: #444; border-bottom: 1px solid #bbb; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.text { overflow-wrap: anywhere; }
.range { color: #666; font-size: 13px; white-space: nowrap; }
td.place, td.text { white-space: nowrap; }
.facts td { white-space: normal; }
td.next, th.next { border-left: 1px solid #ddd; padding-left: 14px; }
th.group { text-align: left; border-bottom: 1px solid #ddd; }
h3 { font-size: 15px; margin: 22px 0 6px; }
.facts td { text-align: left; }
.facts td:first-child { color: #666; white-space: nowrap; padding-right: 22px; }
.hash { font: 12px ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
footer { margin-top: 36px; padding-top: 10px; border-top: 1px solid #ddd; color: #666; font-size: 13px; }
@media (max-width: 760px) { .pictures { grid-template-columns: 1fr; } }
@media print { body { max-width: none; padding: 0; font-size: 11px; }
  th, td { padding-right: 9px; } .range, .note { font-size: 10px; } h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; } .finding, .remarks { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

}  // namespace intercusp
