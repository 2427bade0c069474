import type {
  RichTextBlock,
  RichTextBlockElement,
  RichTextElement,
  RichTextList,
} from '@slack/types';
import type { ComponentChildren, VNode } from 'preact';
import { emojiCharacter as emojiNamed } from '../../text/emoji.js';
import { slackDate } from '../../text/time.js';
import { CodeBlock } from './code-block.js';
import { BroadcastMention, ChannelMention, PersonMention } from './mention.js';
import { Emoji, ExternalLink } from './mrkdwn.js';

export function RichText({ block }: { block: RichTextBlock }): VNode {
  return (
    <div class="rich-text">
      {block.elements.map((element, index) => (
        <RichTextPart key={index} part={element} />
      ))}
    </div>
  );
}

function RichTextPart({ part }: { part: RichTextBlockElement }): VNode {
  switch (part.type) {
    case 'rich_text_section':
      return <p>{inline(part.elements)}</p>;
    case 'rich_text_quote':
      return <blockquote>{inline(part.elements)}</blockquote>;
    case 'rich_text_preformatted':
      return <CodeBlock code={part.elements.map(textOf).join('')} {...languageOf(part)} />;
    case 'rich_text_list':
      return <List list={part} />;
    default:
      return <span class="placeholder">{(part as { type: string }).type}</span>;
  }
}

const textOf = (element: RichTextElement): string =>
  'text' in element ? (element.text ?? '') : 'url' in element ? (element.url ?? '') : '';

function languageOf(part: object): { language?: string } {
  const { language } = part as { language?: unknown };
  return typeof language === 'string' ? { language } : {};
}

/** Slack's lists are flat, with an indent level. */
function List({ list }: { list: RichTextList & { offset?: number } }): VNode {
  const className = `indent-${Math.min(list.indent ?? 0, 6)}`;
  const items = list.elements.map((item, index) => <li key={index}>{inline(item.elements)}</li>);
  return list.style === 'ordered' ? (
    <ol class={className} start={(list.offset ?? 0) + 1}>
      {items}
    </ol>
  ) : (
    <ul class={className}>{items}</ul>
  );
}

const inline = (elements: readonly RichTextElement[]): VNode[] =>
  elements.map((element, index) => <InlineElement key={index} element={element} />);

function InlineElement({ element }: { element: RichTextElement }): VNode {
  const style = element.style ?? {};
  let shown: ComponentChildren = <UnstyledElement element={element} />;
  if ('code' in style && style.code) shown = <code>{shown}</code>;
  if ('bold' in style && style.bold) shown = <strong>{shown}</strong>;
  if ('italic' in style && style.italic) shown = <em>{shown}</em>;
  if ('strike' in style && style.strike) shown = <s>{shown}</s>;
  return <>{shown}</>;
}

function UnstyledElement({ element }: { element: RichTextElement }): VNode {
  switch (element.type) {
    case 'text':
      return <>{element.text}</>;
    case 'link':
      return <ExternalLink url={element.url}>{element.text || element.url}</ExternalLink>;
    case 'user':
      return <PersonMention id={element.user_id} />;
    case 'channel':
      return <ChannelMention id={element.channel_id} />;
    case 'broadcast':
      return <BroadcastMention range={element.range} />;
    case 'usergroup':
      return <span class="mention">@{element.usergroup_id}</span>;
    case 'emoji':
      return <Emoji name={element.name} char={emojiChar(element)} />;
    case 'date':
      return <>{slackDate(element.format, element.timestamp * 1000, Date.now())}</>;
    case 'color':
      return <code>{element.value}</code>;
    default:
      return <span class="placeholder">{element.type}</span>;
  }
}

/** The character of a known name, else of the given code points ("1f64b-200d-2642"). */
function emojiChar({ name, unicode }: { name: string; unicode?: string }): string {
  const points = unicode?.split('-').map((hex) => Number.parseInt(hex, 16)) ?? [];
  const valid = points.length > 0 && points.every((point) => point > 0 && point <= 0x10ffff);
  return emojiNamed(name) ?? (valid ? String.fromCodePoint(...points) : `:${name}:`);
}
