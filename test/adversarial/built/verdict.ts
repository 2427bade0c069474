import { type Cell, isAboutAccount, isInside } from '../cells.js';
import type { Applicable, Note } from '../rules.js';
import { accountComplaints } from './accounts.js';
import { receivedSince, type Sight, secretsOf } from './observe.js';
import type { Reply } from './perform.js';
import { answerOf, TRACE_PAGE } from './stack.js';
import { caseOf, type Stage } from './stage.js';

/** How people read each note. */
const WORDS: Readonly<Record<Exclude<Note, 'nothing' | 'step failed'>, RegExp>> = {
  guests: /Guests cannot ask/,
  shared: /shared with another company/,
  'not a member': /You are not a member of that channel/,
  'not listed': /Only some people can ask in this channel/,
  unverified: /Slack does not tell me whether you can ask/,
  'not there':
    /There is no such conversation|opens no conversation|already finished|You have nothing running|no longer stored/,
  'only askers': /Only people who can ask here can/,
  outside: /is limited to some repositories|isn't allowed to see/,
  'who may set': /Only workspace admins and the creator of the channel/,
  'only its account': /This runs with the account of whoever asked/,
  'connect first': /Connect your account/,
  'who may set for all': /Only workspace admins can change these settings, or organization admins/,
  'who may run it': /Only workspace admins can run the doctor, or organization admins/,
  'left out': /\*You\*|Your usage: |queue\.ts/,
  'shared account': /there is nothing to connect/,
  'wrong digits': /not the digits that Slack shows/,
  'who may forget': /Only admins of their workspace can delete the data of somebody else/,
  'who may delete': /Only people who asked in a conversation, and admins of their workspace/,
};

export interface Seen {
  readonly before: Sight;
  readonly after: Sight;
  readonly reply: Reply;
  /** How the step of a workflow ended. */
  readonly step: 'running' | 'completed' | 'failed' | undefined;
}

/** What is wrong with what came of a cell; empty if nothing is. */
export function complaintsAbout(stage: Stage, expected: Applicable, seen: Seen): string[] {
  const got = hasEffect(stage, seen);
  if (expected.kind === 'allowed') {
    return got
      ? accountComplaints(stage, seen.before, seen.after)
      : [`must be allowed; told: ${told(seen)}`];
  }
  return [
    ...(got ? ['must be refused'] : []),
    ...harm(stage, expected.note, seen),
    ...wrongNote(stage, expected.note, seen),
  ];
}

type Changes = Pick<Seen, 'before' | 'after'>;

const told = ({ before, after, reply }: Seen): string =>
  `${receivedSince(before, after)} ${reply}`.trim().split('\n')[0] ?? '';

/** Whether the person got what the cell is after. */
function hasEffect(stage: Stage, { before, after }: Seen): boolean {
  const { cell } = stage;
  const answer = answerOf(caseOf(stage));
  const received = receivedSince(before, after);
  switch (cell.thing) {
    case 'ask':
    case 'follow up':
      return after.questions > before.questions;
    case 'stop':
      return after.stopped;
    case 'show':
    case 'export':
      return received.includes(answer);
    case 'list':
      return secretsOf(stage, before).some((secret) => received.includes(secret));
    case 'share':
      return before.readToken !== undefined && received.includes(before.readToken);
    case 'delete':
      return cell.way === 'slash command'
        ? received.includes('This deletes it from Deep Search')
        : after.conversation === undefined;
    case 'forget':
      return cell.way === 'slash command'
        ? /Delete (your data|the data of \S+) for good/.test(received)
        : /Deleting (your data|the data of)/.test(received) &&
            hasForgotten(stage, { before, after });
    case 'rate':
      return after.rated;
    case 'read answer':
      return received.includes(answer) || received.includes('src/queue.ts');
    case 'share answer':
    case 'share outside':
      return newMessages(before, after).some((text) => text.includes(answer));
    case 'see settings':
      return received.includes('Who can ask');
    case 'change settings':
      return after.settings !== before.settings;
    case 'see workspace settings':
      return received.includes('Deep Search in this workspace');
    case 'change workspace settings':
      return after.workspaceSettings?.includes(`:${stage.names.budget}`) === true;
    case 'see usage':
      return /\*You\*|Your usage: /.test(received);
    case 'see all usage':
      return received.includes('*This workspace*');
    case 'run doctor':
      return /No problems found|\d+ findings?:/.test(received);
    case 'see trace':
      return received.includes(TRACE_PAGE);
    case 'connect':
    case 'disconnect':
      return hasChangedAccount(cell, { before, after }) || hasOpenedForm(cell, received);
    case 'code':
      return received.includes('src/queue.ts');
    case 'share code':
      return newMessages(before, after).some((text) => text.includes('src/queue.ts'));
    case 'overwrite':
      return [...before.messages].some(([ts, text]) => after.messages.get(ts) !== text);
  }
}

function hasChangedAccount({ thing, whose }: Cell, { before, after }: Changes): boolean {
  if (whose === 'another’s') return after.askerAccount !== before.askerAccount;
  if (thing === 'disconnect') return before.ownAccount !== null && after.ownAccount === null;
  return after.ownAccount !== null && after.ownAccount !== before.ownAccount;
}

/** In which they connect their account, or see that it is connected. */
function hasOpenedForm({ thing, way, whose }: Cell, received: string): boolean {
  const opens = thing === 'connect' && whose === 'own' && way !== 'form' && way !== 'sign-in page';
  return opens && /Access token|is connected/.test(received);
}

/** Other than to the person alone: what they are told may be a message in their direct message. */
function postedElsewhere({ own }: Stage, before: Sight, after: Sight): boolean {
  const isNew = (key: string) => !before.messages.has(key) && !key.startsWith(`${own.id} `);
  return [...after.messages.keys()].some(isNew);
}

function newMessages(before: Sight, after: Sight): string[] {
  return [...after.messages].filter(([ts]) => !before.messages.has(ts)).map(([, text]) => text);
}

/** What belongs to an account that is not connected any more stays on the instance, and the receipt says so. */
function hasForgotten({ cell, accounts }: Stage, { before, after }: Changes): boolean {
  if (after.conversation === undefined) return true;
  const isOutOfReach = cell.whose === 'own' && accounts?.asker === true && !accounts.person;
  const received = receivedSince(before, after);
  return isOutOfReach && received.includes('from an account that is no longer connected');
}

/** What a refused request has changed or shown all the same. */
function harm(stage: Stage, note: Note, { before, after }: Seen): string[] {
  const { cell } = stage;
  const received = receivedSince(before, after);
  // A running question changes by itself.
  const isStill = cell.thing !== 'stop';
  const changes: [string, boolean][] = [
    ['a question was asked', after.questions !== before.questions],
    ['the conversation changed', isStill && after.conversation !== before.conversation],
    ['the question was stopped', after.stopped],
    ['something was posted', postedElsewhere(stage, before, after)],
    ['a message changed', isStill && !isSame(before.messages, after.messages)],
    ['the settings changed', after.settings !== before.settings],
    ['an account changed', after.ownAccount !== before.ownAccount && !mayChangeOwn(cell)],
    [
      'the account of somebody else changed',
      after.askerAccount !== before.askerAccount && cell.whose !== 'own',
    ],
    ['a record changed', isStill && after.records !== before.records],
    ['a rating was stored', after.rated],
    ['a preview was shown', cell.way === 'link' && !mayPreview(stage) && after.previews > 0],
  ];
  // They may read the answer, if not all that is said with it.
  const secrets = note === 'left out' ? [] : secretsOf(stage, before);
  const leaks = secrets.filter((secret) => received.includes(secret));
  return [
    ...changes.filter(([, happened]) => happened).map(([what]) => what),
    ...leaks.map((secret) => `the person was shown "${secret}"`),
  ];
}

/** Whoever forges a request for the account of somebody else connects or disconnects their own. */
function mayChangeOwn(cell: Cell): boolean {
  return isAboutAccount(cell) && cell.whose === 'another’s' && cell.way !== 'sign-in page';
}

/** Those who may ask where they paste a link see a preview, which says nothing of where it leads. */
function mayPreview({ cell }: Stage): boolean {
  const { person, place, whose } = cell;
  if (!COLLEAGUES.includes(person)) return false;
  if (!isInside(cell)) return true;
  return place !== 'shared' && (place !== 'restricted' || whose === 'own');
}

const COLLEAGUES: readonly string[] = [
  'member',
  'admin',
  'other admin',
  'organization admin',
  'colleague',
  'admin elsewhere',
  'organization admin elsewhere',
  'former member',
  'other workspace',
];

function isSame(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean {
  return [...before].every(([ts, text]) => after.get(ts) === text);
}

const SILENT: readonly string[] = ['bot', 'workflow', 'deactivated', 'other company'];

function wrongNote({ cell }: Stage, note: Note, seen: Seen): string[] {
  const { before, after, reply, step } = seen;
  const received = `${receivedSince(before, after)}\n${reply}`;
  if (note === 'step failed') {
    return step === 'failed' ? [] : [`the step must have failed; it is ${step}`];
  }
  if (note !== 'nothing') {
    return WORDS[note].test(received) ? [] : [`must be told: ${note}; told: ${told(seen)}`];
  }
  // The view of a forged click says what it likes, as long as nothing changes.
  if (cell.thing === 'overwrite' || mayChangeOwn(cell)) return [];
  const isSilent = SILENT.includes(cell.person);
  // What one may not see is left out of a list, and Home says nothing of a click that does nothing.
  if (!isSilent && (cell.thing === 'list' || cell.way === 'home')) return [];
  const others = Object.values(WORDS).filter((words) => words.test(received));
  const isTold = isSilent ? received.trim() !== '' : others.length > 0;
  return isTold ? [`must be told nothing; told: ${told(seen)}`] : [];
}
