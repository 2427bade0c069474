import { z } from 'zod';
import { refusalWith } from '../web-api/refusal.js';
import type { Block } from '../workspace-api.js';
import { withIds } from './ids.js';
import { shapeProblems } from './problems.js';
import { blockProblems, type Surface } from './surfaces.js';
import { chars, plainText } from './text.js';
import { wholeProblems } from './whole.js';

const BLOCKS_IN_A_VIEW = 100;
const VIEW_BYTES = 250_000;

const any = {
  blocks: z.array(z.unknown()),
  private_metadata: chars(3000, 0).optional(),
  callback_id: chars(255, 0).optional(),
  external_id: chars(255, 0).optional(),
};

/** https://docs.slack.dev/reference/views */
const Modal = z.strictObject({
  type: z.literal('modal'),
  title: plainText(24),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
  ...any,
});
const Home = z.strictObject({ type: z.literal('home'), ...any });

type Checked<T extends { blocks: unknown[] }> = Omit<T, 'blocks'> & {
  readonly blocks: readonly Block[];
};
export type CheckedModal = Checked<z.infer<typeof Modal>>;
export type CheckedHome = Checked<z.infer<typeof Home>>;

/** A modal as Slack would take it. Throws a `Refusal`: `view_too_large`, `invalid_arguments` with what is wrong. */
export function checkedModal(input: unknown): CheckedModal {
  const view = checked(Modal, input, 'modal');
  if (!view.submit && view.blocks.some((it) => it.type === 'input')) {
    throw invalid(['must define `submit` to use an `input` block in modals [json-pointer:/view]']);
  }
  return view;
}

/** As `checkedModal`, for a Home tab. */
export function checkedHome(input: unknown): CheckedHome {
  return checked(Home, input, 'home');
}

function checked<T extends { blocks: unknown[] }>(
  schema: z.ZodType<T>,
  input: unknown,
  surface: Exclude<Surface, 'message'>,
): Checked<T> {
  if (JSON.stringify(input ?? null).length > VIEW_BYTES) throw refusalWith('view_too_large', []);
  const problems = shapeProblems(schema, input, '/view');
  if (problems.length > 0) throw invalid(problems);
  const view = schema.parse(input);
  const inside = view.blocks.flatMap((it, index) =>
    blockProblems(it, { surface, at: `/view/blocks/${index}` }),
  );
  const whole = wholeProblems(view.blocks, { at: '/view/blocks', most: BLOCKS_IN_A_VIEW });
  if (inside.length + whole.length > 0) throw invalid([...inside, ...whole]);
  return { ...view, blocks: (view.blocks as Block[]).map(withIds) };
}

function invalid(problems: readonly string[]) {
  return refusalWith('invalid_arguments', problems);
}
