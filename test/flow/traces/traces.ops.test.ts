import { describe, expect } from 'vitest';
import { type ExportedSpan, startCollector } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { hang, json } from '../../support/http-server.js';
import { CANCEL_BUTTON, SOURCES_BUTTON, type Thread } from '../../support/scenario.js';
import { openedView } from '../../support/shop.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

type Collector = Awaited<ReturnType<typeof startCollector>>;

const collectors: Collector[] = [];

async function collecting(): Promise<Collector> {
  const collector = await startCollector();
  collectors.push(collector);
  return collector;
}

const last = () => {
  const collector = collectors.at(-1);
  if (collector === undefined) throw new Error('no collector was started');
  return collector;
};

/** The spans of the question with this text, once the question's own one is among them. */
async function traceOf(question: string): Promise<ExportedSpan[]> {
  let found: ExportedSpan[] = [];
  await eventually(() => {
    const root = last()
      .spans()
      .find(({ name, attributes }) => name === 'question' && idOf(attributes) === question);
    if (root === undefined) throw new Error(`question ${question} has not ended`);
    found = last()
      .spans()
      .filter(({ traceId }) => traceId === root.traceId);
    expect(orphans(found)).toEqual([]);
  });
  return found;
}

const idOf = (attributes: ExportedSpan['attributes']) => attributes['deepsearch_slack.question.id'];

/** Spans whose parent is not there. */
function orphans(spans: readonly ExportedSpan[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans
    .filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))
    .map(({ name }) => name);
}

const named = (spans: readonly ExportedSpan[], name: string) =>
  spans.filter((span) => span.name === name);

const [INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER] = [1, 2, 3, 4, 5];

const exporting = stackTest(async (onCleanup) => {
  const collector = await collecting();
  onCleanup(() => collector.close());
  return {
    roles: ['bot', 'worker'] as const,
    workspace: { limits: 'off' },
    env: {
      ...collector.env,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      TRACE_URL: 'https://traces.example.com/trace/{trace}?a=1&b=2',
    },
  };
});

const exportingInVain = stackTest(async (onCleanup) => {
  const collector = await collecting();
  onCleanup(() => collector.close());
  collector.server.handle(hang);
  return { env: { ...collector.env, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' } };
});

describe('a bot and a worker that export traces', () => {
  const it = exporting;

  const logOf = (stack: Stack) => stack.bots.flatMap((bot) => bot.log);

  /** The ID of the question that a thread begins with, by the log. */
  function questionIn({ ts }: Thread, stack: Stack): string {
    const asked = logOf(stack).find(({ id }) => String(id).endsWith(`-${ts}`));
    return String(asked?.['id']);
  }

  it('one question is one trace, from the event to the answer', async ({ stack, scenario }) => {
    const text = scenario.text('where does the badger dig');
    const { thread, work } = await scenario.asked(text);
    work.answer({ answer: 'The badger digs in `dig()`.' });
    await thread.ended();
    const id = questionIn(thread, stack);
    const spans = await traceOf(id);

    const [root] = named(spans, 'question');
    expect(named(spans, 'question')).toHaveLength(1);
    expect(root).toMatchObject({
      kind: INTERNAL,
      attributes: { 'deepsearch_slack.outcome': 'completed' },
      status: { code: 0 },
    });
    expect(root?.parentSpanId ?? '').toBe('');
    // Slack sends two events for a mention.
    for (const received of named(spans, 'receive ask')) {
      expect(received).toMatchObject({
        kind: SERVER,
        parentSpanId: root?.spanId,
        resource: {
          'service.name': 'deepsearch-slack',
          'deepsearch_slack.role': 'bot',
          'deployment.environment.name': 'test',
        },
      });
    }
    const [intake] = named(spans, 'process intake');
    const sent = named(spans, 'send intake').map(({ kind, spanId }) => ({ kind, spanId }));
    expect(sent).toContainEqual({ kind: PRODUCER, spanId: intake?.links[0]?.spanId });
    expect(intake).toMatchObject({
      kind: CONSUMER,
      parentSpanId: root?.spanId,
      resource: { 'deepsearch_slack.role': 'worker' },
      attributes: {
        'messaging.system': 'bullmq',
        'messaging.destination.name': 'intake',
        'messaging.message.id': id,
      },
    });
    const runs = named(spans, 'process questions');
    expect(runs.length).toBeGreaterThan(0);
    const below = (parents: readonly ExportedSpan[], name: string) =>
      named(spans, name).filter(({ parentSpanId }) =>
        parents.some(({ spanId }) => spanId === parentSpanId),
      );
    expect(below(runs, 'POST /')).toMatchObject([
      {
        kind: CLIENT,
        attributes: {
          'http.request.method': 'POST',
          'url.template': '/',
          'http.response.status_code': 200,
        },
      },
    ]);
    expect(below(runs, 'POST /chat.postMessage').length).toBeGreaterThan(0);
    expect(below([...runs, ...named(spans, 'process intake')], 'POST /users.info')).not.toEqual([]);
  });

  it('nothing that people or services wrote is in a span, and no secret', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text('why does the walrus write to walrus@example.com');
    const { thread, work } = await scenario.asked(text);
    work.answer({ answer: 'The walrus knows xoxb-1234567890-abcdefghijkl.', title: 'Walrus' });
    await thread.ended();
    await traceOf(questionIn(thread, stack));
    const exported = JSON.stringify(last().server.seen.map(({ body }) => body));
    expect(exported).not.toMatch(/walrus|xoxb-|@example|Bearer|sgp_/i);
    for (const secret of [stack.env['SLACK_BOT_TOKEN'], stack.env['SLACK_SIGNING_SECRET']]) {
      expect(exported).not.toContain(secret);
    }
  });

  it('each log line of a question has the ID of its trace', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text());
    await thread.ended();
    const id = questionIn(thread, stack);
    const [span] = await traceOf(id);
    const mine = logOf(stack).filter((line) => line['question'] === id || line['id'] === id);
    expect(mine.length).toBeGreaterThanOrEqual(4);
    expect([...new Set(mine.map((line) => line['trace_id']))]).toEqual([span?.traceId]);
  });

  it('reads that found nothing new are left out', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    const reads = () => stack.service.calls.filter(({ route }) => route === 'read').length;
    const before = reads();
    await expect.poll(reads).toBeGreaterThan(before + 10);
    work.answer();
    await thread.ended();
    const spans = await traceOf(questionIn(thread, stack));
    expect(named(spans, 'GET /{id}').length).toBeLessThan(5);
  });

  it('a stop belongs to the trace of its question', async ({ stack, scenario }) => {
    const { thread } = await scenario.asked(scenario.text());
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await thread.ended();
    const id = questionIn(thread, stack);
    // The job of the stop may end after the question.
    await expect.poll(async () => named(await traceOf(id), 'process actions')).toHaveLength(1);
    expect(named(await traceOf(id), 'receive stop')).toHaveLength(1);
  });

  it('admins see the ID of the trace with the sources and the copy; others do not', async ({
    stack,
    scenario,
  }) => {
    const thread = await scenario.answered(scenario.text());
    await thread.ended();
    const [span] = await traceOf(questionIn(thread, stack));
    const admin = stack.workspace.addPerson({ name: 'boss', is_admin: true });
    await thread.press(scenario.asker, SOURCES_BUTTON);
    const theirs = await openedView(stack, scenario.asker, 'source');
    expect(JSON.stringify(theirs.modal)).not.toContain(span?.traceId);
    await thread.press(admin, SOURCES_BUTTON);
    const shown = await openedView(stack, admin, 'source');
    const link = `<https://traces.example.com/trace/${span?.traceId}?a=1&amp;b=2|${span?.traceId}>`;
    expect(JSON.stringify(shown.modal)).toContain(link);
    await stack.workspace.invite({ channel: scenario.channel, user: admin });
    await thread.choose(admin, 'copy');
    const told = () => stack.workspace.ephemerals({ user: admin, channel: scenario.channel });
    await expect.poll(() => JSON.stringify(told())).toContain(link);
  });

  it('a question whose worker is killed goes on in the same trace', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    const id = questionIn(thread, stack);
    const exported = () =>
      last()
        .spans()
        .map(({ attributes }) => attributes);
    await expect
      .poll(exported)
      .toContainEqual(expect.objectContaining({ 'messaging.message.id': id }));
    await stack.bots.at(-1)?.kill();
    await stack.startBot('worker');
    work.answer();
    await thread.ended();
    const spans = await traceOf(id);
    const workers = new Set(
      spans
        .filter(({ resource }) => resource['deepsearch_slack.role'] === 'worker')
        .map(({ resource }) => resource['service.instance.id']),
    );
    expect(workers.size).toBe(2);
    expect(named(spans, 'question')).toHaveLength(1);
  });
});

describe('a collector that takes no traces', () => {
  const it = exportingInVain;

  it('holds up no answer, is logged once, and once when it is over', async ({
    stack,
    scenario,
  }) => {
    const [bot] = stack.bots;
    const count = (message: string) => bot?.log.filter(({ msg }) => msg === message).length;
    await scenario.answered(scenario.text());
    await scenario.answered(scenario.text());
    await expect.poll(() => count('traces not exported: spans are dropped')).toBe(1);
    const fix = bot?.log.find(({ msg }) => msg === 'traces not exported: spans are dropped')?.[
      'fix'
    ];
    expect(fix).toContain('OTEL_EXPORTER_OTLP_');
    await last().server.received(3);
    last().server.handle(json(200, {}));
    await scenario.answered(scenario.text());
    await expect.poll(() => count('traces are exported again')).toBe(1);
    expect(count('traces not exported: spans are dropped')).toBe(1);
  });

  it('does not delay the end of the process, which sends its last spans', async ({
    stack,
    scenario,
  }) => {
    last().server.handle(hang);
    const bot = await stack.startBot('both', { OTEL_BSP_SCHEDULE_DELAY: '600000' });
    await scenario.answered(scenario.text());
    const before = last().server.seen.length;
    expect(await bot.stop()).toBe(0);
    expect(last().server.seen.length).toBeGreaterThan(before);
  });
});
