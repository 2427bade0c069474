import type { LogBook } from './log-book.js';
import type { ChannelRecord, StoredMessage } from './state/records.js';
import { repliesOf, rootsOf } from './state/timeline.js';
import type { World } from './state/world.js';

const TAIL = 40;

/** All that was said and the latest of what went over the wire, for the message of a failing test. */
export function transcriptOf(world: World, book: LogBook): string {
  const rooms = [...world.channels.values()].filter((channel) => channel.messages.size > 0);
  return [
    ...rooms.flatMap((channel) => roomLines(world, channel)),
    ...whispers(world),
    ...modals(world),
    'calls:',
    ...book.calls
      .slice(-TAIL)
      .map((call) => `  ${call.method} → ${call.outcome ?? 'in hand'} ${short(call.args)}`),
    'deliveries:',
    ...book.deliveries
      .slice(-TAIL)
      .map((it) => `  ${it.what} #${it.attempt} over ${it.via} → ${it.status} in ${it.ms} ms`),
  ].join('\n');
}

function roomLines(world: World, channel: ChannelRecord): string[] {
  const roots = rootsOf(channel).slice(-TAIL);
  return [
    `#${channel.name} (${channel.id}):`,
    ...roots.flatMap((root) => [
      line(world, root, '  '),
      ...repliesOf(channel, root.ts)
        .slice(-TAIL)
        .map((reply) => line(world, reply, '    ↳ ')),
    ]),
  ];
}

function whispers(world: World): string[] {
  const recent = world.ephemerals.slice(-TAIL);
  if (recent.length === 0) return [];
  return [
    'ephemeral:',
    ...recent.map((it) => `  to ${nameOf(world, it.user)} in ${it.channel}: ${it.text}`),
  ];
}

function modals(world: World): string[] {
  return [...world.modals].map(([user, stack]) => {
    const titles = stack.map((view) => `${view.title?.text} [${shapeOf(view.blocks)}]`);
    return `modals of ${nameOf(world, user)}: ${titles.join(' > ')}`;
  });
}

function line(world: World, message: StoredMessage, indent: string): string {
  const blocks = message.blocks?.filter((block) => block.type !== 'rich_text');
  const shape = blocks?.length ? ` [${shapeOf(blocks)}]` : '';
  return `${indent}${message.ts} ${nameOf(world, message.user)}: ${message.text}${shape}`;
}

function shapeOf(blocks: readonly { readonly type: string }[]): string {
  return blocks.map((block) => block.type).join(' ');
}

function nameOf(world: World, user: string): string {
  return world.people.get(user)?.name ?? user;
}

function short(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > 200 ? `${json.slice(0, 200)}…` : json;
}
