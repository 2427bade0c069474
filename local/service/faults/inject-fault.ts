import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { ApiFault } from './types.js';

/** The body to send instead; `undefined` leaves the response as it is. */
export type ReplacedBody = string | Readable | undefined;

/** Applies the fault to a response. `originalBody` is the body that would have been sent. */
export async function injectFault(
  fault: ApiFault,
  reply: FastifyReply,
  originalBody: string,
): Promise<ReplacedBody> {
  switch (fault.kind) {
    case 'latency':
      await sleep(fault.ms);
      return undefined;
    case 'hang':
      await waitForClientToDisconnect(reply);
      return '';
    case 'reset':
      reply.raw.socket?.resetAndDestroy();
      return '';
    case 'lost-reply':
      reply.raw.destroy();
      return '';
    case 'pending':
      reply.removeHeader('content-length');
      return originalBody.replaceAll('"status":"processing"', '"status":"pending"');
    case 'rewrite':
      reply.removeHeader('content-length');
      return fault.rewrite(originalBody);
    case 'drip':
      setContentLength(reply, originalBody);
      return Readable.from(byteByByte(originalBody, fault.ms ?? 20));
    case 'cut':
      setContentLength(reply, originalBody);
      return Readable.from(firstHalf(originalBody, reply));
    default:
      return replaceBody(fault, reply);
  }
}

type BodyFault = Extract<ApiFault, { kind: 'status' | 'malformed' | 'html' | 'wrong-shape' }>;

function replaceBody(fault: BodyFault, reply: FastifyReply): string {
  reply.removeHeader('content-length');
  reply.code(200).type('application/json; charset=utf-8');
  if (fault.kind === 'malformed') return '{"id": 12, "questions": [{"id"';
  if (fault.kind === 'wrong-shape') return JSON.stringify(fault.body ?? { unexpected: true });
  if (fault.kind === 'html') {
    reply.code(fault.status ?? 200).type('text/html; charset=utf-8');
    return '<!doctype html><html><body><h1>Please sign in</h1></body></html>';
  }
  return statusBody(fault, reply);
}

function statusBody(fault: Extract<ApiFault, { kind: 'status' }>, reply: FastifyReply): string {
  const { status, body, retryAfter } = fault;
  reply.code(status);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (typeof body !== 'string') {
    return JSON.stringify(body ?? { message: `injected fault: ${status}` });
  }
  reply.type('text/plain; charset=utf-8');
  return body;
}

async function waitForClientToDisconnect(reply: FastifyReply): Promise<void> {
  if (!reply.raw.destroyed) await once(reply.raw, 'close');
}

function setContentLength(reply: FastifyReply, body: string): void {
  reply.header('content-length', Buffer.byteLength(body));
}

async function* byteByByte(body: string, ms: number): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(body)) {
    yield Buffer.from([byte]);
    await sleep(ms);
  }
}

async function* firstHalf(body: string, reply: FastifyReply): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body);
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  // The first half has to reach the client before the connection breaks.
  await sleep(20);
  reply.raw.destroy();
}
