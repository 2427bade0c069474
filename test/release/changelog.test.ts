import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nextVersion, notesOf, releaseIn, unreleased } from '../../scripts/release/changelog.mjs';

const OURS = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const released = (changes: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${changes}\n\n## [1.2.3] - 2026-01-01\n\n### Added\n\n- A thing.\n`;

it.each([
  ['1.2.3', '### Fixed\n\n- a', '1.2.4'],
  ['1.2.3', '### Security\n\n- a', '1.2.4'],
  ['1.2.3', '### Added\n\n- a\n\n### Fixed\n\n- b', '1.3.0'],
  ['1.2.3', '### Deprecated\n\n- a', '1.3.0'],
  ['1.2.3', '### Removed\n\n- a', '2.0.0'],
  ['1.2.3', '### Changed\n\n- **Breaking**: a', '2.0.0'],
  ['0.2.3', '### Removed\n\n- a', '0.3.0'],
  ['0.2.3', '### Added\n\n- a', '0.3.0'],
])('after %s, the changes decide: %j', (...[current, changes, next]) => {
  expect(nextVersion(released(changes), current)).toBe(next);
});

it('the first release has the version of package.json', () => {
  expect(nextVersion('## [Unreleased]\n\n### Removed\n\n- a\n', '0.1.0')).toBe('0.1.0');
});

it('a release moves what was not released below its version', () => {
  const text = releaseIn(released('### Fixed\n\n- b'), { version: '1.2.4', date: '2026-02-03' });
  expect(text).toContain(
    '## [Unreleased]\n\n## [1.2.4] - 2026-02-03\n\n### Fixed\n\n- b\n\n## [1.2.3]',
  );
  expect(unreleased(text)).toBe('');
  expect(notesOf(text, '1.2.4')).toBe('### Fixed\n\n- b');
  expect(notesOf(text, '1.2.3')).toBe('### Added\n\n- A thing.');
  expect(notesOf(text, '1.2')).toBeUndefined();
  expect(() => releaseIn(text, { version: '1.2.5', date: '2026-02-03' })).toThrow('has nothing');
});

it('our changelog can be released, and then no longer says that nothing was', () => {
  const text = releaseIn(OURS, { version: '0.1.0', date: '2026-02-03' });
  expect(notesOf(text, '0.1.0')).toBe(unreleased(OURS));
  expect(text).not.toContain('Nothing has been released');
});
