import type { VNode } from 'preact';
import type { PagePerson } from '../../../../api/page.js';
import { isSlackbot } from '../../state/people.js';
import { avatarTint, initials } from '../../text/initials.js';
import { AppLogo } from './icon.js';

/** Initials on a colour derived from the name; the app's logo for bots. */
export function Avatar({ person, size }: { person: PagePerson; size?: 'small' | 'tiny' }): VNode {
  const app = person.isBot && !isSlackbot(person);
  const className = app ? 'avatar-bot' : `tint-${avatarTint(person.name)}`;
  return (
    <span class={`avatar ${className} ${size ?? ''}`} aria-hidden="true">
      {app ? <AppLogo /> : initials(person.name)}
    </span>
  );
}
