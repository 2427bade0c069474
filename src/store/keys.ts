import { createHash } from 'node:crypto';
import type { ThreadKey } from '../model/question.js';

/** All keys share one hash tag, so that scripts over several of them run on a Redis Cluster. */
export const PREFIX = '{deepsearch}';

/** Every key's name, here and nowhere else. */
export const keys = {
  /** Hash `rev`, `body` (JSON): a question's record. */
  question: (id: string) => `${PREFIX}:question:${id}`,
  /** Hash `stop`, `keep` (JSON): what people pressed. */
  wishes: (id: string) => `${PREFIX}:wishes:${id}`,
  /** String with a short life: a press is drawing on the question's status message. */
  drawing: (id: string) => `${PREFIX}:drawing:${id}`,
  /** String: the open question that a message in Slack belongs to. */
  about: (m: { workspace: string; channel: string; ts: string }) =>
    `${PREFIX}:about:${m.workspace}:${m.channel}:${m.ts}`,
  /** Sorted set of the ids of questions that are not delivered, by the time they were taken up. */
  open: `${PREFIX}:open`,
  /** String: the thread is ours. Its value is the conversation's id on the instance, or who claimed it. */
  thread: (t: ThreadKey) => `${PREFIX}:thread:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** String: the channel in which was asked what this thread of a direct message answers. */
  origin: (t: ThreadKey) => `${PREFIX}:origin:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** String `<ms> muted` or `<ms> heard`: whether replies are taken as follow-ups, and since when. */
  hearing: (t: ThreadKey) => `${PREFIX}:hearing:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** String: what is asked in the thread after this time, ms, starts a new conversation. */
  afresh: (t: ThreadKey) => `${PREFIX}:afresh:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** Sorted set of the ids of what was asked in the thread lately, by when: some have no record yet. */
  coming: (t: ThreadKey) => `${PREFIX}:coming:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** Sorted set of the `ts` of what people said to each other in the thread since the last question. */
  asides: (t: ThreadKey) => `${PREFIX}:asides:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** Sorted set of the thread's open questions, in the order they were asked. */
  turns: (t: ThreadKey) => `${PREFIX}:turns:${t.workspace}:${t.channel}:${t.threadTs}`,
  /** String: which question a question on the instance belongs to. */
  claim: (conversationId: number, questionId: number) =>
    `${PREFIX}:claim:${conversationId}:${questionId}`,
  /** String with a short life: one create of this text under this token at a time. */
  creating: (token: string, text: string) =>
    `${PREFIX}:creating:${createHash('sha256').update(`${token}\n${text}`).digest('hex')}`,
  /** String: the question that a button's click asked. */
  pressed: (workspace: string, channel: string, button: string) =>
    `${PREFIX}:pressed:${workspace}:${channel}:${button}`,
  /** String: something was about to be posted, which may have taken effect unseen. */
  tried: (id: string) => `${PREFIX}:tried:${id}`,
  /** Hash: what we know of a conversation on the instance; see `talks.ts`. */
  talk: (conversationId: number) => `${PREFIX}:talk:${conversationId}`,
  /** Sorted set of the ids of the conversations that somebody asked in, by their last question. */
  talksOf: (workspace: string, user: string) => `${PREFIX}:talks:${workspace}:${user}`,
  /** The same of all that were asked in a workspace. */
  talksIn: (workspace: string) => `${PREFIX}:talks-in:${workspace}`,
  /** Sorted set of the ids of the conversations that somebody starred, by when. */
  stars: (workspace: string, user: string) => `${PREFIX}:stars:${workspace}:${user}`,
  /** Hash `vote`, `at`, `reason`, `words`: what somebody thinks of a question's answer. */
  feedback: (questionId: string, by: string) => `${PREFIX}:feedback:${questionId}:${by}`,
  /** Sorted set of `question person`, by when they last voted. */
  feedbacks: `${PREFIX}:feedbacks`,
  /** String with a short life: what somebody looks at in their Home, JSON. */
  home: (workspace: string, user: string) => `${PREFIX}:home:${workspace}:${user}`,
  /** String with a short life: the sealed way to change the private note that a form was opened from. */
  formNote: (form: string) => `${PREFIX}:form-note:${form}`,
  /** String (JSON): a part of what a code tool gives, which a button names. */
  codeTurn: (name: string) => `${PREFIX}:code-turn:${name}`,
  /** String: what a code tool gave is being posted for all to see. */
  codeShare: (visit: string) => `${PREFIX}:code-share:${visit}`,
  /** String: the sealed link that a preview stands for. */
  preview: (p: { workspace: string; channel: string; id: string }) =>
    `${PREFIX}:preview:${p.workspace}:${p.channel}:${p.id}`,
  /** String (JSON): how a channel wants us. */
  settings: (workspace: string, channel: string) => `${PREFIX}:settings:${workspace}:${channel}`,
  /** List of how long the latest answers took, ms, the latest first. */
  paces: `${PREFIX}:paces`,
  /** Sorted set of the threads in which Slack shows us at work, by when we last said so, ms. */
  presences: `${PREFIX}:presences`,
  /** String with a life: a workspace does not take these calls. */
  refused: (workspace: string, method: string) => `${PREFIX}:refused:${workspace}:${method}`,
  /** Hash: each bot in Socket Mode by its name → JSON of when it last said so, and its connections. */
  sockets: `${PREFIX}:sockets`,
  /** String: a token bucket's theoretical arrival time, ms. */
  bucket: (name: string) => `${PREFIX}:bucket:${name}`,
  /** String: the last turn that was given to who waits for a token of it, ms since the epoch. */
  line: (name: string) => `${PREFIX}:bucket:${name}:line`,
} as const;
