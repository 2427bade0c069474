import type { ApiRoute } from '../../local/service/service.js';

/** A call during which the process is killed. */
export interface CrashPoint {
  readonly name: string;
  /** What happens until then. */
  readonly scenario: CrashScenario;
  readonly at: CallMatcher;
}

/**
 * - `quick`: answered at once; `working`: after some seconds; `late`: after the time in which an answer
 *   may still replace the status message
 * - `long`: an answer of several messages; `late-long`: both
 * - `command`: a slash command; `away`: one in a channel that the bot is not in, continued in the DM
 * - `follow-up`: the second question of a thread
 * - `stopped`: Cancel is pressed; `stopping`: the same, and the service is slow to cancel
 * - `unsure`: the reply to the first attempt was lost
 * - `withdrawn`: the message is deleted while the service works on it
 * - past the time limit, `overdue`: nobody chooses, and the answer comes; `kept`: somebody keeps
 *   waiting; `expired`: nobody chooses, and no answer comes
 */
export type CrashScenario =
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

/** Matches the call at which the process is killed; `says` is part of its arguments. */
type CallMatcher =
  | { readonly side: 'slack'; readonly method: string; readonly says?: string }
  | { readonly side: 'service'; readonly route: ApiRoute };

const post = (slot: string): CallMatcher => ({
  side: 'slack',
  method: 'chat.postMessage',
  says: `"slot":"${slot}"`,
});
const update = (says: string): CallMatcher => ({ side: 'slack', method: 'chat.update', says });
const call = (route: ApiRoute): CallMatcher => ({ side: 'service', route });

/** Every call with an effect on Slack or the service, in the order in which a question makes them. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  { name: 'root message', scenario: 'command', at: post('root') },
  { name: 'opening the direct message', scenario: 'away', at: opening() },
  { name: 'root message in it', scenario: 'away', at: post('root') },
  { name: 'status message', scenario: 'quick', at: post('status') },
  { name: 'look for a status message', scenario: 'unsure', at: looking() },
  { name: 'create', scenario: 'quick', at: call('create') },
  { name: 'look for a conversation', scenario: 'unsure', at: call('list') },
  { name: 'follow-up', scenario: 'follow-up', at: call('follow-up') },
  { name: 'first read', scenario: 'quick', at: call('read') },
  { name: 'progress', scenario: 'working', at: update('Searching the code') },
  { name: 'answer as update', scenario: 'quick', at: saying('answer-') },
  { name: 'second part', scenario: 'long', at: post('answer.1') },
  { name: 'third part', scenario: 'long', at: post('answer.2') },
  { name: 'answer as post', scenario: 'late', at: post('answer.0') },
  { name: 'second part of a post', scenario: 'late-long', at: post('answer.1') },
  { name: 'status shrinks', scenario: 'late', at: update('Answered below') },
  { name: '“Stopping…”', scenario: 'stopping', at: update('Stopping') },
  { name: 'cancel', scenario: 'stopped', at: call('cancel') },
  { name: '“Stopped by”', scenario: 'stopped', at: update('Stopped by') },
  { name: 'taking back what was said', scenario: 'withdrawn', at: deleting() },
  { name: '“Keep waiting, or stop?”', scenario: 'overdue', at: post('overdue') },
  { name: '“chose to keep waiting”', scenario: 'kept', at: update('chose to keep waiting') },
  { name: 'cancel of what is overdue', scenario: 'expired', at: call('cancel') },
  { name: '“No answer came within”', scenario: 'expired', at: saying('No answer came within') },
  { name: '“Stopped waiting”', scenario: 'expired', at: update('Stopped waiting') },
];

/** Any method: on a slow machine an update may become a post. */
function saying(says: string): CallMatcher {
  return { side: 'slack', method: '*', says };
}

function opening(): CallMatcher {
  return { side: 'slack', method: 'conversations.open' };
}

function deleting(): CallMatcher {
  return { side: 'slack', method: 'chat.delete' };
}

function looking(): CallMatcher {
  return { side: 'slack', method: 'conversations.replies' };
}

/** A write to Redis at which the process is killed, recognized by its content. */
export interface WritePoint {
  readonly name: string;
  readonly scenario: 'quick' | 'command' | 'stopped';
  readonly says: RegExp;
}

/** Every write of a question's record, from the event to the delivered answer. */
export const WRITE_POINTS: readonly WritePoint[] = [
  { name: 'accept an event', scenario: 'quick', says: /"kind":"ask"/ },
  { name: 'accept a command', scenario: 'command', says: /"kind":"ask"/ },
  { name: 'first record', scenario: 'quick', says: /"phase":"received"/ },
  { name: 'status message tried', scenario: 'quick', says: /"status":\{"at":\d+\}/ },
  { name: 'status message noted', scenario: 'quick', says: /"status":\{"at":\d+,"ts":/ },
  { name: 'create tried', scenario: 'quick', says: /"phase":"creating"/ },
  { name: 'conversation noted', scenario: 'quick', says: /"phase":"processing"/ },
  { name: 'ending noted', scenario: 'quick', says: /"phase":"ended"/ },
  { name: 'delivered', scenario: 'quick', says: /"phase":"delivered"/ },
  { name: 'accept a stop', scenario: 'stopped', says: /"kind":"stop"/ },
  { name: 'stop noted', scenario: 'stopped', says: /:flags:[\s\S]*"by":/ },
];
