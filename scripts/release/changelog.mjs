// Reads and writes CHANGELOG.md, as https://keepachangelog.com has it.

const UNRELEASED = '## [Unreleased]';
/** What only a changelog without a release says. */
const BEFORE_FIRST =
  / Nothing has been released yet; everything below\s+will be part of version \d+\.\d+\.\d+\./;

/** The text below the heading of what is not released yet; empty if nothing is there. @param {string} text */
export function unreleased(text) {
  const start = text.indexOf(UNRELEASED);
  if (start < 0) throw new Error(`CHANGELOG.md has no "${UNRELEASED}".`);
  const body = text.slice(start + UNRELEASED.length);
  const next = body.search(/^## \[/m);
  return (next < 0 ? body : body.slice(0, next)).trim();
}

/**
 * The version after `current` by what has changed: a breaking change is one under "Removed", or one that says
 * "**Breaking**". Before 1.0.0, those raise the second number. The first release has the version in package.json.
 * @param {string} text
 * @param {string} current
 */
export function nextVersion(text, current) {
  if (!/^## \[\d/m.test(text)) return current;
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const changes = unreleased(text);
  const breaks = /^### Removed$/m.test(changes) || changes.includes('**Breaking**');
  if (breaks && major > 0) return `${major + 1}.0.0`;
  const adds = /^### (?:Added|Changed|Deprecated)$/m.test(changes);
  return breaks || adds ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/**
 * The text with what was not released as a version of its own.
 * @param {string} text
 * @param {{ version: string, date: string }} release `date`: YYYY-MM-DD
 */
export function releaseIn(text, { version, date }) {
  if (unreleased(text) === '')
    throw new Error('CHANGELOG.md has nothing that is not released yet.');
  return text
    .replace(BEFORE_FIRST, '')
    .replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`);
}

/** What a released version changed; undefined if there is none. @param {string} text @param {string} version */
export function notesOf(text, version) {
  const start = text.indexOf(`\n## [${version}]`);
  if (start < 0) return undefined;
  const body = text.slice(text.indexOf('\n', start + 1));
  const next = body.search(/^## \[/m);
  return (next < 0 ? body : body.slice(0, next)).trim();
}
