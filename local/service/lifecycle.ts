import type { FastifyInstance } from 'fastify';
import { serializeForViewer } from './api/serialize.js';
import type { Components } from './components.js';
import type { Service, ServiceOptions } from './settings/service-options.js';

interface StartOptions {
  readonly options: ServiceOptions;
  readonly components: Components;
  readonly stop: () => Promise<void>;
}

/** Begins to serve; gives what its owner holds. */
export async function start(
  app: FastifyInstance,
  { options, components, stop }: StartOptions,
): Promise<Service> {
  const { port = 0, host = '127.0.0.1' } = options;
  const address = await app.listen({ port, host });
  const url = (options.publicUrl ?? address).replace(/\/+$/, '');
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
    stop,
  };
}

/** Questions that were in hand when the last run ended begin anew. */
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
      ...{ variants, publicUrl, now },
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
  await app.close();
  await Promise.all([components.close(), components.syntax.stop()]);
  await components.store.flush();
}
