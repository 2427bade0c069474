import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from './command-line.js';

const Files = z.array(z.string().min(1));

/**
 * A question and its relevant files: any of them is a correct answer. Without files, none is. `targets`:
 * what a complete answer consists of, for each part the files that may give it.
 */
export const Label = z.object({
  question: z.string().regex(/\S/),
  files: Files,
  targets: z.array(Files.min(1)).min(1).optional(),
});
export type Label = z.output<typeof Label>;

/** Throws `UsageError`. */
export async function readLabels(path: string): Promise<readonly Label[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`The labels ${path} cannot be read: ${error.message}`);
  });
  const labels = text
    .split(/\r?\n/)
    .flatMap((line, n) => (line.trim() === '' ? [] : [parseLabel(line, `${path}:${n + 1}`)]));
  if (labels.length === 0) throw new UsageError(`${path} has no labels.`);
  return labels;
}

function parseLabel(line: string, where: string): Label {
  const label = Label.safeParse(parseJson(line));
  if (label.success) return label.data;
  throw new UsageError(
    `${where} is not a label: it must be {"question": "…", "files": ["path", …]}.`,
  );
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
