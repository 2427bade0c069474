import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addFile } from '../state/files.js';
import { requirePerson } from '../state/lookup.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { BadRequest, parseBody } from './request.js';

const MAX_FILE_BYTES = 5 * 1024 * 1024;

const File = z.object({
  as: z.string(),
  name: z.string().min(1).max(255),
  content: z.base64(),
});

/** Uploads a file. It is invisible until a message is sent with it. */
export function pageFileRoute(server: FastifyInstance, state: WorkspaceState): void {
  server.post('/page/file', async (request) => {
    const { as, name, content } = parseBody(state, File, request);
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > MAX_FILE_BYTES) throw new BadRequest(`${name} is larger than 5 MB.`, 413);
    const { id } = addFile(state, requirePerson(state, as), { name, content: bytes });
    return { ok: true, id };
  });
}
