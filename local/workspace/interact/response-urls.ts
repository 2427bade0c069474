import { newId, newSecret } from '../state/ids.js';
import type { World } from '../state/world.js';
import { Refusal } from '../web-api/refusal.js';
import { AnswerBody, type AnswerTarget, applyAnswer } from './answer.js';

const USES = 5;
const LIFE_MS = 30 * 60_000;
const KEPT = 10_000;

interface Open {
  readonly target: AnswerTarget;
  readonly until: number;
  left: number;
}

/** https://docs.slack.dev/interactivity/handling-user-interaction: five answers within half an hour. */
export class ResponseUrls {
  private readonly open = new Map<string, Open>();

  constructor(
    private readonly world: World,
    private readonly origin: () => string,
  ) {}

  issue(kind: 'commands' | 'actions', target: AnswerTarget): string {
    const path = `/${kind}/${target.install.teamId}/${newId('')}/${newSecret(12)}`;
    this.open.set(path, { target, until: this.world.clock.now() + LIFE_MS, left: USES });
    const oldest = this.open.keys().next().value;
    if (this.open.size > KEPT && oldest !== undefined) this.open.delete(oldest);
    return `${this.origin()}/hooks${path}`;
  }

  /** What the app posted there. Throws a `Refusal`: `invalid_token`, `expired_url`, `used_url`, or of the message. */
  use(path: string, body: unknown): void {
    const open = this.open.get(path);
    if (!open) throw new Refusal('invalid_token');
    if (open.until < this.world.clock.now()) throw new Refusal('expired_url');
    if (open.left <= 0) throw new Refusal('used_url');
    const parsed = AnswerBody.safeParse(body);
    if (!parsed.success) throw new Refusal('invalid_payload');
    applyAnswer(this.world, open.target, parsed.data);
    open.left -= 1;
  }
}
