import { expect, it } from 'vitest';
import { createMetrics } from '../src/metrics.js';

const create = () => createMetrics({ version: '1.2.3' });

it('each instance has its own registry', async () => {
  const [one, two] = [create(), create()];
  one.questionFinished('completed', 4_000);
  expect(await one.registry.metrics()).toContain('questions_total{outcome="completed"} 1');
  expect(await two.registry.metrics()).not.toContain('questions_total{');
});

it('exports every metric, durations in seconds', async () => {
  const metrics = create();
  metrics.eventReceived('mention');
  metrics.acked('event', 20);
  metrics.limited('person');
  metrics.voted('down');
  metrics.auditEntryLost();
  metrics.statusShown(300);
  metrics.outcomeShown(1200);
  metrics.questionFinished('failed', 61_000);
  metrics.rateLearned('post', 240);
  metrics.circuitBreakerOpen(true);
  metrics.slackCalled('chat.update', { outcome: 'ok', ms: 90 });
  metrics.serviceCalled('GET /{id}', { outcome: 'unreachable', ms: 5000 });
  metrics.toolCalled('read_file', { outcome: 'ok', ms: 40 });
  metrics.rateLimitWaited('updates', 700);
  metrics.apiDeprecated({ api: 'tools', endsAt: 1_814_400_000_000 });
  const page = await metrics.registry.metrics();
  for (const line of [
    'build_info{version="1.2.3"',
    'events_total{kind="mention"} 1',
    'ack_seconds_sum{kind="event"} 0.02',
    'limited_total{limit="person"} 1',
    'feedback_total{vote="down"} 1',
    'audit_lost_total 1',
    'status_shown_seconds_sum 0.3',
    'outcome_shown_seconds_sum 1.2',
    'question_seconds_bucket{le="60",outcome="failed"} 0',
    'question_seconds_bucket{le="120",outcome="failed"} 1',
    'slack_rate_limit_per_minute{bucket="post"} 240',
    'circuit_breaker_open 1',
    'slack_call_seconds_count{method="chat.update",outcome="ok"} 1',
    'service_call_seconds_sum{route="GET /{id}",outcome="unreachable"} 5',
    'tool_call_seconds_count{tool="read_file",outcome="ok"} 1',
    'api_deprecated_replies_total{api="tools"} 1',
    'api_end_timestamp_seconds{api="tools"} 1814400000',
    'rate_limit_wait_seconds_bucket{le="1",bucket="updates"} 1',
  ]) {
    expect(page).toContain(`deepsearch_slack_${line}`);
  }
  expect(page).toContain('process_cpu_seconds_total');
});

it('counts jobs in flight', async () => {
  const metrics = create();
  const end = metrics.jobStarted('poll');
  metrics.jobStarted('poll');
  end();
  expect(await metrics.registry.metrics()).toContain('jobs_in_flight{queue="poll"} 1');
});

it('reads what Redis holds once for each scrape', async () => {
  const metrics = create();
  const states = [
    {
      jobs: { intake: { waiting: 2, delayed: 5 } },
      oldestWaitingMs: { intake: 1_500 },
      openQuestions: { under_1m: 3 },
      redisBytes: 1_000,
    },
    { jobs: { intake: { waiting: 1 } } },
  ];
  metrics.watchStored(async () => states.shift() ?? {});
  const first = await metrics.registry.metrics();
  expect(first).toContain('queue_jobs{queue="intake",state="waiting"} 2');
  expect(first).toContain('queue_jobs{queue="intake",state="delayed"} 5');
  expect(first).toContain('queue_oldest_seconds{queue="intake"} 1.5');
  expect(first).toContain('open_questions{age="under_1m"} 3');
  expect(first).toContain('redis_memory_bytes 1000');
  const second = await metrics.registry.metrics();
  expect(second).toContain('queue_jobs{queue="intake",state="waiting"} 1');
  for (const gone of ['delayed', 'open_questions{', 'queue_oldest_seconds{']) {
    expect(second).not.toContain(gone);
  }
  expect(second).toContain('redis_memory_bytes 0');
});

it.each([
  ['fail', () => Promise.reject(new Error('Redis is away'))],
  ['hang', () => new Promise<never>(() => undefined)],
])('exports the other metrics if reading Redis %ss', async (_how, read) => {
  const metrics = create();
  metrics.watchStored(read);
  const page = await metrics.registry.metrics();
  expect(page).toContain('build_info');
  expect(page).not.toContain('queue_jobs{');
});
