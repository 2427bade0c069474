import { isDeepStrictEqual, parseEnv } from 'node:util';
import { InitError } from './init-error.js';

/** An assignment in the text of a `.env`: which lines it takes, as a value in quotes may span several. */
interface Assignment {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=[^\S\n]*(.?)/;

/** What a variable becomes; undefined: it is commented out. */
type Changes = ReadonlyMap<string, string | undefined>;

/**
 * Sets variables in the text of a `.env`. Everything else stays as it is: comments, order, and
 * variables of others. A new variable takes the place of its commented-out default, or comes last.
 * Throws `InitError` for a value that a `.env` cannot hold, and for a text that is none.
 */
export function setVariables(text: string, changes: Changes): string {
  // Node ignores an empty variable on a last line that does not end.
  const complete = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const after = [...changes].reduce(
    (all, [name, value]) =>
      value === undefined ? commentOut(all, name) : setVariable(all, name, value),
    complete,
  );
  const all = Object.entries({ ...variablesIn(complete), ...Object.fromEntries(changes) });
  const expected = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  if (isDeepStrictEqual(variablesIn(after), expected)) return after;
  throw new InitError(
    'The .env file has lines that are neither settings nor comments, so it was not changed: correct them first.',
  );
}

/** The last value of a variable that is commented out, if it is not empty. */
export function commentedOut(text: string, name: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('# '));
  const values = lines.map((line) => variablesIn(`${line.slice(2)}\n`)[name]?.trim());
  return values.findLast((value) => value !== undefined && value !== '');
}

/** Versions of Node differ in what they make of a line that is no assignment: never a name. */
function variablesIn(text: string): Record<string, string | undefined> {
  const found = Object.entries(parseEnv(text));
  return Object.fromEntries(found.filter(([name]) => /^[A-Za-z_]\w*$/.test(name)));
}

function setVariable(text: string, name: string, value: string): string {
  const line = `${name}=${quote(name, value)}`;
  const lines = text.split('\n');
  const found = assignments(lines).findLast((assignment) => assignment.name === name);
  if (found !== undefined) return splice(lines, found, line);
  const comment = lines.findLastIndex((each) => each.startsWith(`# ${name}=`));
  if (comment >= 0 && !isInside(lines, comment)) {
    return splice(lines, { from: comment, to: comment }, line);
  }
  return `${text}${line}\n`;
}

/** Every assignment of it: an earlier one would count in place of the last. */
function commentOut(text: string, name: string): string {
  const lines = text.split('\n');
  for (const { from, to } of assignments(lines).filter((each) => each.name === name)) {
    for (let at = from; at <= to; at++) lines[at] = `# ${lines[at]}`;
  }
  return lines.join('\n');
}

function splice(lines: readonly string[], place: { from: number; to: number }, line: string) {
  return [...lines.slice(0, place.from), line, ...lines.slice(place.to + 1)].join('\n');
}

/** Whether the line is a part of a value. */
function isInside(lines: readonly string[], at: number): boolean {
  return assignments(lines).some(({ from, to }) => from < at && at <= to);
}

/** As Node reads them: a value that begins with a quote goes to the next such quote, if there is one. */
function assignments(lines: readonly string[]): Assignment[] {
  const found: Assignment[] = [];
  for (let from = 0; from < lines.length; from++) {
    const [start, name, first = ''] = ASSIGNMENT.exec(lines[from] ?? '') ?? [];
    if (start === undefined || name === undefined) continue;
    const to = /["'`]/.test(first)
      ? endOfQuote(lines, { from, column: start.length }, first)
      : from;
    found.push({ name, from, to });
    from = to;
  }
  return found;
}

function endOfQuote(
  lines: readonly string[],
  { from, column }: { from: number; column: number },
  mark: string,
): number {
  if (lines[from]?.includes(mark, column)) return from;
  const next = lines.findIndex((line, at) => at > from && line.includes(mark));
  return next < 0 ? from : next;
}

/** In quotes only where it needs them. */
function quote(name: string, value: string): string {
  const mark = /^[\w.,:;/@%+=~?&*!()<>[\]{}|^-]*$/.test(value) ? '' : markFor(value);
  if (
    mark === undefined ||
    value.includes('\n') ||
    parsed(name, `${mark}${value}${mark}`) !== value
  ) {
    throw new InitError(
      `${name} cannot be written to a .env file: it contains line breaks or quotes.`,
    );
  }
  return `${mark}${value}${mark}`;
}

function markFor(value: string): string | undefined {
  return ["'", '`', '"'].find((mark) => !value.includes(mark));
}

function parsed(name: string, quoted: string): string | undefined {
  return parseEnv(`${name}=${quoted}\n`)[name];
}
