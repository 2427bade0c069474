import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withDiagramsAsText } from '../../../src/render/markdown/diagrams.js';

const inFence = (source: string) => `Before.\n\n\`\`\`mermaid\n${source}\n\`\`\`\n\nAfter.`;
const linesOf = (source: string) => {
  const text = withDiagramsAsText(inFence(source));
  return /^Before\.\n\n```\n([\s\S]*)\n```\n\nAfter\.$/.exec(text)?.[1]?.split('\n');
};

describe('a Mermaid flowchart', () => {
  it('becomes a tree in text', () => {
    const source = `flowchart LR
  n0["src/jobs"]
  n1["src/mail"]
  n0 --> n1
  n1 --> n2["src/net"]
  n1 --> n3["settings.ts"]
  n2 --> n3`;
    expect(linesOf(source)).toEqual([
      'src/jobs',
      '└─ src/mail',
      '   ├─ src/net',
      '   │  └─ settings.ts',
      '   └─ settings.ts',
    ]);
  });

  it('with many arrows becomes a list', () => {
    const source = `graph TD;
  a-->b & c & d;
  b-->c & d;
  c-->d & a;
  d-->a;`;
    expect(linesOf(source)).toEqual(['a → b, c, d', 'b → c, d', 'c → d, a', 'd → a']);
  });

  it.each([
    [
      'flowchart TD\nA[Start] -->|yes| B{Is it?}\nB -- no --> C((End))',
      ['Start', '└─ Is it? (yes)', '   └─ End (no)'],
    ],
    ['graph LR\n  a --> b --> c', ['a', '└─ b', '   └─ c']],
    [
      'flowchart LR\n  subgraph one\n  a -.-> b\n  end\n  %% a note\n  style a fill:#fff\n  a ==> c',
      ['a', '├─ b', '└─ c'],
    ],
    ['flowchart LR\n  a["say #34;hi#34; #35;1"] --> a', ['say "hi" #1', '└─ say "hi" #1 …']],
    ['flowchart LR\n  a --> b\n  b --> a', ['a', '└─ b', '   └─ a …']],
    ['flowchart LR\n  lonely["alone"]', ['alone']],
  ])('can be written in many ways: %j', (source, lines) => {
    expect(linesOf(source)).toEqual(lines);
  });

  it('keeps its place in a list and in a quote', () => {
    const source =
      '- one\n\n  ```mermaid\n  flowchart LR\n    a --> b\n  ```\n\n> ```mermaid\n> graph LR\n> a --> b\n> ```\n';
    expect(withDiagramsAsText(source)).toBe(
      '- one\n\n  ```\n  a\n  └─ b\n  ```\n\n> ```\n> a\n> └─ b\n> ```\n',
    );
  });

  it.each([
    'sequenceDiagram\n  A->>B: hello',
    'flowchart LR\n  a --> b\n  something (that is [not understood',
    'pie title Pets\n  "Dogs" : 386',
    '',
  ])('that no text can show stays as it is: %j', (source) => {
    expect(withDiagramsAsText(inFence(source))).toBe(inFence(source));
  });

  it('leaves the rest of an answer alone', () => {
    const text = 'What mermaid is: `mermaid`.\n\n```ts\nflowchart LR\n```\n';
    expect(withDiagramsAsText(text)).toBe(text);
  });

  it('shows every box, whatever the arrows are', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 12 }), (pairs) => {
        const source = pairs.map(([from, to]) => `  ${from}["<${from}>"] --> ${to}["<${to}>"]`);
        const text = linesOf(['flowchart LR', ...source].join('\n'))?.join('\n') ?? '';
        for (const box of new Set(pairs.flat())) expect(text).toContain(`<${box}>`);
      }),
    );
  });
});
