import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { findKubectl } from '../../scripts/programs.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
export const MANIFESTS = join(ROOT, 'deploy', 'kubernetes');

/** An object of Kubernetes, as far as every one of them is alike. */
export const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** What `kubectl kustomize` makes of a folder. */
export async function render(folder: string): Promise<Manifest[]> {
  const { stdout, stderr } = await promisify(execFile)(findKubectl() ?? 'kubectl', [
    'kustomize',
    folder,
  ]);
  // Such as a warning that a field is deprecated.
  if (stderr !== '') throw new Error(stderr);
  return parseManifests(stdout);
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => Manifest.parse(document.toJS()));
}

interface Model {
  validate(): void;
}
type Models = Readonly<Record<string, (new (data: unknown) => Model) | undefined>>;

/** The module of the published schemas and types of an API version. */
function moduleOf(apiVersion: string): string {
  return apiVersion.startsWith('keda.sh/')
    ? `@kubernetes-models/keda/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;
}

/** What the published schemas say against the values of these objects. */
export async function schemaErrors(objects: readonly Manifest[]): Promise<string[]> {
  const errors: string[] = [];
  for (const { apiVersion, kind, metadata, ...rest } of objects) {
    const models = (await import(moduleOf(apiVersion))) as Models;
    const Model = models[kind];
    if (Model === undefined) {
      errors.push(`${apiVersion} has no ${kind}`);
      continue;
    }
    try {
      new Model({ apiVersion, kind, metadata, ...rest }).validate();
    } catch (error) {
      errors.push(`${kind} ${metadata.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return errors;
}

/** Fields that the published types do not know, or values that do not fit: as the compiler says it. */
export async function typeErrors(objects: readonly Manifest[]): Promise<string[]> {
  const folder = join(ROOT, '.artifacts', 'kubernetes');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'objects.ts');
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as Type${index} } from '${moduleOf(object.apiVersion)}';`,
    `export const object${index}: Type${index} = ${JSON.stringify(object, null, 1)};`,
  ]);
  await writeFile(path, lines.join('\n'));
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
