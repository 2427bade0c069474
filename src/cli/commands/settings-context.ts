import { DeepSearchSlackError } from '../../model/error.js';
import type { Connection } from '../../store/connection.js';
import type { SettingsStore } from '../../store/settings.js';
import type { WorkspaceChannels } from './workspace-channels.js';

/** What a command prints, and its exit code. */
export interface Said {
  readonly text: string;
  readonly code: number;
}

/** What each of the commands uses. */
export interface SettingsContext {
  readonly redis: Connection;
  readonly settings: SettingsStore;
  readonly slack: WorkspaceChannels;
}

/** The command cannot be run. */
export class SettingsCommandError extends DeepSearchSlackError {
  readonly code = 'settings_command';
}
