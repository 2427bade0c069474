import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Names = z.array(z.string()).min(1);

const LabelledAsk = z.strictObject({
  id: z.string(),
  workspace: z.string(),
  question: z.string(),
  message: z.string().optional(),
  thread: z.array(Names).min(1).optional(),
  channel: Names.optional(),
  scope: z.union([Names, z.literal('all')]),
});
/** A question with the repositories in which it should be asked: see README.md. */
export type LabelledAsk = z.infer<typeof LabelledAsk>;

const Workspaces = z.record(
  z.string(),
  z.strictObject({
    repository: z.string().regex(/^https:\/\/github\.com\/[^/]+\/[^/]+$/),
    revision: z.string().regex(/^[0-9a-f]{40}$/),
    repositories: Names,
  }),
);

export type Half = 'tuning' | 'held-back';

export function readWorkspaces(): z.infer<typeof Workspaces> {
  return Workspaces.parse(JSON.parse(read('workspaces.json')));
}

export function readLabelledAsks(half: Half): LabelledAsk[] {
  return read(`${half}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => LabelledAsk.parse(JSON.parse(line)));
}

function read(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./${name}`, import.meta.url)), 'utf8');
}
