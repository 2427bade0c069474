import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

let answerTo: (question: string) => Promise<string>;

/** A ferry whose commits are years apart, so that what came later could be taken for what was asked about. */
beforeAll(async () => {
  const repository = makeRepository({}, 'ferry');
  let day = 0;
  const commit = (year: number, message: string) => {
    day += 1;
    repository.commit({ 'src/ferry.js': `export const ferry = ${day};\n` });
    execFileSync('git', ['-C', repository.path, 'commit', '-q', '--amend', '-m', message], {
      env: {
        PATH: process.env['PATH'],
        GIT_COMMITTER_DATE: `${year}-05-01T12:00:00Z`,
        GIT_COMMITTER_NAME: 'ann',
        GIT_COMMITTER_EMAIL: 'ann@example.com',
      },
    });
  };
  commit(2014, 'Begin');
  commit(2015, 'feat(crew): crate bans and unbanning');
  commit(2016, 'Increase the tow limit to 900 per trip');
  commit(
    2017,
    'Set the TTL of berths right\n\nIt was read as hours, so that berths lived for weeks.',
  );
  commit(2018, 'Migrate the logbook from Parrot to Heron');
  commit(2024, 'fix(metrics): count crate bans that are unknown');
  commit(2025, 'docs: tow limits of each trip');
  commit(2025, 'Paint the logbook');
  commit(2026, 'Use the ship RNG for anchor and mooring codes\n\nThe old one could be guessed.');
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
});

describe('what once happened', () => {
  it.each([
    ['When did it become possible to ban crates, and who added that?', 'crate bans and unbanning'],
    ['When was the tow limit per trip raised, and from what to what?', 'Increase the tow limit'],
    ['When did the logbook move away from Parrot, and who did it?', 'Migrate the logbook from'],
    ['Why was the lifetime of berths changed, and when?', 'Set the TTL of berths right'],
    [
      'What was recently changed about the codes for anchors and moorings, and why?',
      'Use the ship RNG for anchor and mooring codes',
    ],
  ])('is told by the commit that says so, however old: %s', async (question, title) => {
    const [lead = ''] = (await answerTo(question)).split('\n');
    expect(lead).toMatch(/^The (?:commit that fits best|oldest commit that fits) is of \d{4}/);
    expect(lead).toContain(title);
  });

  it('is told with the reason that the message gives', async () => {
    expect(await answerTo('Why was the lifetime of berths changed, and when?')).toContain(
      'is of 2017-05-01, Ann: “Set the TTL of berths right” Why: “It was read as hours',
    );
  });
});
