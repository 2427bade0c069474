import type { Ephemeral, StepDeclaration } from '../workspace-api.js';
import { Agents } from './agents.js';
import { Clock } from './clock.js';
import type {
  Change,
  ChannelRecord,
  Install,
  PersonRecord,
  RunRecord,
  Team,
  ViewRecord,
} from './records.js';
import { Triggers } from './triggers.js';

type Listener = (change: Change) => Promise<void> | undefined;

const KEPT_EPHEMERALS = 5000;
const KEPT_FILES = 500;
const KEPT_RUNS = 500;

export interface AppRecord {
  readonly appId: string;
  readonly name: string;
  readonly token: string;
  /** Its Home tab is on. */
  readonly homeTab: boolean;
  /** Whose links it is told of. */
  readonly unfurlDomains: readonly string[];
  /** What it offers to workflows. */
  readonly steps: readonly StepDeclaration[];
}

/** Everything there is, and who is told when it changes. */
export class World {
  readonly clock: Clock;
  readonly teams = new Map<string, Team>();
  readonly people = new Map<string, PersonRecord>();
  readonly channels = new Map<string, ChannelRecord>();
  readonly files = new Map<string, StoredFile>();
  /** Runs of steps by their id, oldest first. */
  readonly runs = new Map<string, RunRecord>();
  /** By person; the one on top last. */
  readonly modals = new Map<string, readonly ViewRecord[]>();
  /** By workspace and person. */
  readonly homes = new Map<string, ViewRecord>();
  /** Every `external_id` that a view ever had, by workspace. */
  readonly externalIds = new Set<string>();
  readonly triggers: Triggers;
  ephemerals: Ephemeral[] = [];
  readonly agents: Agents;
  private readonly listeners = new Set<Listener>();

  constructor(
    readonly app: AppRecord,
    { now, triggerLifeMs }: { readonly now: () => number; readonly triggerLifeMs: number },
  ) {
    this.clock = new Clock(now);
    this.agents = new Agents(this);
    this.triggers = new Triggers(this.clock, triggerLifeMs);
  }

  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells every listener at once; resolves when those that send something are done with their first attempt. */
  async announce(change: Change): Promise<void> {
    await Promise.all([...this.listeners].map((listener) => listener(change)));
  }

  keepEphemeral(ephemeral: Ephemeral): Promise<void> {
    this.ephemerals.push(ephemeral);
    if (this.ephemerals.length > KEPT_EPHEMERALS) this.ephemerals.splice(0, 500);
    return this.announce({ kind: 'whispered', ephemeral });
  }

  keepRun(run: RunRecord): void {
    this.runs.set(run.execution, run);
    const oldest = this.runs.keys().next().value;
    if (this.runs.size > KEPT_RUNS && oldest !== undefined) this.runs.delete(oldest);
  }

  keepFile(file: StoredFile): void {
    this.files.set(file.id, file);
    const oldest = this.files.keys().next().value;
    if (this.files.size > KEPT_FILES && oldest !== undefined) this.files.delete(oldest);
  }

  /** Installs whose token still works. */
  installs(): Install[] {
    return [...this.teams.values()]
      .flatMap((team) => (team.install ? [team.install] : []))
      .filter((install) => install.dead === undefined);
  }

  botOf(teamId: string): Install | undefined {
    return this.teams.get(teamId)?.install;
  }
}

export interface StoredFile {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly user: string;
  readonly created: number;
  title: string;
  length: number;
  content: Buffer | undefined;
  completed: boolean;
}
