// Prints "N passed, N failed" from vitest's JSON report. An empty report means that nothing was
// tested, which counts as one failure, as does a test file that did not even load.
import { readFileSync } from 'node:fs';

const [path = ''] = process.argv.slice(2);
const report = readFileSync(path, 'utf8');
console.log(report === '' ? '0 passed, 1 failed' : count(JSON.parse(report)));

/**
 * @param {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} results
 */
function count({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return `${numPassedTests} passed, ${numFailedTests + unloaded.length} failed`;
}
