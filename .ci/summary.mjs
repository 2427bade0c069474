// Prints "N passed, N failed" from vitest's JSON report. An empty report means that nothing was
// tested, which counts as one failure, as does a test file that did not load, or could not prepare for its tests.
import { readFileSync } from 'node:fs';

const [path = ''] = process.argv.slice(2);
const report = readFileSync(path, 'utf8');
console.log(report === '' ? '0 passed, 1 failed' : count(JSON.parse(report)));

/**
 * @param {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} results
 */
function count({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return `${numPassedTests} passed, ${numFailedTests + broken.length} failed`;
}
