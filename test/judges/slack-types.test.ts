import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exampleLinkPreview, exampleMessages, exampleViews } from '../../src/cli/smoke/examples.js';

/**
 * Slack's own types judge what we send: every payload is written out as a literal, so that the compiler
 * also reports properties that Slack does not know.
 */

const CASES = join(import.meta.dirname, '../cases/render');
/** In this folder, so that the package is found; the file itself exists in memory only. */
const FILE = join(import.meta.dirname, 'payloads.ts');

interface Payload {
  readonly name: string;
  readonly type: 'KnownBlock[]' | 'ModalView' | 'HomeView';
  readonly value: unknown;
}

function goldenMessages(): Payload[] {
  return readdirSync(CASES).flatMap((name) => {
    const json = readFileSync(join(CASES, name, 'messages.json'), 'utf8');
    const messages = JSON.parse(json) as { readonly blocks: unknown }[];
    return messages.map(({ blocks }, i) => blocksOf(`${name} ${i}`, blocks));
  });
}

function examples(): Payload[] {
  const messages = Object.entries(exampleMessages());
  const views = Object.entries(exampleViews());
  return [
    ...messages.map(([name, { blocks }]) => blocksOf(name, blocks)),
    blocksOf('the preview of a link', exampleLinkPreview()),
    ...views.map(([name, value]): Payload => {
      return { name, type: value.type === 'home' ? 'HomeView' : 'ModalView', value };
    }),
  ];
}

const blocksOf = (name: string, value: unknown): Payload => ({ name, type: 'KnownBlock[]', value });

/** What the compiler says, a line each, with the name of the payload. */
function typeErrors(payloads: readonly Payload[]): string[] {
  const lines = payloads.map(({ type, value }) => `(${JSON.stringify(value)}) satisfies ${type};`);
  const head = "import type { HomeView, KnownBlock, ModalView } from '@slack/types';";
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === FILE
      ? ts.createSourceFile(name, [head, ...lines].join('\n'), ts.ScriptTarget.ES2023)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([FILE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    const said = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${payloads[line - 1]?.name}: ${said}`;
  });
}

describe("Slack's types", () => {
  it('accept the blocks of every golden case, and of every kind of message and view', () => {
    const payloads = [...goldenMessages(), ...examples()];
    expect(payloads.length).toBeGreaterThan(60);
    expect(typeErrors(payloads)).toEqual([]);
  });

  it('refuse a wrong type, a missing property and one that Slack does not know', () => {
    const text = { type: 'mrkdwn', text: 'Hello' };
    const wrong = [
      blocksOf('unknown block', [{ type: 'paragraph', text }]),
      blocksOf('no text', [{ type: 'context', elements: [{ type: 'mrkdwn' }] }]),
      blocksOf('unknown property', [{ type: 'section', text, colour: 'red' }]),
    ];
    expect(typeErrors(wrong)).toEqual([
      expect.stringContaining('unknown block: '),
      expect.stringContaining('no text: '),
      expect.stringContaining('\'"colour"\' does not exist'),
    ]);
  });
});
