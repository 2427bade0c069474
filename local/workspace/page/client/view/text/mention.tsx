import type { VNode } from 'preact';
import { findPerson } from '../../state/people.js';
import { usePageContext } from '../context/page-context.js';

export function PersonMention({ id }: { id: string }): VNode {
  const { page } = usePageContext();
  const me = id === page.me;
  return <span class={`mention${me ? ' mention-me' : ''}`}>@{findPerson(page, id).name}</span>;
}

export function ChannelMention({ id, label }: { id: string; label?: string }): VNode {
  const { page, route, navigate } = usePageContext();
  const channel = page.channels.find((one) => one.id === id);
  if (!channel) return <span class="mention">#{label ?? 'a private channel'}</span>;
  return (
    <button
      type="button"
      class="mention"
      onClick={() => navigate({ ...(route.as ? { as: route.as } : {}), channel: id })}
    >
      #{channel.name}
    </button>
  );
}

export function BroadcastMention({ range }: { range: string }): VNode {
  return <span class="mention mention-me">@{range}</span>;
}
