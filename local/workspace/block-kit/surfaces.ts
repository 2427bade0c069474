import { isBlock } from './block-list.js';
import { block } from './schema.js';
import { schemaErrors } from './schema-errors.js';

export type Surface = 'message' | 'modal' | 'home';

/** Blocks that do not stand everywhere: https://docs.slack.dev/blocks.json */
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

/** What is wrong with one block, in Slack's words; `at` is its place. */
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
