import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const Built = z.union([
  z.object({
    builder: z.enum(['docker', 'podman', 'buildah']),
    image: z.string(),
    base: z.string(),
    cannotRun: z.string().optional(),
  }),
  z.object({ missing: z.string() }),
]);
const Inspected = z.array(
  z.looseObject({
    Size: z.number(),
    RootFS: z.looseObject({ Layers: z.array(z.string()) }),
    Config: z.looseObject({
      Env: z.array(z.string()),
      User: z.string().default(''),
      Entrypoint: z.array(z.string()).nullish(),
    }),
  }),
);

export interface TestedImage {
  readonly builder: 'docker' | 'podman';
  readonly image: string;
  readonly base: string;
}

/** What scripts/image.mjs has built, or why there is nothing to test. `local`: the local service's image. */
export function builtImage(target?: 'local'): TestedImage | { readonly reason: string } {
  const name = target === undefined ? 'image.json' : `image-${target}.json`;
  const path = join(import.meta.dirname, '..', '..', '.artifacts', name);
  if (!existsSync(path)) throw new Error('no image was built: run "npm run image"');
  const built = Built.parse(JSON.parse(readFileSync(path, 'utf8')));
  if ('missing' in built) return { reason: built.missing };
  const { builder, cannotRun } = built;
  if (builder === 'buildah' || cannotRun) return { reason: cannotRun ?? 'nothing can run it' };
  return { ...built, builder };
}

/** Runs docker or podman to its end; gives what it prints. Rejects if it fails. */
export async function containerTool(builder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(builder, args, { maxBuffer: 1 << 24 });
  return stdout.trim();
}

/** Its size in bytes, layers and settings. */
export async function inspectImage({ builder }: TestedImage, name: string) {
  const [found] = Inspected.parse(
    JSON.parse(await containerTool(builder, 'image', 'inspect', name)),
  );
  if (found === undefined) throw new Error(`there is no image ${name}`);
  return found;
}
