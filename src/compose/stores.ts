import { createAcceptedQuestionStore } from '../store/accepted-questions.js';
import { createAccountStore } from '../store/accounts.js';
import { createAgentStatusStore } from '../store/agent-status.js';
import { createAnswerDurationStore } from '../store/answer-durations.js';
import { createAuditStore } from '../store/audit.js';
import { createChannelChangeStore } from '../store/channel-changes.js';
import { createClaimStore } from '../store/claims.js';
import { createCodePageStore } from '../store/code-pages.js';
import { type Connection, replicationOf } from '../store/connection.js';
import { createConversationStore } from '../store/conversations.js';
import { createDeviceSignInStore } from '../store/device-sign-ins.js';
import { createErasureStore } from '../store/erasures.js';
import { createFeedbackStore } from '../store/feedback.js';
import { createHomeStore } from '../store/homes.js';
import type { Sealer } from '../store/installations.js';
import { createPendingTokenStore } from '../store/pending-tokens.js';
import { createPersonDataStore } from '../store/person-data.js';
import { createPersonLimits } from '../store/person-limits.js';
import { createQuestionStore } from '../store/questions.js';
import { createReactionStore } from '../store/reactions.js';
import { createReceivedRequestStore } from '../store/received-requests.js';
import {
  type Binder,
  createFormNoteStore,
  createPreviewStore,
  createQuestionResponseStore,
} from '../store/sealed-urls.js';
import { createSettingsStore } from '../store/settings.js';
import { createSignInStore } from '../store/sign-ins.js';
import { createSocketStore } from '../store/sockets.js';
import { createThreadStore } from '../store/threads.js';
import { createUsageStore } from '../store/usage.js';
import { createWaitingQuestionStore } from '../store/waiting-questions.js';
import { createWatchedConversations } from '../store/watched-conversations.js';
import { createWorkerSeenStore } from '../store/worker-seen.js';
import { createWorkspaceDataStore } from '../store/workspace-data.js';

export interface StoresOptions {
  readonly redis: Connection;
  readonly redisUrl: string;
  /** How long questions and what belongs to them are kept, ms. */
  readonly retentionMs: number;
  readonly binder: Binder;
  readonly sealer: Sealer;
  /** Called with a secret that cannot be decrypted. */
  readonly unreadable: (error: unknown) => void;
  /** Of one person; 0: any number. */
  readonly requestsPerMinute: number;
}

/** Everything that is stored in Redis but the installations. */
export function createStores(options: StoresOptions) {
  const { redis, redisUrl, retentionMs, binder, sealer, unreadable, requestsPerMinute } = options;
  return {
    acceptedQuestions: createAcceptedQuestionStore({ redis }),
    accounts: createAccountStore({ redis, ...sealer, unreadable }),
    agentStatuses: createAgentStatusStore({ redis }),
    answerDurations: createAnswerDurationStore({ redis }),
    audit: createAuditStore({ redis }),
    channelChanges: createChannelChangeStore({ redis }),
    claims: createClaimStore({ redis, retentionMs }),
    codePages: createCodePageStore({ redis }),
    conversations: createConversationStore({ redis, retentionMs }),
    deviceSignIns: createDeviceSignInStore({ redis, ...sealer }),
    erasures: createErasureStore({ redis }),
    feedback: createFeedbackStore({ redis, retentionMs }),
    formNotes: createFormNoteStore({ redis, binder }),
    homes: createHomeStore({ redis }),
    pendingTokens: createPendingTokenStore({ redis, ...sealer }),
    personData: createPersonDataStore({ redis }),
    personLimits: createPersonLimits({ redis, requestsPerMinute }),
    previews: createPreviewStore({ redis, retentionMs, binder }),
    questions: createQuestionStore({
      redis,
      retentionMs,
      replicated: replicationOf(redis, redisUrl),
    }),
    questionResponses: createQuestionResponseStore({ redis, binder }),
    reactions: createReactionStore({ redis }),
    receivedRequests: createReceivedRequestStore({ redis }),
    settings: createSettingsStore({ redis }),
    signIns: createSignInStore({ redis, ...sealer }),
    sockets: createSocketStore({ redis }),
    threads: createThreadStore({ redis, retentionMs }),
    usage: createUsageStore({ redis }),
    waitingQuestions: createWaitingQuestionStore({ redis }),
    watched: createWatchedConversations({ redis }),
    workerSeen: createWorkerSeenStore({ redis }),
    workspaceData: createWorkspaceDataStore({ redis }),
  };
}
