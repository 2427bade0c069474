import type { RateLimits, WorkspaceOptions } from '../api/workspace.js';
import { HttpTransport } from '../delivery/http-transport.js';
import { Outbox } from '../delivery/outbox.js';
import { SocketTransport } from '../delivery/socket-transport.js';
import { sendEvents } from '../events/send-events.js';
import { type Seed, seedState } from '../state/seed.js';
import { TrafficLog } from '../state/traffic-log.js';
import { WorkspaceState } from '../state/workspace-state.js';
import { WebApiFaults, WebApiGates } from '../web-api/faults.js';
import { RateLimiter, SLACK_LIMITS } from '../web-api/rate-limits.js';
import {
  type AppCredentials,
  createCredentials,
  DEFAULT_EVENTS,
  DEFAULT_SCOPES,
} from './app-credentials.js';

const ACK_TIMEOUT_MS = 3000;
const TRIGGER_LIFETIME_MS = 3000;
const RETRY_DELAYS_MS = [0, 60_000, 300_000];

/** Everything except the HTTP server. */
export interface WorkspaceCore {
  readonly credentials: AppCredentials;
  readonly state: WorkspaceState;
  readonly seed: Seed;
  readonly traffic: TrafficLog;
  readonly http: HttpTransport;
  readonly socket: SocketTransport;
  readonly outbox: Outbox;
  readonly faults: WebApiFaults;
  readonly gates: WebApiGates;
  readonly limits: RateLimiter;
  readonly subscribedEvents: ReadonlySet<string>;
}

export function createCore(options: WorkspaceOptions): WorkspaceCore {
  const credentials = createCredentials(options);
  const { appId, signingSecret, verificationToken } = credentials;
  const now = options.now ?? Date.now;
  const app = {
    appId,
    name: 'deepsearch',
    title: options.appName ?? 'deepsearch',
    token: verificationToken,
    homeTab: options.homeTab ?? true,
    groupMentions: options.groupMentions ?? true,
    messagesPerPage: options.messagesPerPage ?? 1_000,
    repeatsUploads: options.repeatsUploads ?? false,
    unfurlDomains: options.unfurlDomains ?? [],
    distributed: options.distributed ?? false,
    prompts: options.prompts ?? [],
    suggestedPrompts: options.suggestedPrompts ?? 'internal_error',
    steps: options.steps ?? [],
  };
  const state = new WorkspaceState(app, {
    now,
    triggerLifetimeMs: options.triggerLifetimeMs ?? TRIGGER_LIFETIME_MS,
  });
  const seed = seedState(state, {
    botToken: options.botToken,
    scopes: options.scopes ?? DEFAULT_SCOPES,
    enterpriseId: options.enterpriseId,
    installed: options.installed ?? true,
    onOrganization: options.orgInstall,
  });
  const changed = () => void state.emit({ kind: 'traffic-logged' });
  const traffic = new TrafficLog(changed);
  const timeoutMs = options.redelivery?.timeoutMs ?? ACK_TIMEOUT_MS;
  const seconds = () => state.clock.seconds();
  const http = new HttpTransport({ signingSecret, timeoutMs, seconds });
  http.requestUrl = options.requestUrl;
  const socket = new SocketTransport({ appId, timeoutMs, changed });
  const delaysMs = options.redelivery?.delaysMs ?? RETRY_DELAYS_MS;
  const outbox = new Outbox({ transports: [socket, http], delaysMs, now, traffic });
  const subscribedEvents = new Set(options.events ?? DEFAULT_EVENTS);
  state.onChange((change) => sendEvents(state, { outbox, subscribedEvents }, change));
  return {
    credentials,
    state,
    seed,
    traffic,
    http,
    socket,
    outbox,
    faults: new WebApiFaults(),
    gates: new WebApiGates(),
    limits: new RateLimiter(rateLimitsOf(options), now),
    subscribedEvents,
  };
}

function rateLimitsOf({ limits }: WorkspaceOptions): RateLimits | 'off' {
  return limits === 'off' ? 'off' : { ...SLACK_LIMITS, ...limits };
}
