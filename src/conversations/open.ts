import type { Conversation, DeepSearch } from '../deepsearch/deep-search.js';
import { Refused } from '../deepsearch/errors.js';
import { accountOf, type Token } from '../http/credential.js';
import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationReference } from '../model/conversation-request.js';
import type { NotShownReason } from '../render/texts/conversations.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ConversationAccess, OpenableConversation } from './access.js';
import type { ResolveReference } from './reference.js';
import type { RequestContext } from './request-context.js';
import type { ConversationAudience } from './within-audience.js';

export type CredentialOf = (
  conversation: Pick<ConversationRecord, 'account'>,
  user: WorkspaceUser,
) => Promise<Token>;

export interface OpenConversationOptions {
  readonly conversations: Pick<ConversationStore, 'forget'>;
  readonly instance: Pick<DeepSearch, 'conversation' | 'list'>;
  /** The token that a person's own requests run with. */
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
  /** The token of the account that a conversation belongs to; its user may read it. */
  readonly credentialOf: CredentialOf;
  readonly access: Pick<ConversationAccess, 'load'>;
  readonly resolveReference: ResolveReference;
  readonly audience: ConversationAudience;
}

/** A conversation asked through this app that the user may read. */
export interface OpenedConversation {
  readonly kind: 'accessible';
  /** With the questions that the user may read. */
  readonly conversation: Conversation;
  readonly accessible: OpenableConversation;
}

export type OpenResult =
  | OpenedConversation
  /** Opened by its read token; it was not asked through this app. */
  | { readonly kind: 'shared'; readonly conversation: Conversation }
  /** `no-share`: the instance refused a read token, for instance because sharing is off. */
  | { readonly kind: 'not-found'; readonly why: NotShownReason };

const NOT_FOUND: OpenResult = { kind: 'not-found', why: 'no-access' };
const NOT_SHARED: OpenResult = { kind: 'not-found', why: 'no-share' };
const OUTSIDE_AUDIENCE: OpenResult = { kind: 'not-found', why: 'outside-audience' };

/** What is wanted: what it says, a link that opens it with all that is yet to come, or only to do something with it. */
type Purpose = 'read' | 'share' | 'manage';

export type OpenConversation = ReturnType<typeof createOpenConversation>;

/** Reads the conversation that a reference names, if the user may read it. */
export function createOpenConversation(options: OpenConversationOptions) {
  const { conversations, instance, credentialFor, credentialOf, access } = options;
  const { resolveReference, audience } = options;
  const withinAudience = createWithinAudience(audience);

  async function openById(id: number, context: RequestContext): Promise<OpenResult> {
    const accessible = await access.load(id, context.user);
    if (accessible === undefined) return NOT_FOUND;
    const { user, signal } = context;
    const token = await credentialOf(accessible.record, user);
    const conversation = await instance.conversation({ token, id, signal }).catch(ignoreNotFound);
    if (conversation !== undefined) return opened(conversation, accessible);
    await conversations.forget(id);
    return NOT_FOUND;
  }

  /**
   * The instance decides who may read what others share. What our own token owns it always shows,
   * so there our access rule applies: knowing the read token is not enough.
   */
  async function openByReadToken(readToken: string, context: RequestContext): Promise<OpenResult> {
    const { user, signal } = context;
    const token = await credentialFor(user);
    const page = await instance
      .list({ token, signal, filter: { readToken }, pageSize: 2 })
      .catch(ignoreRefusal);
    const conversation = page?.conversations.find(
      (found) => found.readToken?.toLowerCase() === readToken,
    );
    if (conversation === undefined) return NOT_SHARED;
    const { id } = conversation;
    const own = await instance.conversation({ token, id, signal }).catch(ignoreRefusal);
    if (own === undefined || own.isOwner === false) return { kind: 'shared', conversation };
    const accessible = await access.load(own.id, user);
    // What somebody's own account owns is theirs, wherever they asked it.
    if (accessible === undefined && accountOf(token) === 'own') {
      return { kind: 'shared', conversation };
    }
    if (accessible === undefined) return NOT_SHARED;
    return opened(own, accessible);
  }

  async function open(
    reference: ConversationReference,
    context: RequestContext,
  ): Promise<OpenResult> {
    const address = await resolveReference(reference, context);
    if (address === undefined) return NOT_FOUND;
    return 'id' in address
      ? openById(address.id, context)
      : openByReadToken(address.readToken, context);
  }

  return async (
    reference: ConversationReference,
    context: RequestContext,
    purpose: Purpose = 'read',
  ): Promise<OpenResult> => {
    const result = await open(reference, context);
    if (result.kind === 'accessible') return withinAudience(result, context, purpose);
    if (result.kind === 'not-found') return result;
    const mayShow = await audience.mayShowIn(context.place, result.conversation.questions);
    return mayShow ? result : OUTSIDE_AUDIENCE;
  };
}

/** What others asked is read through its channel, and all of it is shown in the place of the request. */
function createWithinAudience(audience: ConversationAudience) {
  return async (
    { conversation, accessible }: OpenedConversation,
    { place, user }: RequestContext,
    purpose: Purpose,
  ): Promise<OpenResult> => {
    const { questions } = conversation;
    const { isAsker, thread } = accessible;
    const shown = await audience.readThrough(questions, accessible, user.workspace);
    if (shown.length === 0 && questions.length > 0) return NOT_FOUND;
    const isContent = purpose !== 'manage';
    if (isContent && !(await audience.mayShowIn(place, shown))) return OUTSIDE_AUDIENCE;
    const isLimited =
      purpose === 'share' && (await audience.isReadWithinLimits(shown, accessible, user.workspace));
    const channel = isAsker ? undefined : thread?.channel;
    const record = await audience.listedIn(place, accessible.record, channel);
    const readsAll = accessible.readsAll && shown.length === questions.length && !isLimited;
    return {
      kind: 'accessible',
      conversation: { ...conversation, questions: shown },
      accessible: { ...accessible, record, readsAll },
    };
  };
}

/** What a user may read of a conversation: where that is nothing, it does not exist for them. */
function opened(conversation: Conversation, accessible: OpenableConversation): OpenResult {
  const { withdrawn } = accessible.record;
  const shown = conversation.questions.filter(({ ref }) => !withdrawn.includes(ref.questionId));
  const questions = shown.filter(({ ref }) => accessible.reads(ref.questionId));
  const isWhole = questions.length === shown.length;
  if (questions.length === 0 && !isWhole) return NOT_FOUND;
  const readsAll = accessible.readsAll && isWhole;
  return {
    kind: 'accessible',
    conversation: { ...conversation, questions },
    accessible: { ...accessible, readsAll },
  };
}

/** Other refusals, such as of our token, may be temporary: the conversation must not be forgotten. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof Refused && error.refusal.reason === 'not-found')) throw error;
}

/** To the user, a conversation that they may not read is not there. */
function ignoreRefusal(error: unknown): undefined {
  const reason = error instanceof Refused ? error.refusal.reason : undefined;
  if (reason === 'not-found' || reason === 'permission' || reason === 'bad-request') return;
  throw error;
}
