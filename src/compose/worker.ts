import { createBrowse } from '../browse/visit.js';
import { createDeepSearch, type DeepSearch } from '../deepsearch/client.js';
import { observed } from '../deepsearch/observed.js';
import { spared } from '../deepsearch/spared.js';
import { createDeliver } from '../deliver/deliver.js';
import { createOutbox } from '../deliver/outbox.js';
import { createPresence } from '../deliver/presence.js';
import { createStatus } from '../deliver/status.js';
import { createThreading } from '../deliver/threads.js';
import { createWithdraw } from '../deliver/withdraw.js';
import type { Question } from '../model/question.js';
import { createPolicy, type Policy } from '../policy/policy.js';
import { remember } from '../policy/remember.js';
import { Create } from '../poll/create.js';
import { Finish } from '../poll/finish.js';
import { createPrompt } from '../poll/prompt.js';
import { createReconcile } from '../poll/reconcile.js';
import { QuestionRun } from '../poll/step.js';
import { createAsk, createGiveUpAsk } from '../question/ask.js';
import { createChanges } from '../question/changes.js';
import { createCheckup } from '../question/checkup.js';
import { createFeedback } from '../question/feedback.js';
import { createOpened } from '../question/opened.js';
import { createPress } from '../question/press.js';
import { createReveal } from '../question/reveal.js';
import { createWhisper } from '../question/whisper.js';
import { createWords } from '../question/words.js';
import { createWorkers } from '../queue/workers.js';
import { respond } from '../slack/respond.js';
import { connectRedis } from '../store/connection.js';
import { type Base, PASTED_LINK, RESPONSE_URL } from './base.js';
import { createExamination } from './examination.js';

/** The worker's two walks: what is asked goes down to the queue, what is answered to the thread. */
export function composeWorkers(base: Base) {
  const { config, logger, metrics, producer, now } = base;
  const client = createDeepSearch({ baseUrl: config.deepsearch.url, version: base.version });
  const instance = spared(observed(client, metrics.serviceCalled), { logger });
  const policy = createPolicy({ people: base.people, identify: base.workspaces.identify, now });
  const speech = composeSpeech(base);
  const walk = {
    ...base,
    ...speech,
    instance,
    policy,
    credentialFor: async (_question: Question) => config.deepsearch.token,
    usual: createUsual(base),
    wake: (id: string) => producer.wake(id),
    schedule: (id: string) => producer.schedule(id),
  };
  const run = composeRun(walk);
  const press = createPress(walk);
  const obey = createWords(walk);
  const change = createChanges({ ...walk, accept: (ask) => producer.accept(ask) });
  const list = () => client.list({ token: config.deepsearch.token, pageSize: 1 });
  const checkup = createCheckup({ ...walk, examine: createExamination(base, list) });
  const browse = createBrowse({
    ...walk,
    credentialFor: async () => config.deepsearch.token,
    tell: walk.whisper,
    accept: (press) => producer.accept(press),
    openLink: (sealed) => base.vault.open(sealed, PASTED_LINK),
    baseUrl: config.deepsearch.url,
  });
  const reveal = createReveal({ ...walk, baseUrl: config.deepsearch.url });
  const feedback = createFeedback({ ...walk, observe: metrics.voted });
  const opened = createOpened(walk);
  const connection = connectRedis(config.redis.url, 'worker', logger);
  const workers = createWorkers({
    connection,
    concurrency: config.tuning.workerConcurrency,
    processors: {
      ask: createAsk(walk),
      giveUpAsk: createGiveUpAsk(walk),
      press: (wish, signal) => {
        switch (wish.kind) {
          case 'checkup':
            return checkup(wish);
          case 'visit':
            return browse(wish, signal);
          case 'vote':
            return feedback(wish);
          case 'reveal':
            return reveal(wish, signal);
          case 'opened':
            return opened(wish);
          case 'word':
            return obey(wish, signal);
          case 'rewrite':
          case 'removal':
          case 'ask-again':
            return change(wish, signal);
          default:
            return press(wish, signal);
        }
      },
      question: (id, signal) => run.run(id, signal),
      giveUp: (id, error) => run.giveUp(id, error),
      reconcile: composeUpkeep(walk),
    },
    jobStarted: metrics.jobStarted,
    logger,
  });
  return { workers, instance, connection, presence: walk.presence };
}

/** What is done every minute. */
function composeUpkeep(walk: Walk & { readonly schedule: (id: string) => Promise<void> }) {
  const reconcile = createReconcile(walk);
  return async () => {
    await reconcile();
    await walk.presence.sweep();
  };
}

/** How long answers took lately, ms: asked at each look, and so remembered for a while. */
function createUsual({ paces, now }: Base) {
  const usual = remember({ forMs: 30_000, most: 1, now }, () => paces.usual());
  return () => usual('');
}

/** Nobody waits for it, and it may be lost. */
function noteTime({ paces, logger }: Base, ms: number): void {
  paces.answeredIn(ms).catch((error: unknown) => logger.debug({ err: error }, 'not noted'));
}

/** Everything that speaks in Slack. */
function composeSpeech(base: Base) {
  const { api, logger, messages, metrics, now, questions, threads, vault } = base;
  const { agent, presences } = base;
  const outbox = createOutbox({ messages, now });
  const threading = createThreading({ outbox, messages, threads });
  return {
    outbox,
    status: createStatus({
      ...{ outbox, threading, messages, now },
      observeShown: metrics.statusShown,
    }),
    presence: createPresence({ agent, presences, now, logger }),
    deliver: createDeliver({ outbox, threading, messages, questions, logger }),
    withdraw: createWithdraw({ outbox, questions, logger }),
    whisper: createWhisper({
      messages,
      respond: (sealed, note) => respond(vault.open(sealed, RESPONSE_URL), note, api),
      logger,
    }),
  };
}

type Walk = Base &
  ReturnType<typeof composeSpeech> & {
    readonly instance: DeepSearch;
    readonly policy: Policy;
    readonly credentialFor: (question: Question) => Promise<string>;
    readonly usual: () => Promise<number | undefined>;
    readonly wake: (id: string) => Promise<void>;
  };

/** A question's job: create, poll, finish. */
function composeRun(walk: Walk): QuestionRun {
  const { config, metrics, policy } = walk;
  const { pollMinMs, pollMaxMs, questionTimeoutMs } = config.tuning;
  const promptFor = createPrompt({ ...walk, nameOf: policy.nameOf });
  const finish = new Finish({
    ...walk,
    baseUrl: config.deepsearch.url,
    observe: ({ kind, shownAfterMs, tookMs }) => {
      metrics.questionEnded(kind);
      metrics.endingShown(shownAfterMs);
      if (kind === 'completed' && tookMs !== undefined) noteTime(walk, tookMs);
    },
  });
  return new QuestionRun({
    ...walk,
    creation: new Create({ ...walk, promptFor }),
    finish,
    limits: { timeoutMs: questionTimeoutMs, pace: { minMs: pollMinMs, maxMs: pollMaxMs } },
  });
}
