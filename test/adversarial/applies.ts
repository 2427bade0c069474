import {
  type Cell,
  isAboutAccount,
  isAnsweredPrivately,
  isInside,
  type Person,
  type Place,
  type Thing,
  type Way,
} from './cells.js';

/** What each way leads to in Slack. */
const LEADS_TO: Readonly<Record<Way, readonly Thing[]>> = {
  message: ['ask'],
  'thread reply': ['follow up', 'stop'],
  'slash command': [
    'ask',
    'stop',
    'show',
    'list',
    'share',
    'export',
    'delete',
    'forget',
    'see settings',
    'see workspace settings',
    'see usage',
    'see all usage',
    'run doctor',
    'connect',
    'disconnect',
    'code',
  ],
  button: [
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
    'see usage',
    'see all usage',
    'run doctor',
    'connect',
    'code',
    'share code',
  ],
  'forged button': [
    'ask',
    'follow up',
    'stop',
    'show',
    'share',
    'export',
    'delete',
    'forget',
    'rate',
    'read answer',
    'share answer',
    'share outside',
    'connect',
    'disconnect',
    'overwrite',
  ],
  form: [
    'ask',
    'rate',
    'change settings',
    'change workspace settings',
    'connect',
    'disconnect',
    'code',
  ],
  'forged form': [
    'follow up',
    'show',
    'share',
    'export',
    'delete',
    'rate',
    'read answer',
    'see settings',
    'change settings',
    'see workspace settings',
    'change workspace settings',
    'connect',
    'disconnect',
    'overwrite',
  ],
  'message shortcut': ['follow up'],
  'global shortcut': ['ask'],
  link: ['show'],
  reaction: ['stop'],
  'workflow step': ['ask'],
  home: ['list', 'show', 'stop', 'see workspace settings', 'see usage', 'see all usage', 'connect'],
  'sign-in page': ['connect'],
};

/** Those who cannot use every way. */
const WAYS_OF: Partial<Readonly<Record<Person, readonly Way[]>>> = {
  bot: ['message', 'thread reply', 'reaction', 'link'],
  workflow: ['message', 'thread reply', 'workflow step'],
};

/** Those who can have asked in a place. */
const ASKERS: ReadonlySet<Person> = new Set<Person>([
  'member',
  'admin',
  'other admin',
  'organization admin',
  'former member',
  'other workspace',
]);

/** Ways that start at a message of the place. */
const IN_PLACE: ReadonlySet<Way> = new Set<Way>([
  'message',
  'thread reply',
  'button',
  'message shortcut',
  'reaction',
]);

const FORGED: ReadonlySet<Way> = new Set<Way>(['forged button', 'forged form']);

/** Places that not every member of the workspace can read. */
const HIDDEN: ReadonlySet<Place> = new Set<Place>(['private', 'direct', 'group']);

/** Reached with the buttons of private notes, which are wherever the command was typed. */
const IN_NOTES: ReadonlySet<Thing> = new Set<Thing>([
  'show',
  'list',
  'share',
  'export',
  'delete',
  'forget',
]);

/** Places that differ in who can ask there. */
const DIFFERENT: ReadonlySet<Place> = new Set<Place>(['public', 'shared', 'direct', 'restricted']);

interface Exclusion {
  /** Why there is no such request. */
  readonly says: string;
  readonly excludes: (cell: Cell) => boolean;
}

/** Why combinations are not tried. The first that excludes a cell counts. */
export const exclusions: readonly Exclusion[] = [
  {
    says: 'There is no such button, command or form: the way does not lead to it.',
    excludes: ({ way, thing }) => !LEADS_TO[way].includes(thing),
  },
  {
    says: 'Slack gives bots and workflows no commands, buttons, forms, shortcuts or Home.',
    excludes: ({ person, way }) => WAYS_OF[person]?.includes(way) === false,
  },
  {
    says: 'Only a private channel has former members: public ones can be read by every member.',
    excludes: ({ person, place }) => person === 'former member' && place !== 'private',
  },
  {
    says: 'Every member can read a public channel, so it makes no difference whether they are in it, except for its settings.',
    excludes: (cell) =>
      !isInside(cell) && !HIDDEN.has(cell.place) && cell.thing !== 'change settings',
  },
  {
    says: 'Those who are not in a place do not see its messages.',
    excludes: (cell) => !isInside(cell) && startsInPlace(cell),
  },
  {
    says: 'A slash command asks where it is typed, and neither the code tools nor usage, accounts, the doctor and the settings of the workspace are about a place.',
    excludes: (cell) =>
      !isInside(cell) &&
      (isAboutNoPlace(cell) || (cell.way === 'slash command' && isAboutPlace(cell.thing))),
  },
  {
    says: 'Usage, accounts and the doctor are the same in all channels where the same people can ask.',
    excludes: (cell) => isAboutNoPlace(cell) && cell.thing !== 'code' && !DIFFERENT.has(cell.place),
  },
  {
    says: 'Home, the form of the workspace’s settings and the page to sign in are in no channel.',
    excludes: (cell) => cell.place !== 'direct' && isInNoChannel(cell),
  },
  {
    says: 'In a channel, `/deepsearch settings` shows the settings of that channel.',
    excludes: ({ way, thing, place }) =>
      thing === 'see workspace settings' && way === 'slash command' && place !== 'direct',
  },
  {
    says: 'Only what is forged names the account of somebody else, or a link to sign in that they were given.',
    excludes: ({ way, thing, whose }) =>
      isAboutAccount({ thing }) &&
      way !== 'sign-in page' &&
      FORGED.has(way) !== (whose === 'another’s'),
  },
  {
    says: 'They are given no link to sign in.',
    excludes: ({ way, whose, person }) =>
      way === 'sign-in page' && whose === 'own' && !mayHaveAsked(person),
  },
  {
    says: 'They have asked nothing there that could be their own.',
    excludes: ({ person, thing, whose }) =>
      whose === 'own' && thing !== 'forget' && !isAboutAccount({ thing }) && !mayHaveAsked(person),
  },
  {
    says: 'In a direct message with the app nobody else asks.',
    excludes: (cell) =>
      cell.place === 'direct' &&
      cell.whose === 'another’s' &&
      isInside(cell) &&
      !isAboutAccount(cell),
  },
  {
    says: 'A direct message has no settings of its own.',
    excludes: ({ place, thing }) =>
      place === 'direct' && (thing === 'see settings' || thing === 'change settings'),
  },
  {
    says: 'Nothing is asked in a shared channel, so it has no thread, answer or question to click on.',
    excludes: (cell) => cell.place === 'shared' && isAboutThreadOf(cell),
  },
  {
    says: 'Only a channel with private answers has answers to share with it.',
    excludes: ({ place, thing }) => thing === 'share answer' && place !== 'private answers',
  },
  {
    says: 'Only of a channel that is limited to some repositories there is anything outside.',
    excludes: ({ place, thing }) => thing === 'share outside' && place !== 'limited',
  },
  {
    says: 'A private answer is in the direct message of the person who asked, where nobody else is.',
    excludes: (cell) =>
      isAnsweredPrivately(cell) && cell.whose === 'another’s' && IN_PLACE.has(cell.way),
  },
  {
    says: 'A private answer is in a direct message, and what holds there is under “direct”.',
    excludes: (cell) => cell.place === 'private answers' && isAnswerInDirect(cell),
  },
];

/** People who can have asked in a place. */
export const mayHaveAsked = (person: Person): boolean => ASKERS.has(person);

/** It starts at a message or at a form that only those who are in the place can open. */
function startsInPlace({ way, thing }: Cell): boolean {
  if (IN_PLACE.has(way)) return true;
  return way === 'form' && (thing === 'rate' || thing === 'change settings');
}

/** Wherever it is typed or clicked, it is the same. A forged form for settings may name a place all the same. */
function isAboutNoPlace({ way, thing }: Cell): boolean {
  if (thing === 'code' || isAboutAccount({ thing })) return true;
  if (thing === 'see usage' || thing === 'see all usage' || thing === 'run doctor') return true;
  return isOfWorkspace(thing) && way !== 'forged form';
}

function isInNoChannel({ way, thing }: Cell): boolean {
  if (way === 'sign-in page') return true;
  if (way === 'form') return thing === 'change workspace settings';
  return way === 'home' && !['list', 'show', 'stop'].includes(thing);
}

function isOfWorkspace(thing: Thing): boolean {
  return thing === 'see workspace settings' || thing === 'change workspace settings';
}

function isAboutPlace(thing: Thing): boolean {
  return thing === 'ask' || thing === 'see settings';
}

function isAboutThreadOf({ way, thing, whose }: Cell): boolean {
  if (isAboutAccount({ thing })) return false;
  if (thing === 'overwrite') return true;
  if (whose === 'none') return thing === 'rate' || (way === 'forged button' && thing === 'ask');
  const typedThere = way === 'slash command' || way === 'button' || way === 'link';
  return !(typedThere && (IN_NOTES.has(thing) || way === 'slash command'));
}

/** What happens to an answer in a direct message, however it got there. */
function isAnswerInDirect({ way, thing }: Cell): boolean {
  if (thing === 'follow up' || thing === 'rate' || thing === 'read answer') return true;
  return thing === 'stop' && way !== 'slash command' && way !== 'forged button';
}

/** Where the trace of an answer is shown, the answer is. */
export function readsAnswer(cell: Cell): Cell {
  return cell.thing === 'see trace' ? { ...cell, thing: 'read answer' } : cell;
}

/** Why there is no such request; undefined if there is. */
export function reasonNotToApply(cell: Cell): string | undefined {
  const shown = readsAnswer(cell);
  return exclusions.find(({ excludes }) => excludes(shown))?.says;
}
