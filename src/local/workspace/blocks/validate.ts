import type { z } from 'zod';
import { newBlockId } from '../state/ids.js';
import { refusalWith } from '../web-api/refusal.js';
import type { Block } from '../workspace-api.js';
import { block } from './schema.js';

const BLOCKS_IN_A_MESSAGE = 50;
const MARKDOWN_CHARS = 12_000;
const TABLE_CHARS = 10_000;
/** Undocumented, and seen between 11,300 and 13,200: https://github.com/slackapi/bolt-js/issues/2509 */
const MESSAGE_CHARS = 13_200;

/**
 * Checks a message's blocks as Slack does and gives an id to those that have none. Throws a `Refusal`:
 * `invalid_blocks_format` (no array), `invalid_blocks`, `msg_blocks_too_long`.
 */
export function checkedBlocks(input: unknown): readonly Block[] {
  if (!Array.isArray(input))
    throw refusalWith('invalid_blocks_format', ['blocks must be an array']);
  const problems = [...shapeProblems(input), ...wholeProblems(input)];
  if (problems.length > 0) throw refusalWith('invalid_blocks', problems);
  const blocks = input as Block[];
  if (charsIn(blocks) > MESSAGE_CHARS) throw refusalWith('msg_blocks_too_long', []);
  return blocks.map((it) => withIds(it));
}

function shapeProblems(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((it, index) => {
    const { error } = block.safeParse(it);
    return (error?.issues ?? []).flatMap((issue) => inWords(issue, `/blocks/${index}`));
  });
}

function inWords(issue: z.core.$ZodIssue, at: string): string[] {
  const pointer = [at, ...issue.path].join('/');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `invalid additional property: ${key} [json-pointer:${pointer}]`);
  }
  if (issue.code === 'invalid_union') return unionInWords(issue, pointer);
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    const missing = String(issue.path.at(-1) ?? 'type');
    return [
      `missing required field: ${missing} [json-pointer:${pointer.slice(0, -missing.length - 1)}]`,
    ];
  }
  return [`${issue.message} [json-pointer:${pointer}]`];
}

function unionInWords(issue: z.core.$ZodIssueInvalidUnion, pointer: string): string[] {
  const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0];
  if (!closest) return [`unsupported type [json-pointer:${pointer}]`];
  return closest.flatMap((inner) => inWords(inner, pointer));
}

/** What no single block shows. */
function wholeProblems(blocks: readonly unknown[]): string[] {
  const known = blocks.filter(isBlock);
  return [
    ...(blocks.length > BLOCKS_IN_A_MESSAGE
      ? [`no more than ${BLOCKS_IN_A_MESSAGE} items allowed [json-pointer:/blocks]`]
      : []),
    ...repeated(known.map((it) => it.block_id)).map((id) => `block_id already exists: ${id}`),
    ...known.flatMap(repeatedActions),
    ...markdownProblems(known),
    ...tableProblems(known),
  ];
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function repeated(ids: readonly unknown[]): string[] {
  const strings = ids.filter((id) => typeof id === 'string');
  return strings.filter((id, index) => strings.indexOf(id) !== index);
}

function repeatedActions(it: Block, index: number): string[] {
  const elements = Array.isArray(it['elements']) ? it['elements'] : [];
  return repeated(elements.map((element) => element?.action_id)).map(
    (id) => `action_id already exists: ${id} [json-pointer:/blocks/${index}]`,
  );
}

function markdownProblems(blocks: readonly Block[]): string[] {
  const total = blocks
    .filter((it) => it.type === 'markdown')
    .reduce((sum, it) => sum + charsIn(it['text']), 0);
  return total > MARKDOWN_CHARS
    ? [`markdown blocks must be less than ${MARKDOWN_CHARS + 1} characters in all`]
    : [];
}

function tableProblems(blocks: readonly Block[]): string[] {
  const tables = blocks.filter((it) => it.type === 'table');
  const sizes = blocks
    .filter((it) => it.type === 'table' || it.type === 'data_table')
    .map((it) => charsIn(it['rows']));
  return [
    ...(tables.length > 1 ? ['only_one_table_allowed'] : []),
    ...(sizes.some((size) => size > TABLE_CHARS)
      ? [`a table must be less than ${TABLE_CHARS + 1} characters`]
      : []),
  ];
}

const TEXT_KEYS = new Set(['text', 'title', 'subtitle', 'caption', 'alt_text', 'description']);

/** All characters that a reader would see. */
function charsIn(value: unknown, key = 'text'): number {
  if (typeof value === 'string') return TEXT_KEYS.has(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, it) => sum + charsIn(it, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, it]) => sum + charsIn(it, name), 0);
}

function withIds(it: Block): Block {
  const children = it['child_blocks'];
  return {
    ...it,
    block_id: it.block_id ?? newBlockId(),
    ...(Array.isArray(children) ? { child_blocks: children.map((child) => withIds(child)) } : {}),
    ...(Array.isArray(it['elements']) && it.type !== 'rich_text'
      ? { elements: it['elements'].map(withActionId) }
      : {}),
    ...(it.type === 'section' && it['accessory']
      ? { accessory: withActionId(it['accessory']) }
      : {}),
  };
}

const WITHOUT_ACTION = new Set(['image', 'mrkdwn', 'plain_text']);

function withActionId(element: unknown): unknown {
  if (!isBlock(element) || WITHOUT_ACTION.has(element.type)) return element;
  return { ...element, action_id: element['action_id'] ?? newBlockId() };
}
