import { createLogger } from '../log.js';
import { checkWorkload, readWorkload } from '../ops/doctor/questions.js';
import { checkServers, redisUnreachable } from '../ops/doctor/redis.js';
import { checkSecrets } from '../ops/doctor/secrets.js';
import { checkSockets } from '../ops/doctor/sockets.js';
import type { Check, Findings } from '../ops/doctor.js';
import { createProducer } from '../queue/producer.js';
import { type Connection, closeRedis, connectRedis, whenReady } from '../store/connection.js';
import { readRedisInfo } from '../store/health.js';
import { createInstallationStore, type InstallationStore } from '../store/installations.js';
import { createQuestionStore } from '../store/questions.js';
import { createSocketStore } from '../store/sockets.js';
import { createVault } from '../vault/vault.js';
import { type Settings, skipped } from './settings.js';

const CONNECT_MS = 3_000;

/** What is looked at in Redis, over one connection. */
export interface Storage {
  readonly looks: Readonly<Record<string, Check>>;
  /** A look at the sealed installs. */
  withInstalls(look: (installs: InstallationStore) => Promise<Findings>): Promise<Findings>;
  close(): Promise<void>;
}

/** Connects at once, where the settings say to what. */
export function composeStorage(settings: Settings): Storage {
  const door = openDoor(settings);
  const keys = settings.invalid.has('ENCRYPTION_KEY') ? undefined : settings.values.ENCRYPTION_KEY;
  const withInstalls: Storage['withInstalls'] = async (look) => {
    if (keys === undefined) return skipped('ENCRYPTION_KEY');
    const vault = createVault(keys);
    return door.within((redis) => look(createInstallationStore({ redis, ...vault })));
  };
  return {
    looks: {
      redis: door.look,
      'encryption key': () => withInstalls(checkSecrets),
      questions: () => door.within(lookAtQuestions),
      ...(settings.values.SLACK_APP_TOKEN !== undefined && {
        'socket mode': () => door.within(lookAtSockets),
      }),
    },
    withInstalls,
    close: door.close,
  };
}

interface Door {
  readonly look: Check;
  /** What is found behind the door, once it is open. */
  within(look: (redis: Connection) => Promise<Findings>): Promise<Findings>;
  close(): Promise<void>;
}

function openDoor({ values, invalid: faulty }: Settings): Door {
  if (faulty.has('REDIS_URL')) {
    const look = async () => skipped('REDIS_URL');
    return { look, within: look, close: async () => undefined };
  }
  const { logger, reason } = listen();
  const connection = connectRedis(values.REDIS_URL, 'store', logger);
  const reached = whenReady(connection, CONNECT_MS).then(
    () => true,
    () => false,
  );
  return {
    look: async () =>
      (await reached) ? checkServers(await readRedisInfo(connection)) : redisUnreachable(reason()),
    within: async (look) => ((await reached) ? look(connection) : skipped('Redis')),
    close: () => closeRedis(connection),
  };
}

/** A log that is kept to itself, but for why Redis is away. */
function listen() {
  let reason = `it did not answer in ${CONNECT_MS / 1000} s`;
  const write = (line: string) => {
    const entry = JSON.parse(line) as { reason?: string };
    if (entry.reason !== undefined) reason = entry.reason;
  };
  const logger = createLogger({ level: 'warn', name: 'doctor', destination: { write } });
  return { logger, reason: () => reason };
}

async function lookAtSockets(redis: Connection): Promise<Findings> {
  const now = Date.now();
  return checkSockets(await createSocketStore({ redis }).all(now), now);
}

async function lookAtQuestions(redis: Connection): Promise<Findings> {
  const producer = createProducer(redis);
  try {
    const questions = createQuestionStore({ redis, retentionMs: 0 });
    const { peopleQueues: queues } = producer;
    return checkWorkload(await readWorkload({ questions, queues }), Date.now());
  } finally {
    await producer.close();
  }
}
