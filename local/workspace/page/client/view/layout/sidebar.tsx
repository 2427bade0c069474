import { ChevronsUpDown, Waypoints, X } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel } from '../../../../api/page.js';
import { channelTitle, findPerson, isChannel } from '../../state/people.js';
import { unreadState } from '../../state/unread.js';
import { usePageContext } from '../context/page-context.js';
import { Avatar } from '../ui/avatar.js';
import { ChannelIcon } from '../ui/channel-icon.js';
import { AppLogo, Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { WorkflowsButton } from '../workflows/workflows.js';

export function Sidebar({
  current,
  onClose,
}: {
  current: string | undefined;
  onClose(): void;
}): VNode {
  const { page } = usePageContext();
  const direct = page.channels.filter((channel) => !isChannel(channel));
  const others = page.channels.filter(isChannel);
  return (
    <nav class="sidebar" aria-label="Workspace">
      <header class="workspace-name">
        <span class="workspace-logo">
          <AppLogo />
        </span>
        <div>
          <strong>{page.workspace.name}</strong>
          <small>Local workspace</small>
        </div>
        <button
          type="button"
          class="icon-button narrow-only"
          aria-label="Close the sidebar"
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </header>
      <div class="sidebar-scroll">
        <Section title="Channels" channels={others} current={current} />
        <Section title="Direct messages" channels={direct} current={current} />
        <WorkflowsButton />
      </div>
      <PersonSwitcher />
    </nav>
  );
}

interface SectionProps {
  readonly title: string;
  readonly channels: readonly PageChannel[];
  readonly current: string | undefined;
}

function Section({ title, channels, current }: SectionProps): VNode | null {
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
  const { page, chat, session, navigate } = usePageContext();
  const unread = unreadState(chat, channel);
  return (
    <button
      type="button"
      class={`channel-link${active ? ' active' : ''}${unread.hasNew ? ' unread' : ''}`}
      aria-current={active ? 'page' : undefined}
      onClick={() => navigate({ as: session.as, channel: channel.id })}
    >
      <ChannelIcon channel={channel} />
      <span class="channel-name">{channelTitle(page, channel)}</span>
      {channel.shared && (
        <span class="shared" title="Shared with another company">
          <Icon of={Waypoints} size={14} />
        </span>
      )}
      {unread.mentionCount > 0 && (
        <span class="badge" role="img" aria-label={`${unread.mentionCount} unread`}>
          {unread.mentionCount > 99 ? '99+' : unread.mentionCount}
        </span>
      )}
    </button>
  );
}

/** Switches the person that this tab acts as. */
function PersonSwitcher(): VNode {
  const { page, session, route, navigate } = usePageContext();
  const me = findPerson(page, page.me);
  const content = (
    <>
      <Avatar person={me} size="small" />
      <span class="person-text">
        <small>You are</small>
        <strong>{me.name}</strong>
      </span>
      <Icon of={ChevronsUpDown} size={16} />
    </>
  );
  return (
    <Menu
      label="Switch person"
      labelledByContent
      className="person-switch"
      title="Switch person"
      content={content}
      items={[...page.people, ...page.elsewhere]
        .filter(({ isBot }) => !isBot)
        .map((person) => ({
          key: person.id,
          checked: person.id === session.as,
          content: (
            <>
              <Avatar person={person} size="small" />
              <span class="person-text">
                <strong>{person.name}</strong>
                {person.note && <small>{person.note}</small>}
              </span>
            </>
          ),
          onChoose: () =>
            navigate({
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
