import type { FastifyInstance } from 'fastify';
import { presentRetrieval } from './api/serialize.js';
import type { Parts } from './components.js';
import type { Service, ServiceOptions } from './settings/service-options.js';

interface Starting {
  readonly options: ServiceOptions;
  readonly parts: Parts;
  readonly stop: () => Promise<void>;
}

/** Begins to serve; gives what its owner holds. */
export async function start(
  app: FastifyInstance,
  { options, parts, stop }: Starting,
): Promise<Service> {
  const { port = 0, host = '127.0.0.1' } = options;
  const address = await app.listen({ port, host });
  const url = (options.publicUrl ?? address).replace(/\/+$/, '');
  parts.setting.publicUrl = url;
  resume(parts);
  return {
    url,
    users: options.users,
    faults: { add: parts.faults.add, clear: parts.faults.clear },
    gate: parts.gates.open,
    calls: parts.calls.list,
    conversations: () => conversations(parts),
    setSharing: (on) => {
      parts.setting.sharing = on;
    },
    star: (id, on) => star(parts, id, on),
    revoke: parts.users.revoke,
    waitFor: parts.changes.waitFor,
    stop,
  };
}

/** Questions that were in hand when the last run ended begin anew. */
function resume({ store, runner }: Parts): void {
  const questions = store.all().flatMap((record) => record.questions);
  for (const question of questions) if (question.phase !== 'ended') runner.submit(question);
}

function conversations({ store, forms, setting, quota }: Parts) {
  const now = Date.now();
  const { publicUrl } = setting;
  return store.all().map((record) => {
    const usage = quota.usage(record.userId, now);
    return presentRetrieval(record, {
      ...{ forms, publicUrl, now },
      viewerId: record.userId,
      quota: usage,
    });
  });
}

function star({ store }: Parts, id: number, on: boolean): void {
  const record = store.get(id);
  if (record) record.starred = on;
  void store.changed(id);
}

export async function stopAll(app: FastifyInstance, parts: Parts): Promise<void> {
  parts.runner.stop();
  parts.faults.clear();
  parts.gates.releaseAll();
  await app.close();
  await Promise.all([parts.close(), parts.syntax.stop()]);
  await parts.store.settled();
}
