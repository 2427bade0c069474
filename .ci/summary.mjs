// Prints "N passed, N failed", with ", N skipped" if any were, from vitest's JSON reports. An empty report means that nothing was
// tested, which counts as one failure, as does a test file that did not load, or could not prepare for its tests.
import { readFileSync } from 'node:fs';

const counts = process.argv.slice(2).map((path) => {
  const report = readFileSync(path, 'utf8');
  return report === '' ? { passed: 0, failed: 1, skipped: 0 } : count(JSON.parse(report));
});
const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  counts.reduce((sum, { [key]: number }) => sum + number, 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
console.log(`${total('passed')} passed, ${total('failed')} failed${skipped}`);

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} results
 */
function count({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
  };
}
