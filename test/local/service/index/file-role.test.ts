import { describe, expect, it } from 'vitest';
import { fileBoost } from '../../../../local/service/index/file-boost.js';
import { roleOf } from '../../../../local/service/index/file-role.js';
import { buildQuery } from '../../../../local/service/index/query.js';

describe('a file’s weight', () => {
  it.each([
    ['src/a.ts', 'code'],
    ['test/a.ts', 'test'],
    ['src/a.spec.ts', 'test'],
    ['src/main/java/TypeSpec.java', 'code'],
    ['src/jvmMain/kotlin/TypeSpec.kt', 'code'],
    ['src/main/java/org/quay/samples/clinic/Owner.java', 'code'],
    ['samples/clinic/src/main/java/org/quay/Owner.java', 'document'],
    ['src/test/java/TypeSpec.java', 'test'],
    ['src/TypeSpec.java', 'test'],
    ['src/main/updater.test.ts', 'test'],
    ['pkg/a_test.go', 'test'],
    ['src/a_perftest.cc', 'test'],
    ['regress/a.sh', 'test'],
    ['docs/a.ts', 'document'],
    ['manual/a.rb', 'document'],
    ['changelog/1.2/issue-7', 'document'],
    ['src/changelog/write.ts', 'code'],
    ['README.md', 'document'],
    ['config.yml', 'setting'],
    ['crane.gemspec', 'setting'],
    ['src/ThirdParty/Annotations.cs', 'document'],
    ['third-party/a.c', 'document'],
    ['core/src/jmh/java/Cart.java', 'document'],
  ])('%s has the role %s', (path, role) => {
    expect(roleOf(path)).toBe(role);
  });

  it('code, and the kind of file that the question asks for, rank highest', () => {
    const weight = (path: string, question: string) => fileBoost(path, buildQuery(question));
    expect(weight('lib/a.js', 'retry')).toBeGreaterThan(weight('types/a.d.ts', 'retry'));
    expect(weight('lib/a.js', 'retry')).toBeGreaterThan(weight('test/a.js', 'retry'));
    expect(weight('src/a.sh', 'retry')).toBeGreaterThan(weight('gradlew', 'retry'));
    expect(weight('src/a.sh', 'retry')).toBeGreaterThan(weight('app/mvnw.cmd', 'retry'));
    expect(weight('test/a.js', 'how is retry tested')).toBe(weight('lib/a.js', 'retry'));
    expect(weight('docs/a.md', 'retry in the documentation')).toBe(weight('lib/a.js', 'retry'));
    expect(weight('lib/a.js', 'what is in a.js')).toBeGreaterThan(weight('lib/a.js', 'retry'));
  });
});

describe('a folder that the question names', () => {
  const weight = (path: string, question: string) => fileBoost(path, buildQuery(question));
  it.each([
    ['integrations/mock/timers.ts', 'fake timers and timer mocking utilities'],
    ['lib/fixtures/load.rb', 'how are fixtures loaded?'],
    ['lib/third-party/ad.ts', 'third party ads'],
    ['src/compat/events.js', 'where is the compat layer for events?'],
    ['samples/chat/main.kt', 'which samples have a chat?'],
  ])('counts %s in full for “%s”', (path, question) => {
    expect(weight(path, question)).toBe(weight('src/a.ts', question));
    expect(weight(path, 'timers')).toBeLessThan(weight('src/a.ts', 'timers'));
  });
  it.each([
    ['test/retry.ts', 'the retry of a test client', 'a word that is in many questions'],
    ['jest-mocks/retry.ts', 'mocks', 'half of its name'],
    ['spec/mock/retry.ts', 'mocks', 'it is in another folder of tests'],
    ['src/mock.test.ts', 'mocks', 'a file, and no folder'],
  ])('does not make %s code for “%s”: %s', (path, question) => {
    expect(weight(path, question)).toBe(0.5);
  });
});

describe('a question about usages', () => {
  it.each([
    ['Where is computeBackoff called?', true],
    ['Where is the shopping cart used?', true],
    [
      'How is the body limit enforced while the request payload that is called large is read?',
      false,
    ],
    ['How does it compute?', false],
    ['Who calls checkOut?', true],
    ['Which files import money?', true],
    ['What else uses the cart?', true],
    ['callers of checkOut', true],
    ['non-owning string references', false],
    ['What is used to sign cookies?', false],
    ['How are LSP references shown?', false],
  ])('%s asks for usages: %s', (question, usages) => {
    expect(buildQuery(question).intent.usages).toBe(usages);
  });
});
