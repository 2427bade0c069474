import { DeepSearchSlackError } from '../model/error.js';

/** Something the operator must change: `message` completes "NAME …" and includes the fix. */
export interface ConfigIssue {
  readonly name: string;
  readonly message: string;
}

/** The settings are invalid. The message is written for the operator: print it without a stack. */
export class ConfigError extends DeepSearchSlackError {
  readonly code = 'config';
  readonly issues: readonly ConfigIssue[];

  constructor(faults: readonly ConfigIssue[]) {
    super(describeFaults(faults));
    this.issues = faults;
  }
}

function describeFaults(faults: readonly ConfigIssue[]): string {
  const count = faults.length === 1 ? 'one setting' : `${faults.length} settings`;
  const lines = faults.map(({ name, message }) => `  ${name} ${message}.`);
  return [`deepsearch-slack cannot start: ${count} must be fixed.`, ...lines].join('\n');
}
