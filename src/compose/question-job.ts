import { createAccountWait } from '../lifecycle/account-wait.js';
import { createCitationCheck } from '../lifecycle/citations/check-citations.js';
import { createPrompt } from '../lifecycle/prompt.js';
import { QuestionCreator } from '../lifecycle/question-creator.js';
import { QuestionFinisher } from '../lifecycle/question-finisher.js';
import { QuestionJob } from '../lifecycle/question-job.js';
import { createQuestionScope } from '../lifecycle/question-scope.js';
import { createRecordEnd } from '../lifecycle/record-end.js';
import { createListedNames } from '../lifecycle/scope/list-repositories.js';
import { createShowCitationIssues } from '../lifecycle/show-citation-issues.js';
import { createShowLateIssues } from '../lifecycle/show-late-issues.js';
import { createWarnOfBudgets } from '../lifecycle/warn-of-budgets.js';
import type { Watch } from '../lifecycle/watch/watch.js';
import { Withdrawal } from '../lifecycle/withdrawal.js';
import { createJudgeResult, type JudgeResult } from '../lifecycle/within-audience.js';
import { createWorkflowReport } from '../lifecycle/workflow-report.js';
import { memoize } from '../memoize.js';
import type { WorkerParts } from './worker-parts.js';

/** A question's job: create it on the instance, poll, show the outcome. */
export function composeQuestionJob(parts: WorkerParts, watch: Watch): QuestionJob {
  const { shared, clients, output, policy, answerTimes } = parts;
  const { config, logger, now, stores, tracing } = shared;
  const { pollMinMs, pollMaxMs, questionTimeoutMs } = config.tuning;
  const countOpen = memoize({ ttlMs: 1_000, maxEntries: 1, now }, () =>
    stores.questions.countOpen(),
  );
  const withdrawal = composeWithdrawal(parts);
  const creator = composeCreator(parts, withdrawal);
  return new QuestionJob({
    questions: stores.questions,
    threads: stores.threads,
    instance: clients.instance,
    credentialFor: clients.credentials.ofQuestion,
    accountWait: createAccountWait({
      hasAccount: clients.credentials.hasAccount,
      status: output.status,
      threads: stores.threads,
      waiting: stores.waitingQuestions,
      messages: shared.slack.messages,
      postOnce: output.postOnce,
      postEphemeral: shared.postEphemeral,
      questionResponses: stores.questionResponses,
      wake: shared.producer.wake,
      now,
    }),
    creator,
    openPlace: output.threading.openPlace,
    status: output.status,
    agentStatus: output.agentStatus,
    reactions: output.reactions,
    finisher: composeFinisher(parts, creator, withdrawal),
    reach: policy.reach,
    answerTimes: answerTimes.read,
    countOpen: () => countOpen(''),
    watchedPollMs: watch.pollMs,
    outcomeRead: watch.outcomeRead,
    recordEnd: createRecordEnd(shared.audit.record),
    done: ({ id, askedAt, outcome }) =>
      tracing.questionEnded({ id, askedAt, outcome: outcome?.kind ?? 'withdrawn' }),
    limits: { timeoutMs: questionTimeoutMs, pollInterval: { minMs: pollMinMs, maxMs: pollMaxMs } },
    now,
    random: Math.random,
    logger,
  });
}

function composeWithdrawal({ shared, clients, output }: WorkerParts): Withdrawal {
  const { logger, now, postEphemeral, stores } = shared;
  return new Withdrawal({
    instance: clients.instance,
    credentialFor: clients.credentials.ofQuestion,
    questions: stores.questions,
    conversations: stores.conversations,
    threads: stores.threads,
    claims: stores.claims,
    deleteReplies: output.deleteReplies,
    agentStatus: output.agentStatus,
    postEphemeral,
    now,
    logger,
  });
}

function composeCreator(
  { shared, clients, policy }: WorkerParts,
  withdrawal: Withdrawal,
): QuestionCreator {
  const { logger, now, slack, stores } = shared;
  return new QuestionCreator({
    logger,
    instance: clients.instance,
    claims: stores.claims,
    threads: stores.threads,
    conversations: stores.conversations,
    credentialFor: clients.credentials.ofQuestion,
    promptFor: createPrompt({
      messages: slack.messages,
      threads: stores.threads,
      settings: stores.settings,
      nameOf: policy.nameOf,
      questionScope: createQuestionScope({
        threads: stores.threads,
        listedNames: createListedNames({ tools: clients.tools, now, logger }),
      }),
    }),
    keepWithdrawn: (question, kept) => withdrawal.keep(question, kept),
    now,
    random: Math.random,
  });
}

function composeFinisher(
  parts: WorkerParts,
  creator: QuestionCreator,
  withdrawal: Withdrawal,
): QuestionFinisher {
  const { shared, clients, output, policy, home, answerTimes } = parts;
  const { metrics, now, producer, slack, stores } = shared;
  const { baseUrl, credentials, instance } = clients;
  const warnOfBudgets = createWarnOfBudgets({
    usage: stores.usage,
    settings: stores.settings,
    messages: slack.messages,
    now,
    logger: shared.logger,
  });
  const judgeResult = createJudgeResult({ audienceOf: policy.audienceOf, baseUrl });
  return new QuestionFinisher({
    instance,
    credentialFor: credentials.ofQuestion,
    outbox: output.outbox,
    deliver: output.deliver,
    leaveChannel: output.leaveChannel,
    threading: output.threading,
    judgeResult,
    deletion: output.deletion,
    recordThread: (held) => creator.recordThread(held),
    reportToWorkflow: createWorkflowReport({
      completeStep: slack.completeStep,
      messages: slack.messages,
      baseUrl,
      now,
    }),
    agentStatus: output.agentStatus,
    reactions: output.reactions,
    withdrawal,
    tellMoved: output.tellMoved,
    threads: stores.threads,
    conversations: stores.conversations,
    checkCitations: composeCitationCheck(parts, judgeResult),
    wake: producer.wake,
    baseUrl,
    now,
    observe: ({ kind, askedAgoMs, shownAfterMs, tookMs, credits }) => {
      metrics.creditsUsed(credits);
      metrics.questionFinished(kind, askedAgoMs);
      metrics.outcomeShown(shownAfterMs);
      if (kind === 'completed' && tookMs !== undefined) answerTimes.record(tookMs);
    },
    ended: async (question) => {
      await Promise.all([home.refreshHomeOf(question), warnOfBudgets(question)]);
    },
  });
}

function composeCitationCheck({ shared, clients, output }: WorkerParts, judgeResult: JudgeResult) {
  const { config, logger, now, stores } = shared;
  return createShowCitationIssues({
    checkCitations: createCitationCheck({
      tools: clients.tools,
      baseUrl: clients.baseUrl,
      waitMs: config.tuning.citationCheckMs,
      now,
      logger,
    }),
    credentialFor: clients.credentials.ofQuestion,
    showLateIssues: createShowLateIssues({
      questions: stores.questions,
      updateAnswer: output.updateAnswer,
      judgeResult,
      logger,
    }),
  });
}
