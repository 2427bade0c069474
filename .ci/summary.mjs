// Prints what failed, and "N passed, N failed", with ", N skipped" if any were, from vitest's JSON reports. An empty report means that
// nothing was tested, which counts as one failure, as does a test file that did not load, or could not prepare for its tests.
// What failed stands at the end, since a log that is cut keeps its end.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Enough for an assertion with its values, and the place in the test. */
const LINES_OF_A_MESSAGE = 20;

const reports = process.argv.slice(2).map((path) => {
  const report = readFileSync(path, 'utf8');
  return report === '' ? undefined : JSON.parse(report);
});
for (const report of reports) {
  const lines = report === undefined ? ['FAILED: a run left no report'] : failures(report);
  for (const line of lines) console.log(line);
}
const counts = reports.map((report) =>
  report === undefined ? { passed: 0, failed: 1, skipped: 0 } : count(report),
);
const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  counts.reduce((sum, { [key]: number }) => sum + number, 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
console.log(`${total('passed')} passed, ${total('failed')} failed${skipped}`);

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} File
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: File[] }} Report
 */

/** @param {Report} report */
function count({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  return {
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(isBroken).length,
    skipped: numPendingTests,
  };
}

/** Whether the file failed, but none of its tests did. @param {File} file */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && failed(assertionResults).length === 0;
}

/** @param {Test[]} tests */
function failed(tests) {
  return tests.filter(({ status }) => status === 'failed');
}

/** What failed, each with its message. @param {Report} report @returns {string[]} */
function failures({ testResults }) {
  return testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    return isBroken(file)
      ? [describe(path, file.message)]
      : failed(file.assertionResults).map(({ fullName, failureMessages }) =>
          describe(`${path} > ${fullName}`, failureMessages.join('\n')),
        );
  });
}

/** @param {string} title @param {string} message */
function describe(title, message) {
  const lines = message.split('\n').slice(0, LINES_OF_A_MESSAGE);
  return [`FAILED: ${title}`, ...lines.map((line) => `  ${line}`)].join('\n');
}
