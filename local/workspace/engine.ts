import { tellApps } from './events/fan-out.js';
import { HttpCarrier } from './events/http-carrier.js';
import { Outbox } from './events/outbox.js';
import { SocketCarrier } from './events/socket-carrier.js';
import { EVENTS, SCOPES, type Secrets, secretsFor } from './identity.js';
import { LogBook } from './log-book.js';
import { type Seed, seed } from './state/seed.js';
import { World } from './state/world.js';
import { Faults, Gates } from './web-api/faults.js';
import { type Limits, SLACK_LIMITS } from './web-api/limits.js';
import { RateLimits } from './web-api/rate-limits.js';
import type { WorkspaceOptions } from './workspace-api.js';

const TIMEOUT_MS = 3000;
const TRIGGER_LIFE_MS = 3000;
const DELAYS_MS = [0, 60_000, 300_000];

/** All that lives in a workspace before it has an address. */
export interface Engine {
  readonly secrets: Secrets;
  readonly world: World;
  readonly seeded: Seed;
  readonly book: LogBook;
  readonly http: HttpCarrier;
  readonly socket: SocketCarrier;
  readonly outbox: Outbox;
  readonly faults: Faults;
  readonly gates: Gates;
  readonly limits: RateLimits;
  readonly subscribed: ReadonlySet<string>;
}

export function newEngine(options: WorkspaceOptions): Engine {
  const secrets = secretsFor(options);
  const { appId, signingSecret, verificationToken } = secrets;
  const now = options.now ?? Date.now;
  const app = {
    appId,
    name: 'deepsearch',
    token: verificationToken,
    homeTab: options.homeTab ?? true,
    unfurlDomains: options.unfurlDomains ?? [],
    steps: options.steps ?? [],
  };
  const world = new World(app, { now, triggerLifeMs: options.triggerLifeMs ?? TRIGGER_LIFE_MS });
  const seeded = seed(world, {
    botToken: options.botToken,
    scopes: options.scopes ?? SCOPES,
    enterpriseId: options.enterpriseId,
  });
  const changed = () => void world.announce({ kind: 'activity' });
  const book = new LogBook(changed);
  const timeoutMs = options.redelivery?.timeoutMs ?? TIMEOUT_MS;
  const seconds = () => world.clock.seconds();
  const http = new HttpCarrier({ signingSecret, timeoutMs, seconds });
  http.requestUrl = options.requestUrl;
  const socket = new SocketCarrier({ appId, timeoutMs, changed });
  const delaysMs = options.redelivery?.delaysMs ?? DELAYS_MS;
  const outbox = new Outbox({ carriers: [socket, http], delaysMs, now, book });
  const subscribed = new Set(options.events ?? EVENTS);
  world.onChange((change) => tellApps(world, { outbox, subscribed }, change));
  const limits = new RateLimits(limitsOf(options), now);
  const faults = new Faults();
  const gates = new Gates();
  const built = { secrets, world, seeded, book, http, socket, outbox };
  return { ...built, faults, gates, limits, subscribed };
}

function limitsOf({ limits }: WorkspaceOptions): Limits | 'off' {
  return limits === 'off' ? 'off' : { ...SLACK_LIMITS, ...limits };
}
