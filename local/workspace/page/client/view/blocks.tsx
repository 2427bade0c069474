import type { KnownBlock } from '@slack/types';
import { Component, type ComponentChildren, type VNode } from 'preact';
import { ActionsRow, ContextActionsRow } from './block-actions.js';
import { Alert, Context, ImageFigure, Section } from './block-basics.js';
import { Card, Carousel, Container } from './block-boxes.js';
import { DataTable } from './block-data-table.js';
import { Input } from './block-field.js';
import { Plan, TaskCard } from './block-steps.js';
import { BlockTable } from './block-table.js';
import { Markdown } from './markdown.js';
import { PlainText } from './plain-text.js';
import { RichText } from './rich-text.js';

/** A message's blocks, each as Slack draws it; one that cannot be drawn says so and harms no other. */
export function Blocks({ blocks }: { blocks: readonly unknown[] }): VNode {
  return (
    <div class="blocks">
      {blocks.map((block, index) => {
        const known = block as KnownBlock;
        return (
          <Guard key={known?.block_id ?? index} what={String(known?.type)} of={block}>
            <OneBlock block={known} />
          </Guard>
        );
      })}
    </div>
  );
}

function OneBlock({ block }: { block: KnownBlock }): VNode {
  switch (block.type) {
    case 'section':
      return <Section block={block} />;
    case 'header':
      return (
        <h3 class="block-header">
          <PlainText text={block.text.text} />
        </h3>
      );
    case 'divider':
      return <hr class="block-divider" />;
    case 'context':
      return <Context block={block} />;
    case 'actions':
      return <ActionsRow block={block} />;
    case 'context_actions':
      return <ContextActionsRow block={block} />;
    case 'markdown':
      return <Markdown text={block.text} />;
    case 'rich_text':
      return <RichText block={block} />;
    case 'table':
      return <BlockTable block={block} />;
    case 'data_table':
      return <DataTable block={block} />;
    case 'input':
      return <Input block={block} />;
    case 'image':
      return <ImageFigure image={block} />;
    case 'alert':
      return <Alert block={block} />;
    case 'plan':
      return <Plan block={block} />;
    case 'task_card':
      return <TaskCard task={block} />;
    case 'container':
      return <Container block={block} inside={() => <Blocks blocks={block.child_blocks} />} />;
    case 'card':
      return <Card block={block} />;
    case 'carousel':
      return <Carousel block={block} />;
    default:
      return <Placeholder what={block.type} />;
  }
}

function Placeholder({ what }: { what: string }): VNode {
  return (
    <div class="placeholder">
      A <code>{what}</code> block, which this page does not draw.
    </div>
  );
}

interface Guarded {
  readonly what: string;
  readonly of: unknown;
  readonly children: ComponentChildren;
}

/** Holds a malformed block's failure to that block. */
class Guard extends Component<Guarded, { failed?: unknown }> {
  override state: { failed?: unknown } = {};

  override componentDidCatch(): void {
    this.setState({ failed: this.props.of });
  }

  override render(): ComponentChildren {
    const broken = this.state.failed !== undefined && this.state.failed === this.props.of;
    return broken ? <Placeholder what={this.props.what} /> : this.props.children;
  }
}
