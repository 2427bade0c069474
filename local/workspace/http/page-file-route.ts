import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addFile } from '../state/files.js';
import { personOf } from '../state/found.js';
import type { World } from '../state/world.js';
import { checked, Unfit } from './page-request.js';

const MOST_BYTES = 5 * 1024 * 1024;

const File = z.object({
  as: z.string(),
  name: z.string().min(1).max(255),
  content: z.base64(),
});

/** Takes a file that somebody attaches; nobody sees it before it is sent with a message. */
export function pageFileRoute(server: FastifyInstance, world: World): void {
  server.post('/page/file', async (request) => {
    const { as, name, content } = checked(world, File, request);
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > MOST_BYTES) throw new Unfit(`${name} is larger than 5 MB.`, 413);
    const { id } = addFile(world, personOf(world, as), { name, content: bytes });
    return { ok: true, id };
  });
}
