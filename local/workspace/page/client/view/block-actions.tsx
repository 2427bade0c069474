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
import { isField } from '../text/fields.js';
import { safeUrl } from '../text/links.js';
import { LooseField } from './block-field.js';
import { Dialog } from './dialog.js';
import { MessageContext, useHere } from './here.js';
import { Icon } from './icon.js';
import { Menu } from './menu.js';
import { PlainText } from './plain-text.js';
import { type Press, usePress } from './press.js';
import { TextOf } from './text-object.js';

export function ActionsRow({ block }: { block: ActionsBlock }): VNode {
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
          return <LooseField key={index} element={element} blockId={blockId} />;
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

/** A button of a block: pressed once, it waits until the app has answered or a few seconds pass. */
export function BlockButton({ button, blockId }: { button: Button; blockId: string }): VNode {
  const { state, press } = usePress(blockId);
  const [asking, setAsking] = useState(false);
  const send = (): void => press(pressOf(button));
  const use = (): void => {
    // Not the attribute `disabled`: what has it loses the focus.
    if (state === 'busy') return;
    if (button.confirm) setAsking(true);
    else send();
  };
  const look = `block-button ${button.style ?? ''} ${state}`;
  const label = button.accessibility_label ? { 'aria-label': button.accessibility_label } : {};
  if (button.url !== undefined) return <LinkButton button={button} look={look} onOpen={send} />;
  return (
    <>
      <button
        type="button"
        class={look}
        aria-disabled={state === 'busy'}
        aria-busy={state === 'busy'}
        onClick={use}
        {...label}
      >
        <PlainText text={button.text.text} />
        <PressMark state={state} />
      </button>
      {asking && button.confirm && (
        <Confirm dialog={button.confirm} onYes={send} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function pressOf({ action_id = '', value }: Button | IconButton) {
  return { actionId: action_id, ...(value === undefined ? {} : { value }) };
}

function PressMark({ state }: { state: Press['state'] }): VNode | null {
  if (state === 'busy') return <span class="spinner" role="status" aria-label="Working" />;
  if (state !== 'failed') return null;
  return (
    <span class="press-failed" role="alert" title="The app did not answer. Try again.">
      <Icon of={CircleAlert} size={15} />
    </span>
  );
}

function LinkButton(given: { button: Button; look: string; onOpen(): void }): VNode {
  const { button, look, onOpen } = given;
  const url = safeUrl(button.url ?? '');
  const text = <PlainText text={button.text.text} />;
  if (!url) return <span class={`${look} dead-link`}>{text}</span>;
  return (
    <a class={look} href={url} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
      {text}
      <Icon of={ExternalLink} size={13} />
    </a>
  );
}

function Confirm(given: { dialog: ConfirmationDialog; onYes(): void; onClose(): void }): VNode {
  const { dialog, onYes, onClose } = given;
  return (
    <Dialog
      title={dialog.title?.text ?? 'Are you sure?'}
      yes={dialog.confirm?.text ?? 'Yes'}
      no={dialog.deny?.text ?? 'Cancel'}
      danger={dialog.style === 'danger'}
      onYes={onYes}
      onClose={onClose}
    >
      <TextOf text={dialog.text} />
    </Dialog>
  );
}

export function Overflow({ menu, blockId }: { menu: OverflowMenu; blockId: string }): VNode {
  const { press } = usePress(blockId);
  return (
    <Menu
      label="More actions"
      face={<Icon of={Ellipsis} />}
      items={menu.options.map((option) => ({
        key: option.value ?? option.text.text,
        face: <PlainText text={option.text.text} />,
        onChoose: () =>
          press({
            actionId: menu.action_id ?? '',
            ...(option.value === undefined ? {} : { value: option.value }),
          }),
      }))}
    />
  );
}

export function ContextActionsRow({ block }: { block: ContextActionsBlock }): VNode {
  const blockId = block.block_id ?? '';
  return (
    <div class="context-actions">
      {block.elements.map((element, index) =>
        element.type === 'feedback_buttons' ? (
          <Feedback key={index} feedback={element} blockId={blockId} />
        ) : (
          <SmallButton key={index} button={element} blockId={blockId} />
        ),
      )}
    </div>
  );
}

function Feedback({ feedback, blockId }: { feedback: FeedbackButtons; blockId: string }): VNode {
  const { press } = usePress(blockId);
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
        press({ actionId: feedback.action_id ?? '', value: button.value });
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

function SmallButton({ button, blockId }: { button: IconButton; blockId: string }): VNode | null {
  const { state, press } = usePress(blockId);
  const { page } = useHere();
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
      onClick={() => state !== 'busy' && press(pressOf(button))}
    >
      <Icon of={button.icon === 'trash' ? Trash2 : Ellipsis} size={16} />
    </button>
  );
}
