import { createSuspensionWatch } from '../../src/queue/suspension.js';
import { createWorkers } from '../../src/queue/workers.js';
import { connectRedis } from '../../src/store/connection.js';
import { silentLogger } from '../support/redis-fixture.js';

// A worker process whose work never ends: it says what it took, and waits to be killed.
const [url = ''] = process.argv.slice(2);
const nothing = async () => undefined;
createWorkers({
  connection: connectRedis(url, 'worker', silentLogger),
  concurrency: 1,
  processors: {
    ask: nothing,
    giveUpAsk: nothing,
    handle: nothing,
    giveUp: nothing,
    giveUpNewer: nothing,
    giveUpQuestion: async () => false,
    reconcile: nothing,
    question: async (id) => {
      process.stdout.write(`${id}\n`);
      return new Promise(() => undefined);
    },
  },
  jobStarted: () => () => undefined,
  suspension: createSuspensionWatch(Date.now),
  unbind: (sealed) => sealed,
  now: Date.now,
  random: Math.random,
  logger: silentLogger,
}).start();
