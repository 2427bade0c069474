import type { Team } from '../state/records.js';

const STYLE = `
:root { color-scheme: light dark; --text: #1d1c1d; --quiet: #616061; --line: #ddd; --back: #f8f8f8; --card: #fff; --button: #007a5a; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e8e8; --quiet: #ababad; --line: #424244; --back: #1a1d21; --card: #222529; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 4vh auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; }
summary, small { color: var(--quiet); }
summary { cursor: pointer; }
form { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
button { padding: 10px 16px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button[value^="allow"] { flex: 1 1 200px; border-color: transparent; background: var(--button); color: #fff; font-weight: 600; }
`;

interface Asked {
  readonly appName: string;
  readonly scopes: readonly string[];
  readonly teams: readonly Team[];
  /** What a button sends along. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The consent page of an installation, with a button for each workspace. */
export function consentPage({ appName, scopes, teams, fields }: Asked): string {
  const list = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  const forms = teams.map((team) => form({ ...fields, team: team.id }, buttonsFor(team)));
  const cancel = form({ ...fields, team: teams[0]?.id ?? '' }, button('deny', 'Cancel'));
  return page(
    `${appName} asks for access`,
    `<p>Where do you want to install it? You are an admin of each workspace here.</p>
<details><summary>It asks for ${scopes.length} scopes</summary><ul>${list}</ul></details>
${forms.join('\n')}
${cancel}`,
  );
}

/** Why there is nothing to consent to, in one sentence each. */
export function refusalPage(problem: string, fix: string): string {
  return page(
    'The app cannot be installed',
    `<p>${escapeHtml(problem)}</p><p>${escapeHtml(fix)}</p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
<p><small>This page belongs to the local workspace, which stands in for Slack.</small></p>
</main>
</html>
`;
}

function buttonsFor({ name, enterpriseId }: Team): string {
  const organization = enterpriseId
    ? button('allow-organization', `Allow in the organization of ${name}`)
    : '';
  return `${button('allow', `Allow in ${name}`)}${organization}`;
}

function button(decision: string, label: string): string {
  return `<button name="decision" value="${decision}">${escapeHtml(label)}</button>`;
}

function form(fields: Readonly<Record<string, string>>, buttons: string): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post">${hidden.join('')}${buttons}</form>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
