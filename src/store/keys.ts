import type { Measure } from '../model/budget.js';
import type { LimitScope } from '../model/limits.js';
import type { ThreadKey } from '../model/place.js';

/** All keys share one hash tag, so that a script may use several of them in a Redis Cluster. */
export const KEY_PREFIX = '{deepsearch}';

const inThread = (name: string, { workspace, channel, threadTs }: ThreadKey) =>
  `${KEY_PREFIX}:${name}:${workspace}:${channel}:${threadTs}`;

/** The names and types of all keys. Times are in ms since the epoch unless a comment says otherwise. */
export const keys = {
  /** Hash `rev`, `body` (JSON): the record of a question. */
  question: (id: string) => `${KEY_PREFIX}:question:${id}`,
  /** Hash `stop`, `keep`, … (JSON): what users asked for while the question is running. */
  flags: (id: string) => `${KEY_PREFIX}:flags:${id}`,
  /** String with a short TTL: a click is updating the question's status message. */
  statusLock: (id: string) => `${KEY_PREFIX}:status-lock:${id}`,
  /** String: the open question that a Slack message belongs to. */
  message: (m: { workspace: string; channel: string; ts: string }) =>
    `${KEY_PREFIX}:message:${m.workspace}:${m.channel}:${m.ts}`,
  /** Sorted set of the IDs of questions that are not delivered yet, by when they were accepted. */
  open: `${KEY_PREFIX}:open`,
  /** Sorted set of the IDs of the open questions of a person, a channel or a workspace, by when they were accepted. */
  openIn: (scope: LimitScope, subject: string) => `${KEY_PREFIX}:open-in:${scope}:${subject}`,
  /** Sorted set of the IDs of the questions that were accepted there within the last hour, by when. */
  askedIn: (scope: LimitScope, subject: string) => `${KEY_PREFIX}:asked-in:${scope}:${subject}`,
  /** Sorted set of people, of channels, or of the workspace alone, by how much they used in a day or a month (UTC): questions, or credits in millionths. */
  used: (of: { measure: Measure; scope: LimitScope; period: string; workspace: string }) =>
    `${KEY_PREFIX}:used:${of.measure}:${of.scope}:${of.period}:${of.workspace}`,
  /** Set of the budgets of a workspace that somebody was told about, since most of them is used. */
  budgetsTold: (workspace: string, period: string) =>
    `${KEY_PREFIX}:budgets-told:${period}:${workspace}`,
  /** Sorted set of the look-ups that run for a person, by when they count no longer. */
  lookUps: (workspace: string, user: string) => `${KEY_PREFIX}:look-ups:${workspace}:${user}`,
  /** String: the thread is ours. The conversation's ID on the instance, or who claimed the thread. */
  thread: (t: ThreadKey) => inThread('thread', t),
  /** String: the channel whose question is answered in this thread of a direct message. */
  origin: (t: ThreadKey) => inThread('origin', t),
  /** String `<ms> muted` or `<ms> unmuted`: whether replies count as follow-ups, and since when. */
  muted: (t: ThreadKey) => inThread('muted', t),
  /** String `<ms> private` or `<ms> public`: whether its answers go to whoever asks alone, and since when. */
  privateThread: (t: ThreadKey) => inThread('private', t),
  /** String: questions asked in the thread after this time start a new conversation. */
  newConversation: (t: ThreadKey) => inThread('new-conversation', t),
  /** Sorted set of the IDs of recent questions in the thread, by when: some have no record yet. */
  acceptedQuestions: (t: ThreadKey) => inThread('accepted', t),
  /** Hash: whose account → `<conversation> <ts of its last question>`, where people have accounts of their own. */
  threadAccounts: (t: ThreadKey) => inThread('thread-accounts', t),
  /** Sorted set of the `ts` of replies since the last question that were not meant for us. */
  sideMessages: (t: ThreadKey) => inThread('side-messages', t),
  /** String (JSON): the repositories that the thread's last answer cites. */
  threadRepositories: (t: ThreadKey) => inThread('repositories', t),
  /** Sorted set of the IDs of the thread's open questions, in the order they were asked. */
  threadQueue: (t: ThreadKey) => inThread('queue', t),
  /** String: the sealed account that a user has connected. */
  account: (workspace: string, user: string) => `${KEY_PREFIX}:account:${workspace}:${user}`,
  /** String with a short TTL: the process that renews a user's token. */
  accountLock: (workspace: string, user: string) =>
    `${KEY_PREFIX}:account-lock:${workspace}:${user}`,
  /** String with a TTL: a sealed sign-in of a user with a code. */
  deviceSignIn: (workspace: string, user: string) =>
    `${KEY_PREFIX}:device-sign-in:${workspace}:${user}`,
  /** String with a TTL: a sealed sign-in in a browser, or how often its code was tried. */
  signIn: (kind: 'attempt' | 'result' | 'tries', workspace: string, digest: string) =>
    `${KEY_PREFIX}:sign-in-${kind}:${workspace}:${digest}`,
  /** String with a short TTL: a sealed token that a user has sent, until it is checked. */
  pendingToken: (workspace: string, user: string, id: string) =>
    `${KEY_PREFIX}:pending-token:${workspace}:${user}:${id}`,
  /** Sorted set of the IDs of a user's questions that wait for an account, by until when. */
  waitingForAccount: (workspace: string, user: string) =>
    `${KEY_PREFIX}:waiting-for-account:${workspace}:${user}`,
  /** Hash: conversation on the instance → `<its question> <our record>`, while that question is open. */
  watched: (credential: string) => `${KEY_PREFIX}:watched:${credential}`,
  /** String with a short TTL: the process that reads the list of conversations for all. */
  watchLease: (credential: string) => `${KEY_PREFIX}:watch-lease:${credential}`,
  /** String with a short TTL: how often questions are read although that list tells of their outcomes, ms. */
  watchedPoll: (credential: string) => `${KEY_PREFIX}:watched-poll:${credential}`,
  /** String (JSON) with a TTL: how well that list has served, and down to where it was read. */
  listRecord: (credential: string) => `${KEY_PREFIX}:list-record:${credential}`,
  /** String: the record that a question on the instance belongs to. */
  claim: (conversationId: number, questionId: number) =>
    `${KEY_PREFIX}:claim:${conversationId}:${questionId}`,
  /** String: the question that a click on this button asked. */
  button: (workspace: string, channel: string, button: string) =>
    `${KEY_PREFIX}:button:${workspace}:${channel}:${button}`,
  /** String: a post was attempted, and may have taken effect. */
  attempted: (id: string) => `${KEY_PREFIX}:attempted:${id}`,
  /** String (JSON): the limit that refused a question; its job may run again. */
  refusal: (questionId: string) => `${KEY_PREFIX}:refusal:${questionId}`,
  /** String: a request has taken effect; its job may run again. */
  done: (requestId: string) => `${KEY_PREFIX}:done:${requestId}`,
  /** Hash: a conversation on the instance; see `conversations.ts` for its fields. */
  conversation: (conversationId: number) => `${KEY_PREFIX}:conversation:${conversationId}`,
  /** Sorted set of the IDs of the conversations a user asked in, by their last question. */
  conversationsOf: (workspace: string, user: string) =>
    `${KEY_PREFIX}:conversations-of:${workspace}:${user}`,
  /** Sorted set of the IDs of the conversations of a workspace, by their last question. */
  conversationsIn: (workspace: string) => `${KEY_PREFIX}:conversations-in:${workspace}`,
  /** Sorted set of the IDs of the conversations that a user starred, by when. */
  stars: (workspace: string, user: string) => `${KEY_PREFIX}:stars:${workspace}:${user}`,
  /** Hash `vote`, `at`, `reason`, `comment`: a user's vote on the answer to a question. */
  feedback: (questionId: string, by: string) => `${KEY_PREFIX}:feedback:${questionId}:${by}`,
  /** Sorted set of `<question> <user>`, by when the user last voted. */
  feedbacks: `${KEY_PREFIX}:feedbacks`,
  /** String (JSON) with a short TTL: the filter of a user's Home tab. */
  home: (workspace: string, user: string) => `${KEY_PREFIX}:home:${workspace}:${user}`,
  /** String with a short TTL: the sealed response URL of the message that a form was opened from. */
  formMessage: (form: string) => `${KEY_PREFIX}:form-message:${form}`,
  /** String with a short TTL: the sealed response URL of the command or form that asked a question. */
  questionResponse: (id: string) => `${KEY_PREFIX}:question-response:${id}`,
  /** String (JSON): a page of a code tool's result that a button leads to. */
  codePage: (name: string) => `${KEY_PREFIX}:code-page:${name}`,
  /** String: the sealed link that a preview shows. */
  preview: (p: { workspace: string; channel: string; id: string }) =>
    `${KEY_PREFIX}:preview:${p.workspace}:${p.channel}:${p.id}`,
  /** String (JSON): what is set for a workspace; `settings.ts` has its format. */
  workspaceSettings: (workspace: string) => `${KEY_PREFIX}:workspace-settings:${workspace}`,
  /** String (JSON): what is set for a channel, in the same format. */
  settings: (workspace: string, channel: string) =>
    `${KEY_PREFIX}:settings:${workspace}:${channel}`,
  /** Stream of the entries of the audit trail that are not sealed yet: `e` (JSON). */
  auditInbox: `${KEY_PREFIX}:audit-inbox`,
  /** Stream of the sealed entries of the audit trail: `e` (canonical JSON), with `<sequence>-0` as ID. */
  auditTrail: `${KEY_PREFIX}:audit-trail`,
  /** Hash with a TTL: what the deletion of a person's data has done so far; see `erasures.ts` for its fields. */
  erasure: (workspace: string, user: string) => `${KEY_PREFIX}:erasure:${workspace}:${user}`,
  /** Hash: the last entry of the trail and the last one that was removed; see `audit.ts` for its fields. */
  auditHead: `${KEY_PREFIX}:audit-head`,
  /** Sorted set of digests of recent entries, by when they were sealed: those that are recorded again count once. */
  auditSeen: `${KEY_PREFIX}:audit-seen`,
  /** String with a short TTL: the process that seals the audit trail. */
  auditLease: `${KEY_PREFIX}:audit-lease`,
  /** Hash: `file` or `url` → the sequence number of the last entry that was sent there. */
  auditSent: `${KEY_PREFIX}:audit-sent`,
  /** String with a short TTL: Slack reported a change of the channel; another text after each. */
  channelChange: (channel: string) => `${KEY_PREFIX}:channel-change:${channel}`,
  /** List of how long the last answers took in ms, newest first. */
  answerDurations: `${KEY_PREFIX}:answer-durations`,
  /** Sorted set of the threads in which Slack shows us at work, by when we last set that. */
  agentStatuses: `${KEY_PREFIX}:agent-statuses`,
  /** Sorted set of `<workspace> <channel> <ts> <question>`: messages with our reaction for a running question, by when we reacted. */
  reactions: `${KEY_PREFIX}:reactions`,
  /** String with a TTL: the workspace refuses this method. */
  refused: (workspace: string, method: string) => `${KEY_PREFIX}:refused:${workspace}:${method}`,
  /** Hash `at`: when a worker last ran; `back`: when one ran again after a pause. */
  workerSeen: `${KEY_PREFIX}:worker-seen`,
  /** Hash with a TTL, `verified`, `refused`: when requests had the signature of the signing secret with this digest, and when not. */
  receivedRequests: (secret: string) => `${KEY_PREFIX}:received-requests:${secret}`,
  /** Hash: each bot process in Socket Mode, by its name → JSON of its connections. */
  sockets: `${KEY_PREFIX}:sockets`,
  /** Hash with a TTL until it is full: the state of a token bucket; `rate-limit-script.ts` has its fields. */
  bucket: (name: string) => `${KEY_PREFIX}:bucket:${name}:level`,
  /** Hash: the rate that a workspace was seen to grant, and which channel was refused last. */
  learnedRate: (name: string) => `${KEY_PREFIX}:bucket:${name}:rate`,
} as const;
