type Cleanup = () => unknown;

const afterTest: Cleanup[] = [];
const afterFile: Cleanup[] = [];

/** Runs after the current test; the last one added runs first. */
export function cleanUpAfterTest(cleanup: Cleanup): void {
  afterTest.push(cleanup);
}

/** Runs after the last test of the current file; the last one added runs first. */
export function cleanUpAfterFile(cleanup: Cleanup): void {
  afterFile.push(cleanup);
}

export const runTestCleanups = () => runAll(afterTest);
export const runFileCleanups = () => runAll(afterFile);

async function runAll(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
