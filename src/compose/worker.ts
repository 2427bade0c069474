import { createDeepSearch } from '../deepsearch/client.js';
import { withMetrics } from '../deepsearch/observed.js';
import { withCircuitBreaker } from '../deepsearch/spared.js';
import { createUpdateAnswer } from '../deliver/update-answer.js';
import { createCitationCheck } from '../lifecycle/cite/check-citations.js';
import { createPrompt } from '../lifecycle/prompt.js';
import { QuestionCreator } from '../lifecycle/question-creator.js';
import { QuestionFinisher } from '../lifecycle/question-finisher.js';
import { QuestionJob } from '../lifecycle/question-job.js';
import { createReconcile } from '../lifecycle/reconcile.js';
import { createShowCitationIssues } from '../lifecycle/show-citation-issues.js';
import { createWorkflowReport } from '../lifecycle/workflow-report.js';
import { createToolServer } from '../mcp/client.js';
import { memoize } from '../memoize.js';
import type { Question } from '../model/question.js';
import { createPolicy } from '../policy/policy.js';
import { createAsk, createGiveUpAsk } from '../question/ask.js';
import { createWorkers } from '../queue/workers.js';
import { connectRedis } from '../store/connection.js';
import type { Base } from './base.js';
import { composeDispatch } from './dispatch.js';
import { composeSpeech, type Walk } from './speech.js';
import { createNoteArrival, createNoteAtHome } from './surface.js';

/** The worker's two walks: what is asked goes down to the queue, what is answered to the thread. */
export function composeWorkers(base: Base) {
  const { config, logger, metrics, producer } = base;
  const far = { baseUrl: config.deepsearch.url, version: base.version };
  const client = createDeepSearch(far);
  const tools = createToolServer({ ...far, observe: metrics.toolCalled });
  const instance = withCircuitBreaker(withMetrics(client, metrics.serviceCalled), { logger });
  const policy = createPolicy({ ...base, identify: base.workspaces.identify });
  const speech = composeSpeech(base);
  const walk: Walk = {
    ...base,
    ...speech,
    instance,
    tools,
    policy,
    credentialFor: async (_question: Question) => config.deepsearch.token,
    typicalDuration: createTypicalDuration(base),
    wake: (id: string) => producer.wake(id),
    schedule: (id: string) => producer.schedule(id),
  };
  const run = composeRun(walk);
  const connection = connectRedis(config.redis.url, 'worker', logger);
  const workers = createWorkers({
    connection,
    concurrency: config.tuning.workerConcurrency,
    processors: {
      ask: createAsk({ ...walk, begun: createBegun(base) }),
      giveUpAsk: createGiveUpAsk(walk),
      ...composeDispatch(walk, () => client.list({ token: config.deepsearch.token, pageSize: 1 })),
      question: (id, signal) => run.run(id, signal),
      giveUpQuestion: (id, error) => run.giveUp(id, error),
      reconcile: composeUpkeep(walk),
    },
    jobStarted: metrics.jobStarted,
    now: base.now,
    random: base.random,
    logger,
  });
  return { workers, instance, tools, connection, agentStatus: walk.agentStatus };
}

/** What follows from a question that is at work. */
function createBegun(base: Base) {
  const atHome = createNoteAtHome(base);
  const arrival = createNoteArrival(base);
  return async (question: Question): Promise<void> => {
    await Promise.all([atHome(question), arrival(question)]);
  };
}

/** What is done every minute. */
function composeUpkeep(walk: Walk & { readonly schedule: (id: string) => Promise<void> }) {
  const reconcile = createReconcile(walk);
  return async () => {
    await reconcile();
    await walk.agentStatus.sweep();
  };
}

/** How long answers took lately, ms: asked at each look, and so remembered for a while. */
function createTypicalDuration({ answerDurations, now }: Base) {
  const typicalDuration = memoize({ ttlMs: 30_000, maxEntries: 1, now }, () =>
    answerDurations.median(),
  );
  return () => typicalDuration('');
}

/** Nobody waits for it, and it may be lost. */
function noteTime({ answerDurations, logger }: Base, ms: number): void {
  answerDurations.add(ms).catch((error: unknown) => logger.debug({ err: error }, 'not noted'));
}

/** A question's job: create, poll, finish. */
function composeRun(walk: Walk): QuestionJob {
  const { config, metrics, policy } = walk;
  const { pollMinMs, pollMaxMs, questionTimeoutMs, citationCheckMs: waitMs } = config.tuning;
  const promptFor = createPrompt({ ...walk, nameOf: policy.nameOf });
  const baseUrl = config.deepsearch.url;
  const finish = new QuestionFinisher({
    ...walk,
    reportToWorkflow: createWorkflowReport({ ...walk, baseUrl }),
    ended: createNoteAtHome(walk),
    baseUrl,
    checkCitations: createShowCitationIssues({
      ...{ ...walk, amend: createUpdateAnswer(walk) },
      checkCitations: createCitationCheck({ ...walk, baseUrl, waitMs }),
    }),
    observe: ({ kind, shownAfterMs, tookMs }) => {
      metrics.questionFinished(kind);
      metrics.outcomeShown(shownAfterMs);
      if (kind === 'completed' && tookMs !== undefined) noteTime(walk, tookMs);
    },
  });
  return new QuestionJob({
    ...walk,
    creator: new QuestionCreator({ ...walk, promptFor }),
    finisher: finish,
    limits: { timeoutMs: questionTimeoutMs, pace: { minMs: pollMinMs, maxMs: pollMaxMs } },
  });
}
