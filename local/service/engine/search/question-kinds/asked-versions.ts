import type { Version, VersionRange } from '../facts/releases.js';

const VERSION =
  /(?<![\w.@/-])v?(\d{1,4}(?:\.(?:\d{1,6}|x)){1,2})(?![\w-]|\.\d|\s*(?:%|\w?s\b|sec|min|hour|day|[kmg]i?b\b|times\b))/gi;
/** Before the version of what is asked about, rather than of a language or a protocol. */
const MENTIONS =
  /(?:^|\W)(?:on|from|of|to|old|older|version|versions|release|releases|gem|package|lib|library|crate|module|since|in|with|at|using|running|and|or|between|after|before|until|than|was|were)\s+$/i;
/** "After upgrading to", "it worked before". */
const NEW = /\b(?:to|since|as of|before|until)\s+(?:(?:version|release)\s+)?$/i;
/** Characters. */
const MAX_BEFORE = 40;

/** "On 9.0.0 it failed, after upgrading to 9.0.1 it works": between which versions something changed. */
export function versionRangeIn(question: string): VersionRange {
  const found = [...question.matchAll(VERSION)].map((match) => {
    const before = question.slice(Math.max(0, match.index - MAX_BEFORE), match.index);
    return { version: numbersOf(match[1] ?? ''), before };
  });
  const mentioned = found.filter(({ before }) => MENTIONS.test(before));
  const upTo = mentioned.find(({ before }) => NEW.test(before));
  const after = mentioned.find(({ before }) => !NEW.test(before));
  return {
    ...(after && { after: after.version }),
    ...(upTo && { upTo: upTo.version }),
  };
}

function numbersOf(text: string): Version {
  const parts = text.toLowerCase().split('.');
  const any = parts.indexOf('x');
  return parts.slice(0, any < 0 ? parts.length : any).map(Number);
}
