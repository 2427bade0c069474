import { Hash, Lock, Users } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel } from '../../../../api/page.js';
import { findPerson } from '../../state/people.js';
import { usePageContext } from '../context/page-context.js';
import { Avatar } from './avatar.js';
import { Icon } from './icon.js';

const ICONS = { public: Hash, private: Lock, group: Users };

/** A channel's # or lock, or for a direct message the other person's avatar. */
export function ChannelIcon({ channel }: { channel: PageChannel }): VNode {
  const { page } = usePageContext();
  if (channel.kind === 'direct') {
    return <Avatar person={findPerson(page, channel.with ?? '')} size="tiny" />;
  }
  return <Icon of={ICONS[channel.kind]} size={16} />;
}
