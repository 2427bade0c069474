import { shapeProblems } from './problems.js';
import { block } from './schema.js';
import { isBlock } from './whole.js';

export type Surface = 'message' | 'modal' | 'home';

/** Blocks that do not stand everywhere: https://docs.slack.dev/blocks.json */
const ONLY_IN: ReadonlyMap<string, readonly Surface[]> = new Map<string, readonly Surface[]>([
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
export function blockProblems(
  it: unknown,
  { surface, at }: { readonly surface: Surface; readonly at: string },
): string[] {
  const only = isBlock(it) ? ONLY_IN.get(it.type) : undefined;
  if (isBlock(it) && only?.includes(surface) === false) {
    return [`unsupported type: ${it.type} [json-pointer:${at}/type]`];
  }
  return shapeProblems(block, it, at);
}
