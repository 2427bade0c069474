import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConversationStore } from './conversation/conversation-store.js';
import type { Repository } from './git/repository.js';
import type { IndexTracker } from './index/index-tracker.js';
import type { Sync } from './sync/sync.js';

/** The service's metrics in Prometheus' text format. */
export interface ServiceMetrics {
  readonly contentType: string;
  /** Reads the gauges now. */
  text(): Promise<string>;
}

interface MetricSources {
  readonly repositories: readonly Repository[];
  readonly store: Pick<ConversationStore, 'all'>;
  readonly indexes?: IndexTracker;
  readonly sync?: Sync;
}

const FETCH_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 1800];

export function createServiceMetrics(sources: MetricSources): ServiceMetrics {
  const registry = new Registry();
  questionGauge(registry, sources);
  indexGauges(registry, sources);
  if (sources.sync) fetchMetrics(registry, sources, sources.sync);
  let hasProcess = false;
  return {
    contentType: registry.contentType,
    text() {
      // Not before somebody wants them: they observe the whole process.
      if (!hasProcess) collectDefaultMetrics({ register: registry });
      hasProcess = true;
      return registry.metrics();
    },
  };
}

function questionGauge(registry: Registry, { store }: MetricSources): void {
  new Gauge({
    name: 'deepsearch_service_open_questions',
    help: 'Questions without an outcome, by phase',
    labelNames: ['phase'],
    registers: [registry],
    collect() {
      for (const phase of ['waiting', 'processing'] as const) {
        const open = store.all().flatMap(({ questions }) => questions);
        this.set({ phase }, open.filter((question) => question.phase === phase).length);
      }
    },
  });
}

function indexGauges(registry: Registry, { repositories, indexes }: MetricSources): void {
  if (!indexes) return;
  const shared = { labelNames: ['repository'], registers: [registry] };
  new Gauge({
    ...shared,
    name: 'deepsearch_service_repository_files',
    help: 'Files of the commit that is indexed',
    collect() {
      this.reset();
      for (const { name, gitDir } of repositories) {
        this.set({ repository: name }, indexes.stateOf(gitDir)?.files ?? 0);
      }
    },
  });
  new Gauge({
    ...shared,
    name: 'deepsearch_service_index_ready',
    help: '1 if everything of the repository is indexed',
    collect() {
      this.reset();
      for (const { name, gitDir } of repositories) {
        this.set({ repository: name }, indexes.stateOf(gitDir)?.state === 'ready' ? 1 : 0);
      }
    },
  });
}

function fetchMetrics(registry: Registry, { repositories }: MetricSources, sync: Sync): void {
  const shared = { labelNames: ['repository'], registers: [registry] };
  const nameOf = (gitDir: string) =>
    repositories.find((repository) => repository.gitDir === gitDir)?.name ?? gitDir;
  const fetches = new Counter({
    name: 'deepsearch_service_fetches_total',
    help: 'Fetches from remotes, by outcome: ok, or why they failed',
    labelNames: ['repository', 'outcome'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'deepsearch_service_fetch_duration_seconds',
    help: 'How long fetches took',
    buckets: FETCH_SECONDS,
    registers: [registry],
  });
  sync.onOutcome(({ gitDir, outcome, ms }) => {
    fetches.inc({ repository: nameOf(gitDir), outcome });
    duration.observe(ms / 1000);
  });
  const gauge = (name: string, help: string, read: ReadStatus) =>
    new Gauge({
      ...shared,
      name,
      help,
      collect() {
        this.reset();
        for (const status of sync.statuses()) {
          const value = read(status);
          if (value !== undefined) this.set({ repository: nameOf(status.gitDir) }, value);
        }
      },
    });
  gauge(
    'deepsearch_service_last_fetch_timestamp_seconds',
    'When the repository was last fetched',
    ({ fetchedAt }) => fetchedAt && fetchedAt / 1000,
  );
  gauge(
    'deepsearch_service_fetch_failures',
    'Fetches that failed since the last one that succeeded',
    ({ failures }) => failures,
  );
  gauge('deepsearch_service_clone_bytes', 'Size of the clone', ({ bytes }) => bytes);
}

type ReadStatus = (status: ReturnType<Sync['statuses']>[number]) => number | undefined;
