import { isBlock } from './block-list.js';
import { block } from './schema.js';
import { schemaErrors } from './schema-errors.js';

export type Surface = 'message' | 'modal' | 'home';

/** Blocks that only some surfaces accept: https://docs.slack.dev/blocks.json */
const ALLOWED_SURFACES: ReadonlyMap<string, readonly Surface[]> = new Map<
  string,
  readonly Surface[]
>([
  ['alert', ['modal']],
  ['carousel', ['message', 'home']],
  ['container', ['message']],
  ['context_actions', ['message']],
  ['data_table', ['message']],
  ['file', ['message']],
  ['markdown', ['message']],
  ['plan', ['message']],
  ['table', ['message']],
  ['task_card', ['message']],
]);

/** Validation errors of one block; `at` is its JSON pointer. */
export function blockErrors(
  it: unknown,
  { surface, at }: { readonly surface: Surface; readonly at: string },
): string[] {
  const allowed = isBlock(it) ? ALLOWED_SURFACES.get(it.type) : undefined;
  if (isBlock(it) && allowed?.includes(surface) === false) {
    return [`unsupported type: ${it.type} [json-pointer:${at}/type]`];
  }
  return schemaErrors(block, it, at);
}
