import type { ConversationCommand, ConversationReference } from '../model/conversation-request.js';

/** Longer than any form: a question, then. */
const MOST = 2_000;

const WHICH = '(?:#?(?<id>[1-9]\\d{0,14})|(?<link>https?://\\S+))';

/** Each form, and what it means where the whole text fits it. Undefined: it does not fit after all. */
const FORMS: readonly (readonly [RegExp, (said: Said) => ConversationCommand | undefined])[] = [
  [
    /^list(?: (?<which>mine|starred|all))?(?: by (?<by>created|updated))?$/i,
    ({ which, by }) => ({ do: 'list', which: listOf(which), by: orderOf(by), page: 0 }),
  ],
  [form(`show ${WHICH}`), ({ of }) => of && { do: 'show', of, page: 0 }],
  [form(`star ${WHICH}`), ({ of }) => of && { do: 'star', of }],
  [form(`unstar ${WHICH}`), ({ of }) => of && { do: 'unstar', of }],
  [form(`share ${WHICH}`), ({ of }) => of && { do: 'share', of }],
  [form(`export ${WHICH}`), ({ of }) => of && { do: 'export', of }],
  [form(`delete ${WHICH}`), ({ of }) => of && { do: 'delete', of, sure: false }],
  [/^(?<verb>check)$/i, () => ({ do: 'check' })],
  [form(`check ${WHICH}`), ({ of }) => of && { do: 'check', of }],
  [/^(?<verb>who knows)$/i, () => ({ do: 'owners' })],
  [form(`who knows ${WHICH}`), ({ of }) => of && { do: 'owners', of }],
  [/^(?<verb>usage)$/i, () => ({ do: 'usage' })],
  [/^(?<verb>cancel)$/i, () => ({ do: 'cancel' })],
  [form(`cancel ${WHICH}`), ({ of }) => of && { do: 'cancel', of }],
];

interface Said {
  readonly which?: string | undefined;
  readonly by?: string | undefined;
  readonly of?: ConversationReference | undefined;
}

/**
 * A subcommand, where the whole text is one; undefined where it is a question. Links are kept only
 * as `seal` makes them; without it none is taken.
 */
export function parseErrand(
  said: string,
  seal?: (link: string) => string,
): ConversationCommand | undefined {
  if (said.length > MOST) return undefined;
  const text = said.trim().replace(/\s+/g, ' ');
  for (const [form, errand] of FORMS) {
    const groups = form.exec(text)?.groups;
    const found = groups && errand({ ...groups, of: whichOf(groups, seal) });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value of a button of ours: a subcommand with what only a click can mean. */
export function parseClicked(value: string): ConversationCommand | undefined {
  const [, questionId] = /^stop ([\w.-]{1,150})$/.exec(value) ?? [];
  if (questionId !== undefined) return { do: 'stop', questionId };
  const [, anew] = /^again ([1-9]\d{0,14})$/.exec(value) ?? [];
  if (anew !== undefined) return { do: 'ask-anew', of: { id: Number(anew) } };
  const [, said = '', page, sure] =
    /^(.{1,100}?)(?: page (\d{1,3})| (for good))?$/.exec(value) ?? [];
  const errand = parseErrand(said);
  if (errand === undefined) return undefined;
  if (sure !== undefined) return errand.do === 'delete' ? { ...errand, sure: true } : undefined;
  if (page === undefined) return errand;
  return 'page' in errand ? { ...errand, page: Number(page) } : undefined;
}

function form(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'i');
}

type Groups = Readonly<Record<string, string | undefined>>;

function whichOf(
  { id, link }: Groups,
  seal?: (link: string) => string,
): ConversationReference | undefined {
  if (id !== undefined) return { id: Number(id) };
  return link === undefined || seal === undefined ? undefined : { sealedLink: seal(link) };
}

function listOf(which: string | undefined): (ConversationCommand & { do: 'list' })['which'] {
  const word = which?.toLowerCase();
  return word === 'starred' || word === 'all' ? word : 'mine';
}

function orderOf(by: string | undefined): (ConversationCommand & { do: 'list' })['by'] {
  return by?.toLowerCase() === 'created' ? 'created' : 'updated';
}

/** What the whole of a reply in a thread of ours says where it is an errand about that thread. */
export function errandIn(text: string): ConversationCommand | undefined {
  if (/^check[.!]?$/i.test(text)) return { do: 'check' };
  return /^who knows[?.!]?$/i.test(text) ? { do: 'owners' } : undefined;
}
