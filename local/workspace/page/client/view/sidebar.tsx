import { ChevronsUpDown, Hash, Lock, Waypoints, X } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel } from '../../../api/page.js';
import { unreadIn } from '../state/unread.js';
import { Avatar } from './avatar.js';
import { channelTitle, personIn, useHere } from './here.js';
import { Icon, Mark } from './icon.js';
import { Menu } from './menu.js';
import { WorkflowsLink } from './workflows.js';

export function Sidebar({
  current,
  onClose,
}: {
  current: string | undefined;
  onClose(): void;
}): VNode {
  const { page } = useHere();
  const direct = page.channels.filter(({ kind }) => kind === 'direct');
  const others = page.channels.filter(({ kind }) => kind !== 'direct');
  return (
    <nav class="sidebar" aria-label="Workspace">
      <header class="workspace-name">
        <span class="workspace-mark">
          <Mark />
        </span>
        <div>
          <strong>{page.workspace.name}</strong>
          <small>Local workspace</small>
        </div>
        <button
          type="button"
          class="icon-button only-narrow"
          aria-label="Close the sidebar"
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </header>
      <div class="sidebar-scroll">
        <Section title="Channels" channels={others} current={current} />
        <Section title="Direct messages" channels={direct} current={current} />
        <WorkflowsLink />
      </div>
      <PersonSwitch />
    </nav>
  );
}

interface Listed {
  readonly title: string;
  readonly channels: readonly PageChannel[];
  readonly current: string | undefined;
}

function Section({ title, channels, current }: Listed): VNode | null {
  if (channels.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
            <ChannelLink channel={channel} active={channel.id === current} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChannelLink({ channel, active }: { channel: PageChannel; active: boolean }): VNode {
  const { page, chat, session, go } = useHere();
  const unread = unreadIn(chat, channel);
  return (
    <button
      type="button"
      class={`channel-link${active ? ' active' : ''}${unread.some ? ' unread' : ''}`}
      aria-current={active ? 'page' : undefined}
      onClick={() => go({ as: session.as, channel: channel.id })}
    >
      <ChannelGlyph channel={channel} />
      <span class="channel-name">{channelTitle(page, channel)}</span>
      {channel.shared && (
        <span class="shared" title="Shared with another company">
          <Icon of={Waypoints} size={14} />
        </span>
      )}
      {unread.forMe > 0 && (
        <span class="badge" role="img" aria-label={`${unread.forMe} unread`}>
          {unread.forMe > 99 ? '99+' : unread.forMe}
        </span>
      )}
    </button>
  );
}

export function ChannelGlyph({ channel }: { channel: PageChannel }): VNode {
  const { page } = useHere();
  if (channel.kind === 'direct') {
    return <Avatar person={personIn(page, channel.with ?? '')} size="tiny" />;
  }
  return <Icon of={channel.kind === 'private' ? Lock : Hash} size={16} />;
}

/** "Several people to be": whoever is chosen is who we are, in this tab. */
function PersonSwitch(): VNode {
  const { page, session, route, go } = useHere();
  const me = personIn(page, page.me);
  const face = (
    <>
      <Avatar person={me} size="small" />
      <span class="person-words">
        <small>You are</small>
        <strong>{me.name}</strong>
      </span>
      <Icon of={ChevronsUpDown} size={16} />
    </>
  );
  return (
    <Menu
      label="Be somebody else"
      spoken
      look="person-switch"
      title="Be somebody else"
      face={face}
      items={page.people
        .filter(({ isBot }) => !isBot)
        .map((person) => ({
          key: person.id,
          checked: person.id === session.as,
          face: (
            <>
              <Avatar person={person} size="small" />
              <span class="person-words">
                <strong>{person.name}</strong>
                {person.note && <small>{person.note}</small>}
              </span>
            </>
          ),
          onChoose: () =>
            go({
              as: person.id,
              ...(isDirect(page.channels, route.channel) ? {} : sameChannel(route.channel)),
            }),
        }))}
    />
  );
}

const isDirect = (channels: readonly PageChannel[], id: string | undefined): boolean =>
  channels.some((channel) => channel.id === id && channel.kind === 'direct');

const sameChannel = (channel: string | undefined): { channel?: string } =>
  channel ? { channel } : {};
