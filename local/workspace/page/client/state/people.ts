import type { PageChannel, PagePerson, PageState } from '../../../api/page.js';

/** Finds a person by id; unknown people get a name too. */
export function findPerson(page: PageState, id: string): PagePerson {
  return page.people.find((one) => one.id === id) ?? { id, name: id || 'Somebody', isBot: false };
}

/** The channel's display name; for a direct message the other person's. */
export function channelTitle(page: PageState, channel: PageChannel): string {
  return channel.kind === 'direct' && channel.with
    ? findPerson(page, channel.with).name
    : channel.name;
}

/** The same with a # in front, if it is a channel. */
export function channelLabel(page: PageState, channel: PageChannel): string {
  const title = channelTitle(page, channel);
  return isChannel(channel) ? `#${title}` : title;
}

/** Not a direct message, and not one of a group. */
export const isChannel = ({ kind }: PageChannel): boolean =>
  kind === 'public' || kind === 'private';

/** Slack itself, which posts errors when the app does not respond. */
const SLACKBOT = 'USLACKBOT';

export const isSlackbot = ({ id }: PagePerson): boolean => id === SLACKBOT;

export const isBotUser =
  (page: PageState) =>
  (user: string): boolean =>
    page.people.some(({ id, isBot }) => isBot && id === user);

/** The installed app's bot user. */
export const appUser = (page: PageState): PagePerson | undefined =>
  page.people.find((person) => person.isBot && !isSlackbot(person));
