import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { Finding } from '../model/finding.js';
import type { DoctorRequest } from '../model/intent.js';
import type { Policy } from '../policy/policy.js';
import { renderFindings } from '../render/findings.js';
import * as notes from '../render/texts/notes.js';
import type { PostEphemeral } from './whisper.js';

export interface CheckupOptions extends Patience {
  readonly policy: Pick<Policy, 'mayAsk' | 'isAdmin'>;
  /** Looks at every part of the installation. */
  readonly examine: () => Promise<readonly Finding[]>;
  readonly whisper: PostEphemeral;
}

/** Of the channel, not of the person. */
const HERE_ONLY = new Set(['shared-channel', 'not-listed']);

/** Tells an admin, in private, what is wrong with this installation, and the fix. */
export function createCheckup(options: CheckupOptions) {
  const { policy, examine, whisper } = options;

  async function take({ place, user, sealedResponseUrl }: DoctorRequest): Promise<void> {
    const hearer = {
      place,
      user,
      ...(sealedResponseUrl === undefined ? {} : { sealedResponseUrl }),
    };
    const verdict = await policy.mayAsk(hearer);
    // How the bot is doing is no secret of the channel's: it is told where a question is not.
    if (!verdict.ok && !verdict.tell) return;
    const mayKnow = verdict.ok || HERE_ONLY.has(verdict.why);
    if (!mayKnow || !(await policy.isAdmin(place.workspace, user))) {
      return whisper(hearer, notes.adminsOnly);
    }
    await whisper(hearer, renderFindings(await examine()));
  }

  return (checkup: DoctorRequest): Promise<Again> =>
    patiently(options, checkup.id, async () => {
      await take(checkup);
      return undefined;
    });
}
