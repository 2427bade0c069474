import type { PageChannel, PagePerson, PageState } from '../../../api/page.js';

/** Somebody by id; a person whom the workspace does not list still gets a name. */
export function findPerson(page: PageState, id: string): PagePerson {
  return page.people.find((one) => one.id === id) ?? { id, name: id || 'Somebody', isBot: false };
}

/** A channel's name as it is shown: a direct message goes by the other side. */
export function channelTitle(page: PageState, channel: PageChannel): string {
  return channel.kind === 'direct' && channel.with
    ? findPerson(page, channel.with).name
    : channel.name;
}

/** Slack's own voice, which explains where the app does not. */
const SLACKBOT = 'USLACKBOT';

export const isSlackbot = ({ id }: PagePerson): boolean => id === SLACKBOT;

export const isBotUser =
  (page: PageState) =>
  (user: string): boolean =>
    page.people.some(({ id, isBot }) => isBot && id === user);

/** The bot that slash commands and suggestions speak to. */
export const appUser = (page: PageState): PagePerson | undefined =>
  page.people.find((person) => person.isBot && !isSlackbot(person));
