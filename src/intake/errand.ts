import type { Errand } from '../model/intent.js';

/** Longer than any form: a question, then. */
const MOST = 200;

const FORMS: readonly (readonly [RegExp, (groups: Groups) => Errand])[] = [
  [
    /^list(?: (?<which>mine|starred|all))?(?: by (?<by>created|updated))?$/i,
    ({ which, by }) => ({ do: 'list', which: listOf(which), by: orderOf(by), page: 0 }),
  ],
];

type Groups = Readonly<Record<string, string | undefined>>;

/** A subcommand, where the whole text is one; undefined where it is a question. */
export function parseErrand(said: string): Errand | undefined {
  if (said.length > MOST) return undefined;
  const text = said.trim().replace(/\s+/g, ' ');
  for (const [form, errand] of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return errand(groups);
  }
  return undefined;
}

/** The value of a button of ours: a subcommand with what only a click can mean, such as a page. */
export function parseClicked(value: string): Errand | undefined {
  const [, said = '', page] = /^(.{1,100}?)(?: page (\d{1,3}))?$/.exec(value) ?? [];
  const errand = parseErrand(said);
  return errand && page !== undefined ? { ...errand, page: Number(page) } : errand;
}

function listOf(which: string | undefined): (Errand & { do: 'list' })['which'] {
  const word = which?.toLowerCase();
  return word === 'starred' || word === 'all' ? word : 'mine';
}

function orderOf(by: string | undefined): (Errand & { do: 'list' })['by'] {
  return by?.toLowerCase() === 'created' ? 'created' : 'updated';
}
