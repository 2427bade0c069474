import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, mostly by waiting. Without a record of an earlier run Vitest starts with
 * the largest files, and these would run alone at the end.
 */
const LONGEST = [
  'test/chaos/fault-scenarios.long.test.ts',
  'test/flow/reliability/fairness.long.test.ts',
  'test/chaos/crash.long.test.ts',
  'test/flow/reliability/transient-errors.long.test.ts',
  'test/adversarial/built-accounts.long.test.ts',
  'test/flow/lifecycle/many-questions.long.test.ts',
  'test/account/interrupted.long.test.ts',
  'test/flow/reliability/restart.long.test.ts',
  'test/flow/lifecycle/burst.long.test.ts',
  'test/flow/reliability/suspended-worker.long.test.ts',
  'test/flow/reliability/roles-and-transports.long.test.ts',
  'test/local/service/event-loop.long.test.ts',
  'test/demo.browser.test.ts',
  'test/flow/lifecycle/status.test.ts',
  'test/flow/answer/long-answer.test.ts',
  'test/flow/installation/organization.test.ts',
  'test/flow/answer/citation-check.test.ts',
  'test/flow/audit/trail.test.ts',
  'test/flow/account/device.test.ts',
  'test/local/service/sync/sync.test.ts',
  'test/local/service/sync/program.test.ts',
  'test/flow/lifecycle/reactions.test.ts',
  'test/linear-time.test.ts',
  'test/flow/permissions/changed-places.test.ts',
  'test/cli/smoke.test.ts',
  'test/flow/question/workflow-step.test.ts',
  'test/mcp/client.test.ts',
  'test/contract/external-systems.test.ts',
  'test/contract/tuning.test.ts',
  'test/flow/lifecycle/agent-status.test.ts',
  'test/local/service/engine/search/search-engine.test.ts',
  'test/local/service/search-thread/search-thread.test.ts',
  'test/flow/reliability/refused-calls.test.ts',
  'test/adversarial/built.test.ts',
  'test/cli/doctor.test.ts',
  // Small files, which would come last otherwise.
  'test/flow/reliability/hostile-sockets.test.ts',
  'test/flow/reliability/ten-connections.test.ts',
  'test/contract/commands.test.ts',
  'test/chaos/fuzz.test.ts',
  'test/queue/killed.test.ts',
  'test/mcp/conformance.test.ts',
];

/** Starts the longest files first, so that the others run beside them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const at = LONGEST.indexOf(relative(file.project.config.root, file.moduleId));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
