import { readsAnswer, reasonNotToApply } from './applies.js';
import {
  type Cell,
  isAboutAccount,
  isAdminOfAsker,
  isInside,
  isOrganizationAdmin,
  type Person,
  type Thing,
  type Way,
} from './cells.js';

/** What a refused person is told. */
export const NOTES = {
  guests: 'guests cannot ask',
  shared: 'the channel is shared with another company',
  'not a member': 'they are not a member of that channel',
  'not listed': 'only some people can ask in the channel',
  unverified: 'Slack does not say whether they can ask',
  'not there': 'there is no such thing, or they cannot access it',
  'only askers': 'only people who can ask there can do that',
  outside: 'the channel is limited to other repositories',
  'who may set': 'only admins and the creator of the channel can change its settings',
  'who may set for all':
    'only organization admins can change the settings of the workspace, as the app is installed on the organization',
  'who may run it': 'only organization admins can run the doctor, for the same reason',
  'who may delete': 'only those who asked in it, and admins of their workspace, can delete it',
  'who may forget': 'only admins of their workspace can have the data of somebody else deleted',
  'only its account':
    'it runs with the account of whoever asked, who alone can do that, and admins of their workspace',
  'left out': 'they are shown the rest, without that',
  'shared account': 'everybody shares one account, so there is nothing to connect',
  'wrong digits': 'these are not the digits that Slack shows to whoever was given the link',
  'connect first': 'their account must be connected first',
  'step failed': 'the workflow is told, as the error of its step',
  nothing: 'nothing',
} as const;
export type Note = keyof typeof NOTES;

/** What a request leads to. */
export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly note: Note }
  | { readonly kind: 'does not apply'; readonly reason: string };

export type Applicable = Exclude<Verdict, { readonly kind: 'does not apply' }>;

/** A rule of SECURITY.md. The first one that is about a cell decides it. */
export interface Rule {
  /** One sentence, as docs/access.md shows it. */
  readonly says: string;
  readonly isAbout: (cell: Cell) => boolean;
  readonly decides: (cell: Cell) => Applicable;
}

const ALLOWED: Applicable = { kind: 'allowed' };
const refused = (note: Note): Applicable => ({ kind: 'refused', note });
const told = (note: Note) => () => refused(note);
const toldAsTheWayDoes = (note: Note) => (cell: Cell) => refused(wordsOf(cell, note));

const SILENT: ReadonlySet<Person> = new Set<Person>([
  'bot',
  'workflow',
  'deactivated',
  'other company',
]);
const GUESTS: ReadonlySet<Person> = new Set<Person>(['guest', 'single-channel guest']);
const IN_A_FORM: ReadonlySet<Way> = new Set<Way>(['form', 'global shortcut']);
/** A conversation as a whole, which one may also reach from outside its place. */
const OF_A_CONVERSATION: ReadonlySet<Thing> = new Set<Thing>([
  'show',
  'list',
  'share',
  'export',
  'delete',
]);

/** Written from SECURITY.md, separately from the code. */
export const RULES: readonly Rule[] = [
  {
    says: 'No message of the app can be changed by a forged value, whoever sends it.',
    isAbout: ({ thing }) => thing === 'overwrite',
    decides: told('nothing'),
  },
  {
    says: 'Where everybody shares one account, there is no page to sign in.',
    isAbout: ({ way }) => way === 'sign-in page',
    decides: told('nothing'),
  },
  {
    says: 'The ID of a trace is shown with an answer to organization admins, where they may read that; to nobody else.',
    isAbout: ({ thing }) => thing === 'see trace',
    decides: (cell) => {
      const read = decisionOn(readsAnswer(cell));
      if (read.kind === 'refused' || isOrganizationAdmin(cell)) return read;
      return refused('left out');
    },
  },
  {
    says: 'Answers that were given in private are shared only by those who asked: a forged button of anybody else finds nothing to share.',
    isAbout: ({ way, thing }) =>
      way === 'forged button' && (thing === 'share answer' || thing === 'share outside'),
    decides: told('not there'),
  },
  {
    says: "A channel's settings are changed by its creator, by workspace admins who are in it, and by organization admins who can read it, and by nobody else.",
    isAbout: ({ thing }) => thing === 'change settings',
    decides: (cell) => (isAdminThere(cell) ? ALLOWED : refused('who may set')),
  },
  {
    says: 'The settings of the workspace are changed by organization admins, and by nobody else.',
    isAbout: ({ thing }) => thing === 'change workspace settings',
    decides: (cell) => (isOrganizationAdmin(cell) ? ALLOWED : refused('who may set for all')),
  },
  {
    says: 'A workflow step asks only for the person who started the workflow or last clicked a button in it, and only where that person may ask; otherwise the step fails and says why.',
    isAbout: ({ way }) => way === 'workflow step',
    decides: (cell) => (mayAskThere(cell) ? ALLOWED : refused('step failed')),
  },
  {
    says: 'Bots, workflows, people of other companies and deactivated people get no answer and no note; a form, a view and the button of an edited question say that only people who can ask may use them.',
    isAbout: ({ person }) => SILENT.has(person),
    decides: toldAsTheWayDoes('nothing'),
  },
  {
    says: 'If Slack does not say who somebody is, the answer is no, and they are told.',
    isAbout: ({ person }) => person === 'stranger',
    decides: toldAsTheWayDoes('unverified'),
  },
  {
    says: 'The doctor is run by organization admins, wherever they are, and by nobody else.',
    isAbout: ({ thing }) => thing === 'run doctor',
    decides: (cell) => (isOrganizationAdmin(cell) ? ALLOWED : refused('who may run it')),
  },
  {
    says: 'Whoever gets an answer or a note may have their own data deleted, guests too, wherever they say so; that of somebody else is deleted by admins of that person’s workspace or of the organization, and by nobody else.',
    isAbout: ({ thing }) => thing === 'forget',
    decides: (cell) =>
      cell.whose === 'own' || isAdminOfAsker(cell) ? ALLOWED : refused('who may forget'),
  },
  {
    says: 'Guests get no answer, and are told so; in a shared channel their messages are ignored, and their links are never shown a preview. They can still disconnect an account that they connected earlier.',
    isAbout: ({ person, thing }) => GUESTS.has(person) && thing !== 'disconnect',
    decides: toldAsTheWayDoes('guests'),
  },
  {
    says: 'Where everybody shares one account, there is nothing to connect or disconnect.',
    isAbout: isAboutAccount,
    decides: told('shared account'),
  },
  {
    says: 'Nothing is asked or shown in a channel that is shared with another company.',
    isAbout: ({ place }) => place === 'shared',
    decides: toldAsTheWayDoes('shared'),
  },
  {
    says: 'An answer that is outside of what a channel may see is shown there all the same only by admins who asked for it, can change that setting, and were told what it shows.',
    isAbout: ({ thing }) => thing === 'share outside',
    decides: (cell) => (isAdminThere(cell) ? ALLOWED : refused('outside')),
  },
  {
    says: 'A channel that is limited to some repositories is shown nothing of others, whoever asks there: not by the code tools, nor by the buttons under an answer, nor by a conversation of one’s own, which is there in the direct message.',
    isAbout: (cell) => cell.place === 'limited' && isShownThere(cell),
    decides: told('outside'),
  },
  {
    says: "A button acts on what is in its own channel: one's own running question can be stopped from anywhere, everything else in another channel is not there.",
    isAbout: ({ way, thing }) => way === 'forged button' && isAboutAMessage(thing),
    decides: ({ thing, whose }) =>
      thing === 'stop' && whose === 'own' ? ALLOWED : refused('not there'),
  },
  {
    says: 'What is typed, clicked or asked in a channel with listed people is for these people only; settings can be seen by everybody who could ask there otherwise.',
    isAbout: (cell) => cell.place === 'restricted' && cell.whose !== 'own' && isAskedThere(cell),
    decides: (cell) => (isSeeingSettings(cell) ? ALLOWED : refused(wordsOf(cell, 'not listed'))),
  },
  {
    says: 'A conversation can be deleted by those who asked in it and by admins of their workspace or of the organization, if they can see all of its questions.',
    isAbout: (cell) => cell.thing === 'delete' && canOpen(cell) && cell.whose !== 'own',
    decides: (cell) => (isAdminOfAsker(cell) ? ALLOWED : refused('who may delete')),
  },
  {
    says: 'A conversation can be opened by those who asked in it, and by everybody who may ask if it took place in a public channel, as far as that may see it now; to everybody else it does not exist.',
    isAbout: ({ thing }) => OF_A_CONVERSATION.has(thing),
    decides: (cell) => (canOpen(cell) ? ALLOWED : refused(wordsOf(cell, 'not there'))),
  },
  {
    says: "Home lists and stops one's own running questions only.",
    isAbout: ({ way, whose }) => way === 'home' && whose !== 'none',
    decides: ({ whose }) => (whose === 'own' ? ALLOWED : refused('nothing')),
  },
  {
    says: 'A command stops the running questions of a conversation that one can open.',
    isAbout: ({ way, thing }) => way === 'slash command' && thing === 'stop',
    decides: (cell) => (canOpen(cell) ? ALLOWED : refused('not there')),
  },
  {
    says: 'A form that names a direct message asks in the direct message of the person who sends it, whichever it names.',
    isAbout: (cell) =>
      !isInside(cell) && cell.thing === 'ask' && cell.place === 'direct' && IN_A_FORM.has(cell.way),
    decides: () => ALLOWED,
  },
  {
    says: 'A form or shortcut that names a place which the person cannot read is refused.',
    isAbout: (cell) => !isInside(cell),
    decides: (cell) => {
      const isNamed = cell.thing === 'ask' || cell.thing === 'follow up';
      return refused(isNamed || isSeeingSettings(cell) ? 'not a member' : 'not there');
    },
  },
  {
    says: 'What everybody has used is shown to organization admins; everybody sees what they have used themselves.',
    isAbout: (cell) => cell.thing === 'see all usage' && !isOrganizationAdmin(cell),
    decides: told('left out'),
  },
  {
    says: 'Members of the workspace and of its organization may do everything else where they are.',
    isAbout: () => true,
    decides: () => ALLOWED,
  },
];

/** An admin who is in the place, of whichever workspace of the organization; or of that, who can read it. */
function isAdminThere(cell: Cell): boolean {
  const { person, place } = cell;
  if (!isInside(cell)) return isOrganizationAdmin(cell) && place !== 'private' && place !== 'group';
  return person === 'admin' || person === 'other admin' || isOrganizationAdmin(cell);
}

/** It shows code, or what the answer says, in the place itself. */
function isShownThere({ way, thing, whose }: Cell): boolean {
  if (thing === 'code' || thing === 'share code') return true;
  if (thing === 'read answer') return way !== 'forged button';
  const isContent = thing === 'show' || thing === 'share' || thing === 'export';
  return isContent && whose === 'own' && ['slash command', 'button', 'link'].includes(way);
}

/** Whether those who may ask at all may open the conversation. Its question may be listed and stopped all the same. */
function canOpen({ whose, place, thing }: Cell): boolean {
  if (place === 'limited' && (thing === 'list' || thing === 'stop')) return true;
  return whose === 'own' || place === 'public' || place === 'restricted' || place === 'shared';
}

/** Whether the person may ask in the place, whatever the way. */
function mayAskThere(cell: Cell): boolean {
  const { person, place } = cell;
  const isColleague = !SILENT.has(person) && !GUESTS.has(person) && person !== 'stranger';
  return isColleague && isInside(cell) && place !== 'shared' && place !== 'restricted';
}

function isSeeingSettings({ thing }: Pick<Cell, 'thing'>): boolean {
  return thing === 'see settings' || thing === 'see workspace settings';
}

/** It is about one message of the app: an answer, or a running question. */
function isAboutAMessage(thing: Thing): boolean {
  return ['ask', 'follow up', 'stop', 'rate', 'read answer'].includes(thing);
}

/** The request comes from the place, or names it as where it comes from. */
function isAskedThere({ way, thing }: Cell): boolean {
  if (way === 'home' || way === 'forged button') return false;
  return way !== 'forged form' || !OF_A_CONVERSATION.has(thing);
}

/** Which note a person gets who is refused for this reason: some ways have words of their own. */
export function wordsOf(cell: Cell, reason: Note): Note {
  const { way, thing, person, place } = cell;
  if (way === 'link') return reason === 'not there' ? reason : 'nothing';
  if (thing === 'list' && reason === 'not there') return 'nothing';
  const isMessage = way === 'message' || way === 'thread reply';
  const isUnknown = GUESTS.has(person) || person === 'stranger';
  if (isUnknown && place === 'shared' && isMessage) return 'nothing';
  if (reason === 'unverified') return reason;
  if (opensView(cell)) return reason === 'not there' ? reason : 'only askers';
  if (thing === 'follow up' && way === 'forged button') return 'only askers';
  if (reason === 'nothing') return reason;
  if (thing === 'rate' || thing === 'read answer') return 'only askers';
  if (thing === 'stop' && way !== 'slash command' && way !== 'home') return 'only askers';
  return reason;
}

/** It is shown in a view, which says itself that the person cannot see it. */
function opensView({ way, thing }: Cell): boolean {
  if (isAboutAccount({ thing }) || isSeeingSettings({ thing })) return true;
  if (way === 'message shortcut') return true;
  if (way === 'home') return thing === 'show';
  if (way === 'form') return thing === 'code';
  return way === 'forged form' && (thing === 'read answer' || OF_A_CONVERSATION.has(thing));
}

/** The rule that decides a cell to which something applies. */
function ruleOf(cell: Cell): Rule {
  const rule = RULES.find(({ isAbout }) => isAbout(cell));
  if (rule === undefined) throw new Error('the last rule is about everything');
  return rule;
}

function decisionOn(cell: Cell): Applicable {
  return ruleOf(cell).decides(cell);
}

/** What must come of a request. */
export function expectedVerdict(cell: Cell): Verdict {
  const reason = reasonNotToApply(cell);
  if (reason !== undefined) return { kind: 'does not apply', reason };
  return decisionOn(cell);
}
