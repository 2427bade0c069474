import type { FastifyInstance } from 'fastify';
import type { ResponseUrls } from '../interactions/response-urls.js';
import { SlackError } from '../protocol/slack-error.js';
import { type CallResult, type FaultyApi, withFaults } from '../web-api/dispatch.js';
import { formOf, jsonOf } from './server.js';
import { sendReply } from './web-api-routes.js';

interface ResponseUrlParts extends FaultyApi {
  readonly responseUrls: ResponseUrls;
}

/** Receives what the app posts to a `response_url`. */
export function responseUrlRoute(server: FastifyInstance, parts: ResponseUrlParts): void {
  server.post('/hooks/*', async (request, reply) => {
    const type = request.headers['content-type'] ?? '';
    const body = type.includes('json') ? jsonOf(request) : payloadOf(formOf(request));
    const path = new URL(request.url, 'http://local').pathname.slice('/hooks'.length);
    const call = { method: 'response_url', token: undefined, args: body };
    return sendReply(reply, await withFaults(parts, call, async () => respond(parts, path, body)));
  });
}

function payloadOf({ payload = '{}' }: Record<string, string>): Record<string, unknown> {
  try {
    return JSON.parse(payload) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const GONE = new Set(['invalid_token', 'expired_url', 'used_url']);

function respond({ responseUrls }: ResponseUrlParts, path: string, body: object): CallResult {
  try {
    responseUrls.use(path, body);
    return { reply: { kind: 'answer', status: 200, body: 'ok' }, outcome: 'ok' };
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    const status = GONE.has(error.code) ? 404 : 400;
    const answer = { ok: false, error: error.code, ...error.extra };
    return { reply: { kind: 'answer', status, body: answer }, outcome: error.code };
  }
}
