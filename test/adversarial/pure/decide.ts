import { createVoteHandler } from '../../../src/answer/feedback.js';
import { createShareAnswerHandler } from '../../../src/answer/share.js';
import { createConversationAccess } from '../../../src/conversations/access.js';
import { createCancelQuestions } from '../../../src/conversations/cancel.js';
import { createDispatch, type Handlers } from '../../../src/dispatch/dispatch.js';
import { createPermissions } from '../../../src/dispatch/permissions.js';
import type { ConversationRequest } from '../../../src/model/conversation-request.js';
import type { AskRequest, Intent, NonAskIntent } from '../../../src/model/intent.js';
import type { HomeRequest, ViewRequest } from '../../../src/model/view-request.js';
import { clickedQuestion } from '../../../src/policy/clicked-question.js';
import { createEditHandlers } from '../../../src/question/edits.js';
import { createQuestionActionHandler } from '../../../src/question/question-actions.js';
import type { Cell } from '../cells.js';
import { intentsOf } from './intents.js';
import { WORKSPACE, worldOf } from './world.js';

const nothing = async (): Promise<void> => undefined;

/**
 * What the parsers, the permissions and the access rules make of a cell, without Slack, Redis and the
 * instance. True if the person gets what the cell is after.
 */
export async function isAllowed(cell: Cell): Promise<boolean> {
  const world = worldOf(cell);
  const intents = intentsOf(cell, world.names);
  if (intents.length === 0) return false;
  for (const intent of intents) if (!(await createDecision(world)(intent))) return false;
  return true;
}

type World = ReturnType<typeof worldOf>;

function createDecision(world: World) {
  const { policy, question, record } = world;
  let done = false;
  const effect = async (): Promise<void> => {
    done = true;
  };
  const questions = { load: async (id: string) => (id === question.id ? question : undefined) };
  const access = createConversationAccess({
    policy,
    conversations: { load: async (id) => (id === record.id ? record : undefined) },
    messages: { permalink: async () => '' },
  });

  async function mayAsk(ask: AskRequest): Promise<void> {
    const { privately, place, user } = ask;
    const opened = privately && place.channel === user ? { ...place, channel: 'D0OWN' } : place;
    const { ok } = await policy.mayAsk({ ...ask, place: opened });
    const before = ask.repeatOf === undefined ? question : await clicked(ask.repeatOf, ask);
    if (ok && before !== undefined) await effect();
  }
  const clicked = (questionId: string, { place }: Pick<AskRequest, 'place'>) =>
    clickedQuestion(questions, { questionId, place });

  const cancel = createCancelQuestions({
    openQuestions: {
      load: questions.load,
      ofUser: async () => [question],
      inConversation: async () => [question],
    },
    access,
    policy,
    resolveReference: async (reference) => ('id' in reference ? reference : undefined),
    accept: effect,
  });

  /** Whether a user may do this to the conversation. */
  async function reach(user: string, mustDelete: boolean): Promise<void> {
    const by = { workspace: WORKSPACE, user };
    const accessible = await access.load(record.id, by);
    if (accessible === undefined) return;
    if (!mustDelete || (await access.mayDelete(accessible, by))) await effect();
  }

  async function onConversation({ command, ...request }: ConversationRequest): Promise<void> {
    const { place, user, id: requestId, at } = request;
    if (command.kind !== 'cancel' && command.kind !== 'stop') {
      return reach(user, command.kind === 'delete');
    }
    const context = { place, requestId, at, signal: AbortSignal.abort() };
    await cancel(command, { ...context, user: { workspace: WORKSPACE, user } });
  }

  async function inView({ modal, place, user }: ViewRequest): Promise<void> {
    switch (modal.kind) {
      case 'conversation':
        return reach(user, modal.action === 'delete-for-good');
      case 'sources':
        if (place === undefined || !(await policy.mayRead(place, user))) return;
        if (await clicked(modal.questionId, { place })) await effect();
        return;
      case 'settings': {
        if (place === undefined) return;
        const verdict = await policy.mayAsk({ user, place, origin: 'form' });
        if (verdict.ok || verdict.why !== 'not-member') await effect();
        return;
      }
      case 'smoke':
        // Only a message of the smoke test is changed: `npm run adversarial` looks at that.
        return;
      default:
        return effect();
    }
  }

  async function inHome({ user, stop, id: requestId, at }: HomeRequest): Promise<void> {
    const place = { workspace: WORKSPACE, channel: user, direct: true };
    const { ok } = await policy.mayAsk({ user, place });
    if (!ok) return;
    if (stop === undefined) return reach(user, false);
    const by = { workspace: WORKSPACE, user };
    const context = { user: by, place, requestId, at, signal: AbortSignal.abort() };
    await cancel({ kind: 'stop', questionId: stop }, context);
  }

  const questionAction = createQuestionActionHandler({
    questions: { ...questions, setFlag: async () => true },
    stop: effect,
    immediateStatus: { showKept: nothing },
    wake: nothing,
    postEphemeral: nothing,
  });
  const edits = createEditHandlers({
    questions: { ...questions, atMessage: async () => question.id, setFlag: async () => true },
    stop: nothing,
    postEphemeral: nothing,
    accept: mayAsk,
  });
  const decided: Partial<Handlers> = {
    stop: questionAction,
    'ask-edited': edits.askEdited,
    'conversation-request': onConversation,
    'view-request': inView,
    home: inHome,
    'incomplete-step': nothing,
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
    reveal: async ({ questionId, place }) => {
      if (await clicked(questionId, { place })) await effect();
    },
    'share-answer': createShareAnswerHandler({
      readAnswer: async () => 'no answer to post',
      policy,
      questions,
      claims: { claimButton: async (_button, id) => id, releaseButton: nothing },
      postOnce: async () => '',
      postEphemeral: async (_target, note) => {
        if (note === 'no answer to post') await effect();
      },
      baseUrl: 'https://instance.example',
    }),
  };
  const dispatch = createDispatch({
    permissions: createPermissions({
      policy,
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
    if (intent.kind === 'ask') await mayAsk(intent);
    else await dispatch(intent, AbortSignal.timeout(1_000));
    return done;
  };
}
