import type { Presence } from '../deliver/presence.js';
import type { Arrival } from '../model/intent.js';
import type { Policy } from '../policy/policy.js';
import { type Again, type Patience, patiently } from '../poll/patience.js';
import { renderPrompts } from '../render/prompts.js';
import type { TalkStore } from '../store/talks.js';

export interface ArrivalOptions extends Patience {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly talks: Pick<TalkStore, 'of' | 'load'>;
  readonly presence: Pick<Presence, 'suggest'>;
}

/** Of the newest conversations, so many are looked at. */
const LOOKED_AT = 4;

/** Somebody came to their direct message with us: Slack offers them questions to ask. */
export function createArrival(options: ArrivalOptions) {
  const { policy, talks, presence } = options;

  /** What they alone have asked, whole. */
  async function asked({ workspace, user }: { workspace: string; user: string }) {
    const ids = (await talks.of({ workspace, user })).slice(0, LOOKED_AT);
    const found = await Promise.all(ids.map((id) => talks.load(id)));
    return found.flatMap((talk) => {
      if (talk?.asked === undefined || talk.askers.length > 1) return [];
      return [{ title: talk.title, asked: talk.asked }];
    });
  }

  async function take({ place, by }: Arrival): Promise<undefined> {
    if (!(await policy.mayAsk({ place, asker: by })).ok) return undefined;
    const lately = await asked({ workspace: place.workspace, user: by });
    await presence.suggest(place, renderPrompts(lately));
    return undefined;
  }

  return (arrival: Arrival): Promise<Again> => patiently(options, arrival.id, () => take(arrival));
}
