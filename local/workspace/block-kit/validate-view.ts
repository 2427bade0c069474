import { z } from 'zod';
import type { Block } from '../api/workspace.js';
import { slackErrorWithMessages } from '../protocol/slack-error.js';
import { blockListErrors } from './block-list.js';
import { withIds } from './ids.js';
import { schemaErrors } from './schema-errors.js';
import { blockErrors, type Surface } from './surfaces.js';
import { boundedString, plainTextObject } from './text-objects.js';

const MAX_VIEW_BLOCKS = 100;
const MAX_VIEW_BYTES = 250_000;

const commonFields = {
  blocks: z.array(z.unknown()),
  private_metadata: boundedString(3000, 0).optional(),
  callback_id: boundedString(255, 0).optional(),
  external_id: boundedString(255, 0).optional(),
};

/** https://docs.slack.dev/reference/views */
const Modal = z.strictObject({
  type: z.literal('modal'),
  title: plainTextObject(24),
  submit: plainTextObject(24).optional(),
  close: plainTextObject(24).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
  ...commonFields,
});
const Home = z.strictObject({ type: z.literal('home'), ...commonFields });

type WithBlocks<T extends { blocks: unknown[] }> = Omit<T, 'blocks'> & {
  readonly blocks: readonly Block[];
};
export type ModalPayload = WithBlocks<z.infer<typeof Modal>>;
export type HomePayload = WithBlocks<z.infer<typeof Home>>;

/** Validates a modal as Slack does. Throws a `SlackError`: `view_too_large`, or `invalid_arguments` with details. */
export function validateModal(input: unknown): ModalPayload {
  const view = validateView(Modal, input, 'modal');
  if (!view.submit && view.blocks.some((it) => it.type === 'input')) {
    throw invalidArguments([
      'must define `submit` to use an `input` block in modals [json-pointer:/view]',
    ]);
  }
  return view;
}

/** Like `validateModal`, for a Home tab. */
export function validateHome(input: unknown): HomePayload {
  return validateView(Home, input, 'home');
}

function validateView<T extends { blocks: unknown[] }>(
  schema: z.ZodType<T>,
  input: unknown,
  surface: Exclude<Surface, 'message'>,
): WithBlocks<T> {
  if (JSON.stringify(input ?? null).length > MAX_VIEW_BYTES)
    throw slackErrorWithMessages('view_too_large', []);
  const errors = schemaErrors(schema, input, '/view');
  if (errors.length > 0) throw invalidArguments(errors);
  const view = schema.parse(input);
  const errorsInBlocks = view.blocks.flatMap((it, index) =>
    blockErrors(it, { surface, at: `/view/blocks/${index}` }),
  );
  const listErrors = blockListErrors(view.blocks, {
    at: '/view/blocks',
    maxBlocks: MAX_VIEW_BLOCKS,
  });
  if (errorsInBlocks.length + listErrors.length > 0)
    throw invalidArguments([...errorsInBlocks, ...listErrors]);
  return { ...view, blocks: withIds(view.blocks as Block[]) };
}

function invalidArguments(errors: readonly string[]) {
  return slackErrorWithMessages('invalid_arguments', errors);
}
