import type { EphemeralNote, EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Vote } from '../model/answer-action.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Place } from '../model/place.js';
import type { DenialReason } from '../model/verdict.js';
import type { ViewRequest } from '../model/view-request.js';
import type { PermissionQuery } from '../policy/may-ask.js';
import type { Policy } from '../policy/policy.js';
import { note } from '../render/blocks/message.js';
import * as notes from '../render/texts/notes.js';
import * as settingsTexts from '../render/texts/settings.js';
import type { IntentOf, Permissions } from './dispatch.js';
import { type Check, createMayAskCheck, type MayAskRule, type Refuse } from './may-ask-rule.js';

export interface PermissionOptions {
  readonly policy: Pick<Policy, 'mayAsk' | 'maySet' | 'maySetWorkspace'>;
  readonly postEphemeral: PostEphemeral;
  /** Where a note about a vote goes. */
  readonly voteTarget: (vote: Vote) => Promise<EphemeralTarget>;
  /** Says in a view that its user may not see it. */
  readonly refuseView: Refuse<ViewRequest>;
}

/** The permission that each kind of intent needs, and how its user is told that they have none. */
export function createPermissions(options: PermissionOptions): Permissions {
  const { policy, postEphemeral, voteTarget, refuseView } = options;
  const check = createMayAskCheck(policy.mayAsk);
  const mayAsk = <I extends InPlace>(rule: MayAskRule<I>) => check<I>(inPlace, rule);
  const tell = createTell(postEphemeral);

  return {
    stop: mayAsk({ waitsForToken: true, refuse: tell(inPlace, notes.mayNotStop) }),
    'keep-waiting': mayAsk({ waitsForToken: true, refuse: tell(inPlace, notes.mayNotStop) }),
    'stop-unconfirmed': notChecked,
    forget: mayAsk({ allowedDespite: concernsPlaceOnly, refuse: tell(itself, deniedNote) }),
    help: mayAsk({ refuse: tell(itself, notes.denied) }),
    'small-talk': mayAsk({}),
    'joined-channel': check(sharedFrom, { readersUnknown: { refuses: () => true } }),
    'did-you-mean': mayAsk({ refuse: tell(itself, notes.denied) }),
    'thread-command': mayAsk({ waitsForToken: true, refuse: tell(itself, notes.mayNotCommand) }),
    'message-changed': mayAsk({ waitsForToken: true }),
    'message-deleted': notChecked,
    'ask-edited': mayAsk({
      waitsForToken: true,
      tellEveryone: true,
      refuse: tell((edited) => ({ ...edited, replaces: true }), note(notes.mayNotCommand)),
    }),
    doctor: mayAsk({
      allowedDespite: concernsChannelOnly,
      refuse: tell(itself, notes.adminsOnly),
    }),
    'conversation-request': mayAsk({
      refuse: tell((request) => ({ ...request, replaces: request.clicked }), deniedNote),
    }),
    code: mayAsk({
      refuse: tell(itself, deniedNote),
      readersUnknown: {
        refuses: ({ share }) => share === true,
        refuse: (request) => postEphemeral(request, note(notes.notSharedReadersUnknown)),
      },
    }),
    vote: mayAsk({ refuse: tell(voteTarget, notes.mayNotVote) }),
    reveal: mayAsk({ refuse: tell(itself, notes.mayNotReveal) }),
    'share-answer': checkedByHandler,
    settings: createMaySetCheck(policy, postEphemeral),
    'links-shared': check(sharedFrom, { readersUnknown: { refuses: () => true } }),
    'links-drafted': check(ownDirectMessage, {}),
    'incomplete-step': notChecked,
    uninstalled: notChecked,
    'sign-in-expired': notChecked,
    'messages-tab-opened': mayAsk({}),
    'view-request': check(viewPlace, {
      allowedDespite: mayOpenView,
      tellEveryone: true,
      refuse: refuseView,
    }),
    home: checkedByHandler,
  };
}

function createMaySetCheck(
  policy: PermissionOptions['policy'],
  postEphemeral: PostEphemeral,
): Check<IntentOf<'settings'>> {
  return async (change) => {
    const { place, user, level = 'channel' } = change;
    const may =
      level === 'channel'
        ? policy.maySet(place, user)
        : policy.maySetWorkspace(place.workspace, user);
    if (await may) return true;
    await postEphemeral(change, settingsTexts.whoMaySet(level));
    return false;
  };
}

const notChecked = async (): Promise<boolean> => true;
/** The handler decides by more than the intent says. */
const checkedByHandler = notChecked;

/** The doctor is not about the channel in which it is called. */
const concernsChannelOnly = (why: DenialReason): boolean =>
  why === 'shared-channel' || why === 'not-listed';

/** Whoever was allowed to ask before may have what is theirs deleted, wherever they type it. */
const concernsPlaceOnly = (why: DenialReason): boolean =>
  concernsChannelOnly(why) || why === 'guest' || why === 'not-member';

/**
 * A user who may not ask in a channel may still be the one who changes its settings; and their own account
 * has nothing to do with the channel. A member who became a guest may still disconnect theirs.
 */
const mayOpenView = (why: DenialReason, { modal }: ViewRequest): boolean => {
  if (modal.kind === 'connect') {
    return modal.step === 'disconnect' ? concernsPlaceOnly(why) : concernsChannelOnly(why);
  }
  return why === 'not-listed' && modal.kind === 'settings';
};

interface InPlace {
  readonly user: string;
  readonly place: Place;
}

const inPlace = ({ user, place }: InPlace): InPlace => ({ user, place });
/** Its message and its `response_url` too, where it has them. */
const itself = (intent: EphemeralTarget): EphemeralTarget => intent;

const sharedFrom = ({
  user,
  place,
  externallyShared,
}: IntentOf<'links-shared' | 'joined-channel'>): PermissionQuery => ({
  user,
  place,
  externallyShared,
});

/** Stands for a place that Slack does not name: only the user themselves is looked up. */
const ownDirectMessage = ({ user, workspace }: WorkspaceUser): InPlace => ({
  user,
  place: { workspace, channel: user, direct: true },
});

const viewPlace = ({ user, workspace, place }: ViewRequest): InPlace =>
  place === undefined ? ownDirectMessage({ user, workspace }) : { user, place };

type Note = string | EphemeralNote;
type Text = Note | ((why: DenialReason) => Note);

/** Tells refused users in an ephemeral message. */
function createTell(postEphemeral: PostEphemeral) {
  return <I>(
    target: (intent: I) => EphemeralTarget | Promise<EphemeralTarget>,
    text: Text,
  ): Refuse<I> =>
    async (intent, why) =>
      postEphemeral(await target(intent), textFor(why, text));
}

const deniedNote = (why: DenialReason): Note => note(notes.denied(why));

/** That Slack refused a look-up says nothing about what the user may do. */
function textFor(why: DenialReason, text: Text): Note {
  if (why === 'unverified') return notes.denied(why);
  return typeof text === 'function' ? text(why) : text;
}
