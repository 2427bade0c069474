import { z } from 'zod';
import { validateBlocks } from '../block-kit/validate-blocks.js';
import { validateHome, validateModal } from '../block-kit/validate-view.js';
import { SlackError } from '../protocol/slack-error.js';
import { arg, type Method, method } from './method.js';

const Message = z.looseObject({ blocks: z.unknown() });
const payload = arg.json(z.unknown()).optional();

/**
 * Takes exactly one of `blocks`, `message` and `view`, and needs no token and no scope.
 * https://docs.slack.dev/reference/methods/blocks.validate
 */
const validate = method({
  name: 'blocks.validate',
  token: 'none',
  args: z.object({ blocks: payload, message: payload, view: payload }),
  run({ blocks, message, view }) {
    if ([blocks, message, view].filter((it) => it !== undefined).length !== 1) {
      throw new SlackError('invalid_arguments');
    }
    if (blocks !== undefined) {
      check({ error: 'invalid_blocks', root: '/blocks' }, () => validateBlocks(blocks));
    } else if (message !== undefined) {
      check({ error: 'invalid_message', root: '' }, () =>
        validateBlocks(Message.safeParse(message).data?.blocks),
      );
    } else {
      check({ error: 'invalid_view', root: '/view' }, () => validateView(view));
    }
    return {};
  },
});

function validateView(view: unknown): void {
  const { data } = z.looseObject({ type: z.literal('home') }).safeParse(view);
  if (data === undefined) validateModal(view);
  else validateHome(view);
}

/** `root`: the argument itself, which the pointers of the errors leave out. */
function check({ error, root }: { error: string; root: string }, validate: () => unknown): void {
  try {
    validate();
  } catch (cause) {
    if (!(cause instanceof SlackError)) throw cause;
    throw new SlackError(error, { errors: errorsOf(cause, root) });
  }
}

/** Slack documents the fields of an error; of the codes it shows only `failed_constraint`. */
function errorsOf({ code, extra }: SlackError, root: string): object[] {
  const { errors } = extra;
  const messages = Array.isArray(errors) && errors.length > 0 ? errors.map(String) : [code];
  return messages.map((message) => {
    const [, pointer = root] = /\[json-pointer:([^\]]*)\]/.exec(message) ?? [];
    const text = message.replace(/ \[json-pointer:[^\]]*\]/, '');
    return { pointer: pointer.slice(root.length), code: 'failed_constraint', message: text };
  });
}

export const blocksMethods: readonly Method[] = [validate];
