import type { FastifyInstance } from 'fastify';
import type { ResponseUrls } from '../interact/response-urls.js';
import { appMayRead, personMayRead } from '../state/files.js';
import type { StoredFile, World } from '../state/world.js';
import { type Answered, throughFaults, type WebApi } from '../web-api/dispatch.js';
import { Refusal } from '../web-api/refusal.js';
import { formData, send } from './api-routes.js';
import { loopbackOnly } from './loopback.js';
import { bodyOf, formOf, jsonOf } from './server.js';

export type SideParts = Pick<WebApi, 'world' | 'book' | 'faults' | 'gates' | 'stopped'> & {
  readonly responseUrls: ResponseUrls;
};

/** `response_url`s, uploads and the files themselves. */
export function sideRoutes(server: FastifyInstance, parts: SideParts): void {
  responseUrlRoute(server, parts);
  uploadRoute(server, parts);
  fileRoute(server, parts);
}

function responseUrlRoute(server: FastifyInstance, parts: SideParts): void {
  server.post('/hooks/*', async (request, reply) => {
    const type = request.headers['content-type'] ?? '';
    const body = type.includes('json') ? jsonOf(request) : payloadOf(formOf(request));
    const path = new URL(request.url, 'http://local').pathname.slice('/hooks'.length);
    const call = { method: 'response_url', token: undefined, args: body };
    return send(reply, await throughFaults(parts, call, async () => respond(parts, path, body)));
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

function respond({ responseUrls }: SideParts, path: string, body: object): Answered {
  try {
    responseUrls.use(path, body);
    return { reply: { kind: 'answer', status: 200, body: 'ok' }, outcome: 'ok' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const status = GONE.has(error.code) ? 404 : 400;
    const answer = { ok: false, error: error.code, ...error.extra };
    return { reply: { kind: 'answer', status, body: answer }, outcome: error.code };
  }
}

function uploadRoute(server: FastifyInstance, parts: SideParts): void {
  server.post<{ Params: { id: string } }>('/upload/:id', async (request, reply) => {
    const content = await uploaded(bodyOf(request), request.headers['content-type'] ?? '');
    const call = { method: 'upload', token: undefined, args: { ...request.params } };
    const act = async () => upload(parts.world, request.params.id, content);
    return send(reply, await throughFaults(parts, call, act));
  });
}

function upload(world: World, id: string, content: Buffer): Answered {
  const file = world.files.get(id);
  if (!file || file.completed) return plain(404, 'no such upload');
  if (content.length !== file.length) return plain(400, 'length does not match');
  file.content = content;
  return plain(200, `OK - ${content.length}`);
}

function plain(status: number, body: string): Answered {
  const outcome = status === 200 ? 'ok' : `status ${status}`;
  return { reply: { kind: 'answer', status, body }, outcome };
}

function fileRoute(server: FastifyInstance, { world }: SideParts): void {
  server.get<{ Params: { '*': string }; Querystring: { as?: string } }>(
    '/files/*',
    { onRequest: loopbackOnly },
    (request, reply) => {
      const [id = ''] = request.params['*'].split('/');
      const file = world.files.get(id);
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (!file?.content || !mayRead(world, file, { token, viewer: request.query.as })) {
        // As Slack: whoever may not is sent to sign in, and who follows gets a page with status 200.
        return reply.redirect(`/?redir=${encodeURIComponent(request.url)}`, 302);
      }
      return reply.type('text/plain; charset=utf-8').send(file.content);
    },
  );
}

/** The raw bytes, or a form with one file in it. */
async function uploaded(body: Buffer, type: string): Promise<Buffer> {
  if (!type.includes('multipart/form-data')) return body;
  for (const [, value] of await formData(body, type)) {
    if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  }
  return Buffer.alloc(0);
}

function mayRead(
  world: World,
  file: StoredFile,
  by: { readonly token: string | undefined; readonly viewer: string | undefined },
): boolean {
  const { token, viewer } = by;
  if (token === undefined) return viewer !== undefined && personMayRead(world, file, viewer);
  const install = world.installs().find((it) => it.botToken === token);
  return install !== undefined && appMayRead(world, file, install);
}
