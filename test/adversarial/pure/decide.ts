import { createVoteHandler } from '../../../src/answer/feedback.js';
import { createShareAnswerHandler } from '../../../src/answer/share.js';
import { createTraceNote } from '../../../src/answer/trace-note.js';
import { createConversationAccess } from '../../../src/conversations/access.js';
import { createCancelQuestions } from '../../../src/conversations/cancel.js';
import { createConversationAudience } from '../../../src/conversations/within-audience.js';
import { createDispatch, type Handlers } from '../../../src/dispatch/dispatch.js';
import { createPermissions } from '../../../src/dispatch/permissions.js';
import { createForgetHandler } from '../../../src/erasure/request-handler.js';
import type { AccountKind } from '../../../src/model/access.js';
import { ACTIONS } from '../../../src/model/actions.js';
import type { Snapshot } from '../../../src/model/answer.js';
import type { RevealRequest } from '../../../src/model/answer-action.js';
import type { CodeRequest, ConversationRequest } from '../../../src/model/conversation-request.js';
import type { AskRequest, Intent, NonAskIntent } from '../../../src/model/intent.js';
import type { Place } from '../../../src/model/place.js';
import type { HomeRequest, ViewRequest } from '../../../src/model/view-request.js';
import { createDoctorRequest } from '../../../src/ops/doctor-request.js';
import { clickedQuestion } from '../../../src/policy/clicked-question.js';
import { createMayStop } from '../../../src/policy/may-stop.js';
import { createEditHandlers } from '../../../src/question/edits.js';
import { createQuestionActionHandler } from '../../../src/question/question-actions.js';
import { createStopThread } from '../../../src/question/stop-thread.js';
import { createThreadCommandHandler } from '../../../src/question/thread-commands.js';
import type { Cell } from '../cells.js';
import { intentsOf } from './intents.js';
import { WORKSPACE, worldOf } from './world.js';

/** The question of the world's conversation, whose answer is about a repository. */
const ANSWERED = {
  ref: { conversationId: 12, questionId: 34 },
  text: 'what was asked before?',
  createdAt: 1,
  steps: [],
  stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
  status: 'completed',
  answer: {
    title: 'What was asked before',
    text: 'It is in the queue.',
    sources: [{ type: 'File', label: 'queue.ts', link: '/shop/-/blob/src/queue.ts' }],
    followups: [],
    stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
  },
} satisfies Snapshot;

const nothing = async (): Promise<void> => undefined;

/**
 * What the parsers, the permissions and the access rules make of a cell, without Slack, Redis and the
 * instance. True if the person gets what the cell is after. `account`: whose the question runs with.
 */
export async function isAllowed(cell: Cell, account: AccountKind = 'shared'): Promise<boolean> {
  const world = worldOf(cell, account);
  const intents = intentsOf(cell, world.names);
  if (intents.length === 0) return false;
  for (const intent of intents) if (!(await createDecision(world)(intent))) return false;
  return true;
}

type World = ReturnType<typeof worldOf>;

/** What the handlers of one request share. */
type Context = ReturnType<typeof createContext>;

/** `effect` is called when the person gets what the request is after. */
function createContext(world: World, effect: () => Promise<void>) {
  const { policy, question, record } = world;
  const questions = { load: async (id: string) => (id === question.id ? question : undefined) };
  const access = createConversationAccess({
    policy,
    conversations: { load: async (id) => (id === record.id ? record : undefined) },
    messages: { permalink: async () => '' },
  });
  const audience = createConversationAudience({
    audienceOf: policy.audienceOf,
    baseUrl: 'https://instance.example',
  });
  const mayStop = createMayStop('both', policy);
  const cancel = createCancelQuestions({
    openQuestions: {
      load: questions.load,
      ofUser: async () => [question],
      inConversation: async () => [question],
    },
    access,
    policy,
    mayStop,
    resolveReference: async (reference) => ('id' in reference ? reference : undefined),
    accept: effect,
  });
  const traceNote = createTraceNote({ policy, traceOf: () => 'trace', traceUrl: undefined });
  return {
    ...world,
    questions,
    cancel,
    mayStop,
    effect,
    clicked: (questionId: string, place: Place) =>
      clickedQuestion(questions, { questionId, place }),

    /** An answer is shown: with its trace, if that is what the request is after. */
    async showAnswer(user: string): Promise<void> {
      const trace = await traceNote(question, { workspace: WORKSPACE, user });
      if (world.cell.thing !== 'see trace' || trace !== undefined) await effect();
    },

    /** What somebody used is shown: with what everybody did, if that is what the request is after. */
    async showUsage(user: string): Promise<void> {
      const isAll = world.cell.thing === 'see all usage';
      if (!isAll || (await policy.isAdmin(WORKSPACE, user))) await effect();
    },

    /** Whether what is in the repository of the answer may be shown in a place. */
    async seesAnswer(place: Place | undefined): Promise<boolean> {
      return place === undefined || audience.mayShowIn(place, [ANSWERED]);
    },

    /** Whether a user may open the conversation in a place, list it or delete it. */
    async reach(user: string, purpose: 'read' | 'list' | 'delete', place: Place): Promise<void> {
      const by = { workspace: WORKSPACE, user };
      const accessible = await access.load(record.id, by);
      if (accessible === undefined) return;
      if (purpose === 'list') return effect();
      if ((await audience.readThrough([ANSWERED], accessible, WORKSPACE)).length === 0) return;
      const isReached =
        purpose === 'read'
          ? await audience.mayShowIn(place, [ANSWERED])
          : await access.mayDelete(accessible, by);
      if (isReached) await effect();
    },
  };
}

function createAsk({ policy, question, clicked, effect }: Context) {
  return async (ask: AskRequest): Promise<void> => {
    const { privately, place, user } = ask;
    const opened = privately && place.channel === user ? { ...place, channel: 'D0OWN' } : place;
    const { ok } = await policy.mayAsk({ ...ask, place: opened });
    const before = ask.repeatOf === undefined ? question : await clicked(ask.repeatOf, place);
    if (ok && before !== undefined) await effect();
  };
}

function createOnConversation({ cancel, reach, showUsage }: Context) {
  return async ({ command, ...request }: ConversationRequest): Promise<void> => {
    const { place, user, id: requestId, at } = request;
    if (command.kind === 'usage') return showUsage(user);
    if (command.kind !== 'cancel' && command.kind !== 'stop') {
      const { kind } = command;
      return reach(user, kind === 'delete' || kind === 'list' ? kind : 'read', place);
    }
    const context = { place, requestId, at, signal: AbortSignal.abort() };
    await cancel(command, { ...context, user: { workspace: WORKSPACE, user } });
  };
}

function createInView(context: Context) {
  const { policy, reach, clicked, seesAnswer, showAnswer, effect } = context;
  return async ({ modal, place, user }: ViewRequest): Promise<void> => {
    switch (modal.kind) {
      case 'conversation': {
        const where = place ?? { workspace: WORKSPACE, channel: user, direct: true };
        return reach(user, modal.action === 'delete-for-good' ? 'delete' : 'read', where);
      }
      case 'sources':
        if (place === undefined || !(await policy.mayRead(place, user))) return;
        if (!(await seesAnswer(place))) return;
        if (await clicked(modal.questionId, place)) await showAnswer(user);
        return;
      case 'connect':
        // Nothing in it names anybody: it is about the account of whoever sends it.
        if (context.account === 'own' && context.cell.whose === 'own') await effect();
        return;
      case 'code':
        if (await seesAnswer(place)) await effect();
        return;
      case 'settings': {
        const where = place ?? { workspace: WORKSPACE, channel: user, direct: true };
        const verdict = await policy.mayAsk({ user, place: where, origin: 'form' });
        if (verdict.ok || verdict.why !== 'not-member') await effect();
        return;
      }
      case 'smoke':
        // Only a message of the smoke test is changed: `npm run adversarial` looks at that.
        return;
      default:
        return effect();
    }
  };
}

function createInHome({ policy, cell, cancel, reach, showUsage }: Context) {
  return async ({ user, stop, id: requestId, at }: HomeRequest): Promise<void> => {
    const place = { workspace: WORKSPACE, channel: user, direct: true };
    const { ok } = await policy.mayAsk({ user, place });
    if (!ok) return;
    if (cell.thing !== 'list' && cell.thing !== 'stop') return showUsage(user);
    if (stop === undefined) return reach(user, 'list', place);
    const by = { workspace: WORKSPACE, user };
    const context = { user: by, place, requestId, at, signal: AbortSignal.abort() };
    await cancel({ kind: 'stop', questionId: stop }, context);
  };
}

function createQuestionHandlers(
  { question, questions, mayStop, effect }: Context,
  accept: AcceptAsk,
) {
  const questionAction = createQuestionActionHandler({
    questions: { ...questions, setFlag: async () => true },
    mayStop,
    stop: effect,
    immediateStatus: { showKept: nothing },
    wake: nothing,
    postEphemeral: nothing,
  });
  const edits = createEditHandlers({
    questions: { ...questions, atMessage: async () => question.id, setFlag: async () => true },
    conversations: { withdraw: nothing },
    stop: nothing,
    postEphemeral: nothing,
    ask: accept,
  });
  const threadCommand = createThreadCommandHandler({
    stopThread: createStopThread({
      questions: {
        ...questions,
        ownerOf: async () => ({ kind: 'question', id: question.id }),
        loadWithFlags: async () => ({ question, flags: {} }),
        setFlag: async () => true,
      },
      threads: { queue: async () => [question.id] },
      waiting: { of: async () => [] },
      acceptedQuestions: { upTo: async () => [] },
      mayStop,
      stop: effect,
    }),
    threads: {
      setMuted: async () => undefined,
      setPrivate: async () => undefined,
      startNewConversation: nothing,
    },
    agentStatus: { clear: () => undefined },
    postEphemeral: nothing,
    postOnce: async () => '',
  });
  return {
    stop: questionAction,
    'ask-edited': edits.askEdited,
    'thread-command': threadCommand,
  };
}

type AcceptAsk = ReturnType<typeof createAsk>;

function createAnswerHandlers(context: Context) {
  const { policy, cell, questions, clicked, seesAnswer, showAnswer, effect } = context;
  const isOutside = cell.thing === 'share outside';
  return {
    vote: createVoteHandler({
      policy,
      questions,
      feedback: {
        save: async () => {
          await effect();
          return true;
        },
      },
      voteTarget: async ({ place, user }) => ({ place, user }),
      postEphemeral: nothing,
      observe: () => undefined,
    }),
    reveal: async ({ questionId, place, user }: RevealRequest) => {
      if (!(await seesAnswer(place))) return;
      if (await clicked(questionId, place)) await showAnswer(user);
    },
    code: async ({ place }: CodeRequest) => {
      if (await seesAnswer(place)) await effect();
    },
    'share-answer': createShareAnswerHandler({
      readAnswer: async () => (isOutside ? ANSWERED.answer : 'no answer to post'),
      policy,
      questions,
      claims: {
        claimButton: async (_button, id) => id,
        releaseButton: nothing,
        isDone: async () => false,
        recordDone: nothing,
      },
      postOnce: async () => {
        await effect();
        return '';
      },
      audit: nothing,
      markShared: nothing,
      postEphemeral: async (_target, note) => {
        if (note === 'no answer to post') await effect();
      },
      baseUrl: 'https://instance.example',
    }),
  };
}

function createForget({ policy, effect }: Context) {
  return createForgetHandler({
    policy,
    conversations: { ofUser: async () => [12] },
    questions: { openOf: async () => [] },
    accounts: { load: async () => undefined },
    personData: { has: async () => true },
    erase: async () => {
      await effect();
      return true;
    },
    auditDays: 1,
    postEphemeral: async (_target, note) => {
      if (JSON.stringify(note).includes(ACTIONS.forget)) await effect();
    },
  });
}

function createDecision(world: World) {
  let done = false;
  const effect = async (): Promise<void> => {
    done = true;
  };
  const context = createContext(world, effect);
  const ask = createAsk(context);
  const decided: Partial<Handlers> = {
    ...createQuestionHandlers(context, ask),
    ...createAnswerHandlers(context),
    'conversation-request': createOnConversation(context),
    'view-request': createInView(context),
    home: createInHome(context),
    forget: createForget(context),
    doctor: createDoctorRequest({
      policy: world.policy,
      runDoctor: async () => {
        await effect();
        return [];
      },
      postEphemeral: nothing,
    }),
    'incomplete-step': nothing,
  };
  const dispatch = createDispatch({
    permissions: createPermissions({
      policy: world.policy,
      postEphemeral: nothing,
      voteTarget: async ({ place, user }) => ({ place, user }),
      refuseView: nothing,
    }),
    handlers: new Proxy(decided as Handlers, {
      get: (all, kind) => all[kind as NonAskIntent['kind']] ?? effect,
    }),
    limitLookUps: (_intent, lookUp) => lookUp(),
  });
  return async (intent: Intent): Promise<boolean> => {
    if (intent.kind === 'ask') await ask(intent);
    else await dispatch(intent, AbortSignal.timeout(1_000));
    return done;
  };
}
