import { expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/names.js';
import { CODE_TOOLS } from '../../src/model/code.js';
import { inPeoplesWords } from '../../src/render/code/wire-names.js';

it.each([
  [
    'There is no repository nope. Did you mean p? svc_list_repos lists them.',
    'There is no repository nope. Did you mean p? `/deepsearch code repos` lists them.',
  ],
  ['src is a folder: svc_list_files lists it.', 'src is a folder: `/deepsearch code ls` lists it.'],
  ['Use `sg.list_files` first.', 'Use `/deepsearch code ls` first.'],
  ['Try read_file, or nls-search.', 'Try `/deepsearch code read`, or nls-search.'],
  ['No such file: docs/read_files.md', 'No such file: docs/read_files.md'],
])('a tool’s text names no tool as MCP clients call it: %s', (said, read) => {
  expect(inPeoplesWords(said, 'ls p src')).toBe(read);
});

it('a tool’s text keeps what the user has typed', () => {
  const said = 'No definition of read_file in src/tools.ts. svc_read_file shows the file.';
  expect(inPeoplesWords(said, 'def p src/tools.ts read_file')).toBe(
    'No definition of read_file in src/tools.ts. `/deepsearch code read` shows the file.',
  );
});

it('each tool has a command of its own', () => {
  const commands = TOOLS.map((tool) => /code (\w+)/.exec(inPeoplesWords(tool, ''))?.[1]);
  expect(commands.toSorted()).toEqual([...CODE_TOOLS].sort());
});
