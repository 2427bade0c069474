import type { KnownBlock } from '@slack/types';
import { Component, type ComponentChildren, type VNode } from 'preact';
import { Markdown } from '../text/markdown.js';
import { PlainText } from '../text/plain-text.js';
import { RichText } from '../text/rich-text.js';
import { ActionsBlockView, ContextActionsBlockView } from './actions-block.js';
import { Alert, Context, ImageBlockView, Section } from './basic-blocks.js';
import { Card, Carousel, Container } from './container-blocks.js';
import { DataTable } from './data-table-block.js';
import { InputBlockView } from './input-block.js';
import { Plan, TaskCard } from './plan-block.js';
import { Table } from './table-block.js';

/** Renders blocks; one that cannot be rendered shows a placeholder. */
export function Blocks({ blocks }: { blocks: readonly unknown[] }): VNode {
  return (
    <div class="blocks">
      {blocks.map((block, index) => {
        const known = block as KnownBlock;
        return (
          <BlockErrorBoundary key={known?.block_id ?? index} type={String(known?.type)} of={block}>
            <BlockView block={known} />
          </BlockErrorBoundary>
        );
      })}
    </div>
  );
}

function BlockView({ block }: { block: KnownBlock }): VNode {
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
      return <ActionsBlockView block={block} />;
    case 'context_actions':
      return <ContextActionsBlockView block={block} />;
    case 'markdown':
      return <Markdown text={block.text} />;
    case 'rich_text':
      return <RichText block={block} />;
    case 'table':
      return <Table block={block} />;
    case 'data_table':
      return <DataTable block={block} />;
    case 'input':
      return <InputBlockView block={block} />;
    case 'image':
      return <ImageBlockView image={block} />;
    case 'alert':
      return <Alert block={block} />;
    case 'plan':
      return <Plan block={block} />;
    case 'task_card':
      return <TaskCard task={block} />;
    case 'container':
      return (
        <Container block={block} renderContent={() => <Blocks blocks={block.child_blocks} />} />
      );
    case 'card':
      return <Card block={block} />;
    case 'carousel':
      return <Carousel block={block} />;
    default:
      return <Placeholder type={block.type} />;
  }
}

function Placeholder({ type }: { type: string }): VNode {
  return (
    <div class="placeholder">
      A <code>{type}</code> block, which this page cannot show.
    </div>
  );
}

interface BlockErrorBoundaryProps {
  readonly type: string;
  readonly of: unknown;
  readonly children: ComponentChildren;
}

/** Keeps the error of a malformed block to that block. */
class BlockErrorBoundary extends Component<BlockErrorBoundaryProps, { failed?: unknown }> {
  override state: { failed?: unknown } = {};

  override componentDidCatch(): void {
    this.setState({ failed: this.props.of });
  }

  override render(): ComponentChildren {
    const broken = this.state.failed !== undefined && this.state.failed === this.props.of;
    return broken ? <Placeholder type={this.props.type} /> : this.props.children;
  }
}
