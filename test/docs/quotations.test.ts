import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from '../../docs/.vitepress/pages.js';

const TEXTS = 'src/render/texts';
const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');

/** What a template inserts. */
const INSERTED = '\u0000';

/** All string literals of a file. */
function literalsOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      found.push(parts.map(({ text }) => text).join(INSERTED));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What is inserted may be a sentence. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?…])\s+|(?<=\0)\s+(?=[A-Z])/);

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(INSERTED).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

const literals = readdirSync(join(ROOT, TEXTS)).flatMap((name) =>
  literalsOf(join(ROOT, TEXTS, name)),
);
const said = literals
  .flatMap(sentencesOf)
  .filter((sentence) => sentence.replaceAll(/\P{L}/gu, '').length >= 7)
  .map(patternOf);

it('Troubleshooting quotes the app as it speaks', () => {
  const quoted = [...page.matchAll(/^> (.+)$/gm)].flatMap(([, text = '']) => sentencesOf(text));
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter((sentence) => !said.some((pattern) => pattern.test(sentence)))).toEqual([]);
});

it('Troubleshooting names parts of what the app says, for people in Slack', () => {
  const [forPeople = ''] = page.split('\n## Where to look first');
  const quoted = [...forPeople.matchAll(/"([^"\n]+)"/g)].map(([, text = '']) => text);
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((text) => !literals.some((literal) => literal.includes(text)))).toEqual([]);
});

it('Troubleshooting names log messages that exist', () => {
  const logs = readFileSync(join(ROOT, 'docs/logs.md'), 'utf8');
  const messages = [...page.matchAll(/`([A-Za-z][\w-]+(?: [\w-]+:?){2,}[^`\n]*)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => !/^(node|npx|openssl|set|npm|deepsearch-slack) /.test(text));
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((text) => !logs.includes(`\`${text}\``))).toEqual([]);
});

it('Troubleshooting names buttons and settings that exist', () => {
  const known = [...literals, readFileSync(join(ROOT, 'manifest.yml'), 'utf8')];
  const named = [...page.matchAll(/(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g)].map(
    ([, label = '']) => label,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((label) => !known.some((text) => text.includes(label)))).toEqual([]);
});
