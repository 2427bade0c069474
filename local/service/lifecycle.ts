import type { FastifyInstance } from 'fastify';
import { serializeForViewer } from './api/serialize.js';
import type { ServiceUser } from './api/users.js';
import type { Components } from './components.js';
import type { WaitOptions } from './conversation/change-notifier.js';
import type { Conversation } from './conversation/resources.js';
import type {
  ApiCall,
  ApiFault,
  ApiFaultHandle,
  ApiGate,
  FaultRoute,
  GateOptions,
} from './faults/types.js';
import type { ServiceOptions } from './settings/service-options.js';
import type { SyncOptions } from './sync/sync-options.js';

export interface Service {
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  readonly users: readonly ServiceUser[];
  readonly faults: {
    add(fault: ApiFault): ApiFaultHandle;
    clear(): void;
  };
  /** Holds the calls of a route: before they take effect, or after that and before the response. */
  gate(route: FaultRoute, options?: GateOptions): ApiGate;
  /** The newest API calls, at most 10,000 and 16 MB, oldest first; empty without the option `logCalls`. */
  readonly calls: readonly ApiCall[];
  /** All conversations of all users, as their owners see them. */
  conversations(): readonly Conversation[];
  setSharing(on: boolean): void;
  /** Stars a conversation: the API can filter by stars, but has no call that sets one. */
  star(conversationId: number, on: boolean): void;
  /** From now on requests with this token get a 401. */
  revoke(token: string): void;
  /** Resolves with the first truthy value of `check`, which runs again on every change; rejects after `timeoutMs` (60 s). */
  waitFor<T>(check: () => T, options?: WaitOptions): Promise<NonNullable<T>>;
  /** Fetches the repositories of the option `sync` now; resolves when each was tried once. */
  fetchRepositories(): Promise<void>;
  /** Changes the option `sync`: what it does not list any more is not served any more. */
  changeSync(options: SyncOptions): Promise<void>;
  /** Stops everything: the server, running questions, worker threads, git. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly options: ServiceOptions;
  readonly components: Components;
  readonly stop: () => Promise<void>;
}

/** Starts to fetch and to listen, and resumes the questions that the last run did not finish. */
export async function start(
  app: FastifyInstance,
  { options, components, stop }: StartOptions,
): Promise<Service> {
  components.sync?.start();
  const { port = 0, host = '127.0.0.1' } = options;
  const address = await app.listen({ port, host });
  const url = (options.publicUrl ?? reachable(address)).replace(/\/+$/, '');
  components.runtime.publicUrl = url;
  resumeQuestions(components);
  return {
    url,
    users: options.users,
    faults: { add: components.faults.add, clear: components.faults.clear },
    gate: components.gates.open,
    calls: components.calls.list,
    conversations: () => conversations(components),
    setSharing: (on) => {
      components.runtime.sharing = on;
    },
    star: (id, on) => star(components, id, on),
    revoke: components.users.revoke,
    waitFor: components.notifier.waitFor,
    changeSync: components.changeSync,
    fetchRepositories: async () => components.sync?.fetchAll(),
    stop,
  };
}

/** `[::]` means all addresses, and browsers cannot open it. */
function reachable(address: string): string {
  return address.replace('//[::]:', '//localhost:');
}

/** Questions that were unfinished when the last run stopped start again. */
function resumeQuestions({ store, runner }: Components): void {
  const questions = store.all().flatMap((record) => record.questions);
  for (const question of questions) if (question.phase !== 'ended') runner.submit(question);
}

function conversations({ store, variants, runtime, quota }: Components) {
  const now = Date.now();
  const { publicUrl } = runtime;
  return store.all().map((record) => {
    const usage = quota.usage(record.userId, now);
    return serializeForViewer(record, {
      variants,
      publicUrl,
      now,
      viewerId: record.userId,
      quota: usage,
    });
  });
}

function star({ store }: Components, id: number, on: boolean): void {
  const record = store.get(id);
  if (record) record.starred = on;
  void store.save(id);
}

export async function stopComponents(app: FastifyInstance, components: Components): Promise<void> {
  components.runner.stop();
  components.faults.clear();
  components.gates.releaseAll();
  try {
    await app.close();
  } finally {
    // Whatever fails, what people asked is saved.
    await Promise.all([components.renderThread.stop(), components.close()]).finally(() =>
      components.store.flush(),
    );
  }
}
