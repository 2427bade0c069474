import { createMayStop } from '../policy/may-stop.js';
import { createPolicy } from '../policy/policy.js';
import { createRefreshHome } from '../views/refresh-home.js';
import { createAnswerTimes } from './answer-times.js';
import { createInstanceClients } from './instance.js';
import type { SharedParts } from './shared.js';
import { createSlackOutput } from './slack-output.js';
import { createWorkerSeen } from './worker-seen.js';

export type WorkerParts = ReturnType<typeof createWorkerParts>;

/** What several parts of the worker use, each built once. */
export function createWorkerParts(shared: SharedParts) {
  const { config, logger, now, producer, slack, stores } = shared;
  const seen = createWorkerSeen({ workerSeen: stores.workerSeen, now, logger });
  const policy = createPolicy({
    directory: slack.directory,
    settings: stores.settings,
    isPrivateThread: stores.threads.isPrivate,
    identify: slack.identify,
    channelChanges: stores.channelChanges,
    now,
    logger,
  });
  return {
    shared,
    clients: createInstanceClients(shared),
    output: createSlackOutput(shared, seen.maybeRestoredSince),
    seen,
    policy,
    mayStop: createMayStop(config.deepsearch.accessMode, policy),
    answerTimes: createAnswerTimes({
      answerDurations: stores.answerDurations,
      logger,
      now,
    }),
    home: createRefreshHome({
      homes: stores.homes,
      accept: (request) => producer.accept(request),
      now,
      logger,
    }),
  };
}
