import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

let answerTo: (question: string) => Promise<string>;
let suggestedAfter: (question: string) => Promise<readonly string[]>;

beforeAll(async () => {
  const repository = makeRepository({}, 'ferry');
  const commit = (files: Record<string, string>, who: string, message: string) => {
    repository.commit(files);
    const author = `${who} <${who}@example.com>`;
    repository.git('commit', '-q', '--amend', '--author', author, '-m', message);
  };
  const board = (body: string) => `export function boardPassengers(queue) {\n${body}}\n`;
  const commitIn2012 = (files: Record<string, string>, message: string) => {
    repository.commit(files);
    execFileSync('git', ['-C', repository.path, 'commit', '-q', '--amend', '-m', message], {
      env: {
        PATH: process.env['PATH'],
        GIT_COMMITTER_DATE: '2012-05-01T12:00:00Z',
        GIT_COMMITTER_NAME: 'old',
        GIT_COMMITTER_EMAIL: 'old@example.com',
      },
    });
  };
  commitIn2012({ 'old.md': '# Old\n' }, 'Anchor chains are oiled by passengers');
  commitIn2012(
    { 'src/crane.js': 'export function liftCrates(cargo) {\n  return cargo;\n}\n' },
    'Begin',
  );
  commit({ 'src/board.js': board('  return queue;\n') }, 'ann', 'Board passengers');
  commit({ 'src/bell.js': 'export const ring = () => 1;\n' }, 'ann', 'Ring the bell (#11)');
  commit(
    { 'src/board.js': board('  if (queue.isGone) return [];\n  return queue;\n') },
    'eve',
    'fix(board): honor a departure during the boarding pause (#12)\n\nPassengers stood on the pier although the boat was gone for an hour.',
  );
  commit({ 'src/horn.js': 'export const honk = () => 2;\n' }, 'ben', 'Honk in fog (#13)');
  commit({ 'ci.yml': 'on: push\n' }, 'ben', 'Check each pull request (#14)');
  const deck = (rows: number) =>
    `export const ROWS = ${rows};\n\nexport class DeckPlan {\n  cars() {\n    return ROWS;\n  }\n}\n`;
  commit({ 'src/deck-plan.js': deck(4) }, 'ann', 'Plan the deck (#15)');
  commit({ 'src/deck-plan.js': deck(5) }, 'ben', 'One more row of cars (#16)');
  commit(
    { 'src/pier.js': 'export function openPier() {\n  return 1;\n}\n' },
    'eve',
    'Open it (#17)',
  );
  commit(
    { 'src/lamp.js': 'export const lamp = 2;\n' },
    'eve',
    'fix(lamp): light it before openPier (#18)',
  );
  commit({ 'src/whistle.js': 'export const whistle_twice = () => 3;\n' }, 'ben', 'Blow it (#19)');
  commit({ 'src/whistle.js': 'export const signals = [3];\n' }, 'ann', 'Make room for light (#20)');
  commit(
    {
      'CHANGES.md':
        '# Changes\n\n## 2.0.0\n\n- `whistle_twice` is gone\n\n## 1.2.0\n\n### Needs Node 18.2\n\n- Boarding of passengers ends at a [departure](https://ferry.example/12), also in a pause\n',
    },
    'ben',
    'Write about it (#21)',
  );
  commit({ 'hands.txt': 'Two.\n' }, 'ann', 'Cargo crates need a second hand (#24)');
  commit({ 'sails.txt': 'None.\n' }, 'ben', 'A sail turns the rudder in any wind (#22)');
  commit(
    { 'src/rudder.js': 'export function turnRudder(angle, wind) {\n  return angle * wind;\n}\n' },
    'eve',
    'Steer as passengers expect (#23)',
  );
  commit(
    {
      'src/github-importer.js': 'export class GithubImporter {}\n',
      'src/badge.js': "export const badge = 'GitHub';\n",
      'history.js': '// A bilge pump starts by itself when water stands in the hold\n',
    },
    'ben',
    'Bring boats in (#25)',
  );
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  suggestedAfter = async (question) =>
    onlyQuestion(await world.ask(question)).suggested_followups ?? [];
});

describe('a question who fixed something', () => {
  it.each([
    'boarding passengers went on after the departure during a pause, I hear that is fixed. who fixed it?',
    'which pull request fixed the departure during the boarding pause of passengers?',
  ])('is answered by the commit whose message fits, before the code: %s', async (question) => {
    const answer = await answerTo(question);
    expect(answer).toMatch(
      /^The commit that fits best is of \d{4}-\d\d-\d\d, .{0,40}eve: “fix\(board\): honor a departure during the boarding pause \(\\#12\)”/,
    );
    expect(answer).toContain(
      'Why: “Passengers stood on the pier although the boat was gone for an hour.”',
    );
    expect(answer).toMatch(/\[[0-9a-f]{8}\]\(\S{1,80}[0-9a-f]{12}\S{0,20}\)/);
  });

  it('names no commit that has only a word of it', async () => {
    const answer = await answerTo(
      'passengers fall asleep while boarding the ferry at night, who fixed the lamps of the queue?',
    );
    expect(answer).not.toContain('The commit that fits best');
  });

  it('is not the one that only has the words that ask for it', async () => {
    const answer = await answerTo('which pull request lets passengers board at the horn?');
    expect(answer).toContain('ann: “Board passengers”');
    expect(answer).not.toContain('Check each pull request');
  });

  it('is none if it asks how something is fixed in its place', async () => {
    const answer = await answerTo('how are passengers boarded during a boarding pause?');
    expect(answer).not.toContain('The commit whose message fits best');
  });
});

describe('a question what changed about something that has no name in the code', () => {
  it('is answered by the commits whose messages are about it, newest first', async () => {
    const answer = await answerTo(
      'What has been changed around boarding passengers lately, and what was the reason?',
    );
    const lines = answer.split('\n').filter((line) => line !== '');
    expect(lines[0]).toMatch(
      /^The newest commit that fits is of \d{4}-\d\d-\d\d, eve: “fix\(board\): honor a departure during the boarding pause \(\\#12\)” Why: “Passengers stood on the pier/,
    );
    expect(lines[1]).toMatch(/^- `CHANGES.md`, 1.2.0: “Boarding of passengers ends/);
    expect(lines[2]).toMatch(/^- \d{4}-\d\d-\d\d, ann: “Board passengers” \(/);
    expect(answer).not.toContain('Honk in fog');
  });
});

it('what changed is told of the last years; when something came in, of all of them', async () => {
  const lately = await answerTo('What changed around anchor chains oiled by passengers lately?');
  expect(lately).not.toContain('Anchor chains are oiled');
  const origin = await answerTo('When were anchor chains oiled by passengers added?');
  expect(origin).toContain('2012-05-01, Ann: “Anchor chains are oiled by passengers”');
});

it('what changed in "the deck plan" is what changed in the file of DeckPlan, if that is newer', async () => {
  const ofFile = await answerTo('What changed in the deck plan lately and why?');
  expect(ofFile).toMatch(/^`src\/deck-plan\.js` last changed on .{10}, by ben: “One more row/);
  const ofClass = await answerTo('What changed in DeckPlan lately and why?');
  expect(ofClass).toMatch(/^`DeckPlan` last changed on .{10}, by ann: “Plan the deck/);
});

describe('a name that the code has no more', () => {
  it('is answered by the commit that removed it, rather than by its changelog', async () => {
    const answer = await answerTo(
      'Our wrapper broke because horn.whistle_twice() is gone. What happened to the whistle recently, and why?',
    );
    expect(answer).toMatch(
      /^The newest commit that added or removed a line with `whistle_twice` is of \S+, ann: “Make room for light \(\\#20\)”/,
    );
    expect(answer).toMatch(/\n- \S+, ben: “Blow it \(\\#19\)”/);
    expect(answer).not.toContain('Write about it');
  });

  it('is one in no other words of the question: "GitHub" is in the code', async () => {
    const answer = await answerTo('What changed in the GitHub importer lately?');
    expect(answer).not.toContain('added or removed a line');
    const author = await answerTo('Who wrote the GitHub importer?');
    expect(author).toContain('ben');
  });
});

it('code is no changelog, whatever it is called', async () => {
  const answer = await answerTo(
    'A bilge pump did not start when water stood in the hold of passengers, it was fixed lately. What changed there and why?',
  );
  expect(answer).not.toContain('`history.js`: “');
});

it('a story that ends with the question what changed is answered by commits about it', async () => {
  const answer = await answerTo(
    'We sell tickets until the last minute, and our boarding of passengers went on after a departure, but not any more. What changed there and why?',
  );
  expect(answer).toMatch(
    /^The commit that fits best is of \S+, eve: “fix\(board\): honor a departure/,
  );
  expect(answer).toContain(
    '`CHANGES.md`, 1.2.0: “Boarding of passengers ends at a departure, also in a pause” ([CHANGES.md:11]',
  );
});

it('a story is nothing to ask about again, other than what has a name', async () => {
  const story =
    'Boarding of passengers went on after a departure, but not any more. What changed there and why?';
  expect(await suggestedAfter(story)).toEqual([]);
  expect(await suggestedAfter('What changed in DeckPlan lately and why?')).toContain(
    'Who wrote DeckPlan?',
  );
});

describe('a story about a change', () => {
  it('is answered by a commit whose lines fit, where its message says it in other words', async () => {
    const answer = await answerTo(
      'The rudder turns by an angle that depends on wind, as passengers of ours noticed. What changed there and why?',
    );
    expect(answer).toMatch(
      /^The commit that fits best is of \S+, eve: “Steer as passengers expect \(\\#23\)”/,
    );
  });

  it('is also answered by the last change of the code that it fits', async () => {
    const answer = await answerTo('What changed around turning in wind lately?');
    expect(answer).toMatch(
      /The code that fits best, `turnRudder`, last changed on \S+, eve: “Steer as passengers expect \(\\#23\)”/,
    );
  });

  it('says no change of code that is a year older than the commits that fit', async () => {
    const answer = await answerTo(
      'One person could lift crates of cargo, now a second hand is needed. What changed there and why?',
    );
    expect(answer).toMatch(/is of \S+, ann: “Cargo crates need a second hand \(\\#24\)”/);
    expect(answer).not.toContain('The code that fits best');
  });
});

describe('a question what changed in something', () => {
  it('names the newer commits that say its name in their titles, too', async () => {
    const answer = await answerTo('What changed in openPier lately, and why?');
    expect(answer).toMatch(
      /^The newest commit that names `openPier` is of \S+, eve: “fix\(lamp\): light it before openPier \(\\#18\)”/,
    );
    expect(answer).toContain('`openPier` last changed on ');
  });

  it('says the last changes where none is as new as was asked', async () => {
    const answer = await answerTo('What changed in src/deck-plan.js since 2999-01-01?');
    expect(answer).toContain('No commit has changed `src/deck-plan.js` since 2999-01-01.');
    expect(answer).toContain('“Plan the deck (\\#15)”');
  });
});

it('files of older commits that a partial clone lacks fail no answer', async () => {
  const repository = makeRepository({ 'src/oar.js': 'export const oar = 1;\n' }, 'skiff');
  const blob = repository.git('rev-parse', 'HEAD:src/oar.js').trim();
  repository.commit({ 'src/oar.js': 'export const oar = 2;\nexport const rowlock = 3;\n' });
  repository.git('commit', '-q', '--amend', '-m', 'Rowlocks hold the oar in a swell');
  rmSync(join(repository.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(
    await world.ask('Our oar used to slip in a swell, and now rowlocks hold it. What changed?'),
  );
  expect(answer).toMatch(/^The commit that fits best is of \S+, .{1,40}: “Rowlocks hold the oar/);
});

it('an old commit whose message says all of a story is not called the closest one', async () => {
  const repository = makeRepository({ 'src/pier.js': 'export const pier = 1;\n' }, 'pier');
  repository.commit({ 'src/pier.js': 'export const pier = 2;\n' });
  const message = 'fix: passengers stood on the pier although the boat was gone for an hour';
  execFileSync('git', ['-C', repository.path, 'commit', '-q', '--amend', '-m', message], {
    env: {
      PATH: process.env['PATH'],
      GIT_COMMITTER_DATE: '2013-05-01T12:00:00Z',
      GIT_COMMITTER_NAME: 'ann',
      GIT_COMMITTER_EMAIL: 'ann@example.com',
    },
  });
  repository.commit({ 'src/bell.js': 'export const bell = 1;\n' });
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(
    await world.ask(
      'Passengers stood on the pier although the boat was gone for an hour. Was that ever fixed?',
    ),
  );
  expect(answer).toMatch(/^The commit that fits best is of 2013-05-01/);
});

it('a story that no message tells is answered by the code that fits, and the commits that changed it', async () => {
  const repository = makeRepository({}, 'lock');
  const commitIn = (year: number, files: Record<string, string>, message: string) => {
    repository.commit(files);
    execFileSync('git', ['-C', repository.path, 'commit', '-q', '--amend', '-m', message], {
      env: {
        PATH: process.env['PATH'],
        GIT_COMMITTER_DATE: `${year}-05-01T12:00:00Z`,
        GIT_COMMITTER_NAME: 'ann',
        GIT_COMMITTER_EMAIL: 'ann@example.com',
      },
    });
  };
  const gate = (condition: string) =>
    `// Shuts the gate of the lock behind boats, once the water has stopped rising.\nexport function shutGate(boats, water) {\n  if (${condition}) return 'open';\n  return 'shut';\n}\n`;
  commitIn(2012, { 'src/gate.js': gate('boats.length > 0') }, 'Begin');
  commitIn(2013, { 'src/gate.js': gate('boats.length > 0 || water.isMoving') }, 'Rework it');
  commitIn(2025, { 'src/bell.js': 'export const bell = 1;\n' }, 'Ring twice');
  const world = await startSharedSearchService([repository.path]);
  const { answer = '' } = onlyQuestion(
    await world.ask(
      'On an old version the gate of a lock shut behind two boats while its water was still rising. Did anybody deal with that?',
    ),
  );
  expect(answer).toMatch(
    /^No commit message says much of this\. The code that fits best is `shutGate`/,
  );
  expect(answer).toContain("if (boats.length > 0 || water.isMoving) return 'open';");
  const [, commits = ''] = answer.split('\n\nCommits that changed these lines:\n\n');
  expect(commits).toMatch(/^- 2013-05-01, \S+: “Rework it”.*\n- 2012-05-01, \S+: “Begin”/);
});

describe('a story that a changelog tells in other words than the commits do', () => {
  const tugs = async (changes: string, path = 'CHANGES.md') => {
    const repository = makeRepository({ 'src/tug.js': 'export const tug = 1;\n' }, 'tug');
    const commit = (files: Record<string, string>, message: string) => {
      repository.commit(files);
      repository.git('commit', '-q', '--amend', '-m', message);
    };
    commit({ 'src/horn.js': 'export const horn = 1;\n' }, 'Sound horns of tugs');
    commit({ 'src/winch.js': 'export const winch = 2;\n' }, 'Brake the winch while it slips');
    commit({ 'src/lamp.js': 'export const lamp = 3;\n' }, 'Tugs carry lamps at night');
    commit({ [path]: changes }, 'Release');
    return startSharedSearchService([repository.path]);
  };
  const STORY =
    'On an old version our towing cables ran out under heavy load and tugs lost their barges. What was changed there?';
  const ENTRY =
    'Towing cables no longer run out under heavy load: the winch brakes while it slips.';

  it('is answered by the entry, and by the commit that says the same', async () => {
    const world = await tugs(
      `# Changes\n\n## 2.1.0\n\n- ${ENTRY}\n- Lamps\n\n## 2.0.0\n\n- Horns\n`,
    );
    const { answer } = onlyQuestion(await world.ask(STORY));
    expect(answer).toMatch(
      /^`CHANGES.md`, 2.1.0: “Towing cables no longer run out under heavy load: the winch brakes while it slips.”/,
    );
    expect(answer).toMatch(
      /The commit that fits best is of \S+, .{1,40}: “Brake the winch while it slips”/,
    );
  });

  it('is answered by an entry of a changes.xml, as Maven has it', async () => {
    const xml = `<document>\n  <body>\n    <release version="2.1.0" date="2026-01-02">\n      <action type="fix" dev="ann">\n        ${ENTRY}\n      </action>\n      <action type="add" dev="ben">Lamps.</action>\n    </release>\n  </body>\n</document>\n`;
    const world = await tugs(xml, 'src/changes/changes.xml');
    const { answer } = onlyQuestion(await world.ask(STORY));
    expect(answer).toContain(
      `\`src/changes/changes.xml\`, 2.1.0: “${ENTRY}” ([src/changes/changes.xml:4–6]`,
    );
  });

  it('is answered by the entry where no message says anything of it', async () => {
    const repository = makeRepository(
      {
        'src/tug.js': 'export const tug = 1;\n',
        'CHANGES.md': `# Changes\n\n## 2.1.0\n\n- ${ENTRY}\n`,
      },
      'barge',
    );
    repository.git('commit', '-q', '--amend', '-m', 'Begin');
    const world = await startSharedSearchService([repository.path]);
    const { answer } = onlyQuestion(await world.ask(STORY));
    expect(answer).toMatch(/^`CHANGES.md`, 2.1.0: “Towing cables no longer run out/);
    expect(answer).not.toContain('The commit that fits best');
  });

  it.each([
    [
      'a version that was there before',
      '2.0.0',
      STORY.replace('On an old version', 'On version 2.0.0'),
    ],
    ['an older version than the one that is asked for', '1.2.0', `${STORY} What changed in 2.1.0?`],
    ['no release yet', 'Unreleased', `${STORY} After upgrading to 2.1.0 it works.`],
  ])('is not answered by an entry of %s', async (_, version, story) => {
    const versions = ['Unreleased', '2.1.0', '2.0.0', '1.2.0'];
    const text = versions.map((one) => `## ${one}\n\n- ${one === version ? ENTRY : 'Lamps'}\n`);
    const world = await tugs(`# Changes\n\n${text.join('\n')}`);
    const { answer } = onlyQuestion(await world.ask(story));
    expect(answer).not.toMatch(/^`CHANGES.md`/);
    expect(answer).toMatch(/^No commit message says much of this\. The closest one is of /);
  });
});
