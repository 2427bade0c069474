import type { VNode } from 'preact';
import type { PagePerson } from '../../../../api/page.js';
import { isSlackbot } from '../../state/people.js';
import { avatarTint, initials } from '../../text/initials.js';
import { AppLogo } from './icon.js';

/** A face made of initials on a colour that stays with the person; bots carry the mark. */
export function Avatar({ person, size }: { person: PagePerson; size?: 'small' | 'tiny' }): VNode {
  const app = person.isBot && !isSlackbot(person);
  const className = app ? 'avatar-bot' : `tint-${avatarTint(person.name)}`;
  return (
    <span class={`avatar ${className} ${size ?? ''}`} aria-hidden="true">
      {app ? <AppLogo /> : initials(person.name)}
    </span>
  );
}
