import type { Element } from 'hast';
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentChildren, Fragment, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { jsx, jsxs } from 'preact/jsx-runtime';
import { markdownTree } from '../../text/markdown.js';
import { CodeBlock } from './code-block.js';
import { BroadcastMention, ChannelMention, PersonMention } from './mention.js';
import { ExternalLink } from './mrkdwn.js';

/** A `markdown` block's text. A sanitised tree is rendered; no HTML string is used. */
export function Markdown({ text }: { text: string }): VNode {
  const drawn = useMemo(() => renderMarkdown(text), [text]);
  return <div class="markdown">{drawn}</div>;
}

function renderMarkdown(text: string): VNode {
  return toJsxRuntime(markdownTree(text), {
    Fragment,
    jsx,
    jsxs,
    components: COMPONENTS as unknown as Partial<Components>,
    elementAttributeNameCase: 'html',
    passNode: true,
  }) as VNode;
}

interface Props {
  readonly children?: ComponentChildren;
  readonly node: Element;
}

/** Slack shows headings of every level in one size. */
const Heading = ({ children }: Props): VNode => <h4>{children}</h4>;

const COMPONENTS = {
  a: ({ children, href }: Props & { href?: string }) => (
    <ExternalLink url={href ?? ''}>{children}</ExternalLink>
  ),
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  input: ({ checked }: Props & { checked?: boolean }) => (
    <span
      class={`task-box${checked ? ' done' : ''}`}
      role="img"
      aria-label={checked ? 'Done' : 'Not done'}
    />
  ),
  pre: ({ node }: Props) => <FencedCode node={node} />,
  table: ({ children }: Props) => (
    <div class="table-frame">
      <table>{children}</table>
    </div>
  ),
  'slack-ref': ({ node }: Props) => <Reference node={node} />,
};

function FencedCode({ node }: { node: Element }): VNode {
  const code = node.children[0];
  if (code?.type !== 'element') return <pre />;
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const named = [code.properties['className']].flat().map(String);
  const language = named.find((name) => name.startsWith('language-'))?.slice('language-'.length);
  return <CodeBlock code={text.replace(/\n$/, '')} {...(language ? { language } : {})} />;
}

function Reference({ node }: { node: Element }): VNode {
  const id = String(node.properties['id']);
  switch (node.properties['kind']) {
    case 'user':
      return <PersonMention id={id} />;
    case 'channel':
      return <ChannelMention id={id} />;
    default:
      return <BroadcastMention range={id} />;
  }
}
