import { createMayWait } from '../account/may-wait.js';
import { createReconcile } from '../lifecycle/reconcile.js';
import { isBudget } from '../model/budget.js';
import type { AskRequest } from '../model/intent.js';
import type { Question } from '../model/question.js';
import { createAskHandler } from '../question/ask.js';
import { createAwaitThread } from '../question/await-thread.js';
import { createIgnoreEarlyStop } from '../question/ignore-early-stop.js';
import { createOpenPlace } from '../question/open-place.js';
import { createRecordQuestion } from '../question/record-question.js';
import {
  createAskGiveUp,
  createRefuseAsk,
  createRefuseLimited,
  createRefuseTooLong,
  createRefuseTooManyWaiting,
} from '../question/refusal.js';
import { createWorkers } from '../queue/workers.js';
import { connectRedis } from '../store/connection.js';
import { createSuggestPrompts } from '../views/suggest-prompts.js';
import { composeSealer } from './audit.js';
import { composeConversations } from './conversations.js';
import { composeHandlers } from './handlers.js';
import { composeQuestionJob } from './question-job.js';
import type { SharedParts } from './shared.js';
import { composeWatch } from './watch.js';
import { createWorkerParts, type WorkerParts } from './worker-parts.js';

export type Worker = ReturnType<typeof composeWorker>;

/**
 * Takes jobs from every queue: intents, questions, and the maintenance of each minute. `accepted`: how many
 * connections of Slack's this process has accepted.
 */
export function composeWorker(shared: SharedParts, accepted: () => number) {
  const { config, logger, metrics, now, producer, stores, tracing } = shared;
  const parts = createWorkerParts(shared);
  const { clients, output, seen } = parts;
  const { ask, giveUpAsk } = composeAsk(parts);
  const { handle, giveUp, giveUpNewer } = composeHandlers(parts, {
    conversations: composeConversations(parts),
    ask,
  });
  const watch = composeWatch(parts);
  const questionJob = composeQuestionJob(parts, watch);
  const reconcile = createReconcile({
    questions: stores.questions,
    schedule: producer.schedule,
    now,
    logger,
  });
  const redis = connectRedis(config.redis.url, 'worker', logger);
  const workers = createWorkers({
    connection: redis,
    concurrency: config.tuning.workerConcurrency,
    processors: {
      ask,
      giveUpAsk,
      handle,
      giveUp,
      giveUpNewer,
      question: (id, signal, isFirst) => questionJob.run(id, signal, isFirst),
      giveUpQuestion: (id, error) => questionJob.giveUp(id, error),
      reconcile: async () => {
        await reconcile();
        await stores.watched.removeClosed();
        await output.agentStatus.sweep();
        await output.reactions.sweep();
        await producer.removeOldJobs();
      },
    },
    jobStarted: metrics.jobStarted,
    suspension: shared.suspension,
    unbind: shared.unbind,
    tracing,
    accepted,
    now,
    random: Math.random,
    logger,
  });
  const { agentStatus, reactions } = output;
  const sealer = composeSealer(shared);
  return { workers, watch, sealer, seen, redis, reconcile, clients, agentStatus, reactions };
}

/** What accepts a question. */
function composeAsk({ shared, policy, mayStop, output, home }: WorkerParts) {
  const { config, logger, now, postEphemeral, producer, slack, stores, tracing } = shared;
  const { claims, questions, threads } = stores;
  const suggestPrompts = createSuggestPrompts({
    accept: (opened) => producer.accept(opened),
    logger,
  });
  const notAsked = (outcome: string) => (ask: AskRequest) =>
    tracing.questionEnded({ id: ask.id, askedAt: ask.at, outcome });
  return {
    ask: createAskHandler({
      policy,
      questions,
      claims,
      messages: slack.messages,
      ...composeRefusals(shared),
      mayWait: createMayWait({
        mode: config.deepsearch.accessMode,
        accounts: stores.accounts,
        waiting: stores.waitingQuestions,
        now,
      }),
      awaitThread: createAwaitThread({ questions, threads }),
      recordQuestion: createRecordQuestion({
        questions,
        threads,
        settings: stores.settings,
        claims,
        limits: config.limits.questions,
        now,
      }),
      ignoreEarlyStop: createIgnoreEarlyStop({
        mode: config.deepsearch.accessMode,
        questions,
        mayStop,
      }),
      openPlace: createOpenPlace({
        questions,
        threads,
        threading: output.threading,
        questionResponses: stores.questionResponses,
        postEphemeral,
      }),
      postEphemeral,
      schedule: producer.schedule,
      begun: async (question: Question) => {
        await Promise.all([home.refreshHomeOf(question), suggestPrompts(question)]);
      },
      notAsked: notAsked('refused'),
      audit: shared.audit.record,
      logger,
    }),
    giveUpAsk: createAskGiveUp({
      questions,
      claims,
      schedule: producer.schedule,
      postEphemeral,
      completeStep: slack.completeStep,
      notAsked: notAsked('failed'),
      logger,
    }),
  };
}

/** How it is told that a question is not asked. */
function composeRefusals({ audit, logger, metrics, postEphemeral, slack, stores }: SharedParts) {
  const { acceptedQuestions, claims, personLimits, settings, threads } = stores;
  const { completeStep } = slack;
  const parts = {
    threads,
    acceptedQuestions,
    postEphemeral,
    completeStep,
    audit: audit.record,
    logger,
  };
  return {
    refuse: createRefuseAsk(parts),
    refuseLimited: createRefuseLimited({
      ...parts,
      claims,
      mayTell: (user) => personLimits.mayTell('questions', user),
      settings,
      observe: (reached) =>
        isBudget(reached) ? metrics.budgetUsedUp(reached) : metrics.limited(reached.scope),
    }),
    refuseTooLong: createRefuseTooLong({ ...parts, observe: metrics.limited }),
    refuseTooManyWaiting: createRefuseTooManyWaiting(parts),
  };
}
