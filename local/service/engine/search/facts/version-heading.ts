/** The version in a heading of a changelog, such as "1.2.0" in "## [1.2.0] - 2024-01-02". */
export function versionInHeading(line: string): string | undefined {
  const text = line.slice(0, MAX_LENGTH).replace(/<[^<>]{0,100}>|\*\*/g, '');
  return MARKED.exec(text)?.[1] ?? NAMED.exec(text)?.[1] ?? BARE.exec(text)?.[1];
}

const MAX_LENGTH = 200;
/** But not "2.5x faster". */
const VERSION = '(v?(?!\\d+\\.\\d+x\\b)\\d{1,6}\\.\\d[\\w.-]{0,40})';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const DAY = '\\d{1,2}(?:st|nd|rd|th)?';
/** "2024-01-02", "2. 1. 2024", "January 2nd, 2024", "2 Jan 2024", "January 2024". */
const DATE = `(?:\\d{4}[-./]\\d\\d?[-./]\\d\\d?|\\d{1,2}[-./] ?\\d{1,2}[-./] ?\\d{4}|(?:${MONTH} ${DAY},? |${DAY}[ .-]{1,2}${MONTH}[ ,-]{1,2}|${MONTH},? )\\d{4})`;
const STATE = `(?:unreleased|in development|tbd|(?:released )?(?:on )?(?:the )?${DATE})`;
/** "## [1.2.0]", "== 1.2", "## 2024-01-02, Version 1.2.0". */
const MARKED = new RegExp(
  `^(?:#{1,4}|={1,6})\\s+(?:\\d{4}-\\d\\d-\\d\\d,?\\s+)?(?:(?:version|release)\\s+)?\\[?${VERSION}`,
  'i',
);
/** "## express 1.2.0", "## [pkg-v1.2.0]"; further down, "### Node 18.2" is no version of the project. */
const NAMED = new RegExp(
  `^#{1,2}\\s+\\[?[\\w@/.-]{1,60}?[\\s@-]${VERSION}(?![\\w.-])(?=[\\])]*\\s*(?:$|[-–—:(/,[]|${STATE}))`,
  'i',
);
/** "Version 1.2", "1.2.0 (unreleased)", "v1.2.0 / 2024-01-02", but no sentence that begins with a number. */
const BARE = new RegExp(
  `^(?:(?:changes in )?(?:version|release) )?\\[?${VERSION}\\]?[\\s:()[\\]/,–—-]*(?:${STATE})?[\\s)\\]:]*$`,
  'i',
);
