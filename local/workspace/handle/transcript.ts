import { channelHistory, repliesTo } from '../state/messages.js';
import type { ChannelRecord, StoredMessage } from '../state/records.js';
import type { TrafficLog } from '../state/traffic-log.js';
import type { WorkspaceState } from '../state/workspace-state.js';

const MAX_LINES = 40;

/** All messages and the latest traffic as text, for the message of a failing test. */
export function transcriptOf(state: WorkspaceState, traffic: TrafficLog): string {
  const channels = [...state.channels.values()].filter((channel) => channel.messages.size > 0);
  return [
    ...channels.flatMap((channel) => channelLines(state, channel)),
    ...ephemeralLines(state),
    ...modalLines(state),
    'calls:',
    ...traffic.calls
      .slice(-MAX_LINES)
      .map((call) => `  ${call.method} → ${call.outcome ?? 'pending'} ${short(call.args)}`),
    'deliveries:',
    ...traffic.deliveries
      .slice(-MAX_LINES)
      .map((it) => `  ${it.name} #${it.attempt} over ${it.via} → ${it.status} in ${it.ms} ms`),
  ].join('\n');
}

function channelLines(state: WorkspaceState, channel: ChannelRecord): string[] {
  const roots = channelHistory(channel).slice(-MAX_LINES);
  return [
    `#${channel.name} (${channel.id}):`,
    ...roots.flatMap((parent) => [
      messageLine(state, parent, '  '),
      ...repliesTo(channel, parent.ts)
        .slice(-MAX_LINES)
        .map((reply) => messageLine(state, reply, '    ↳ ')),
    ]),
  ];
}

function ephemeralLines(state: WorkspaceState): string[] {
  const recent = state.ephemerals.slice(-MAX_LINES);
  if (recent.length === 0) return [];
  return [
    'ephemeral:',
    ...recent.map((it) => `  to ${nameOf(state, it.user)} in ${it.channel}: ${it.text}`),
  ];
}

function modalLines(state: WorkspaceState): string[] {
  return [...state.modals].map(([user, stack]) => {
    const titles = stack.map((view) => `${view.title?.text} [${shapeOf(view.blocks)}]`);
    return `modals of ${nameOf(state, user)}: ${titles.join(' > ')}`;
  });
}

function messageLine(state: WorkspaceState, message: StoredMessage, indent: string): string {
  const blocks = message.blocks?.filter((block) => block.type !== 'rich_text');
  const shape = blocks?.length ? ` [${shapeOf(blocks)}]` : '';
  return `${indent}${message.ts} ${nameOf(state, message.user)}: ${message.text}${shape}`;
}

function shapeOf(blocks: readonly { readonly type: string }[]): string {
  return blocks.map((block) => block.type).join(' ');
}

function nameOf(state: WorkspaceState, user: string): string {
  return state.people.get(user)?.name ?? user;
}

function short(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > 200 ? `${json.slice(0, 200)}…` : json;
}
