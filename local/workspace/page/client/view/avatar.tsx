import type { VNode } from 'preact';
import type { PagePerson } from '../../../api/page.js';
import { initials, tint } from '../text/initials.js';
import { isSlackbot } from './here.js';
import { Mark } from './icon.js';

/** A face made of initials on a colour that stays with the person; bots carry the mark. */
export function Avatar({ person, size }: { person: PagePerson; size?: 'small' | 'tiny' }): VNode {
  const app = person.isBot && !isSlackbot(person);
  const look = app ? 'avatar-bot' : `tint-${tint(person.name)}`;
  return (
    <span class={`avatar ${look} ${size ?? ''}`} aria-hidden="true">
      {app ? <Mark /> : initials(person.name)}
    </span>
  );
}
