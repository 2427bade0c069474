import type { VNode } from 'preact';
import { safeImageUrl } from '../../text/safe-url.js';
import { Blocks } from '../blocks/blocks.js';
import { usePageContext } from '../context/page-context.js';
import { ExternalLink, Mrkdwn } from '../text/mrkdwn.js';
import { PlainText } from '../text/plain-text.js';

/**
 * An attachment below a message, such as a link preview:
 * https://docs.slack.dev/messaging/formatting-message-text#attachments
 */
export function Attachment({
  attachment,
}: {
  attachment: Readonly<Record<string, unknown>>;
}): VNode {
  const { blocks, color } = attachment;
  const borderColor =
    typeof color === 'string' ? (NAMED_COLORS[color] ?? hexColor(color)) : undefined;
  return (
    <div class="attachment" style={borderColor ? { borderColor } : {}}>
      {Array.isArray(blocks) ? (
        <Blocks blocks={blocks} />
      ) : (
        <LegacyAttachment attachment={attachment} />
      )}
      {attachment['is_app_unfurl'] === true && <AddedBy />}
    </div>
  );
}

/** The app that added the preview. */
function AddedBy(): VNode {
  const app = usePageContext().page.people.find(({ isBot, id }) => isBot && id !== 'USLACKBOT');
  return <small>Added by {app?.name ?? 'the app'}</small>;
}

const NAMED_COLORS: Readonly<Record<string, string>> = {
  good: '#1f9d62',
  warning: '#d08a0b',
  danger: '#d33b57',
};

const hexColor = (color: string): string | undefined =>
  /^#?[0-9a-f]{6}$/i.test(color) ? `#${color.replace('#', '')}` : undefined;

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

function LegacyAttachment({
  attachment,
}: {
  attachment: Readonly<Record<string, unknown>>;
}): VNode {
  const [title, link, text] = [
    stringOrEmpty(attachment['title']),
    stringOrEmpty(attachment['title_link']),
    stringOrEmpty(attachment['text']),
  ];
  const from =
    stringOrEmpty(attachment['service_name']) || stringOrEmpty(attachment['author_name']);
  const image = safeImageUrl(stringOrEmpty(attachment['image_url']));
  return (
    <>
      {from && <small>{from}</small>}
      {title && (
        <strong>
          {link ? <ExternalLink url={link}>{title}</ExternalLink> : <PlainText text={title} />}
        </strong>
      )}
      {text && <Mrkdwn text={text} />}
      <Fields fields={attachment['fields']} />
      {image && <img class="picture" src={image} alt={title || 'Preview'} loading="lazy" />}
      {!title && !text && <PlainText text={stringOrEmpty(attachment['fallback'])} />}
      {stringOrEmpty(attachment['footer']) && <small>{stringOrEmpty(attachment['footer'])}</small>}
    </>
  );
}

function Fields({ fields }: { fields: unknown }): VNode | null {
  if (!Array.isArray(fields)) return null;
  return (
    <div class="fields">
      {fields.map((field: { title?: unknown; value?: unknown }, index) => (
        <div key={index}>
          <strong>{stringOrEmpty(field.title)}</strong>
          <Mrkdwn text={stringOrEmpty(field.value)} />
        </div>
      ))}
    </div>
  );
}
