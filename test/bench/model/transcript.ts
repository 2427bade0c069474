import { z } from 'zod';

/** A request of the OpenAI-compatible form, `POST …/chat/completions`, as far as the policy reads it. */
export const ModelRequest = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().nullish(),
      tool_calls: z
        .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
        .optional(),
    }),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

/** Consecutive lines of a file, from the line number `start` on. */
export interface ShownLines {
  readonly path: string;
  readonly start: number;
  readonly lines: readonly string[];
}

/** Lines of a file that a text names, such as `shop/src/cart.ts:10-24`. */
export interface NamedLines {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** What one tool result, or the first material, shows. */
export interface Section {
  /** Its whole text, without the numbers of lines. */
  readonly text: string;
  readonly shown: readonly ShownLines[];
  readonly named: readonly NamedLines[];
}

/** What a model knows when it is asked for its next step. */
export interface Transcript {
  /** The repository to look into: the first that the instructions name. */
  readonly repository: string;
  /** What a search found before the first step; `undefined` if nothing is shown. */
  readonly material: Section | undefined;
  /** The calls so far, with what they gave. */
  readonly calls: readonly { readonly key: string; readonly result: Section }[];
  readonly mayCall: boolean;
}

const DATA = /<data mark="(\w+)">\n([\s\S]*?)\n<\/data mark="\1">/;

/** The request without what a search found before the question was passed to the model. */
export function withoutMaterial(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) =>
    message.role === 'user' && message.content
      ? { ...message, content: message.content.replace(/\n\nA search found this:\n[\s\S]*$/, '') }
      : message,
  );
  return { ...request, messages };
}

/** The size of all messages. */
export function promptCharacters({ messages }: ModelRequest): number {
  const sizes = messages.map(
    ({ content, tool_calls }) =>
      (content?.length ?? 0) + (tool_calls ? JSON.stringify(tool_calls).length : 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function readTranscript({ messages, tools }: ModelRequest): Transcript {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const [, repository = ''] = /^Repositories: ([^,\n]+?)(?:, .*)?\.$/m.exec(system) ?? [];
  const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
  const results = messages.filter(({ role }) => role === 'tool');
  const keys = messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map((call) => callKey(call.function.name, call.function.arguments)),
  );
  const [, , material] = DATA.exec(asked) ?? [];
  return {
    repository,
    material: material === undefined ? undefined : readSection(material, repository),
    calls: keys.map((key, n) => {
      const content = results[n]?.content ?? '';
      return { key, result: readSection(DATA.exec(content)?.[2] ?? content, repository) };
    }),
    mayCall: tools.length > 0,
  };
}

/** What makes two calls the same. */
export function callKey(name: string, args: string): string {
  return `${name} ${args}`;
}

/** Files are shown as `repository/path` on a line, followed by lines such as `12: text`. */
function readSection(data: string, repository: string): Section {
  const shown: { path: string; start: number; lines: string[] }[] = [];
  const text: string[] = [];
  const prose: string[] = [];
  let path: string | undefined;
  for (const row of data.split('\n')) {
    const [numbered, number] = /^(\d+): ?/.exec(row) ?? [];
    if (numbered === undefined) {
      text.push(row);
      prose.push(row);
      path = row.startsWith(`${repository}/`) ? row.slice(repository.length + 1) : undefined;
      continue;
    }
    const line = row.slice(numbered.length);
    text.push(line);
    const last = shown.at(-1);
    const goesOn = last && last.path === path && last.start + last.lines.length === Number(number);
    if (goesOn) last.lines.push(line);
    else if (path !== undefined) shown.push({ path, start: Number(number), lines: [line] });
  }
  return { text: text.join('\n'), shown, named: namedLines(prose.join('\n'), repository) };
}

/** Inline code such as `shop/src/cart.ts:10-24`. */
export function namedLines(text: string, repository: string): NamedLines[] {
  return [...text.matchAll(/`([^`\n]+):(\d+)(?:-(\d+))?`/g)].flatMap(
    ([, name = '', start, end = start]) =>
      name.startsWith(`${repository}/`)
        ? [{ path: name.slice(repository.length + 1), start: Number(start), end: Number(end) }]
        : [],
  );
}
