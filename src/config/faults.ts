import { DeepSearchSlackError } from '../model/error.js';

/** Something that the operator must change: `message` completes "NAME …", with the fix. */
export interface Fault {
  readonly name: string;
  readonly message: string;
}

/** The settings don't work. The message is for the operator, as it is: print it without a stack. */
export class ConfigError extends DeepSearchSlackError {
  readonly code = 'config';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(describeFaults(faults));
    this.faults = faults;
  }
}

function describeFaults(faults: readonly Fault[]): string {
  const count = faults.length === 1 ? 'one setting' : `${faults.length} settings`;
  const lines = faults.map(({ name, message }) => `  ${name} ${message}.`);
  return [`deepsearch-slack cannot start: ${count} must be fixed.`, ...lines].join('\n');
}
