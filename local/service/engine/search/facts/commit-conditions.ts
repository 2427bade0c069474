import { dateRangeArguments, type LoggedCommit } from '../../../tools/git-log.js';
import { compileRegex } from '../../../tools/patterns.js';
import { hasWord } from '../text/has-word.js';

/** What a commit has to be like to be read. */
export interface CommitConditions {
  /** Only commits whose author's name or address contains this. */
  readonly author?: string;
  /** The author is not only a part of another name: `ann` is not in `Danni`. */
  readonly isWholeName?: boolean;
  /** Only commits whose message contains all of these. */
  readonly messages?: readonly string[];
  /** Only commits whose message has a word that begins like each of these, in any spelling: `next.js` as `Next JS`. `a|b`: one of them. */
  readonly spelled?: readonly string[];
  /** Regular expressions for lines of the message, which has to match all of them. */
  readonly patterns?: readonly string[];
  /** ms since the epoch. */
  readonly since?: number;
  readonly until?: number;
}

/** Those that git can check; `isFollowed`: without those that would hide the commit that renamed a file. */
export function conditionArguments(conditions: CommitConditions, isFollowed: boolean): string[] {
  const { author, messages = [], spelled = [], since: after, until: before } = conditions;
  const since = dateRangeArguments(after === undefined ? {} : { after });
  if (isFollowed) return since;
  const until = dateRangeArguments(before === undefined ? {} : { before });
  const all = [...since, ...until, '--regexp-ignore-case', '--all-match'];
  if (spelled.length > 0) {
    return [...all, '--extended-regexp', ...spelled.map((one) => `--grep=${spelledPattern(one)}`)];
  }
  if (author === undefined && messages.length === 0) return [...since, ...until];
  return [
    ...[...all, '--fixed-strings'],
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...messages.map((one) => `--grep=${one}`),
  ];
}

/** Its first letters, since a word has other endings, with or without something between them. */
function spelledPattern(words: string): string {
  const patterns = words.split('|').map((word) => {
    const letters = word.match(/[\p{L}\p{N}]/gu) ?? [];
    return letters.slice(0, MAX_SPELLED).join('[^[:alnum:]]?');
  });
  return patterns.join('|');
}

const MAX_SPELLED = 4;

/** Whether git reads more commits than those that meet the conditions. */
export function readsOthers(conditions: CommitConditions, isFollowed: boolean): boolean {
  const { author, isWholeName, messages = [], patterns = [], until } = conditions;
  const isHidden = author !== undefined || messages.length > 0 || until !== undefined;
  return isWholeName === true || patterns.length > 0 || (isFollowed && isHidden);
}

/** All of them but `since`, which git checks. Throws a `ToolError` for an invalid regular expression. */
export function meets(conditions: CommitConditions): (commit: LoggedCommit) => boolean {
  const { messages = [], patterns = [], until = Number.POSITIVE_INFINITY } = conditions;
  const texts = messages.map((one) => one.toLowerCase());
  const compiled = patterns.map(compileRegex);
  const isOfAuthor = authorIs(conditions);
  return (commit) => {
    const said = commit.message.toLowerCase();
    return (
      Date.parse(commit.date) < until &&
      isOfAuthor(commit) &&
      texts.every((text) => said.includes(text)) &&
      compiled.every((pattern) => pattern.matcher(commit.message).find())
    );
  };
}

const IN_NAME = /[\p{L}\p{N}]/u;

function authorIs({
  author,
  isWholeName = false,
}: CommitConditions): (commit: LoggedCommit) => boolean {
  const wanted = author?.toLowerCase();
  if (wanted === undefined) return () => true;
  return ({ name, email }) => {
    const whole = `${name} <${email}>`.toLowerCase();
    if (!isWholeName) return whole.includes(wanted);
    const [user = ''] = email.split('@');
    return hasWord(wanted.includes('@') ? whole : `${name} ${user}`.toLowerCase(), wanted, IN_NAME);
  };
}
