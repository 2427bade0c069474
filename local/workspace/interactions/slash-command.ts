import type { Delivery, DeliveryOutcome } from '../delivery/delivery.js';
import { SlackError } from '../protocol/slack-error.js';
import { postSlackbotEphemeral } from '../state/ephemerals.js';
import type { ChannelRecord, Install, PersonRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { failureCode } from './failure.js';
import { payloadChannelName } from './payload-parts.js';
import { applyResponse, ResponseMessage, type ResponseTarget } from './response-message.js';

export interface SlashCommandInput {
  readonly install: Install;
  readonly person: PersonRecord;
  readonly channel: ChannelRecord;
  readonly command: string;
  /** What was typed after it. */
  readonly text: string;
  readonly responseUrl: string;
}

/** The payload has no `thread_ts`, as in Slack: https://docs.slack.dev/interactivity/implementing-slash-commands */
export function slashCommandDelivery(state: WorkspaceState, input: SlashCommandInput): Delivery {
  const { install, person, channel, command, text, responseUrl } = input;
  const team = state.teams.get(channel.teamId);
  const id = state.triggerIds.issue({ install, user: person.id, channel: channel.id });
  const enterprise = team?.enterpriseId
    ? { enterprise_id: team.enterpriseId, enterprise_name: team.name }
    : {};
  return {
    kind: 'command',
    id,
    name: command,
    payload: {
      token: state.app.token,
      team_id: channel.teamId,
      team_domain: team?.domain ?? '',
      ...enterprise,
      channel_id: channel.id,
      channel_name: payloadChannelName(channel),
      user_id: person.id,
      user_name: person.name,
      command,
      text: escaped(text),
      api_app_id: state.app.appId,
      is_enterprise_install: String(install.organizationId !== undefined),
      response_url: responseUrl,
      trigger_id: id,
    },
  };
}

/** As in messages. Slack does not say whether it escapes commands as well if `should_escape` is off. */
function escaped(typed: string): string {
  return typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Shows the message in the acknowledgement, or Slack's error if it failed. */
export function handleCommandOutcome(
  state: WorkspaceState,
  target: ResponseTarget & { readonly command: string },
  outcome: DeliveryOutcome,
): void {
  const code = failureCode(outcome) ?? applyResponseBody(state, target, outcome.body);
  if (code !== undefined) {
    postSlackbotEphemeral(state, target, `${target.command} failed with the error "${code}"`);
  }
}

function applyResponseBody(
  state: WorkspaceState,
  target: ResponseTarget,
  body: string,
): string | undefined {
  if (body.trim() === '') return undefined;
  try {
    const response = parseResponse(body);
    if (Object.keys(response).length > 0) applyResponse(state, target, response);
    return undefined;
  } catch (error) {
    if (error instanceof SlackError) return error.code;
    throw error;
  }
}

/** Parses JSON; anything else is plain text. */
function parseResponse(body: string): ResponseMessage {
  try {
    const response = ResponseMessage.safeParse(JSON.parse(body));
    return response.success ? response.data : ResponseMessage.parse({ text: body });
  } catch {
    return ResponseMessage.parse({ text: body });
  }
}
