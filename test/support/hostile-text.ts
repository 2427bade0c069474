import { cpuUsage } from 'node:process';

/** What a text repeats to make a pattern with several ways to match it try all of them. */
const REPEATED = [
  ...['a', 'A', '1', 'é', ' ', '\n', '\t', '\0', '_', '-', '.', ':', ',', ';', '/', '\\', '|', '@'],
  ...[
    '#',
    '&',
    '=',
    '+',
    '*',
    '~',
    '`',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '!',
    '$',
  ],
  ...[
    '*_',
    '**a',
    '[a](',
    '](',
    '![',
    '[^',
    '<a',
    '</',
    '<!--',
    '&#',
    'http://',
    'a/',
    '../',
    '/-/',
  ],
  ...['~~', '``', '> ', '- ', '1. ', '# ', '|-', '| a ', ' \n', '\n\n', '\r\n', 'a b', '::', ':L1'],
  ...[
    '/[',
    '=/a',
    "'\\",
    '\\"',
    'a@',
    '@a',
    '<@',
    '<a:',
    '--[[',
    '/*',
    'aA',
    'a_',
    'repo:a ',
    '("',
  ],
  ...['L1', '#L1', '?L', 'xoxb-', 'eyJa', 'bearer ', '-----BEGIN PRIVATE KEY-----', 'a.b'],
];
/** What may stand around it, so that a match begins, or fails at its end. */
const FRAMES = [
  ['', ''],
  ['', 'x'],
  ['x', '\n'],
  ['<a:', ' |'],
  ['/', ')\nx'],
  ['[', '](http://a.b/)'],
] as const;

interface HostileText {
  /** Names it in a failure. */
  readonly label: string;
  readonly text: string;
}

/** Each reader of a file is tried with the same texts. */
const made = new Map<number, readonly HostileText[]>();

/** Texts of this length, each of one repeated piece. */
function hostileTexts(length: number): readonly HostileText[] {
  const texts = made.get(length) ?? makeTexts(length);
  made.set(length, texts);
  return texts;
}

function makeTexts(length: number): readonly HostileText[] {
  return REPEATED.flatMap((piece) =>
    FRAMES.map(([start, end]) => ({
      label: JSON.stringify([start, piece, end]),
      text: start + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end,
    })),
  );
}

/** Faster runs are not compared: they are all noise. In ms. */
const MIN_MEASURABLE_MS = 100;
/** Four times the text takes four times as long in linear time, sixteen times in quadratic time. */
const MAX_GROWTH = 10;
const RUNS = 3;

/**
 * The texts on which `run` takes more than linear time, from the shortest of several runs with a text
 * and one that is four times as long. `run` may throw: a refusal is an answer.
 */
export function slowTexts(run: (text: string) => unknown, length = 6_000): string[] {
  const shorter = hostileTexts(length);
  return hostileTexts(4 * length).flatMap(({ label, text }, n) => {
    if (time(run, text) < MIN_MEASURABLE_MS) return [];
    const long = fastest(run, text);
    const short = fastest(run, shorter[n]?.text ?? '');
    const isSlow = long >= MIN_MEASURABLE_MS && long > MAX_GROWTH * short;
    return isSlow ? [`${label}: ${Math.round(short)} ms, then ${Math.round(long)} ms`] : [];
  });
}

function fastest(run: (text: string) => unknown, text: string): number {
  return Math.min(...Array.from({ length: RUNS }, () => time(run, text)));
}

/** In ms of the processor's time: on a busy machine the process may wait for it. */
function time(run: (text: string) => unknown, text: string): number {
  const before = cpuUsage();
  try {
    run(text);
  } catch {
    // Refused.
  }
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}
