import { describe, expect, it } from 'vitest';
import { reasonsIn } from '../../../../../local/service/engine/search/facts/commit-reason.js';

describe('the reason of a commit', () => {
  it('is what its message says below the title', () => {
    const body = 'The address alone told nobody what was wrong. It does now, with the host.';
    expect(reasonsIn({ title: 'Say which host', body })).toEqual([
      'The address alone told nobody what was wrong.',
      'It does now, with the host.',
    ]);
  });

  it('is no comment of a template, whatever is in it', () => {
    const comment = '<!-- For work in progress, open a draft > not this one.\n\nThank you all! -->';
    expect(reasonsIn({ title: 'Retry', body: comment })).toEqual([]);
    expect(
      reasonsIn({ title: 'Retry', body: `${comment}\nServers are restarted at night.` }),
    ).toEqual(['Servers are restarted at night.']);
    expect(reasonsIn({ title: 'Retry', body: '<!-- Please say here why you made it' })).toEqual([]);
  });

  it('never repeats the title, or itself', () => {
    const title = 'Remove redundant code of the loader';
    expect(reasonsIn({ title, body: 'Removes the redundant code of the loader.' })).toEqual([]);
    expect(
      reasonsIn({
        title,
        body:
          '* Remove redundant code of the loader. Nobody has called it since the rewrite.\n' +
          '* Nobody has called it since the rewrite.',
      }),
    ).toEqual(['Nobody has called it since the rewrite.']);
  });

  it('is not the title of a commit that was squashed', () => {
    const body =
      '* fix: add generic to jsdoc\n\n* Format code with new rule\n\n* Update tests/test_ferry.py for ropes\n\n- chore(deps): run all linters again\n\n' +
      '* Editors show the type now, which people asked for.';
    expect(reasonsIn({ title: 'feat: export the server (#4626)', body })).toEqual([
      'Editors show the type now, which people asked for.',
    ]);
  });

  it('is not that of a later one of the commits that were squashed', () => {
    const first = '* Ring the bell\n\nPeople missed the ferry at night.';
    const later = '* Keep ropes weakly\n\nA rope held every boat that it was tied to.';
    expect(reasonsIn({ title: 'Add bells', body: `${first}\n\n${later}` })).toEqual([
      'People missed the ferry at night.',
    ]);
    const titles = '* Initial\n\n* Add hooks\n\n';
    expect(reasonsIn({ title: 'Add bells', body: titles + later })).toEqual([]);
    const list = '* Ring the bell\n* Tie the ropes\n\nPeople missed the ferry at night.';
    expect(reasonsIn({ title: 'Add bells', body: list })).toEqual([
      'People missed the ferry at night.',
    ]);
  });

  it('is not what a web page wrote as a message', () => {
    const body =
      'Apply suggestions from code review\n\nCo-Authored-By: Ann Lee of the Lake <ann@example.com>\n\nUpdate docs/src/the-ferries-of-the-lake.md';
    expect(reasonsIn({ title: 'Ropes', body })).toEqual([]);
  });

  it.each(['Squashed commit of the following:\n\n', ''])(
    'is none of the log of the commits that it was made of: %j',
    (heading) => {
      const log =
        'commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nAuthor: Ann Lee <ann@example.com>\nDate:   Mon Aug 11 10:59:27 2025 -0400\n\n    Ring the bell when a ferry leaves\n';
      expect(reasonsIn({ title: 'Ropes', body: heading + log })).toEqual([]);
      const why = 'Boats drifted away at night.';
      expect(reasonsIn({ title: 'Ropes', body: `${why}\n\n${heading}${log}` })).toEqual([why]);
    },
  );

  it('is without links, headings and trailers', () => {
    const body =
      '## Description\n\nUpdates [tox](https://example.com/tox) for new Pythons.\n\n' +
      'Signed-off-by: Ann Lee <ann@example.com>\n---------\n\nCloses #12 as it was asked for there.';
    expect(reasonsIn({ title: 'Bump', body })).toEqual(['Updates tox for new Pythons.']);
  });
});
