import { compareVersions, type Version, type VersionRange } from '../facts/releases.js';

const VERSION =
  /(?<![\w.@/-])v?(\d{1,4}(?:\.(?:\d{1,6}|x)){1,2})(?![\w-]|\.\d|\s*(?:%|[mnµ]?s\b|sec|min|hour|day|[kmg]i?b\b|times\b))/gi;
/** Before the version of what is asked about, rather than of a language or a protocol. */
const MENTIONS =
  /(?:^|\W)(?:on|from|of|to|old|older|version|versions|release|releases|gem|package|lib|library|crate|module|since|in|with|at|using|running|and|or|between|after|before|until|than|was|were)\s+$/i;
/** "After upgrading to", "it worked before"; but not "it worked up to". */
const NEW =
  /(?<!\b(?:up|compared|relative) )\b(?:to|since|as of|before)\s+(?:(?:version|release)\s+)?$/i;
/** "What changed in". */
const CAME_IN =
  /\b(?:changed?|changes|new|added|removed|fixed|dropped|introduced|came|happened|different|deprecated)\s+(?:in|with)\s+(?:(?:version|release)\s+)?$/i;
const BETWEEN = /\bbetween\s+(?:(?:versions?|releases?)\s+)?$/i;
/** Characters. */
const MAX_BEFORE = 40;

/** "On 9.0.0 it failed, after upgrading to 9.0.1 it works": between which versions something changed. */
export function versionRangeIn(question: string): VersionRange {
  const found = [...question.matchAll(VERSION)].map((match) => {
    const before = question.slice(Math.max(0, match.index - MAX_BEFORE), match.index);
    return { version: numbersOf(match[1] ?? ''), before };
  });
  const mentioned = found.filter(({ before }) => MENTIONS.test(before));
  const isBetween = mentioned.findIndex(({ before }) => BETWEEN.test(before));
  const [from, to] = isBetween < 0 ? [] : mentioned.slice(isBetween);
  if (from && to) return inOrder({ after: from.version, upTo: to.version });
  const came = mentioned.find(({ before }) => CAME_IN.test(before));
  if (came) return { upTo: came.version, isIn: true };
  const upTo = mentioned.find(({ before }) => NEW.test(before));
  const after = mentioned.find(({ before }) => !NEW.test(before));
  return inOrder({
    ...(after && { after: after.version }),
    ...(upTo && { upTo: upTo.version }),
  });
}

/** "It worked on 2.4, before 2.3 it did not" is no range. */
function inOrder(range: VersionRange): VersionRange {
  const { after, upTo } = range;
  return after && upTo && compareVersions(after, upTo) >= 0 ? {} : range;
}

function numbersOf(text: string): Version {
  const parts = text.toLowerCase().split('.');
  const any = parts.indexOf('x');
  return parts.slice(0, any < 0 ? parts.length : any).map(Number);
}
