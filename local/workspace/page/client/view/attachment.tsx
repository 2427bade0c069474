import type { VNode } from 'preact';
import { safeImageUrl } from '../text/links.js';
import { Blocks } from './blocks.js';
import { useHere } from './here.js';
import { Mrkdwn, OutLink } from './mrkdwn.js';
import { PlainText } from './plain-text.js';

/**
 * What hangs below a message: a link's preview, or an alert's card.
 * https://docs.slack.dev/messaging/formatting-message-text#attachments
 */
export function Attachment({ given }: { given: Readonly<Record<string, unknown>> }): VNode {
  const { blocks, color } = given;
  const edge = typeof color === 'string' ? (EDGES[color] ?? hex(color)) : undefined;
  return (
    <div class="attachment" style={edge ? { borderColor: edge } : {}}>
      {Array.isArray(blocks) ? <Blocks blocks={blocks} /> : <OldForm given={given} />}
      {given['is_app_unfurl'] === true && <AddedBy />}
    </div>
  );
}

/** Whose preview it is: there is one app here. */
function AddedBy(): VNode {
  const app = useHere().page.people.find(({ isBot, id }) => isBot && id !== 'USLACKBOT');
  return <small>Added by {app?.name ?? 'the app'}</small>;
}

const EDGES: Readonly<Record<string, string>> = {
  good: '#1f9d62',
  warning: '#d08a0b',
  danger: '#d33b57',
};

const hex = (color: string): string | undefined =>
  /^#?[0-9a-f]{6}$/i.test(color) ? `#${color.replace('#', '')}` : undefined;

const words = (value: unknown): string => (typeof value === 'string' ? value : '');

function OldForm({ given }: { given: Readonly<Record<string, unknown>> }): VNode {
  const [title, link, text] = [
    words(given['title']),
    words(given['title_link']),
    words(given['text']),
  ];
  const from = words(given['service_name']) || words(given['author_name']);
  const image = safeImageUrl(words(given['image_url']));
  return (
    <>
      {from && <small>{from}</small>}
      {title && (
        <strong>{link ? <OutLink url={link}>{title}</OutLink> : <PlainText text={title} />}</strong>
      )}
      {text && <Mrkdwn text={text} />}
      <Fields fields={given['fields']} />
      {image && <img class="picture" src={image} alt={title || 'Preview'} loading="lazy" />}
      {!title && !text && <PlainText text={words(given['fallback'])} />}
      {words(given['footer']) && <small>{words(given['footer'])}</small>}
    </>
  );
}

function Fields({ fields }: { fields: unknown }): VNode | null {
  if (!Array.isArray(fields)) return null;
  return (
    <div class="fields">
      {fields.map((field: { title?: unknown; value?: unknown }, index) => (
        <div key={index}>
          <strong>{words(field.title)}</strong>
          <Mrkdwn text={words(field.value)} />
        </div>
      ))}
    </div>
  );
}
