import type { Engine } from '../../../local/service/conversation/engine.js';
import { signInEnv } from '../../flow/account/sign-in-fixture.js';
import { json, startHttpServer } from '../../support/http-server.js';
import { makeRepository, SHOP } from '../../support/repository.js';
import type { StackOptions } from '../../support/stack.js';
import type { Accounts } from '../own-accounts.js';
import { allAccounts } from './accounts.js';

type AccessMode = 'shared' | Accounts['mode'];

/** A question with this word runs until it is stopped, or `release` is called. */
export const RUNS_ON = 'slowly';

/** The organization that the app is installed on: workflow steps exist only there. */
export const ORGANIZATION = 'E0ACMEORG';

/** The case of a question, such as `case-12-`, which its answer repeats. */
const CASE = /(?:case|new)-\d+-/;

export interface AnsweringEngine {
  readonly engine: Engine;
  /** Answers all questions that run on. */
  release(): void;
}

/** Answers every question with its own case, at once. */
function createAnsweringEngine(): AnsweringEngine {
  let running: (() => void)[] = [];
  const engine: Engine = async (question, { signal }) => {
    if (question.includes(RUNS_ON)) {
      await new Promise<void>((resolve, reject) => {
        running.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    const name = CASE.exec(question)?.[0] ?? '';
    return {
      title: titleOf(name),
      answer: `${answerOf(name)}. See [queue.ts](/shop/-/blob/src/queue.ts?L1-3).`,
      sources: [
        { type: 'File', link: '/shop/-/blob/src/queue.ts?L1-3', label: 'shop · src/queue.ts' },
      ],
    };
  };
  return {
    engine,
    release() {
      for (const answer of running) answer();
      running = [];
    },
  };
}

/** The page of a trace: admins see a link to it. */
export const TRACE_PAGE = 'https://traces.example/';

/** Takes all traces, and keeps none. */
async function startCollector() {
  const server = await startHttpServer();
  const accept = json(200, {});
  server.handle((seen, response) => {
    server.seen.length = 0;
    return accept(seen, response);
  });
  return server;
}

export const titleOf = (name: string): string => `The title of ${name}`;
export const answerOf = (name: string): string => `The answer of ${name}`;

/** What the suite runs against; `onCleanup` is called when the stack has stopped. */
export async function prepareStack(
  onCleanup: (cleanup: () => unknown) => void,
  mode: AccessMode = 'shared',
) {
  const repository = await makeRepository('shop', SHOP);
  onCleanup(() => repository.remove());
  const collector = await startCollector();
  onCleanup(() => collector.close());
  const answering = createAnsweringEngine();
  const options: StackOptions = {
    service: {
      repositories: [repository.path],
      sharing: true,
      engine: answering.engine,
      ...(mode === 'shared' ? {} : { users: allAccounts(), oauth: {} }),
    },
    env: {
      ACCESS_MODE: mode,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      TRACE_URL: `${TRACE_PAGE}{trace}`,
      ...(mode === 'shared' ? {} : await signInEnv()),
      // Whatever runs with it all the same fails.
      ...(mode === 'linked' ? { DEEPSEARCH_TOKEN: '' } : {}),
    },
    workspace: { limits: 'off', enterpriseId: ORGANIZATION, orgInstall: true },
  };
  return { options, answering };
}
