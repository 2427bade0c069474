import type { FastifyInstance } from 'fastify';
import { appCanRead, personCanRead } from '../state/files.js';
import type { FileRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { type CallResult, type FaultyApi, withFaults } from '../web-api/dispatch.js';
import { loopbackOnly } from './loopback-only.js';
import { bodyOf } from './server.js';
import { formData, sendReply } from './web-api-routes.js';

/** File uploads (`files.getUploadURLExternal`) and downloads (`url_private`). */
export function fileRoutes(server: FastifyInstance, parts: FaultyApi): void {
  uploadRoute(server, parts);
  fileRoute(server, parts);
}

function uploadRoute(server: FastifyInstance, parts: FaultyApi): void {
  server.post<{ Params: { id: string } }>('/upload/:id', async (request, reply) => {
    const content = await uploaded(bodyOf(request), request.headers['content-type'] ?? '');
    const call = { method: 'upload', token: undefined, args: { ...request.params } };
    const act = async () => upload(parts.state, request.params.id, content);
    return sendReply(reply, await withFaults(parts, call, act));
  });
}

function upload(state: WorkspaceState, id: string, content: Buffer): CallResult {
  const file = state.files.get(id);
  if (!file || file.completed) return plain(404, 'no such upload');
  if (content.length !== file.length) return plain(400, 'length does not match');
  file.content = content;
  return plain(200, `OK - ${content.length}`);
}

function plain(status: number, body: string): CallResult {
  const outcome = status === 200 ? 'ok' : `status ${status}`;
  return { reply: { kind: 'answer', status, body }, outcome };
}

function fileRoute(server: FastifyInstance, { state }: FaultyApi): void {
  server.get<{ Params: { '*': string }; Querystring: { as?: string } }>(
    '/files/*',
    { onRequest: loopbackOnly },
    (request, reply) => {
      const [id = ''] = request.params['*'].split('/');
      const file = state.files.get(id);
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (!file?.content || !mayRead(state, file, { token, viewer: request.query.as })) {
        // Like Slack: without permission one is redirected to a sign-in page, which answers with
        // status 200.
        return reply.redirect(`/?redir=${encodeURIComponent(request.url)}`, 302);
      }
      return reply.type('text/plain; charset=utf-8').send(file.content);
    },
  );
}

/** Reads the upload: raw bytes, or a multipart form with one file. */
async function uploaded(body: Buffer, type: string): Promise<Buffer> {
  if (!type.includes('multipart/form-data')) return body;
  for (const [, value] of await formData(body, type)) {
    if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  }
  return Buffer.alloc(0);
}

function mayRead(
  state: WorkspaceState,
  file: FileRecord,
  reader: { readonly token: string | undefined; readonly viewer: string | undefined },
): boolean {
  const { token, viewer } = reader;
  if (token === undefined) return viewer !== undefined && personCanRead(state, file, viewer);
  const install = state.installs().find((it) => it.botToken === token);
  return install !== undefined && appCanRead(state, file, install);
}
