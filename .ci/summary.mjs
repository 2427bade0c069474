// Prints "N passed, N failed" from vitest's JSON reports. An empty report means that nothing was
// tested, which counts as one failure, as does a test file that did not load, or could not prepare for its tests.
import { readFileSync } from 'node:fs';

const counts = process.argv.slice(2).map((path) => {
  const report = readFileSync(path, 'utf8');
  return report === '' ? { passed: 0, failed: 1 } : count(JSON.parse(report));
});
const total = (/** @type {'passed' | 'failed'} */ key) =>
  counts.reduce((sum, { [key]: number }) => sum + number, 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);

/**
 * @param {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} results
 */
function count({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}
