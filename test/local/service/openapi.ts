import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';

interface DescribedResponse {
  readonly method: string;
  /** Below the API's root, with its query. */
  readonly path: string;
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  readonly body: unknown;
}

const text = readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8');
/** What it says, as an object. */
export const document = parse(text, { merge: true }) as { paths: Record<string, object> };
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
formats.default(ajv);
// The document itself is no schema: what it says at its root constrains nothing.
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, 'openapi.yaml');

/** What of a response is not as docs/openapi.yaml has it; empty where all is. */
export function responseErrors({ method, path, status, type, body }: DescribedResponse): string[] {
  const found = findPath(path);
  // At no path of the document, or with a method that it has not there, there is only a refusal.
  const known = found !== undefined && method.toLowerCase() in found.item;
  if (!known && ![401, 404].includes(status)) return [`${method} ${path}: ${status} is unknown`];
  const at = known
    ? `paths/${escapePointer(found.path)}/${method.toLowerCase()}/responses/${status}`
    : `components/responses/${status === 401 ? 'Unauthorized' : 'NotFound'}`;
  const response = resolvePointer(at);
  if (response === undefined) return [`${method} ${path}: ${status} is not described`];
  // Some instances answer a cancel without a body.
  if (body === '' && type === '') return /\/cancel$/.test(path) ? [] : ['there is no body'];
  return validationErrors(`${response}/content/${escapePointer(type)}/schema`, body);
}

/** What a value has against a schema of the document, by its name. */
export function schemaErrors(schema: string, value: unknown): string[] {
  return validationErrors(`components/schemas/${schema}`, value);
}

/** All operations of the document, as `GET /{conversation_id}`. */
export function operations(): string[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

export function operationOf(method: string, path: string): string {
  return `${method} ${findPath(path)?.path ?? path}`;
}

function validationErrors(pointer: string, value: unknown): string[] {
  const validate = ajv.getSchema(`openapi.yaml#/${pointer}`);
  if (!validate) return [`nothing is described at ${pointer}`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function findPath(path: string) {
  const plain = path.split('?')[0]?.replace(/\/+$/, '') || '/';
  const fitting = Object.entries(document.paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  );
  return fitting && { path: fitting[0], item: fitting[1] };
}

/** The pointer to a response, through its `$ref`. */
function resolvePointer(pointer: string): string | undefined {
  let value: unknown = document;
  for (const part of pointer.split('/')) {
    value = (value as Record<string, unknown> | undefined)?.[part.replace(/~1/g, '/')];
  }
  const ref = (value as { $ref?: string } | undefined)?.$ref;
  return value === undefined ? undefined : (ref?.slice(2) ?? pointer);
}

function escapePointer(part: string): string {
  return part.replaceAll('/', '~1');
}
