import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeNotifier } from '../conversation/change-notifier.js';
import type { CallLog, MutableApiCall } from './calls.js';
import { callFrom } from './calls.js';
import { appliesAfterHandler, type FaultRegistry } from './faults.js';
import type { ApiGates } from './gates.js';
import { injectFault } from './inject-fault.js';
import type { ApiFault } from './types.js';

interface FaultDependencies {
  readonly calls: CallLog;
  readonly faults: FaultRegistry;
  readonly gates: ApiGates;
  readonly notifier: ChangeNotifier;
}

declare module 'fastify' {
  interface FastifyRequest {
    call?: MutableApiCall;
    /** A fault to inject once the handler has run. */
    pendingFault?: ApiFault;
  }
}

/** Logs every call if the log is enabled, and applies gates and faults before and after its handler. */
export function addFaultHooks(app: FastifyInstance, dependencies: FaultDependencies): void {
  app.addHook('onRequest', async (request) => {
    request.call = callFrom(request);
    dependencies.calls.add(request.call);
    dependencies.notifier.notify();
  });
  app.addHook('preHandler', (request, reply) => beforeHandler(dependencies, request, reply));
  app.addHook('onSend', (request, reply, payload) =>
    beforeSend(dependencies, { request, reply, payload }),
  );
  app.addHook('onResponse', async (request, reply) => {
    if (request.call && reply.raw.writableFinished) request.call.status = reply.statusCode;
    dependencies.notifier.notify();
  });
}

async function beforeHandler(
  dependencies: FaultDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { call } = request;
  if (!call) return;
  if (request.body !== undefined) dependencies.calls.setBody(call, request.body);
  if ((await dependencies.gates.waitFor(call, 'before')) === 'dropped') {
    dropConnection(reply);
    return;
  }
  const fault = dependencies.faults.takeFor(call);
  if (!fault) return;
  if (appliesAfterHandler(fault)) {
    request.pendingFault = fault;
    return;
  }
  const payload = await injectFault(fault, reply, '');
  if (payload !== undefined) await reply.send(payload);
}

/** Closes the connection without a response. */
function dropConnection(reply: FastifyReply): '' {
  reply.hijack();
  reply.raw.destroy();
  return '';
}

interface Reply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
}

async function beforeSend(
  dependencies: FaultDependencies,
  { request, reply, payload }: Reply,
): Promise<unknown> {
  const { call } = request;
  if (call && (await dependencies.gates.waitFor(call, 'after')) === 'dropped')
    return dropConnection(reply);
  if (!request.pendingFault) return payload;
  const originalBody = typeof payload === 'string' ? payload : '';
  return (await injectFault(request.pendingFault, reply, originalBody)) ?? payload;
}
