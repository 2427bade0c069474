import type { ApiRoute } from '../../local/service/service.js';

/** Between which two effects the process dies. */
export interface CrashPoint {
  readonly name: string;
  /** What is going on. */
  readonly story: Story;
  readonly at: Place;
}

/**
 * `quick`: answered at once. `working`: for some seconds. `late`: past the time in which an answer
 * may replace the status message. `long`: in several messages. `away`: a command where the bot is
 * not a member, so that it goes on in the direct message. `follow-up`: the second in its thread.
 * `stopped`: somebody presses Cancel; `stopping`: and the service takes its time. `unsure`: the reply to the first try was lost before.
 * `withdrawn`: its message is deleted while it is worked on. Past the time limit, `overdue`: nobody says
 * whether to wait, and the answer comes; `kept`: somebody does; `expired`: nobody does, and none comes.
 */
export type Story =
  | 'quick'
  | 'command'
  | 'working'
  | 'late'
  | 'long'
  | 'late-long'
  | 'away'
  | 'follow-up'
  | 'stopped'
  | 'stopping'
  | 'unsure'
  | 'withdrawn'
  | 'overdue'
  | 'kept'
  | 'expired';

/** The call at which it dies, and of those with the same name the ones that say this. */
type Place =
  | { readonly side: 'slack'; readonly method: string; readonly says?: string }
  | { readonly side: 'service'; readonly route: ApiRoute };

const post = (slot: string): Place => ({
  side: 'slack',
  method: 'chat.postMessage',
  says: `"slot":"${slot}"`,
});
const update = (says: string): Place => ({ side: 'slack', method: 'chat.update', says });
const call = (route: ApiRoute): Place => ({ side: 'service', route });

/** Every effect on the far sides, in the order in which a question meets them. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  { name: 'root message', story: 'command', at: post('root') },
  { name: 'opening the direct message', story: 'away', at: opening() },
  { name: 'root message in it', story: 'away', at: post('root') },
  { name: 'status message', story: 'quick', at: post('status') },
  { name: 'look for a status message', story: 'unsure', at: looking() },
  { name: 'create', story: 'quick', at: call('create') },
  { name: 'look for a conversation', story: 'unsure', at: call('list') },
  { name: 'follow-up', story: 'follow-up', at: call('follow-up') },
  { name: 'first read', story: 'quick', at: call('read') },
  { name: 'progress', story: 'working', at: update('Looking through') },
  { name: 'answer as update', story: 'quick', at: saying('answer-') },
  { name: 'second part', story: 'long', at: post('answer.1') },
  { name: 'third part', story: 'long', at: post('answer.2') },
  { name: 'answer as post', story: 'late', at: post('answer.0') },
  { name: 'second part of a post', story: 'late-long', at: post('answer.1') },
  { name: 'status shrinks', story: 'late', at: update('Answered below') },
  { name: '“Stopping…”', story: 'stopping', at: update('Stopping') },
  { name: 'cancel', story: 'stopped', at: call('cancel') },
  { name: '“Stopped by”', story: 'stopped', at: update('Stopped by') },
  { name: 'taking back what was said', story: 'withdrawn', at: deleting() },
  { name: '“Keep waiting, or stop here?”', story: 'overdue', at: post('overdue') },
  { name: '“chose to keep waiting”', story: 'kept', at: update('chose to keep waiting') },
  { name: 'cancel of what is overdue', story: 'expired', at: call('cancel') },
  { name: '“No answer came within”', story: 'expired', at: saying('No answer came within') },
  { name: '“Not waiting any longer”', story: 'expired', at: update('Not waiting any longer') },
];

/** Whatever says it: on a slow machine what was to be an update may be a post. */
function saying(says: string): Place {
  return { side: 'slack', method: '*', says };
}

function opening(): Place {
  return { side: 'slack', method: 'conversations.open' };
}

function deleting(): Place {
  return { side: 'slack', method: 'chat.delete' };
}

function looking(): Place {
  return { side: 'slack', method: 'conversations.replies' };
}

/** A write to Redis at which the process dies, known by what its record says. */
export interface RecordPoint {
  readonly name: string;
  readonly story: 'quick' | 'command' | 'stopped';
  readonly says: RegExp;
}

/** Every step of a question's record, from its event on. */
export const RECORD_POINTS: readonly RecordPoint[] = [
  { name: 'accept an event', story: 'quick', says: /"kind":"ask"/ },
  { name: 'accept a command', story: 'command', says: /"kind":"ask"/ },
  { name: 'first record', story: 'quick', says: /"phase":"received"/ },
  { name: 'status message tried', story: 'quick', says: /"status":\{"at":\d+\}/ },
  { name: 'status message noted', story: 'quick', says: /"status":\{"at":\d+,"ts":/ },
  { name: 'create tried', story: 'quick', says: /"phase":"creating"/ },
  { name: 'conversation noted', story: 'quick', says: /"phase":"processing"/ },
  { name: 'ending noted', story: 'quick', says: /"phase":"ended"/ },
  { name: 'delivered', story: 'quick', says: /"phase":"delivered"/ },
  { name: 'accept a stop', story: 'stopped', says: /"kind":"stop"/ },
  { name: 'stop noted', story: 'stopped', says: /:wishes:[\s\S]*"by":/ },
];
