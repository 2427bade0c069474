import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'src/harbour/crane.ts': `/** Lifts containers from ships. */
export class Crane {
  lift(container: string) {
    return swing(container);
  }
}

function swing(container: string) {
  return container.length;
}
`,
  'test/harbour/crane.test.ts': `import { Crane } from '../../src/harbour/crane.js';

describe('a crane in a storm', () => {
  it('waits', () => expect(new Crane().lift('a')).toBe(1));
  it('is tied down for the night', () => expect(new Crane().lift('ab')).toBe(2));
});

describe('a crane with a heavy container', () => {
  it('waits for the second crane', () => expect(new Crane().lift('abc')).toBe(3));
});
`,
  'test/fixtures/crane.ts': `export const crane = 3;\n`,
  'src/ship/crane.ts': `export function unload() {
  return 1;
}
`,
  'test/ship/crane.test.ts': `it('is empty afterwards', () => expect(unload()).toBe(1));\n`,
  'src/harbour/toll.ts': `const RATE = 3;

export function tollOf(ship: string) {
  return RATE * ship.length;
}
`,
  'test/harbour/money.test.ts': `import { tollOf } from '../../src/harbour/toll.js';

it('a long ship pays more', () => expect(tollOf('abc')).toBe(9));
`,
  'src/harbour/radio.ts': `export function callHarbour() {
  return 'over';
}
`,
  'src/harbour/beacon.ts': `/** Lights the beacon of a reef at dusk. */
export function lightBeacon(reef: string) {
  return reef.length;
}
`,
  'test/harbour/beacon.test.ts': `it('glows', () => expect(lightBeacon('a')).toBe(1));\n`,
  'app/Services/LockGateService.php': `<?php
class LockGateService {
    public function close(): int {
        return 1;
    }
}
`,
  'tests/Feature/LockGateTest.php': `<?php
class LockGateTest extends TestCase {
    #[Test]
    public function closesAtNight(): void {
        $this->get('/close')->assertOk();
    }
}
`,
  'java/src/main/java/Lock.java': `/** Lets ships through. */
public class Lock {
  public int fill() {
    return 1;
  }
}
`,
  'java/src/test/java/LockTest.java': `class LockTest {
  private int helper() {
    return 1;
  }

  @Test
  void fillsSlowly() {
    assertEquals(1, helper());
  }
}
`,
};

describe('a question about the tests', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const { path } = makeRepository(FILES, 'harbour');
    const world = await startSharedSearchService([path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it('of a file is answered with the file of tests that has its name', async () => {
    const answer = await answerTo('Where is src/harbour/crane.ts tested?');
    expect(answer).toMatch(
      /^3 tests of `src\/harbour\/crane\.ts` are in `test\/harbour\/crane\.test\.ts` /,
    );
    expect(answer).toContain('“is tied down for the night” ([test/harbour/crane.test.ts:5]');
    expect(answer).not.toMatch(/fixtures|test\/ship/);
  });

  it('of a file without one is answered with those that name what it defines', async () => {
    expect(await answerTo('How is toll.ts tested?')).toMatch(
      /^I found no file of tests that is named after `src\/harbour\/toll\.ts`\. .*One test names its `tollOf`: “a long ship pays more” /,
    );
  });

  it('of a file without any says so', async () => {
    expect(await answerTo('Which tests are there for radio.ts?')).toMatch(
      /^I found no file of tests that is named after `src\/harbour\/radio\.ts`, nor a test that names what it defines\. /,
    );
  });

  it('of a function that no test names has those of its file, without functions that only help', async () => {
    const answer = await answerTo('Where is Lock.fill tested?');
    expect(answer).toMatch(/^I found no test that names `Lock\.fill`\. /);
    expect(answer).toContain(
      '1 test of `java/src/main/java/Lock.java` is in `java/src/test/java/LockTest.java`',
    );
    expect(answer).toContain('`LockTest.fillsSlowly`');
    expect(answer).not.toContain('LockTest.helper');
  });

  it('of a class whose tests leave out what kind of class it is', async () => {
    expect(await answerTo('How is LockGateService tested?')).toMatch(
      /1 test of `app\/Services\/LockGateService\.php` is in `tests\/Feature\/LockGateTest\.php`/,
    );
  });

  it('that no test says is answered with the tests of the file that fits', async () => {
    expect(await answerTo('How is lighting a reef at dusk tested?')).toMatch(
      /^No test says all of this\. 1 test of `src\/harbour\/beacon\.ts` is in `test\/harbour\/beacon\.test\.ts` /,
    );
  });

  it('in words is answered with the tests that say them, alone or with their group', async () => {
    expect(await answerTo('Which test covers a crane that waits in a storm?')).toMatch(
      /^(?:One test fits: |\d tests fit, first of all )“waits” \(\[test\/harbour\/crane\.test\.ts:4\]/,
    );
  });

  it('that a file has is answered with its groups', async () => {
    const answer = await answerTo('What do the tests in test/harbour/crane.test.ts cover?');
    expect(answer).toMatch(
      /^`test\/harbour\/crane\.test\.ts` tests “a crane in a storm”: 3 tests /,
    );
  });
});

it('where there are no tests is answered by saying so', async () => {
  const { path } = makeRepository({ 'src/radio.ts': FILES['src/harbour/radio.ts'] }, 'untested');
  const world = await startSharedSearchService([path]);
  const { answer } = onlyQuestion(await world.ask('Which tests cover the radio that calls?'));
  expect(answer).toMatch(
    /^I found no files of tests in `untested`, and no tests beside the code that fits the question best\. /,
  );
});
