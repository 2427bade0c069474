import { z } from 'zod';
import type { Block, Metadata } from '../api/workspace.js';
import { requireOneTable, validateBlocks } from '../block-kit/validate-blocks.js';
import { SlackError, slackErrorWithMessages } from '../protocol/slack-error.js';
import { arg } from './method.js';

/** chat.postMessage truncates here: https://docs.slack.dev/changelog/2018-truncating-really-long-messages */
const MAX_POSTED_CHARS = 40_000;
/** chat.update fails beyond this. */
const MAX_UPDATED_CHARS = 4000;
const MAX_METADATA_BYTES = 8000;

export const contentArgs = {
  text: arg.string.optional(),
  blocks: arg.json(z.unknown()).optional(),
  attachments: arg.json(z.unknown()).optional(),
  markdown_text: z.string().optional(),
};

export interface ContentArgs {
  readonly text?: string | undefined;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
  readonly markdown_text?: string | undefined;
}

export interface MessageContent {
  readonly text: string;
  readonly blocks?: readonly Block[];
  readonly attachments?: readonly Record<string, unknown>[];
}

/** Validates a message's content as Slack does; it must not be empty (`no_text`). */
export function messageContent(args: ContentArgs): MessageContent {
  const blocks = blocksOf(args);
  const attachments = attachmentsOf(args.attachments);
  requireOneTable([...(blocks ?? []), ...attachedBlocks(attachments)]);
  const text = (args.text ?? '').slice(0, MAX_POSTED_CHARS);
  if (!text && !blocks?.length && !attachments?.length) throw new SlackError('no_text');
  return {
    text,
    ...(blocks?.length ? { blocks } : {}),
    ...(attachments?.length ? { attachments } : {}),
  };
}

/** `text` alone removes the blocks; blocks alone keep the text; omitted arguments change nothing. */
export function updatedMessageContent(args: ContentArgs, before: MessageContent): MessageContent {
  if (args.text !== undefined && args.text.length > MAX_UPDATED_CHARS)
    throw new SlackError('msg_too_long');
  const named = [args.text, args.blocks, args.attachments, args.markdown_text];
  if (named.every((it) => it === undefined)) throw new SlackError('no_text');
  const given = blocksOf(args);
  const blocks = given ?? (args.text === undefined ? before.blocks : undefined);
  const attachments =
    args.attachments === undefined ? before.attachments : attachmentsOf(args.attachments);
  requireOneTable([...(blocks ?? []), ...attachedBlocks(attachments)]);
  const text = args.text ?? before.text;
  if (!text && !blocks?.length && !attachments?.length) throw new SlackError('no_text');
  return {
    text,
    ...(blocks?.length ? { blocks } : {}),
    ...(attachments?.length ? { attachments } : {}),
  };
}

function blocksOf(args: ContentArgs): readonly Block[] | undefined {
  if (args.markdown_text !== undefined) {
    if (args.blocks !== undefined || args.text) throw new SlackError('markdown_text_conflict');
    return validateBlocks([{ type: 'markdown', text: args.markdown_text }]);
  }
  if (args.blocks === undefined || args.blocks === '' || args.blocks === null) return undefined;
  return validateBlocks(args.blocks);
}

const Attachments = z.array(z.record(z.string(), z.unknown())).max(100);

function attachmentsOf(value: unknown): Record<string, unknown>[] | undefined {
  if (value === undefined || value === '' || value === null) return undefined;
  const parsed = Attachments.safeParse(value);
  if (!parsed.success) throw new SlackError('invalid_attachments');
  return parsed.data.map((attachment, index) => ({
    id: index + 1,
    fallback: '[no preview available]',
    ...attachment,
    ...(attachment['blocks']
      ? { blocks: validateBlocks(attachment['blocks'], `attachment ${index}`) }
      : {}),
  }));
}

function attachedBlocks(attachments: MessageContent['attachments'] = []): Block[] {
  return attachments.flatMap(({ blocks }) => (Array.isArray(blocks) ? (blocks as Block[]) : []));
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const MetadataShape = z.strictObject({
  event_type: z.string().min(1).max(255),
  event_payload: z.record(z.string(), z.union([scalar, z.array(scalar)])),
  entities: z.array(z.unknown()).optional(),
});

/** Validates metadata: an `event_type` and a flat payload. https://docs.slack.dev/messaging/message-metadata */
export function validateMetadata(value: unknown): Metadata | undefined {
  if (value === undefined || value === '' || value === null) return undefined;
  const parsed = MetadataShape.safeParse(value);
  if (!parsed.success)
    throw slackErrorWithMessages(
      'invalid_metadata_format',
      parsed.error.issues.map(({ message, path }) => `${message}: ${path.join('.')}`),
    );
  if (JSON.stringify(parsed.data.event_payload).length > MAX_METADATA_BYTES) {
    throw new SlackError('metadata_too_large');
  }
  const { event_type, event_payload } = parsed.data;
  return { event_type, event_payload };
}
