import type { Outcome, Parcel } from '../events/parcel.js';
import { succeeded } from '../events/parcel.js';
import type { ChannelRecord, Install, PersonRecord } from '../state/records.js';
import type { World } from '../state/world.js';
import { Refusal } from '../web-api/refusal.js';
import { AnswerBody, type AnswerTarget, applyAnswer } from './answer.js';
import { shownName } from './parts.js';

export interface Invocation {
  readonly install: Install;
  readonly person: PersonRecord;
  readonly channel: ChannelRecord;
  readonly command: string;
  readonly text: string;
  readonly responseUrl: string;
}

/** https://docs.slack.dev/interactivity/implementing-slash-commands: no `thread_ts`, as Slack has it. */
export function commandParcel(world: World, invoked: Invocation): Parcel {
  const { install, person, channel, command, text, responseUrl } = invoked;
  const team = world.teams.get(install.teamId);
  const id = world.triggers.issue({ install, user: person.id, channel: channel.id });
  const enterprise = team?.enterpriseId
    ? { enterprise_id: team.enterpriseId, enterprise_name: team.name }
    : {};
  return {
    kind: 'command',
    id,
    what: command,
    payload: {
      token: world.app.token,
      team_id: install.teamId,
      team_domain: team?.domain ?? '',
      ...enterprise,
      channel_id: channel.id,
      channel_name: shownName(channel),
      user_id: person.id,
      user_name: person.name,
      command,
      text,
      api_app_id: world.app.appId,
      is_enterprise_install: 'false',
      response_url: responseUrl,
      trigger_id: id,
    },
  };
}

/** The acknowledgement's own message, or Slack's note that there was none. */
export function settleCommand(
  world: World,
  target: AnswerTarget & { readonly command: string },
  outcome: Outcome,
): void {
  const code = failureOf(outcome) ?? answerProblem(world, target, outcome.body);
  if (code !== undefined) {
    note(world, target, `${target.command} failed with the error "${code}"`);
  }
}

export function failureOf(outcome: Outcome): string | undefined {
  if (succeeded(outcome)) return undefined;
  if (outcome.reason === 'http_timeout' || outcome.reason === 'timeout') return 'operation_timeout';
  return outcome.status === 0 ? 'dispatch_failed' : 'http_service_error';
}

function answerProblem(world: World, target: AnswerTarget, body: string): string | undefined {
  if (body.trim() === '') return undefined;
  try {
    const answer = parsed(body);
    if (Object.keys(answer).length > 0) applyAnswer(world, target, answer);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** JSON, or else plain text. */
function parsed(body: string): AnswerBody {
  try {
    const answer = AnswerBody.safeParse(JSON.parse(body));
    return answer.success ? answer.data : AnswerBody.parse({ text: body });
  } catch {
    return AnswerBody.parse({ text: body });
  }
}

/** A note by Slack itself, for one person. */
export function note(
  world: World,
  { channel, user }: { readonly channel: ChannelRecord; readonly user: string },
  text: string,
): void {
  void world.keepEphemeral({
    ts: world.clock.nextTs(),
    channel: channel.id,
    user,
    from: 'USLACKBOT',
    text,
    source: 'slackbot',
  });
}
