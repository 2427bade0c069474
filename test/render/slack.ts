import type { KnownBlock } from '@slack/types';
import { expect } from 'vitest';
import type { Message } from '../../src/render/blocks/message.js';
import { LIMITS, MESSAGE_BUDGET } from '../../src/render/format/limits.js';
import { allNodes, parseMarkdown } from './markdown.js';

/** Slack's limits as it documents them, written down a second time. */
export function expectWithinLimits({ text, blocks }: Message): void {
  expect(text.trim()).not.toBe('');
  if (blocks.length > 0) expect(text.length).toBeLessThanOrEqual(LIMITS.messageText);
  expect(blocks.length).toBeLessThanOrEqual(50);
  expect(JSON.stringify(blocks).length).toBeLessThanOrEqual(MESSAGE_BUDGET + 3_000);
  for (const block of blocks) expectBlock(block);
  expectOneTable(markdownOf({ text, blocks }));
}

/** A message has one table, also in Markdown: 100 rows with the header, 20 columns. */
function expectOneTable(markdown: readonly string[]): void {
  const tables = markdown
    .flatMap((text) => allNodes(parseMarkdown(text)))
    .filter((node) => node.type === 'table');
  expect(tables.length).toBeLessThanOrEqual(1);
  for (const { children: rows } of tables) {
    expect(rows.length).toBeLessThanOrEqual(100);
    for (const { children: cells } of rows) expect(cells.length).toBeLessThanOrEqual(20);
  }
}

function expectBlock(block: KnownBlock): void {
  if (block.type === 'markdown') expectLength(block.text, 12_000);
  if (block.type === 'section') expectLength(block.text?.text, 3_000);
  if (block.type === 'context') {
    expect(block.elements.length).toBeLessThanOrEqual(10);
    for (const element of block.elements) if ('text' in element) expectLength(element.text, 3_000);
  }
  if (block.type !== 'actions') return;
  expect(block.elements.length).toBeLessThanOrEqual(25);
  const ids = block.elements.map(({ action_id }) => action_id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const element of block.elements) {
    if (element.type === 'overflow') {
      expect(element.options.length).toBeLessThanOrEqual(5);
      for (const { text, value } of element.options) {
        expectLength(text.text, 75);
        expectLength(value, 150);
      }
    }
    if (element.type !== 'button') continue;
    expectLength(element.text.text, 75);
    expectLength(element.value, 2_000);
  }
}

function expectLength(text: string | undefined, max: number): void {
  expect(text?.trim()).toBeTruthy();
  expect(text?.length).toBeLessThanOrEqual(max);
}

/** The Markdown of a message's blocks. */
export function markdownOf({ blocks }: Message): string[] {
  return blocks.flatMap((block) => (block.type === 'markdown' ? [block.text] : []));
}
