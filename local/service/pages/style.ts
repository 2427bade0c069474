/** The style sheet of all pages, light or dark as the system is. */
export const PAGE_STYLE_SHEET = `
:root { color-scheme: light dark; --text: #16232a; --soft: #4f626b; --page: #fff; --line: #e0e7e9;
  --line-strong: #c5d0d3; --panel: #f5f8f8; --link: #0a62a9; --accent: #0b776f;
  --accent-strong: #075e58; --accent-soft: #e2f4f1; --danger: #c02b4b; --danger-soft: #fdeef1;
  --target: #fff8e1; --edge: #eab308; --focus: #0b8f86; --deep: #0d2731; --deep-2: #123945;
  --deep-ink: #b9d0d6; --shadow: 0 1px 2px rgb(13 39 49 / 6%), 0 4px 16px rgb(13 39 49 / 6%);
  --mono: "JetBrains Mono", ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dfe8ea; --soft: #a5b5bd; --page: #12191e; --line: #29343b; --line-strong: #3d4b53;
    --panel: #192228; --link: #6cb8f4; --accent: #35b8aa; --accent-strong: #5ad0c3;
    --accent-soft: #12302f; --danger: #f2718a; --danger-soft: #38191f; --target: #2a2413;
    --edge: #b58a12; --focus: #4fd0c2; --deep: #091318; --deep-2: #0d1e25; --deep-ink: #a3b8c0;
    --shadow: none; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page);
  font: 15px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 12px;
  align-items: center; min-height: 52px; padding: 8px 20px; color: #fff;
  background: linear-gradient(170deg, var(--deep-2), var(--deep)); }
header nav { font-weight: 650; overflow-wrap: anywhere; }
header nav a, header .note a { color: inherit; }
header .note { color: var(--deep-ink); font-size: 13px; }
header .note a { text-decoration: underline; }
header .brand { width: 26px; height: 26px; background: url(/assets/icon.svg) center / contain; }
header .who { display: flex; gap: 10px; align-items: center; margin: 0 0 0 auto; font-size: 14px;
  color: var(--deep-ink); }
header button { color: #fff; background: rgb(255 255 255 / 10%); border-color: transparent; }
header button:hover { background: rgb(255 255 255 / 18%); }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
header :focus-visible { outline-color: #fff; }
main { max-width: 1100px; margin: 0 auto; padding: 20px; }
main.wide { max-width: none; padding: 0; }
code, pre, .code { font: 13px/1.5 var(--mono); }
pre { overflow-x: auto; padding: 12px 16px; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; }
:not(pre) > code { padding: 1px 5px; background: var(--panel); border-radius: 4px;
  overflow-wrap: anywhere; }
.code { width: 100%; border-collapse: collapse; tab-size: 4; }
.code td { padding: 0 12px; vertical-align: top; }
.code td:first-child { width: 1%; text-align: right; user-select: none; white-space: nowrap; }
.code td:first-child a { color: var(--soft); }
.code td:last-child { white-space: pre-wrap; overflow-wrap: anywhere; }
.code tr { scroll-margin: 30vh; }
.code tr.target, .code tr:target { background: var(--target); }
.code tr.target td:first-child { box-shadow: inset 3px 0 var(--edge); }
ul.files, ul.repositories, ul.conversations { list-style: none; margin: 0; padding: 0;
  border: 1px solid var(--line); border-radius: 8px; background: var(--page);
  overflow-wrap: anywhere; }
:is(ul.files, ul.repositories, ul.conversations) li { padding: 8px 14px;
  border-top: 1px solid var(--line); }
:is(ul.files, ul.repositories, ul.conversations) li:first-child { border-top: 0; }
.soft { color: var(--soft); }
.facts, .problem { margin: 2px 0 0; font-size: 13px; }
.facts { color: var(--soft); }
.facts:empty { display: none; }
.problem { color: var(--danger); }
progress { width: 96px; height: 8px; margin-left: 6px; accent-color: var(--accent);
  vertical-align: middle; }
article { border-top: 1px solid var(--line); padding-top: 8px; margin-top: 28px; }
article:first-of-type { border-top: 0; margin-top: 0; }
article h2 { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 20px; line-height: 1.35;
  letter-spacing: -.01em; }
article h3 { font-size: 14px; margin-bottom: 4px; }
.answer { overflow-wrap: anywhere; }
.sources { margin-top: 4px; padding-left: 20px; font-size: 14px; overflow-wrap: anywhere; }
.steps { padding-left: 24px; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.working { display: flex; gap: 10px; align-items: center; color: var(--soft); }
.working::before { content: ""; width: 13px; height: 13px; border: 2px solid var(--accent);
  border-right-color: transparent; border-radius: 50%; animation: turn .8s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .working::before { animation-duration: 4s; } }
button { padding: 5px 12px; font: inherit; color: inherit; background: var(--panel); cursor: pointer;
  border: 1px solid var(--line-strong); border-radius: 8px; text-align: left; }
button:hover { background: var(--accent-soft); }
button.primary { color: var(--page); background: var(--accent); border-color: transparent;
  font-weight: 600; }
button.primary:hover { background: var(--accent-strong); }
form.sign-in label { display: block; font-weight: 600; }
.sign-in input { width: 100%; max-width: 420px; padding: 8px 10px; font: inherit; color: inherit;
  background: var(--page); border: 1px solid var(--line-strong); border-radius: 8px; }
form.ask { margin: 0 0 24px; padding: 14px 16px; border: 1px solid var(--line-strong);
  border-radius: 12px; background: var(--page); box-shadow: var(--shadow); }
form.ask:focus-within { border-color: var(--accent);
  box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 18%, transparent); }
form.ask h1 { margin: 0; font-size: 20px; letter-spacing: -.01em; }
form.ask label { font-weight: 650; }
form.ask textarea { display: block; width: 100%; min-height: 56px; margin: 8px 0; padding: 0;
  color: inherit; background: none; border: 0; outline: 0; font: inherit; line-height: 24px;
  resize: vertical; field-sizing: content; max-height: 40vh; }
form.ask textarea::placeholder { color: var(--soft); opacity: .8; }
form.ask .row { display: flex; gap: 12px; align-items: center; justify-content: flex-end; }
form.ask[data-sending] .primary { opacity: .6; }
.hint { flex: 1; color: var(--soft); font-size: 12px; }
kbd { padding: 1px 5px; border: 1px solid var(--line); border-radius: 4px; background: var(--panel);
  font: 600 11px/1.3 inherit; }
.suggestions { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 28px; }
.suggestions button { border-color: var(--accent); color: var(--accent); background: none; }
.suggestions button:hover { background: var(--accent-soft); }
.open { display: none; }
main.front { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 32px; align-items: start;
  max-width: 1240px; padding: 28px 24px 48px; }
.front h2 { margin: 0 0 10px; font-size: 16px; }
.front .count { color: var(--soft); font-weight: 400; }
.front .main > section { margin-bottom: 32px; }
.front :is(.conversations, .repositories) li > a { font-weight: 600; }
.front #conversation { padding: 4px 18px 16px; border: 1px solid var(--line); border-radius: 12px; }
.front #conversation .open { display: block; float: right; margin: 14px 0 0 16px; font-size: 13px; }
.front #conversation .suggestions { margin-bottom: 4px; }
.front #conversation article h2, .panel h2 { font-size: 17px; }
.panel { padding: 16px 18px; border: 1px solid var(--line); border-radius: 12px; }
iframe.diagram { display: block; width: 100%; height: 0; border: 0; }
details { margin: 12px 0; color: var(--soft); }
summary { cursor: pointer; }
table { border-collapse: collapse; }
:not(.code) > thead th, :not(.code) > tbody > tr > td { padding: 4px 10px; }
@media (max-width: 860px) {
  main.front { grid-template-columns: minmax(0, 1fr); gap: 24px; padding: 16px 12px 32px; }
  main.narrow { padding: 16px 12px; }
  .front .main > section { margin-bottom: 24px; }
  .hint { visibility: hidden; }
}
`;
