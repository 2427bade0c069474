import type { EphemeralNote, EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Vote } from '../model/answer-action.js';
import type { Place } from '../model/place.js';
import type { ViewRequest } from '../model/view-request.js';
import type { PermissionQuery } from '../policy/may-ask.js';
import type { Policy } from '../policy/policy.js';
import type { DenialReason } from '../policy/verdict.js';
import { note } from '../render/blocks/message.js';
import * as codeTexts from '../render/texts/code.js';
import * as notes from '../render/texts/notes.js';
import * as viewTexts from '../render/texts/views.js';
import type { Permissions } from './dispatch.js';

export interface PermissionOptions {
  readonly policy: Pick<Policy, 'mayAsk' | 'maySet'>;
  readonly postEphemeral: PostEphemeral;
  /** Where a note about a vote goes. */
  readonly voteTarget: (vote: Vote) => Promise<EphemeralTarget>;
  /** Says in a view that its user may not see it. */
  readonly refuseView: (request: ViewRequest) => Promise<void>;
}

/** How one kind of intent is checked. */
interface Rule<I> {
  /** Reasons that do not count for this kind. */
  readonly allowedDespite?: (why: DenialReason, intent: I) => boolean;
  /** Default: refused users are told nothing. */
  readonly refuse?: Refuse<I>;
  /** Also tells those who get no note otherwise, such as people from another company. */
  readonly tellEveryone?: true;
  /** If Slack does not say who can read the channel; default: permitted. */
  readonly readersUnknown?: {
    readonly refuses: (intent: I) => boolean;
    readonly refuse?: (intent: I) => Promise<void>;
  };
}

type Refuse<I> = (intent: I, why: DenialReason) => Promise<void>;

/** The permission that each kind of intent needs, and how its user is told that they have none. */
export function createPermissions(options: PermissionOptions): Permissions {
  const { policy, postEphemeral, voteTarget, refuseView } = options;
  const mayAskAt = createMayAskAt(policy);
  const mayAsk = <I extends InPlace>(rule: Rule<I>) => mayAskAt<I>(inPlace, rule);

  const post =
    <I>(target: (intent: I) => EphemeralTarget | Promise<EphemeralTarget>, text: Text) =>
    async (intent: I, why: DenialReason): Promise<void> =>
      postEphemeral(await target(intent), textFor(why, text));

  return {
    stop: mayAsk({ refuse: post(inPlace, notes.mayNotStop) }),
    'keep-waiting': mayAsk({ refuse: post(inPlace, notes.mayNotStop) }),
    help: mayAsk({ refuse: post(itself, notes.denied) }),
    'thread-command': mayAsk({ refuse: post(itself, notes.mayNotCommand) }),
    'message-changed': mayAsk({}),
    'message-deleted': notChecked,
    'ask-edited': mayAsk({
      tellEveryone: true,
      refuse: post((edited) => ({ ...edited, replaces: true }), note(notes.mayNotCommand)),
    }),
    // How the bot is doing is not about the channel.
    doctor: mayAsk({
      allowedDespite: (why) => why === 'shared-channel' || why === 'not-listed',
      refuse: post(itself, notes.adminsOnly),
    }),
    'conversation-request': mayAsk({
      refuse: post(
        (request) => ({ ...request, replaces: request.clicked }),
        (why) => note(notes.denied(why)),
      ),
    }),
    code: mayAsk({
      refuse: post(itself, (why) => note(notes.denied(why))),
      readersUnknown: {
        refuses: ({ share }) => share === true,
        refuse: (request) => postEphemeral(request, note(codeTexts.notInChannel)),
      },
    }),
    vote: mayAsk({ refuse: post(voteTarget, notes.mayNotVote) }),
    reveal: mayAsk({ refuse: post(itself, notes.mayNotReveal) }),
    'share-answer': checkedByHandler,
    settings: async (change) => {
      if (await policy.maySet(change.place, change.user)) return true;
      await postEphemeral(change, viewTexts.whoMaySet);
      return false;
    },
    'links-shared': mayAskAt(
      ({ user, place, externallyShared }) => ({ user, place, externallyShared }),
      {
        readersUnknown: { refuses: () => true },
      },
    ),
    'incomplete-step': notChecked,
    uninstalled: notChecked,
    'messages-tab-opened': mayAsk({}),
    'view-request': mayAskAt(viewPlace, {
      // A user who may not ask in a channel may still be the one who changes its settings.
      allowedDespite: (why, { modal }) => why === 'not-listed' && modal.kind === 'settings',
      tellEveryone: true,
      refuse: refuseView,
    }),
    home: checkedByHandler,
  };
}

type Check<I> = (intent: I) => Promise<boolean>;

/** Checks whether the user may ask in the place that `asking` gives. */
function createMayAskAt(policy: Pick<Policy, 'mayAsk'>) {
  return <I>(asking: (intent: I) => PermissionQuery, rule: Rule<I>): Check<I> => {
    const { allowedDespite, refuse, tellEveryone, readersUnknown } = rule;
    return async (intent) => {
      const verdict = await policy.mayAsk(asking(intent));
      if (verdict.ok) {
        if (verdict.here || !readersUnknown?.refuses(intent)) return true;
        await readersUnknown.refuse?.(intent);
        return false;
      }
      if (allowedDespite?.(verdict.why, intent)) return true;
      if (verdict.tell || tellEveryone) await refuse?.(intent, verdict.why);
      return false;
    };
  };
}

interface InPlace {
  readonly user: string;
  readonly place: Place;
}

const inPlace = ({ user, place }: InPlace): InPlace => ({ user, place });
/** Its message and its `response_url` too, where it has them. */
const itself = (intent: EphemeralTarget): EphemeralTarget => intent;

const viewPlace = ({ user, workspace, place }: ViewRequest): InPlace => ({
  user,
  place: place ?? { workspace, channel: user, direct: true },
});

const notChecked = async (): Promise<boolean> => true;
/** The handler decides by more than the intent says. */
const checkedByHandler = notChecked;

/** That Slack refused a look-up says nothing about what the user may do. */
function textFor(why: DenialReason, text: Text): Note {
  if (why === 'unverified') return notes.denied(why);
  return typeof text === 'function' ? text(why) : text;
}

type Text = Note | ((why: DenialReason) => Note);
type Note = string | EphemeralNote;
