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

/** Slack was seen to answer these with 500: https://github.com/slackapi/bolt-js/issues/377 */
const SERVER_ERRORS = new Set(['invalid_blocks', 'invalid_blocks_format']);

/**
 * Slack answers with JSON, whatever the status: https://github.com/vercel/chat/issues/440. Which
 * error has which status is not documented: all of 200, 404, 400 and 500 are sent here.
 */
function statusOf(code: string): number {
  if (GONE.has(code)) return 404;
  if (SERVER_ERRORS.has(code)) return 500;
  return code === 'invalid_attachments' ? 200 : 400;
}

function respond({ responseUrls }: ResponseUrlParts, path: string, args: object): CallResult {
  try {
    responseUrls.use(path, args);
    return { reply: { kind: 'answer', status: 200, body: { ok: true } }, outcome: 'ok' };
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    const body = { ok: false, error: error.code, ...error.extra };
    const status = statusOf(error.code);
    return { reply: { kind: 'answer', status, body }, outcome: error.code };
  }
}
