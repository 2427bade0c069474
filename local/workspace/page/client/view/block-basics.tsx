import type {
  AlertBlock,
  ContextBlock,
  ImageBlock,
  ImageElement,
  SectionBlock,
} from '@slack/types';
import { CircleAlert, CircleCheck, Image, Info, TriangleAlert } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isField } from '../text/fields.js';
import { safeImageUrl } from '../text/links.js';
import { BlockButton, Overflow } from './block-actions.js';
import { LooseField } from './block-field.js';
import { Icon } from './icon.js';
import { OutLink } from './mrkdwn.js';
import { PlainText } from './plain-text.js';
import { TextOf } from './text-object.js';

export function Section({ block }: { block: SectionBlock }): VNode {
  return (
    <div class="section">
      <div class="section-text">
        {block.text && <TextOf text={block.text} />}
        {block.fields && (
          <div class="fields">
            {block.fields.map((field, index) => (
              <TextOf key={index} text={field} />
            ))}
          </div>
        )}
      </div>
      {block.accessory && <Accessory block={block} />}
    </div>
  );
}

function Accessory({ block }: { block: SectionBlock }): VNode | null {
  const { accessory } = block;
  switch (accessory?.type) {
    case 'button':
      return <BlockButton button={accessory} blockId={block.block_id ?? ''} />;
    case 'overflow':
      return <Overflow menu={accessory} blockId={block.block_id ?? ''} />;
    case 'image':
      return <Picture image={accessory} look="thumbnail" />;
    default:
      return isField(accessory) ? (
        <LooseField element={accessory} blockId={block.block_id ?? ''} />
      ) : (
        <span class="placeholder">{accessory?.type}</span>
      );
  }
}

export function Context({ block }: { block: ContextBlock }): VNode {
  return (
    <div class="context">
      {block.elements.map((element, index) =>
        element.type === 'image' ? (
          <Picture key={index} image={element} look="context-image" />
        ) : (
          <TextOf key={index} text={element} />
        ),
      )}
    </div>
  );
}

const ALERTS = {
  default: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
} as const;

export function Alert({ block }: { block: AlertBlock }): VNode {
  const level = block.level ?? 'default';
  return (
    <div class={`alert alert-${level}`} role="note">
      <Icon of={ALERTS[level] ?? Info} />
      <TextOf text={block.text} />
    </div>
  );
}

export function ImageFigure({ image }: { image: ImageBlock }): VNode {
  return (
    <figure>
      {image.title && (
        <figcaption>
          <PlainText text={image.title.text} />
        </figcaption>
      )}
      <Picture image={image} look="picture" />
    </figure>
  );
}

/** An image from outside; where it does not load (the page's policy may forbid it), a link to it. */
export function Picture({
  image,
  look,
}: {
  image: ImageBlock | ImageElement;
  look: string;
}): VNode {
  const [failed, setFailed] = useState(false);
  const url =
    'image_url' in image ? image.image_url : 'url' in image.slack_file ? image.slack_file.url : '';
  const safe = safeImageUrl(url);
  if (safe && !failed) {
    return (
      <img
        class={look}
        src={safe}
        alt={image.alt_text}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span class={`image-link ${look}-link`}>
      <Icon of={Image} size={15} />
      <OutLink url={url}>{image.alt_text || 'Image'}</OutLink>
    </span>
  );
}
