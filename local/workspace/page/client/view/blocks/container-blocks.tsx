import type { CardBlock, CarouselBlock, ContainerBlock } from '@slack/types';
import { ChevronRight } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { PlainText } from '../text/plain-text.js';
import { RichText } from '../text/rich-text.js';
import { TextObjectView } from '../text/text-object.js';
import { Icon } from '../ui/icon.js';
import { BlockButton } from './actions-block.js';
import { ImageView } from './basic-blocks.js';

/** Child blocks under a title, rendered by `renderContent` when visible. */
export function Container(props: { block: ContainerBlock; renderContent(): VNode }): VNode {
  const { block, renderContent } = props;
  const [open, setOpen] = useState(!block.default_collapsed);
  const className = `container-block container-${block.width ?? 'standard'}`;
  if (!block.is_collapsible) {
    return (
      <section class={`${className}${block.has_header_divider ? ' with-divider' : ''}`}>
        <header>
          <Titles block={block} />
        </header>
        {renderContent()}
      </section>
    );
  }
  return (
    <details class={className} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={16} />
        <Titles block={block} />
      </summary>
      {open && renderContent()}
    </details>
  );
}

function Titles({ block }: { block: ContainerBlock }): VNode {
  const { icon, title, rich_text_title: rich, subtitle } = block;
  return (
    <>
      {icon && <ImageView image={icon} className="context-image" />}
      <span class="container-titles">
        <strong>
          {rich ? <RichText block={rich} /> : <PlainText text={title?.text ?? 'Details'} />}
        </strong>
        {subtitle && (
          <small>
            <TextObjectView text={subtitle} />
          </small>
        )}
      </span>
    </>
  );
}

export function Card({ block }: { block: CardBlock }): VNode {
  const { hero_image: hero, icon, title, subtitle, body, actions } = block;
  return (
    <article class="card">
      {hero && <ImageView image={hero} className="picture" />}
      {(icon || title || subtitle) && (
        <header>
          {icon && <ImageView image={icon} className="context-image" />}
          <span class="container-titles">
            {title && (
              <strong>
                <TextObjectView text={title} />
              </strong>
            )}
            {subtitle && (
              <small>
                <TextObjectView text={subtitle} />
              </small>
            )}
          </span>
        </header>
      )}
      {body && <TextObjectView text={body} />}
      {actions && (
        <div class="actions">
          {actions.map((button, index) => (
            <BlockButton key={index} button={button} blockId={block.block_id ?? ''} />
          ))}
        </div>
      )}
    </article>
  );
}

/** A row of cards that scrolls sideways. */
export function Carousel({ block }: { block: CarouselBlock }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="carousel" aria-label="Cards" tabIndex={0}>
      {block.elements.map((card, index) => (
        <Card key={index} block={card} />
      ))}
    </section>
  );
}
