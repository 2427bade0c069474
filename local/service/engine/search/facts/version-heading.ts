/** The version in a heading of a changelog, such as "1.2.0" in "## [1.2.0] - 2024-01-02". */
export function versionInHeading(line: string): string | undefined {
  const text = line.slice(0, MAX_LENGTH);
  return MARKED.exec(text)?.[1] ?? NAMED.exec(text)?.[1] ?? BARE.exec(text)?.[1];
}

const MAX_LENGTH = 200;
const VERSION = '(v?\\d{1,6}\\.\\d[\\w.-]{0,40})';
/** "## [1.2.0]", "== 1.2", "## 2024-01-02, Version 1.2.0". */
const MARKED = new RegExp(
  `^(?:#{1,4}|={1,6})\\s+(?:\\d{4}-\\d\\d-\\d\\d,?\\s+)?(?:(?:version|release)\\s+)?\\[?${VERSION}`,
  'i',
);
/** "## express 1.2.0", "## [pkg-v1.2.0]"; further down, "### Node 18.2" is no version of the project. */
const NAMED = new RegExp(`^#{1,2}\\s+\\[?[\\w@/.-]{1,60}?[\\s@-]${VERSION}`, 'i');
/** "Version 1.2", "1.2.0 (unreleased)", "v1.2.0 / 2024-01-02", but no sentence that begins with a number. */
const BARE = new RegExp(
  `^(?:(?:changes in )?(?:version|release) )?\\[?${VERSION}\\]?[\\s:()[\\]/,–—-]*(?:unreleased|in development|tbd|[\\w .,-]{0,30}\\d{4}[\\w .,:-]{0,12})?[\\s)\\]:]*$`,
  'i',
);
