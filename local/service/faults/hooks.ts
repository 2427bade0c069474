import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Changes } from '../conversation/change-notifier.js';
import type { Calls, OpenCall } from './calls.js';
import { openCall } from './calls.js';
import { type Faults, strikesAfter } from './faults.js';
import type { Gates } from './gates.js';
import { strike } from './inject-fault.js';
import type { Fault } from './types.js';

interface FaultParts {
  readonly calls: Calls;
  readonly faults: Faults;
  readonly gates: Gates;
  readonly changes: Changes;
}

declare module 'fastify' {
  interface FastifyRequest {
    call?: OpenCall;
    /** A trouble that waits for the call's effect. */
    pendingFault?: Fault;
  }
}

/** Notes every call, and lets gates and faults at it before and after its effect. */
export function addFaults(app: FastifyInstance, parts: FaultParts): void {
  app.addHook('onRequest', async (request) => {
    request.call = openCall(request);
    parts.calls.add(request.call);
    parts.changes.ring();
  });
  app.addHook('preHandler', (request, reply) => before(parts, request, reply));
  app.addHook('onSend', (request, reply, payload) => after(parts, { request, reply, payload }));
  app.addHook('onResponse', async (request, reply) => {
    if (request.call && reply.raw.writableFinished) request.call.status = reply.statusCode;
    parts.changes.ring();
  });
}

async function before(parts: FaultParts, request: FastifyRequest, reply: FastifyReply) {
  const { call } = request;
  if (!call) return;
  if (request.body !== undefined) call.body = request.body;
  if ((await parts.gates.pass(call, 'before')) === 'dropped') {
    cut(reply);
    return;
  }
  const fault = parts.faults.take(call);
  if (!fault) return;
  if (strikesAfter(fault)) {
    request.pendingFault = fault;
    return;
  }
  const payload = await strike(fault, reply, '');
  if (payload !== undefined) await reply.send(payload);
}

/** Nothing is sent any more: the connection ends without a word. */
function cut(reply: FastifyReply): '' {
  reply.hijack();
  reply.raw.destroy();
  return '';
}

interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
}

async function after(parts: FaultParts, { request, reply, payload }: Sending): Promise<unknown> {
  const { call } = request;
  if (call && (await parts.gates.pass(call, 'after')) === 'dropped') return cut(reply);
  if (!request.pendingFault) return payload;
  const truth = typeof payload === 'string' ? payload : '';
  return (await strike(request.pendingFault, reply, truth)) ?? payload;
}
