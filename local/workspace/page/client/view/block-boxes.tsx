import type { CardBlock, CarouselBlock, ContainerBlock } from '@slack/types';
import { ChevronRight } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { BlockButton } from './block-actions.js';
import { Picture } from './block-basics.js';
import { Icon } from './icon.js';
import { PlainText } from './plain-text.js';
import { RichText } from './rich-text.js';
import { TextOf } from './text-object.js';

/** Blocks under one title; `inside` draws them, where they are to be seen. */
export function Container(given: { block: ContainerBlock; inside(): VNode }): VNode {
  const { block, inside } = given;
  const [open, setOpen] = useState(!block.default_collapsed);
  const look = `container-block container-${block.width ?? 'standard'}`;
  if (!block.is_collapsible) {
    return (
      <section class={`${look}${block.has_header_divider ? ' with-divider' : ''}`}>
        <header>
          <Titles block={block} />
        </header>
        {inside()}
      </section>
    );
  }
  return (
    <details class={look} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={16} />
        <Titles block={block} />
      </summary>
      {open && inside()}
    </details>
  );
}

function Titles({ block }: { block: ContainerBlock }): VNode {
  const { icon, title, rich_text_title: rich, subtitle } = block;
  return (
    <>
      {icon && <Picture image={icon} look="context-image" />}
      <span class="container-titles">
        <strong>
          {rich ? <RichText block={rich} /> : <PlainText text={title?.text ?? 'Details'} />}
        </strong>
        {subtitle && (
          <small>
            <TextOf text={subtitle} />
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
      {hero && <Picture image={hero} look="picture" />}
      {(icon || title || subtitle) && (
        <header>
          {icon && <Picture image={icon} look="context-image" />}
          <span class="container-titles">
            {title && (
              <strong>
                <TextOf text={title} />
              </strong>
            )}
            {subtitle && (
              <small>
                <TextOf text={subtitle} />
              </small>
            )}
          </span>
        </header>
      )}
      {body && <TextOf text={body} />}
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

/** Cards side by side, to be moved along. */
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
