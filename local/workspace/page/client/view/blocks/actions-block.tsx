import type {
  ActionsBlock,
  Button,
  ConfirmationDialog,
  ContextActionsBlock,
  FeedbackButtons,
  IconButton,
  Overflow as OverflowMenu,
} from '@slack/types';
import { CircleAlert, Ellipsis, ExternalLink, ThumbsDown, ThumbsUp, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { isField } from '../../text/fields.js';
import { safeUrl } from '../../text/safe-url.js';
import { MessageContext, usePageContext } from '../context/page-context.js';
import { PlainText } from '../text/plain-text.js';
import { TextObjectView } from '../text/text-object.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { ActionField } from './input-block.js';
import { type BlockAction, useBlockAction } from './use-block-action.js';

export function ActionsBlockView({ block }: { block: ActionsBlock }): VNode {
  const blockId = block.block_id ?? '';
  return (
    <div class="actions">
      {block.elements.map((element, index) => {
        if (element.type === 'button') {
          return <BlockButton key={index} button={element} blockId={blockId} />;
        }
        if (element.type === 'overflow') {
          return <Overflow key={index} menu={element} blockId={blockId} />;
        }
        if (isField(element)) {
          return <ActionField key={index} element={element} blockId={blockId} />;
        }
        return (
          <span key={index} class="placeholder">
            {element.type}
          </span>
        );
      })}
    </div>
  );
}

/** A button element. After a click it is busy until the app responds or a timeout passes. */
export function BlockButton({ button, blockId }: { button: Button; blockId: string }): VNode {
  const { state, send } = useBlockAction(blockId);
  const [asking, setAsking] = useState(false);
  const sendClick = (): void => send(clickOf(button));
  const onClick = (): void => {
    // `disabled` would lose the focus, so the click is ignored here.
    if (state === 'busy') return;
    if (button.confirm) setAsking(true);
    else sendClick();
  };
  const className = `block-button ${button.style ?? ''} ${state}`;
  const label = button.accessibility_label ? { 'aria-label': button.accessibility_label } : {};
  if (button.url !== undefined)
    return <LinkButton button={button} className={className} onOpen={sendClick} />;
  return (
    <>
      <button
        type="button"
        class={className}
        aria-disabled={state === 'busy'}
        aria-busy={state === 'busy'}
        onClick={onClick}
        {...label}
      >
        <PlainText text={button.text.text} />
        <ActionStatus state={state} />
      </button>
      {asking && button.confirm && (
        <ConfirmDialog dialog={button.confirm} onYes={sendClick} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function clickOf({ action_id = '', value }: Button | IconButton) {
  return { actionId: action_id, ...(value === undefined ? {} : { value }) };
}

function ActionStatus({ state }: { state: BlockAction['state'] }): VNode | null {
  if (state === 'busy') return <span class="spinner" role="status" aria-label="Working" />;
  if (state !== 'failed') return null;
  return (
    <span class="action-failed" role="alert" title="The app did not answer. Try again.">
      <Icon of={CircleAlert} size={15} />
    </span>
  );
}

function LinkButton(props: { button: Button; className: string; onOpen(): void }): VNode {
  const { button, className, onOpen } = props;
  const url = safeUrl(button.url ?? '');
  const text = <PlainText text={button.text.text} />;
  if (!url) return <span class={`${className} dead-link`}>{text}</span>;
  return (
    <a class={className} href={url} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
      {text}
      <Icon of={ExternalLink} size={13} />
    </a>
  );
}

function ConfirmDialog(props: {
  dialog: ConfirmationDialog;
  onYes(): void;
  onClose(): void;
}): VNode {
  const { dialog, onYes, onClose } = props;
  return (
    <Dialog
      title={dialog.title?.text ?? 'Are you sure?'}
      yes={dialog.confirm?.text ?? 'Yes'}
      no={dialog.deny?.text ?? 'Cancel'}
      danger={dialog.style === 'danger'}
      onYes={onYes}
      onClose={onClose}
    >
      <TextObjectView text={dialog.text} />
    </Dialog>
  );
}

export function Overflow({ menu, blockId }: { menu: OverflowMenu; blockId: string }): VNode {
  const { send } = useBlockAction(blockId);
  return (
    <Menu
      label="More options"
      content={<Icon of={Ellipsis} />}
      items={menu.options.map((option) => ({
        key: option.value ?? option.text.text,
        content: <PlainText text={option.text.text} />,
        onChoose: () =>
          send({
            actionId: menu.action_id ?? '',
            ...(option.value === undefined ? {} : { value: option.value }),
          }),
      }))}
    />
  );
}

export function ContextActionsBlockView({ block }: { block: ContextActionsBlock }): VNode {
  const blockId = block.block_id ?? '';
  return (
    <div class="context-actions">
      {block.elements.map((element, index) =>
        element.type === 'feedback_buttons' ? (
          <FeedbackButtonsView key={index} feedback={element} blockId={blockId} />
        ) : (
          <ContextIconButton key={index} button={element} blockId={blockId} />
        ),
      )}
    </div>
  );
}

function FeedbackButtonsView({
  feedback,
  blockId,
}: {
  feedback: FeedbackButtons;
  blockId: string;
}): VNode {
  const { send } = useBlockAction(blockId);
  const [chosen, setChosen] = useState<string>();
  const one = (button: FeedbackButtons['positive_button'], icon: typeof ThumbsUp): VNode => (
    <button
      type="button"
      class="icon-button"
      aria-pressed={chosen === button.value}
      aria-label={button.accessibility_label ?? button.text.text}
      title={button.text.text}
      onClick={() => {
        setChosen(button.value);
        send({ actionId: feedback.action_id ?? '', value: button.value });
      }}
    >
      <Icon of={icon} size={16} />
    </button>
  );
  return (
    <>
      {one(feedback.positive_button, ThumbsUp)}
      {one(feedback.negative_button, ThumbsDown)}
    </>
  );
}

function ContextIconButton({
  button,
  blockId,
}: {
  button: IconButton;
  blockId: string;
}): VNode | null {
  const { state, send } = useBlockAction(blockId);
  const { page } = usePageContext();
  const message = useContext(MessageContext);
  const hidden = button.visible_to_user_ids && !button.visible_to_user_ids.includes(page.me);
  if (hidden || !message) return null;
  return (
    <button
      type="button"
      class="icon-button"
      aria-disabled={state === 'busy'}
      aria-label={button.accessibility_label ?? button.text.text}
      title={button.text.text}
      onClick={() => state !== 'busy' && send(clickOf(button))}
    >
      <Icon of={button.icon === 'trash' ? Trash2 : Ellipsis} size={16} />
    </button>
  );
}
