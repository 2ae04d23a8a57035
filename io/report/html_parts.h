// Small pieces of HTML from which the sections of a report are made.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/report/first_page.h"
#include "io/wording/section.h"

namespace intercusp {

//! The text with its special characters escaped, so that it cannot become markup.
[[nodiscard]] std::string escaped(std::string_view text);

//! The page's Content-Security-Policy, a second line of defence behind `escaped`. A browser then applies and
//! runs only these texts, and loads only pictures that are embedded in the page.
[[nodiscard]] std::string policy_html(std::span<const std::string> styles,
                                      std::span<const std::string> scripts);

[[nodiscard]] std::string base64(std::string_view bytes);

//! One side of both arches, 8 × 2 places, as the dentist sees the patient: the right side's eighth tooth is
//! at the left.
[[nodiscard]] std::string tooth_chart_svg(const FirstPage& page, bool right_side);

//! A bar in two parts, with its middle marked and the interval of the border between the parts.
[[nodiscard]] std::string balance_svg(const BalanceShare& balance, const std::string& first,
                                      const std::string& second);

//! \pre the chart has bars
[[nodiscard]] std::string bars_svg(const BarChart& chart);

constexpr std::string_view report_style = R"(
:root { color-scheme: light; --ink: #222; --pale: #666; --paper: #fff; --line: #ddd; --soft: #f3f6f9; --accent: #2d6da3;
  --second: #e0a458; --warn: #fff6e0; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --ink: #e6e6e6; --pale: #a5a5a5;
  --paper: #16181b; --line: #3a3d42; --soft: #20252b; --accent: #6aa9dd; --second: #b9803a; --warn: #3a2f14; } }
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1120px; margin: 0 auto; padding: 28px 32px 48px; }
h1 { font-size: 26px; margin: 0 0 2px; }
h2 { font-size: 18px; margin: 34px 0 10px; padding-bottom: 4px; border-bottom: 1px solid var(--line); }
.files { color: var(--pale); margin: 0 0 18px; overflow-wrap: anywhere; }
.finding { font-size: 18px; line-height: 1.45; margin: 16px 0; padding: 14px 18px; background: var(--soft);
  border-left: 4px solid var(--accent); }
.remarks { margin: 16px 0; padding: 12px 18px; background: var(--warn); border-left: 4px solid #d08a00; }
.remarks p { margin: 0 0 4px; font-weight: 600; }
.remarks ul { margin: 0; padding-left: 20px; }
.note { color: var(--pale); font-size: 13px; margin: 6px 0 0; }
.pictures { margin: 18px 0; display: grid; grid-template-columns: 1fr 1fr; gap: 18px; }
figure { margin: 0; border: 1px solid var(--line); border-radius: 4px; padding: 6px; break-inside: avoid; }
figure.wide { grid-column: 1 / -1; }
figure img { width: 100%; height: auto; display: block; }
figcaption { color: var(--pale); font-size: 13px; padding: 4px 6px 2px; }
table { border-collapse: collapse; max-width: 100%; font-variant-numeric: tabular-nums; margin: 4px 0; }
th, td { padding: 4px 14px 4px 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--ink); border-bottom: 1px solid var(--line); }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.text { overflow-wrap: anywhere; }
.range { color: var(--pale); font-size: 13px; white-space: nowrap; }
td.place, td.text { white-space: nowrap; }
.facts td { white-space: normal; }
td.next, th.next { border-left: 1px solid var(--line); padding-left: 14px; }
th.group { text-align: left; border-bottom: 1px solid var(--line); }
h3 { font-size: 15px; margin: 22px 0 6px; }
.facts td { text-align: left; overflow-wrap: anywhere; }
.facts td:first-child { color: var(--pale); white-space: nowrap; padding-right: 22px; }
.hash { font: 12px ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
footer { margin-top: 36px; padding-top: 10px; border-top: 1px solid var(--line); color: var(--pale); font-size: 13px; }
.wide { overflow-x: auto; max-width: 100%; }
figure.wide { overflow-x: visible; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 24px; }
header .case { margin: 0 0 0 auto; font-size: 18px; font-weight: 600; max-width: 60%; overflow-wrap: anywhere; text-align: right; }
header .case, header .files { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
header .files { flex-basis: 100%; overflow-wrap: anywhere; margin: 0; font-size: 13px; }
.first { margin-bottom: 40px; padding-bottom: 20px; border-bottom: 1px solid var(--line); }
.first .finding { margin: 10px 0; padding: 10px 16px; }
.first h3 { margin: 4px 0; }
.first .remarks { margin: 8px 0; padding: 8px 16px; }
.first ul { margin: 0; padding-left: 18px; font-size: 13px; line-height: 1.4; overflow-wrap: anywhere; }
.key { display: flex; flex-wrap: wrap; gap: 6px 36px; margin: 8px 0; }
.key dt { color: var(--pale); font-size: 13px; }
.key dd { margin: 0; font-size: 20px; font-weight: 600; }
.key span { font-size: 13px; font-weight: 400; color: var(--pale); padding-left: 8px; }
.arches, .halves { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 20px; align-items: start; margin: 8px 0; }
.halves { gap: 8px 0; }
.halves > div { padding-right: 24px; min-width: 0; }
.arches img { width: 100%; height: auto; display: block; background: #fff; border-radius: 4px; }
svg.chart, svg.balance { width: 100%; height: auto; display: block; font-size: 14px; }
svg text:not([fill]) { fill: var(--ink); }
svg.chart text { text-anchor: middle; }
.number { font-weight: 600; }
svg .pale { fill: var(--pale); font-weight: 400; }
.area { font-weight: 600; font-size: 14px; }
.depth { font-size: 13px; }
.missing { fill: none; }
.free { fill: none; stroke: var(--pale); }
.contact { stroke: #444; }
.doubt { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 5 4; }
svg.balance { max-width: 400px; }
svg.bars { width: 100%; max-width: 720px; height: auto; display: block; margin: 8px 0; font-size: 13px; }
.axis { stroke: var(--pale); stroke-width: 0.7; fill: none; }
.end { text-anchor: end; }
svg .small { text-anchor: middle; font-size: 12px; fill: var(--pale); }
.first-part { fill: var(--accent); }
.second-part { fill: var(--second); }
.middle, .interval { stroke: var(--ink); stroke-width: 2; fill: none; }
@media screen and (max-width: 760px) { body { padding: 14px 14px 32px; }
  .pictures, .arches, .halves { grid-template-columns: 1fr; } .halves > div { padding-right: 0; }
  header .case { margin: 0; max-width: 100%; text-align: left; flex-basis: 100%; } }
@media print { .first { break-after: page; border: 0; } .first .finding { font-size: 15px; }
  .wide { overflow: visible; }
  svg, img { print-color-adjust: exact; -webkit-print-color-adjust: exact; } body { max-width: none; padding: 0; font-size: 11px; }
  th, td { padding-right: 9px; } .range, .note { font-size: 10px; } h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; } .finding, .remarks { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

}  // namespace intercusp
