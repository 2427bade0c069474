import type { Ephemeral } from '../api/workspace.js';
import { AgentState } from './agents.js';
import { Clock } from './clock.js';
import type {
  AppRecord,
  ChannelRecord,
  DraftRecord,
  FileRecord,
  Install,
  PersonRecord,
  RunRecord,
  StateChange,
  Team,
  ViewRecord,
} from './records.js';
import { TriggerIds } from './trigger-ids.js';

type Listener = (change: StateChange) => Promise<void> | undefined;

/** The whole state of the workspace, and its change listeners. */
export class WorkspaceState {
  readonly clock: Clock;
  readonly teams = new Map<string, Team>();
  readonly people = new Map<string, PersonRecord>();
  readonly channels = new Map<string, ChannelRecord>();
  readonly files = new Map<string, FileRecord>();
  readonly drafts = new Map<string, DraftRecord>();
  /** Step runs by execution id, oldest first. */
  readonly runs = new Map<string, RunRecord>();
  /** By person; the top modal last. */
  readonly modals = new Map<string, readonly ViewRecord[]>();
  /** By workspace and person. */
  readonly homes = new Map<string, ViewRecord>();
  /** Every `external_id` used so far, by workspace. */
  readonly externalIds = new Set<string>();
  readonly triggerIds: TriggerIds;
  ephemerals: Ephemeral[] = [];
  readonly agents: AgentState;
  private readonly listeners = new Set<Listener>();

  constructor(
    readonly app: AppRecord,
    { now, triggerLifetimeMs }: { readonly now: () => number; readonly triggerLifetimeMs: number },
  ) {
    this.clock = new Clock(now);
    this.agents = new AgentState(this);
    this.triggerIds = new TriggerIds(this.clock, triggerLifetimeMs);
  }

  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls all listeners; resolves when their first delivery attempts are done. */
  async emit(change: StateChange): Promise<void> {
    await Promise.all([...this.listeners].map((listener) => listener(change)));
  }

  /** Installations with a valid token. */
  installs(): Install[] {
    const all = [...this.teams.values()].flatMap((team) => (team.install ? [team.install] : []));
    return [...new Set(all)].filter((install) => install.tokenError === undefined);
  }

  /** The workspaces of an organization. */
  teamsOf(organizationId: string): Team[] {
    return [...this.teams.values()].filter((team) => team.enterpriseId === organizationId);
  }

  botOf(teamId: string): Install | undefined {
    return this.teams.get(teamId)?.install;
  }
}
