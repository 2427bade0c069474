import { createDeepSearch } from '../deepsearch/client.js';
import { observed } from '../deepsearch/observed.js';
import { spared } from '../deepsearch/spared.js';
import { createDeliver } from '../deliver/deliver.js';
import { createOutbox } from '../deliver/outbox.js';
import { createStatus } from '../deliver/status.js';
import { createThreading } from '../deliver/threads.js';
import { createWithdraw } from '../deliver/withdraw.js';
import type { Question } from '../model/question.js';
import { createPolicy } from '../policy/policy.js';
import { remember } from '../policy/remember.js';
import { createWhisper } from '../question/whisper.js';
import { respond } from '../slack/respond.js';
import { type Base, RESPONSE_URL } from './base.js';

export type Walk = ReturnType<typeof createWalk>;

/** What a worker's parts have in common, beside the base: the instance, who may, and how we speak. */
export function createWalk(base: Base) {
  const { config, metrics, producer, logger, now } = base;
  const client = createDeepSearch({ baseUrl: config.deepsearch.url, version: base.version });
  return {
    ...base,
    ...composeSpeech(base),
    /** As it is: nothing is kept of what it says. */
    client,
    instance: spared(observed(client, metrics.serviceCalled), { logger }),
    policy: createPolicy({ people: base.people, identify: base.workspaces.identify, now }),
    credentialFor: async (_question: Question) => config.deepsearch.token,
    usual: createUsual(base),
    wake: (id: string) => producer.wake(id),
    schedule: (id: string) => producer.schedule(id),
  };
}

/** How long answers took lately, ms: asked at each look, and so remembered for a while. */
function createUsual({ paces, now }: Base) {
  const usual = remember({ forMs: 30_000, most: 1, now }, () => paces.usual());
  return () => usual('');
}

/** Everything that speaks in Slack. */
function composeSpeech(base: Base) {
  const { api, logger, messages, metrics, now, questions, threads, vault } = base;
  const outbox = createOutbox({ messages, now });
  const threading = createThreading({ outbox, messages, threads });
  return {
    outbox,
    status: createStatus({
      ...{ outbox, threading, messages, now },
      observeShown: metrics.statusShown,
    }),
    deliver: createDeliver({ outbox, threading, messages, questions, logger }),
    withdraw: createWithdraw({ outbox, questions, logger }),
    whisper: createWhisper({
      messages,
      respond: (sealed, note) => respond(vault.open(sealed, RESPONSE_URL), note, api),
      logger,
    }),
  };
}
