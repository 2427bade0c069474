import type { IconNode } from 'lucide';
import { AtSign, MessageCircle, SquareSlash } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel, PageState } from '../../../../api/page.js';
import { appUser, channelLabel, findPerson, isChannel } from '../../state/people.js';
import { usePageContext } from '../context/page-context.js';
import { Avatar } from '../ui/avatar.js';
import { ChannelIcon } from '../ui/channel-icon.js';
import { Icon } from '../ui/icon.js';
import { Prompts } from './prompts.js';

interface Props {
  readonly channel: PageChannel;
  readonly empty: boolean;
  onSuggestion(text: string): void;
}

/** The start of a channel, with suggestions while it is empty: the app's prompts, if it has some. */
export function ChannelIntro({ channel, empty, onSuggestion }: Props): VNode {
  const { page } = usePageContext();
  const title = channelLabel(page, channel);
  const hasPrompts = page.prompts.some((one) => one.channel === channel.id);
  return (
    <section class={`channel-intro${empty ? ' empty' : ''}`} aria-label="The beginning">
      <span class="channel-intro-icon">
        {channel.kind === 'direct' ? (
          <Avatar person={findPerson(page, channel.with ?? '')} />
        ) : (
          <ChannelIcon channel={channel} />
        )}
      </span>
      <h2>{isChannel(channel) ? `Welcome to ${title}` : title}</h2>
      <p>
        {channel.kind === 'direct' ? directIntro(page, channel) : `This is where ${title} begins.`}
      </p>
      {empty && hasPrompts && <Prompts channel={channel} />}
      {empty && !hasPrompts && <Suggestions channel={channel} onSuggestion={onSuggestion} />}
    </section>
  );
}

function directIntro(page: PageState, channel: PageChannel): string {
  const other = findPerson(page, channel.with ?? '');
  return other.isBot
    ? `Ask ${other.name} anything about your code. Only you see the answers.`
    : `This is between you and ${other.name}.`;
}

interface Suggestion {
  readonly icon: IconNode;
  readonly title: string;
  readonly text: string;
  /** The channel it leads to. Default: this one. */
  readonly to?: string;
}

function Suggestions({ channel, onSuggestion }: Omit<Props, 'empty'>): VNode | null {
  const { page, session, navigate } = usePageContext();
  const all = suggestions(page, channel);
  if (all.length === 0) return null;
  return (
    <>
      <h3>{all.length === 3 ? 'Three things to try' : 'Something to try'}</h3>
      <ul class="suggestions">
        {all.map(({ icon, title, text, to }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => (to ? navigate({ as: session.as, channel: to }) : onSuggestion(text))}
            >
              <span class="suggestion-icon">
                <Icon of={icon} />
              </span>
              <span class="suggestion-text">
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function suggestions(page: PageState, channel: PageChannel): readonly Suggestion[] {
  const bot = appUser(page);
  const command = page.commands[0]?.command;
  if (!bot || !command) return [];
  const direct = page.channels.find((one) => one.kind === 'direct' && one.with === bot.id);
  if (channel.kind === 'direct') return channel.with === bot.id ? directSuggestions(command) : [];
  const prompts = page.prompts.find((one) => one.channel === direct?.id)?.prompts ?? [];
  const [first = 'Where is the configuration read?', second = 'Where are errors handled?'] =
    prompts.map(({ message }) => message);
  const inPrivate = direct ? [privateSuggestion(bot.name, direct.id)] : [];
  if (channel.shared) return inPrivate;
  return [
    { icon: SquareSlash, title: 'Ask with a command', text: `${command} ${first}` },
    { icon: AtSign, title: `Mention @${bot.name}`, text: `@${bot.name} ${second}` },
    ...inPrivate,
  ];
}

const privateSuggestion = (bot: string, to: string): Suggestion => ({
  icon: MessageCircle,
  title: 'Ask in private',
  text: `Write to ${bot} in a direct message`,
  to,
});

const directSuggestions = (command: string): readonly Suggestion[] => [
  {
    icon: MessageCircle,
    title: 'Start here',
    text: 'Where does the program start?',
  },
  { icon: MessageCircle, title: 'Learn how it works', text: 'How are the tests run?' },
  { icon: SquareSlash, title: 'Use the command', text: `${command} Where are errors handled?` },
];
