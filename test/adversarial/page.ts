import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exclusions } from './applies.js';
import { ALL_PLACES, ALL_THINGS, allCells, PEOPLE, PLACES, THINGS, WAYS } from './cells.js';
import { rowsOf, type TableRow } from './merge-rows.js';
import { ACCOUNT_RULES, isChangedBy, SETUPS } from './own-accounts.js';
import { expectedVerdict, NOTES, RULES } from './rules.js';

const PAGE = join(dirname(dirname(import.meta.dirname)), 'docs', 'access.md');

export const readPage = (): string => readFileSync(PAGE, 'utf8');
export const writePage = (): void => writeFileSync(PAGE, accessPage());

/** The text of docs/access.md. */
export function accessPage(): string {
  const cells = allCells().map(expectedVerdict);
  const requests = cells.filter(({ kind }) => kind !== 'does not apply').length;
  const withAccounts = Object.values(SETUPS).map(
    (accounts) => allCells().filter((cell) => isChangedBy(cell, accounts)).length,
  );
  const more = withAccounts.reduce((sum, each) => sum + each, 0);
  return `${[
    '# Who may do what',
    `Every kind of person, in every way in, after every thing, in every place: ${count(requests)} requests, and what must come of each. The rules follow from [SECURITY.md](../SECURITY.md), and were written separately from the code. \`npm test\` tries the permissions on all of them, and the built bot on a sample; \`npm run adversarial\` tries the built bot on all of them, and on ${count(more)} more with [accounts of people's own](#with-accounts-of-their-own), against the local service and the local workspace, which takes about an hour (\`--shard 1/4\` tries a quarter). It looks at what the person is told, and that a refused request has created, changed, deleted, posted and shown nothing.`,
    'In the tables, the app is installed on an Enterprise Grid organization, and its admins may do what concerns everybody. Where the app is installed in one workspace, admins of that workspace may do the same ([whose admins](workspace-settings.md#in-slack)).',
    'This page is generated from the same source as the tests: `npm run adversarial -- --write`.',
    '## The rules',
    'The first rule that is about a request decides it.',
    RULES.map(({ says }, i) => `${i + 1}. ${says}`).join('\n'),
    '## With accounts of their own',
    'With `ACCESS_MODE` `linked` and `both`, questions and conversations may belong to the [own account](connect.md) of the person who asked. Most of these rules take away from what the tables allow. Those of accounts themselves decide what the tables refuse where everybody shares one, and the last is about links only:',
    ACCOUNT_RULES.map(({ says }, i) => `${i + 1}. ${says}`).join('\n'),
    'All requests to which accounts make a difference are tried, and what only admins may do in each mode, with accounts that were connected by pasting a token; the page to sign in is tried as well. The tests also check whose token was used. Nothing runs with the account of somebody else, with two exceptions: admins stop questions and delete data, and one answer is read again for whoever can read it in Slack.',
    table(
      ['setup', '`ACCESS_MODE`', 'asked with', 'who sends the request', 'requests'],
      Object.entries(SETUPS).map(([name, { mode, asker, person }], i) => [
        name,
        `\`${mode}\``,
        asker ? 'their own account' : 'the shared account',
        person ? 'has connected an account' : 'has none, or has disconnected it',
        count(withAccounts[i] ?? 0),
      ]),
    ),
    '## The words',
    table(['who', 'is'], Object.entries(PEOPLE)),
    table(['how', 'is'], Object.entries(WAYS)),
    table(['where', 'is'], Object.entries(PLACES)),
    table(['in the tables', 'the request is'], notes()),
    '## The tables',
    'A row stands for those of its people and ways to which it applies, and – for what nobody can send.',
    ...tables().flatMap(({ things, rows }) => [`### ${title(things.join('; '))}`, rows]),
    '## What does not apply',
    `${count(cells.length - requests)} combinations are not tried. Nobody could send such a request, or it is the same as another:`,
    exclusions.map(({ says }) => `- ${says}`).join('\n'),
  ].join('\n\n')}\n`;
}

/** One for all things that have the same. */
function tables(): { readonly things: string[]; readonly rows: string }[] {
  const byRows = new Map<string, string[]>();
  for (const thing of ALL_THINGS) {
    const rows = tableOf(rowsOf(thing));
    byRows.set(rows, [...(byRows.get(rows) ?? []), THINGS[thing]]);
  }
  return [...byRows].map(([rows, things]) => ({ things, rows }));
}

function notes(): [string, string][] {
  return [
    ['yes', 'allowed'],
    ...Object.entries(NOTES).map(([name, says]): [string, string] => [
      name,
      name === 'nothing' ? 'refused, and the person is told nothing' : `refused: ${says}`,
    ]),
  ];
}

function tableOf(rows: readonly TableRow[]): string {
  const hasWhose = rows.some(({ whose }) => whose.join() !== 'none');
  const head = ['who', 'how', ...(hasWhose ? ['whose'] : []), ...ALL_PLACES];
  return table(
    head,
    rows.map(({ people, ways, whose, verdicts }) => [
      people.join(', '),
      ways.join(', '),
      ...(hasWhose ? [whose.length > 1 ? 'any' : whose.join()] : []),
      ...verdicts.map((verdict) => verdict ?? '–'),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const count = (n: number): string => n.toLocaleString('en');
