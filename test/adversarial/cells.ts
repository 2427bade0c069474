/**
 * The dimensions of the table of who may do what. To add a kind of person, a way in, a thing or a place,
 * add a line here, its expected verdict in `rules.ts`, and how it is built in `world/`.
 */

/** Who sends a request. */
export const PEOPLE = {
  member: 'a member of the workspace who is in the place',
  admin: 'a workspace admin who is in the place',
  colleague: 'a member of the workspace who is not in the place',
  'admin elsewhere': 'a workspace admin who is not in the place',
  'other admin': 'an admin of another workspace of the same organization, in the place',
  'organization admin':
    'an admin of the organization, of another workspace of it and no admin of that, in the place',
  'organization admin elsewhere': 'the same, not in the place',
  'former member': 'a member of the workspace who asked in a private channel, and then left it',
  'other workspace': 'a member of another workspace of the same organization, in the place',
  guest: 'a multi-channel guest, in the place',
  'single-channel guest': 'a single-channel guest, in the place',
  stranger: 'somebody whom Slack does not know, or does not show to the app',
  'other company': 'somebody of another company (Slack Connect)',
  deactivated: 'somebody whose account is deactivated, and whose last request is still on its way',
  workflow: 'a workflow that names somebody who did not start it',
  bot: 'another bot',
} as const;
export type Person = keyof typeof PEOPLE;

/** How a request arrives. */
export const WAYS = {
  message: 'a mention in a channel, or any message in a direct message',
  'thread reply': 'a reply in a thread of the app',
  'slash command': '`/deepsearch …`, typed in the place or, by those who are not in it, elsewhere',
  button: 'a button of a message in the place',
  'forged button': 'a click elsewhere whose value names something in the place',
  form: 'a submitted form, or a button in a view',
  'forged form': 'a form or view whose `private_metadata` names the place or a conversation of it',
  'message shortcut': '*Ask about this* on a message of the place',
  'global shortcut': 'the shortcut that opens the form to ask',
  link: 'a link to a conversation, pasted in Slack, and the button of its preview',
  reaction: 'a reaction to the question',
  'workflow step': 'a workflow step that asks',
  home: 'the Home tab',
  'sign-in page':
    'the page in a browser that a link to sign in leads back to, and the digits that are typed there',
} as const;
export type Way = keyof typeof WAYS;

/** What a request is after. */
export const THINGS = {
  ask: 'ask a question in the place',
  'follow up': 'ask in the thread of an answer',
  stop: 'stop a running question',
  show: 'read a conversation',
  list: 'see the title of a conversation in a list',
  share: 'get the share link of a conversation',
  export: 'export a conversation',
  delete: 'delete a conversation',
  forget: 'have everything deleted that is stored of somebody',
  rate: 'rate an answer',
  'read answer': 'get an answer as Markdown, or all of its sources',
  'share answer': 'post a private answer in the channel that it was asked in',
  'share outside': 'post an answer in a channel that is limited to other repositories',
  'see settings': "see the channel's settings",
  'change settings': "change the channel's settings",
  'see workspace settings': 'see the settings of the workspace, or of the organization',
  'change workspace settings': 'change the settings of the workspace, or of the organization',
  'see usage': 'see what one has used',
  'see all usage': 'see what everybody has used',
  'run doctor': 'run `/deepsearch doctor`',
  'see trace': "see the ID of an answer's trace",
  connect: 'connect an account',
  disconnect: 'disconnect an account',
  code: 'use the code tools',
  'share code': 'post a result of the code tools in the place',
  overwrite: 'change a message of the app',
} as const;
export type Thing = keyof typeof THINGS;

/** Where it is. */
export const PLACES = {
  public: 'a public channel',
  private: 'a private channel',
  shared: 'a channel that is shared with another company',
  direct: 'the direct message between a person and the app',
  group: 'a group direct message',
  restricted: 'a public channel in which only listed people may ask',
  'private answers':
    'a public channel whose answers go to the direct message of the person who asked',
  limited:
    'a public channel that was limited to some repositories, after a question about another one was answered in it',
} as const;
export type Place = keyof typeof PLACES;

/** Whose question, conversation, account or data it is. `none`: the thing is not about any. */
export type Whose = 'own' | 'another’s' | 'none';

/** One request: a person does something in some way. */
export interface Cell {
  readonly person: Person;
  readonly way: Way;
  readonly thing: Thing;
  readonly whose: Whose;
  readonly place: Place;
}

/** The things that are about a question, a conversation, an account or a person's data, which may be one's own or not. */
const ABOUT_SOMEBODY: ReadonlySet<Thing> = new Set<Thing>([
  'follow up',
  'stop',
  'show',
  'list',
  'share',
  'export',
  'delete',
  'forget',
  'rate',
  'read answer',
  'share answer',
  'share outside',
  'see trace',
  'connect',
  'disconnect',
]);

function keysOf<K extends string>(of: Readonly<Record<K, string>>): readonly K[] {
  return Object.keys(of) as K[];
}

export const ALL_PEOPLE = keysOf(PEOPLE);
export const ALL_WAYS = keysOf(WAYS);
export const ALL_THINGS = keysOf(THINGS);
export const ALL_PLACES = keysOf(PLACES);

export function whoseOf(thing: Thing): readonly Whose[] {
  return ABOUT_SOMEBODY.has(thing) ? ['own', 'another’s'] : ['none'];
}

/** Its answer is in the direct message of whoever asked. */
export function isAnsweredPrivately({ place, thing }: Pick<Cell, 'place' | 'thing'>): boolean {
  return place === 'private answers' || thing === 'share outside';
}

/** It is about an account of somebody's own. */
export function isAboutAccount({ thing }: Pick<Cell, 'thing'>): boolean {
  return thing === 'connect' || thing === 'disconnect';
}

/** Every combination, those that do not apply too. */
export function allCells(): Cell[] {
  return ALL_PEOPLE.flatMap((person) =>
    ALL_WAYS.flatMap((way) =>
      ALL_THINGS.flatMap((thing) =>
        whoseOf(thing).flatMap((whose) =>
          ALL_PLACES.map((place) => ({ person, way, thing, whose, place })),
        ),
      ),
    ),
  );
}

/** The name of a cell, in tests and in what `npm run adversarial` prints. */
export function nameOf({ person, way, thing, whose, place }: Cell): string {
  const about = whose === 'none' ? thing : `${thing} ${whose}`;
  return `${person} · ${way} · ${about} · ${place}`;
}

const OUTSIDE: ReadonlySet<Person> = new Set<Person>([
  'colleague',
  'admin elsewhere',
  'organization admin elsewhere',
  'former member',
]);

/** Admins of all that the app is installed in: here the organization. */
export function isOrganizationAdmin({ person }: Pick<Cell, 'person'>): boolean {
  return person === 'organization admin' || person === 'organization admin elsewhere';
}

/** Admins of the workspace of whoever asked something, or of the organization. */
export function isAdminOfAsker(cell: Pick<Cell, 'person'>): boolean {
  const { person } = cell;
  return person === 'admin' || person === 'admin elsewhere' || isOrganizationAdmin(cell);
}

/** Whether the person is in the place, and so sees its messages and can click there. */
export function isInside({ person }: Pick<Cell, 'person'>): boolean {
  return !OUTSIDE.has(person);
}
