import { createVoteHandler, createVoteTarget, type VoteTarget } from '../answer/feedback.js';
import { createMarkShared } from '../answer/mark-shared.js';
import { createReadAnswer, createReadAnswerHere, type ReadAnswer } from '../answer/read-answer.js';
import { createRevealHandler } from '../answer/reveal.js';
import { createShareAnswerHandler } from '../answer/share.js';
import { createTraceNote, type TraceNote } from '../answer/trace-note.js';
import { createCodeRequestHandler } from '../code/request-handler.js';
import { createRunTool, type RunTool } from '../code/run-tool.js';
import { createShareToolResult } from '../code/share.js';
import { createConversationRequestHandler } from '../conversations/request-handler.js';
import type { PostOnce } from '../deliver/post-once.js';
import { createDispatch } from '../dispatch/dispatch.js';
import { createGiveUps } from '../dispatch/give-up.js';
import { createLimitLookUps } from '../dispatch/limit-look-ups.js';
import { createPermissions } from '../dispatch/permissions.js';
import { createDoctorRequest } from '../ops/doctor-request.js';
import { createReadInlineCode } from '../previews/inline-code.js';
import { createUnfurlLinks } from '../previews/unfurl.js';
import type { HandleAsk } from '../question/ask.js';
import type { Processors } from '../queue/workers.js';
import { renderDidYouMean } from '../render/did-you-mean.js';
import { renderHelp } from '../render/help.js';
import { createChangeSettings } from '../settings/change-settings.js';
import { createViewNotices } from '../views/fill.js';
import { createHomeRequestHandler } from '../views/home.js';
import { createMessagesTabHandler } from '../views/messages-tab.js';
import { createListRepositories } from '../views/repositories.js';
import { createSettingsChangeHandler } from '../views/settings.js';
import { composeExpireSignIn } from './connect.js';
import type { Conversations } from './conversations.js';
import { createDoctorChecks } from './doctor-checks.js';
import { composeQuestionHandlers } from './question-handlers.js';
import { composeViewRequests } from './view-requests.js';
import type { WorkerParts } from './worker-parts.js';

/** Every kind of intent but a question: the permission that it needs, and its handler. */
export function composeHandlers(
  parts: WorkerParts,
  { conversations, ask }: { conversations: Conversations; ask: HandleAsk },
): Pick<Processors, 'handle' | 'giveUp' | 'giveUpNewer'> {
  const { shared, clients, output, policy } = parts;
  const { config, logger, metrics, postEphemeral, slack, stores, tracing } = shared;
  const { postOnce } = output;
  const ownAccounts = config.deepsearch.accessMode !== 'shared';
  const { baseUrl, credentials, instance, tools } = clients;

  const viewNotices = createViewNotices({ views: slack.views, postEphemeral });
  const { refuseView, showUnfilled, showTooMany } = viewNotices;
  const voteTarget = createVoteTarget({ formNotes: stores.formNotes });
  const readAnswer = createReadAnswer({ instance, credentialFor: credentials.ofQuestion });
  const readAnswerHere = createReadAnswerHere({
    readAnswer,
    audienceOf: policy.audienceOf,
    baseUrl,
  });
  const runTool = createRunTool({ tools, baseUrl });
  const traceNote = createTraceNote({
    policy,
    traceOf: (questionId) => tracing.traceOf(questionId),
    traceUrl: config.traceUrl,
  });
  const handle = createDispatch({
    permissions: createPermissions({ policy, postEphemeral, voteTarget, refuseView }),
    limitLookUps: createLimitLookUps({
      limits: stores.personLimits,
      postEphemeral,
      showTooMany,
      observe: metrics.limited,
      logger,
    }),
    handlers: {
      ...composeQuestionHandlers(parts, { ask, postOnce }),
      ...composeAnswerHandlers(parts, {
        readAnswer,
        readAnswerHere,
        voteTarget,
        postOnce,
        traceNote,
      }),
      ...composeLinkPreviews(parts, runTool),
      ...composeHome(parts, conversations),
      code: composeCodeRequests(parts, runTool, postOnce),
      'conversation-request': createConversationRequestHandler({
        commands: conversations.commands,
        baseUrl,
        postEphemeral,
        logger,
      }),
      'view-request': composeViewRequests(parts, {
        conversations,
        readAnswer: readAnswerHere,
        runTool,
        traceNote,
      }),
      settings: composeSettingsChange(parts),
      'sign-in-expired': composeExpireSignIn(parts),
      help: (request) => postEphemeral(request, renderHelp({ ownAccounts })),
      'did-you-mean': (request) => postEphemeral(request, renderDidYouMean(request)),
      doctor: createDoctorRequest({
        policy,
        runDoctor: createDoctorChecks(shared, clients),
        postEphemeral,
      }),
    },
  });
  return { handle, ...createGiveUps({ postEphemeral, showUnfilled, logger }) };
}

interface AnswerParts {
  readonly readAnswer: ReadAnswer;
  readonly readAnswerHere: ReadAnswer;
  readonly voteTarget: VoteTarget;
  readonly postOnce: PostOnce;
  readonly traceNote: TraceNote;
}

/** What people do with an answer: rate it, copy it, share it. */
function composeAnswerHandlers(
  { shared, clients, policy, output }: WorkerParts,
  { readAnswer, readAnswerHere, voteTarget, postOnce, traceNote }: AnswerParts,
) {
  const { metrics, postEphemeral, stores } = shared;
  const { claims, feedback, questions } = stores;
  const { baseUrl } = clients;
  return {
    vote: createVoteHandler({
      policy,
      questions,
      feedback,
      voteTarget,
      postEphemeral,
      observe: metrics.voted,
    }),
    reveal: createRevealHandler({
      readAnswer: readAnswerHere,
      questions,
      postEphemeral,
      traceNote,
      baseUrl,
    }),
    'share-answer': createShareAnswerHandler({
      readAnswer,
      policy,
      questions,
      claims,
      postOnce,
      audit: shared.audit.record,
      markShared: createMarkShared({
        questions,
        updateAnswer: output.updateAnswer,
        baseUrl,
        now: shared.now,
        logger: shared.logger,
      }),
      postEphemeral,
      baseUrl,
    }),
  };
}

function composeCodeRequests(
  { shared, clients, policy }: WorkerParts,
  runTool: RunTool,
  postOnce: PostOnce,
) {
  const { logger, postEphemeral, stores } = shared;
  return createCodeRequestHandler({
    runTool,
    share: createShareToolResult({ postOnce }),
    pages: stores.codePages,
    credentialFor: clients.credentials.ofPerson,
    audienceOf: policy.audienceOf,
    postEphemeral,
    logger,
  });
}

function composeLinkPreviews({ shared, clients, policy }: WorkerParts, runTool: RunTool) {
  const { config, logger, openLink, slack, stores } = shared;
  const unfurlLinks = createUnfurlLinks({
    unfurl: slack.unfurl,
    previews: stores.previews,
    openLink,
    readInlineCode: createReadInlineCode({
      runTool,
      tools: clients.tools,
      inlineCodeIn: config.inlineCodeIn,
      token: clients.token,
    }),
    audienceOf: policy.audienceOf,
    baseUrl: clients.baseUrl,
    logger,
  });
  return { 'links-shared': unfurlLinks.inMessage, 'links-drafted': unfurlLinks.inComposer };
}

function composeSettingsChange({ shared, policy }: WorkerParts) {
  const { logger, postEphemeral, stores } = shared;
  return createSettingsChangeHandler({
    settings: stores.settings,
    policy,
    changeSettings: createChangeSettings({ settings: stores.settings }),
    postEphemeral,
    logger,
  });
}

/** What people see when they open the app in Slack. */
function composeHome(
  { shared, clients, policy, output }: WorkerParts,
  { readers, commands }: Conversations,
) {
  const { config, logger, slack, stores } = shared;
  return {
    home: createHomeRequestHandler({
      policy,
      views: slack.views,
      homes: stores.homes,
      openQuestions: readers.openQuestions,
      find: readers.find,
      readUsage: readers.readUsage,
      cancel: commands.cancel,
      baseUrl: clients.baseUrl,
      access: config.deepsearch.accessMode,
      accounts: stores.accounts,
      logger,
    }),
    'messages-tab-opened': createMessagesTabHandler({
      conversations: stores.conversations,
      setSuggestedPrompts: output.setSuggestedPrompts,
      listRepositories: createListRepositories({
        tools: clients.tools,
        credentialFor: clients.credentials.ofPerson,
        logger,
      }),
    }),
  };
}
