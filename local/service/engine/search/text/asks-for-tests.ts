import { termsOf } from '../../../index/terms.js';

/** They ask for tests, and say nothing about which. */
export const ASKS_FOR_TESTS: ReadonlySet<string> = new Set(
  'test tests tested testing untested spec specs coverage cover covers covered covering case cases suite unit integration end e2e check checks verify verifies exist exists'
    .split(' ')
    .flatMap(termsOf),
);
