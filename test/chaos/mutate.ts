import type { SeededRandom } from './random.js';

/** Any value that JSON can carry; keys may be such as `__proto__`. */
type Fields = Readonly<Record<string, unknown>>;

/** Values that break code which expects others. */
const ODD: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 53 + 2,
  2 ** 31,
  1e21,
  '',
  ' ',
  '0',
  'null',
  '__proto__',
  'constructor',
  '-',
  '💥',
  '\u0000',
  '\ud800',
  '\u202e',
  '2025-02-31T99:99:99Z',
  '999999999999999.999999999',
  '/../..',
  '%00',
  'javascript:alert(1)',
  '<!channel>',
  '<@U0BOT>',
  '<@U1|<@U2>',
  '\r\nx: y',
  '{{x}}',
  '*',
  '((((',
  [],
  {},
  [[]],
  [null],
  [{}],
  { id: null },
  { id: {} },
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
];

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'toJSON',
  'length',
  '',
  '💥',
] as const;

const CHARACTERS = [
  'a',
  '<',
  '>',
  '&',
  '|',
  '`',
  '\\',
  '\n',
  ' ',
  '[',
  '](',
  '"',
  '💥',
  'é',
  '\ud83d',
];

/** A payload with one to three random mutations. */
export function mutate(random: SeededRandom, payload: unknown): unknown {
  let mutant = payload;
  for (let flaws = 1 + random.below(3); flaws > 0; flaws -= 1) mutant = flawed(random, mutant);
  return mutant;
}

/** Descends to a random value, and changes it. */
function flawed(random: SeededRandom, value: unknown): unknown {
  if (Array.isArray(value)) return flawedList(random, value);
  if (typeof value === 'object' && value !== null) return flawedFields(random, value as Fields);
  return changed(random, value);
}

function flawedList(random: SeededRandom, list: readonly unknown[]): unknown {
  if (list.length === 0 || random.withProbability(0.15)) return changed(random, list);
  const at = random.below(list.length);
  if (random.withProbability(0.15)) return list.filter((_, index) => index !== at);
  return list.map((item, index) => (index === at ? flawed(random, item) : item));
}

/** Works on entries, which can have a key such as `__proto__`, as JSON can. */
function flawedFields(random: SeededRandom, fields: Fields): unknown {
  const entries = Object.entries(fields);
  if (entries.length === 0 || random.withProbability(0.08)) return changed(random, fields);
  const at = random.below(entries.length);
  if (random.withProbability(0.15))
    return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (random.withProbability(0.15)) {
    return Object.fromEntries([...entries, [random.pick(KEYS), random.pick(ODD)]]);
  }
  return Object.fromEntries(
    entries.map(([key, item], index) => [key, index === at ? flawed(random, item) : item]),
  );
}

function changed(random: SeededRandom, value: unknown): unknown {
  switch (random.below(6)) {
    case 0:
      return deepened(random, value);
    case 1:
      return lengthened(random, value);
    case 2:
      return twisted(random, value);
    default:
      return random.pick(ODD);
  }
}

/** Nests the value in up to some hundred arrays and objects. */
function deepened(random: SeededRandom, value: unknown): unknown {
  let deep = value;
  for (let boxes = 1 + random.below(random.pick([3, 30, 300])); boxes > 0; boxes -= 1) {
    deep = random.withProbability(0.5) ? [deep] : { id: deep };
  }
  return deep;
}

function lengthened(random: SeededRandom, value: unknown): unknown {
  const times = 1 + random.below(random.pick([10, 100, 3_000]));
  if (Array.isArray(value)) return Array.from({ length: times }, () => value[0] ?? null);
  if (typeof value === 'string' && random.withProbability(0.5))
    return value.repeat(Math.min(times, 500));
  return noise(random, 2).repeat(times);
}

/** The same text with a few unexpected characters. */
function twisted(random: SeededRandom, value: unknown): unknown {
  if (typeof value === 'number')
    return random.pick([-value, value * 1e9, value / 3, String(value)]);
  if (typeof value !== 'string') return [value];
  const at = random.below(value.length + 1);
  return value.slice(0, at) + noise(random, 4) + value.slice(at + random.below(3));
}

/** Up to `longest` random characters of markup, links and queries. */
export function noise(random: SeededRandom, longest: number): string {
  const length = 1 + random.below(longest);
  return Array.from({ length }, () => CHARACTERS[random.below(CHARACTERS.length)]).join('');
}
