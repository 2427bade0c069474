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
import { isField } from '../../text/fields.js';
import { safeImageUrl } from '../../text/safe-url.js';
import { ExternalLink } from '../text/mrkdwn.js';
import { PlainText } from '../text/plain-text.js';
import { TextObjectView } from '../text/text-object.js';
import { Icon } from '../ui/icon.js';
import { BlockButton, Overflow } from './actions-block.js';
import { ActionField } from './input-block.js';

export function Section({ block }: { block: SectionBlock }): VNode {
  return (
    <div class="section">
      <div class="section-text">
        {block.text && <TextObjectView text={block.text} />}
        {block.fields && (
          <div class="fields">
            {block.fields.map((field, index) => (
              <TextObjectView key={index} text={field} />
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
      return <ImageView image={accessory} className="thumbnail" />;
    default:
      return isField(accessory) ? (
        <ActionField element={accessory} blockId={block.block_id ?? ''} />
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
          <ImageView key={index} image={element} className="context-image" />
        ) : (
          <TextObjectView key={index} text={element} />
        ),
      )}
    </div>
  );
}

const ALERT_ICONS = {
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
      <Icon of={ALERT_ICONS[level] ?? Info} />
      <TextObjectView text={block.text} />
    </div>
  );
}

export function ImageBlockView({ image }: { image: ImageBlock }): VNode {
  return (
    <figure>
      {image.title && (
        <figcaption>
          <PlainText text={image.title.text} />
        </figcaption>
      )}
      <ImageView image={image} className="picture" />
    </figure>
  );
}

/** An external image, or a link to it if it fails to load (the page's CSP may forbid it). */
export function ImageView({
  image,
  className,
}: {
  image: ImageBlock | ImageElement;
  className: string;
}): VNode {
  const [failed, setFailed] = useState(false);
  const url =
    'image_url' in image ? image.image_url : 'url' in image.slack_file ? image.slack_file.url : '';
  const safe = safeImageUrl(url);
  if (safe && !failed) {
    return (
      <img
        class={className}
        src={safe}
        alt={image.alt_text}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span class={`image-link ${className}-link`}>
      <Icon of={Image} size={15} />
      <ExternalLink url={url}>{image.alt_text || 'Image'}</ExternalLink>
    </span>
  );
}
