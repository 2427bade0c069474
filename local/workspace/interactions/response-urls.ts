import { newId, newSecret } from '../protocol/ids.js';
import { SlackError } from '../protocol/slack-error.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { applyResponse, ResponseMessage, type ResponseTarget } from './response-message.js';

const MAX_USES = 5;
const LIFETIME_MS = 30 * 60_000;
const MAX_URLS = 10_000;

interface IssuedUrl {
  readonly target: ResponseTarget;
  readonly expiresAt: number;
  usesLeft: number;
}

/**
 * `response_url`s accept five responses within 30 minutes:
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
export class ResponseUrls {
  private readonly issued = new Map<string, IssuedUrl>();

  constructor(
    private readonly state: WorkspaceState,
    private readonly origin: () => string,
  ) {}

  issue(kind: 'commands' | 'actions', target: ResponseTarget): string {
    const path = `/${kind}/${target.install.teamId}/${newId('')}/${newSecret(12)}`;
    this.issued.set(path, {
      target,
      expiresAt: this.state.clock.now() + LIFETIME_MS,
      usesLeft: MAX_USES,
    });
    const oldest = this.issued.keys().next().value;
    if (this.issued.size > MAX_URLS && oldest !== undefined) this.issued.delete(oldest);
    return `${this.origin()}/hooks${path}`;
  }

  /**
   * Handles a POST to a `response_url`. Throws a `SlackError`: `invalid_token`, `expired_url`,
   * `used_url`, or an error of the message itself.
   */
  use(path: string, body: unknown): void {
    const issued = this.issued.get(path);
    if (!issued) throw new SlackError('invalid_token');
    if (issued.expiresAt < this.state.clock.now()) throw new SlackError('expired_url');
    if (issued.usesLeft <= 0) throw new SlackError('used_url');
    const parsed = ResponseMessage.safeParse(body);
    if (!parsed.success) throw new SlackError('invalid_payload');
    applyResponse(this.state, issued.target, parsed.data);
    issued.usesLeft -= 1;
  }
}
