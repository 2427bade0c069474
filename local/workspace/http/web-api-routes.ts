import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FormData, Response } from 'undici';
import { newId } from '../protocol/ids.js';
import { dispatch, type HttpReply, type WebApi } from '../web-api/dispatch.js';
import { bodyOf, destroyConnection, formOf, jsonOf } from './server.js';

/** The Web API: `POST` with a form, JSON or multipart body, or `GET` with a query. */
export function webApiRoutes(server: FastifyInstance, api: WebApi): void {
  server.route<{ Params: { method: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:method',
    handler: async (request, reply) => {
      const args = { ...(request.query as object), ...(await argsOf(request)) };
      const { token: given, ...rest } = args as Record<string, unknown>;
      const token = bearerToken(request) ?? (typeof given === 'string' ? given : undefined);
      const credentials = basicCredentials(request);
      return sendReply(
        reply,
        await dispatch(api, {
          method: request.params.method,
          token,
          args: { ...credentials, ...rest },
        }),
      );
    },
  });
}

async function argsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (type.includes('application/json')) return jsonOf(request);
  if (type.includes('multipart/form-data')) return multipart(request, type);
  return formOf(request);
}

async function multipart(request: FastifyRequest, type: string): Promise<Record<string, unknown>> {
  const form = await formData(bodyOf(request), type);
  return Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string'));
}

export async function formData(body: Buffer, type: string): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** `oauth.v2.access` accepts the client's credentials as HTTP Basic. */
function basicCredentials(request: FastifyRequest): Record<string, string> {
  const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!encoded) return {};
  const [client_id = '', client_secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return { client_id, client_secret };
}

/** Sends a reply, or hangs or closes the connection if a fault says so. */
export function sendReply(reply: FastifyReply, answer: HttpReply): FastifyReply {
  if (answer.kind !== 'answer')
    return answer.kind === 'hang' ? reply.hijack() : destroyConnection(reply);
  const { status, body, headers } = answer;
  return reply
    .code(status)
    .headers({ 'x-slack-req-id': newId('', 20), ...headers })
    .type(typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .send(body);
}
