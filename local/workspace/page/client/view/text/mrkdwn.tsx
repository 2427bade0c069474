import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatRoute, permalinkRoute } from '../../state/route.js';
import { replaceShortcodes } from '../../text/emoji.js';
import {
  type Inline,
  type MrkdwnBlockNode,
  parseMrkdwn,
  type SlackDate,
} from '../../text/mrkdwn.js';
import { safeUrl } from '../../text/safe-url.js';
import { slackDate } from '../../text/time.js';
import { usePageContext } from '../context/page-context.js';
import { CodeBlock } from './code-block.js';
import { BroadcastMention, ChannelMention, PersonMention } from './mention.js';

/** Renders `mrkdwn` text. */
export function Mrkdwn({ text }: { text: string }): VNode {
  const blocks = useMemo(() => parseMrkdwn(text), [text]);
  return (
    <div class={`mrkdwn${isOnlyEmoji(blocks) ? ' jumbo' : ''}`}>
      {blocks.map((block, index) => (
        <MrkdwnBlock key={index} block={block} />
      ))}
    </div>
  );
}

function isOnlyEmoji(blocks: readonly MrkdwnBlockNode[]): boolean {
  const [first, ...rest] = blocks;
  if (rest.length > 0 || first?.kind !== 'paragraph' || first.children.length > 24) return false;
  return first.children.every(
    (one) =>
      one.kind === 'emoji' ||
      (one.kind === 'text' && /^(?:\s|\p{Extended_Pictographic}|\u200d|\ufe0f)+$/u.test(one.text)),
  );
}

function MrkdwnBlock({ block }: { block: MrkdwnBlockNode }): VNode {
  if (block.kind === 'pre') return <CodeBlock code={block.text} />;
  const inside = <InlineNodes nodes={block.children} />;
  return block.kind === 'quote' ? <blockquote>{inside}</blockquote> : <p>{inside}</p>;
}

function InlineNodes({ nodes }: { nodes: readonly Inline[] }): VNode {
  return (
    <>
      {nodes.map((node, index) => (
        <InlineNode key={index} node={node} />
      ))}
    </>
  );
}

function InlineNode({ node }: { node: Inline }): VNode {
  switch (node.kind) {
    case 'text':
      return <>{node.text}</>;
    case 'code':
      return <code>{node.text}</code>;
    case 'bold':
      return (
        <strong>
          <InlineNodes nodes={node.children} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <InlineNodes nodes={node.children} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <InlineNodes nodes={node.children} />
        </s>
      );
    case 'link':
      return (
        <ExternalLink url={node.url}>{replaceShortcodes(node.label ?? node.url)}</ExternalLink>
      );
    case 'user':
      return <PersonMention id={node.id} />;
    case 'channel':
      return <ChannelMention id={node.id} {...(node.label ? { label: node.label } : {})} />;
    case 'group':
      return <span class="mention">@{(node.label ?? node.id).replace(/^@/, '')}</span>;
    case 'broadcast':
      return <BroadcastMention range={node.range} />;
    case 'date':
      return <FormattedDate node={node} />;
    case 'emoji':
      return <Emoji name={node.name} char={node.char} />;
  }
}

export function Emoji({ name, char }: { name: string; char: string }): VNode {
  return (
    <span class="emoji" role="img" aria-label={name.replace(/_/g, ' ')} title={`:${name}:`}>
      {char}
    </span>
  );
}

/**
 * A link: to a message of this workspace within the page, to anything else in a new tab. Unsafe
 * URLs are shown as text.
 */
export function ExternalLink({
  url,
  children,
}: {
  url: string;
  children: ComponentChildren;
}): VNode {
  const { session } = usePageContext();
  const place = permalinkRoute(url, location.origin);
  if (place) return <a href={formatRoute({ as: session.as, ...place })}>{children}</a>;
  const safe = safeUrl(url);
  if (!safe) return <span class="dead-link">{children}</span>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function FormattedDate({ node }: { node: SlackDate }): VNode {
  const at = new Date(node.at * 1000);
  const shown = Number.isNaN(at.getTime())
    ? node.fallback
    : slackDate(node.format, at.getTime(), Date.now());
  const time = (
    <time dateTime={at.toString() === 'Invalid Date' ? '' : at.toISOString()} title={node.fallback}>
      {shown}
    </time>
  );
  return node.url ? <ExternalLink url={node.url}>{time}</ExternalLink> : time;
}
