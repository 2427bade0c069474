import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type Sampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootIdsOf } from '../../src/tracing/sdk/ids.js';
import { Recorder } from '../../src/tracing/sdk/recorder.js';
import { RootIdGenerator } from '../../src/tracing/sdk/root-id-generator.js';
import { readTraceparent, writeTraceparent } from '../../src/tracing/sdk/traceparent.js';

const QUESTION = 'T1-C1-1700000000.000100';

function recording(sampler?: Sampler) {
  const exporter = new InMemorySpanExporter();
  const ids = new RootIdGenerator();
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(sampler && { sampler }),
  });
  const tracer = provider.getTracer('test');
  const tracing = new Recorder({ tracer, ids, stop: () => provider.shutdown() });
  return { tracing, spans: () => exporter.getFinishedSpans() };
}

const CALL = { name: 'GET /{id}', attributes: {} };
const job = (traceparent?: unknown) => ({
  queue: 'questions',
  id: QUESTION,
  question: QUESTION,
  run: 1,
  traceparent,
});

describe('a question', () => {
  it('has one trace in all processes, whatever of its job was lost', async () => {
    const [bot, worker] = [recording(), recording()];
    await bot.tracing.receive(
      { name: 'receive ask', question: QUESTION, at: 0, attributes: {} },
      async () => undefined,
    );
    await worker.tracing.process(job(), async () => undefined);
    worker.tracing.questionEnded({ id: QUESTION, askedAt: 0, outcome: 'completed' });
    const { traceId, spanId } = rootIdsOf(QUESTION);
    const [received, processed, root] = [...bot.spans(), ...worker.spans()];
    expect(root?.spanContext()).toMatchObject({ traceId, spanId });
    for (const span of [received, processed]) {
      expect(span?.parentSpanContext).toMatchObject({ traceId, spanId });
    }
  });

  it('ignores a context of another trace in its job', async () => {
    const { tracing, spans } = recording();
    await tracing.process(job(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`), async () => undefined);
    expect(spans()[0]?.spanContext().traceId).toBe(rootIdsOf(QUESTION).traceId);
    expect(spans()[0]?.links).toEqual([]);
  });

  it('has the outcome and, if it failed, the status of an error', () => {
    const { tracing, spans } = recording();
    tracing.questionEnded({ id: 'a', askedAt: 0, outcome: 'completed' });
    tracing.questionEnded({ id: 'b', askedAt: 0, outcome: 'failed' });
    expect(
      spans().map(({ status, attributes }) => [status.code, attributes['error.type']]),
    ).toEqual([
      [0, undefined],
      [2, 'failed'],
    ]);
  });

  it('is recorded by every process or by none', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (id) => {
        const [one, other] = [0, 1].map(() => recording(new TraceIdRatioBasedSampler(0.5)));
        expect(one?.tracing.traceOf(id)).toBe(other?.tracing.traceOf(id));
      }),
    );
  });
});

describe('a run of a job', () => {
  it('is left out with all its calls if its result is not worth keeping', async () => {
    const { tracing, spans } = recording();
    let late: Promise<void> | undefined;
    await tracing.process(
      job(),
      async () => {
        await tracing.call(CALL, async () => undefined);
        late = tracing.call(CALL, () => new Promise((resolve) => setImmediate(resolve)));
      },
      () => false,
    );
    await late;
    expect(spans()).toEqual([]);
  });

  it('is kept with all its calls otherwise, also if it throws', async () => {
    const { tracing, spans } = recording();
    const run = tracing.process(
      job(),
      async () => {
        await tracing.call(CALL, async () => undefined);
        throw new TypeError('the walrus');
      },
      () => false,
    );
    await expect(run).rejects.toThrow('the walrus');
    expect(spans().map(({ name }) => name)).toEqual(['GET /{id}', 'process questions']);
    expect(spans()[1]?.attributes['error.type']).toBe('TypeError');
    expect(JSON.stringify(spans().map(({ status, events }) => [status, events]))).not.toContain(
      'walrus',
    );
  });
});

it('a call that is part of nothing is not traced', async () => {
  const { tracing, spans } = recording();
  expect(await tracing.call(CALL, async () => 7)).toBe(7);
  expect(spans()).toEqual([]);
  expect(tracing.headers()).toEqual({});
  expect(tracing.logFields()).toEqual({});
});

it('an error keeps the code that the call gave it, and anything else than a code is left out', async () => {
  const { tracing, spans } = recording();
  const fail = (type: string) =>
    tracing.process(job(), () =>
      tracing.call(CALL, async () => {
        tracing.failed(type);
        throw new Error('no');
      }),
    );
  await expect(fail('channel_not_found')).rejects.toThrow('no');
  await expect(fail('a sentence, <html>')).rejects.toThrow('no');
  const calls = spans().filter(({ name }) => name === CALL.name);
  expect(calls.map(({ attributes }) => attributes['error.type'])).toEqual([
    'channel_not_found',
    'error',
  ]);
});

it('a trace context survives its way through a job', () => {
  const hex = (length: number) =>
    fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((id) => /[^0]/.test(id));
  fc.assert(
    fc.property(hex(32), hex(16), fc.constantFrom(0, 1), (traceId, spanId, traceFlags) => {
      const context = { traceId, spanId, traceFlags };
      expect(readTraceparent(writeTraceparent(context))).toEqual({ ...context, isRemote: true });
    }),
  );
});

it('whatever else a job holds is no trace context', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readTraceparent(value)).toBeUndefined();
    }),
  );
  for (const value of [
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
    `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01-${'x'.repeat(100_000)}`,
  ]) {
    expect(readTraceparent(value)).toBeUndefined();
  }
});
