/** The style sheet of all pages, light or dark as the system is. */
export const PAGE_STYLE_SHEET = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --page: #fff; --line: #d1d9e0;
  --panel: #f6f8fa; --link: #0969da; --target: #fff8c5; --edge: #d4a72c; --danger: #c02b4b; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9198a1; --page: #0d1117; --line: #3d444d; --panel: #151b23;
    --link: #4493f8; --target: #3a2f0b; --edge: #d29922; --danger: #f2718a; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 16px;
  align-items: baseline; padding: 12px 20px; background: var(--page);
  border-bottom: 1px solid var(--line); }
header nav { font-weight: 600; overflow-wrap: anywhere; }
header .note { color: var(--soft); font-size: 13px; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
main { max-width: 1100px; margin: 0 auto; padding: 20px; }
main.wide { max-width: none; padding: 0; }
code, pre, .code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { overflow-x: auto; padding: 12px 16px; background: var(--panel); border-radius: 6px; }
:not(pre) > code { padding: 1px 5px; background: var(--panel); border-radius: 4px; }
.code { width: 100%; border-collapse: collapse; tab-size: 4; }
.code td { padding: 0 12px; vertical-align: top; }
.code td:first-child { width: 1%; text-align: right; user-select: none; white-space: nowrap; }
.code td:first-child a { color: var(--soft); }
.code td:last-child { white-space: pre-wrap; overflow-wrap: anywhere; }
.code tr { scroll-margin: 30vh; }
.code tr.target, .code tr:target { background: var(--target); }
.code tr.target td:first-child { box-shadow: inset 3px 0 var(--edge); }
ul.files, ul.repositories { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line);
  border-radius: 6px; }
ul.files li, ul.repositories li { padding: 7px 14px; border-top: 1px solid var(--line); }
ul.files li:first-child, ul.repositories li:first-child { border-top: 0; }
.soft { color: var(--soft); }
article { border-top: 1px solid var(--line); padding-top: 8px; margin-top: 28px; }
article:first-of-type { border-top: 0; margin-top: 0; }
article h2 { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 20px; }
form.sign-in label { display: block; font-weight: 600; }
.sign-in input { width: 100%; max-width: 420px; padding: 8px; font: inherit; }
.sign-in button { padding: 6px 14px; font: inherit; }
.repositories p { margin: 2px 0 0; font-size: 13px; }
.facts { color: var(--soft); }
.problem { color: var(--danger); }
progress { width: 120px; vertical-align: middle; }
details { margin: 12px 0; color: var(--soft); }
table { border-collapse: collapse; }
:not(.code) > thead th, :not(.code) > tbody > tr > td { padding: 4px 10px; }
`;

/** Scrolls the first requested line into view. */
export const PAGE_SCRIPT = `document.querySelector('.target')?.scrollIntoView({ block: 'center' });\n`;
