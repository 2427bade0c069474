import type { Snapshot } from '../model/answer.js';
import type { Mentions } from '../model/audience.js';
import type { ConversationRecord } from '../model/conversation-record.js';
import type { Place } from '../model/place.js';
import type { Audience } from '../policy/audience.js';
import type { Policy } from '../policy/policy.js';
import { answerMentions } from '../render/markdown/mentions.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { QuestionReach } from './question-reach.js';

export interface WithinAudienceOptions {
  readonly audienceOf: Policy['audienceOf'];
  /** Of the instance. */
  readonly baseUrl: string;
}

export type ConversationAudience = ReturnType<typeof createConversationAudience>;

/** What of conversations may be shown, by what channels may see now. */
export function createConversationAudience({ audienceOf, baseUrl }: WithinAudienceOptions) {
  const isSeen = (audience: Audience | undefined, question: Snapshot) =>
    audience?.isUnlimited || audience?.judge(mentionsOf(question, baseUrl)).ok === true;

  async function audiencesOf(
    workspace: string,
    channels: readonly string[],
  ): Promise<ReadonlyMap<string, Audience>> {
    const found = [...new Set(channels)].map(async (channel) => {
      const audience = await audienceOf({ workspace, channel, direct: false });
      return [channel, audience] as const;
    });
    return new Map(await Promise.all(found));
  }

  return {
    /** Without what others asked, unless the channels through which one reads it may see what it is about. */
    async readThrough(
      questions: readonly Snapshot[],
      { through }: Pick<QuestionReach, 'through'>,
      workspace: string,
    ): Promise<readonly Snapshot[]> {
      const channelsOf = ({ ref }: Snapshot) => through(ref.questionId);
      const audiences = await audiencesOf(workspace, questions.flatMap(channelsOf));
      return questions.filter((question) =>
        channelsOf(question).every((channel) => isSeen(audiences.get(channel), question)),
      );
    },

    /** Whether some of it is read through a channel that may not see everything. */
    async isReadWithinLimits(
      questions: readonly Snapshot[],
      { through }: Pick<QuestionReach, 'through'>,
      workspace: string,
    ): Promise<boolean> {
      const channels = questions.flatMap(({ ref }) => through(ref.questionId));
      const audiences = await audiencesOf(workspace, channels);
      return [...audiences.values()].some(({ isUnlimited }) => !isUnlimited);
    },

    /** Whether all of it may be shown in a place. */
    async mayShowIn(place: Place, questions: readonly Snapshot[]): Promise<boolean> {
      const audience = await audienceOf(place);
      return questions.every((question) => isSeen(audience, question));
    },

    /**
     * A record as it may be listed in a place: a title is the service's words, so where a channel may not see
     * everything, its first question stands for it. `channel`: through which somebody else's is read.
     */
    async listedIn(
      { workspace, channel: here, direct }: Place,
      record: ConversationRecord,
      channel: string | undefined,
    ): Promise<ConversationRecord> {
      const places = [...(direct ? [] : [here]), ...(channel === undefined ? [] : [channel])];
      const audiences = await audiencesOf(workspace, places);
      if ([...audiences.values()].every(({ isUnlimited }) => isUnlimited)) return record;
      return { ...record, title: record.firstQuestion ?? conversationTexts.untitled(record.id) };
    },
  };
}

/** A failure is in the service's words, which may name anything. */
function mentionsOf(question: Snapshot, baseUrl: string): Mentions {
  if (question.status === 'completed') return answerMentions(question.answer, baseUrl);
  return { names: [], unknown: question.status === 'failed' };
}
