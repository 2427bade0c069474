import { Modal } from '../../model/modal.js';
import type { ViewRequest } from '../../model/view-request.js';
import { type Click, metadataOf } from './click.js';
import { fromJson, type OpenView, openView } from './result.js';

/** The buttons that open a view, or change the view that they are in. */

/** Value: a `Modal` as JSON. */
export function parseOpenModal(click: Click): OpenView | undefined {
  return parseOpenView(click, fromJson(click.value));
}

/** Value: a `Modal` as JSON. */
export function parseUpdateModal(click: Click): ViewRequest | undefined {
  return inSameView(click, fromJson(click.value));
}

/** A name was chosen in the code that a view shows; the `action_id` says what to do with it. */
export function parseFollowSymbol(click: Click): ViewRequest | undefined {
  const [, action] = /\.(def|refs|open)$/.exec(click.actionId) ?? [];
  const modal = metadataOf(click.view)?.modal;
  if (modal?.kind !== 'code') return undefined;
  return inSameView(click, { ...modal, selection: { action, symbol: click.selectedOption ?? '' } });
}

function inSameView(click: Click, modal: unknown): ViewRequest | undefined {
  const opened = parseOpenView(click, modal);
  if (opened === undefined || click.view === undefined) return undefined;
  return { ...opened.request, viewId: click.view.id };
}

/** `value`: a `Modal`, unless it was forged. */
export function parseOpenView(click: Click, value: unknown): OpenView | undefined {
  const { workspace, user, at, place, triggerId, sealedResponse, view } = click;
  const modal = Modal.safeParse(value);
  if (!modal.success || triggerId === undefined) return undefined;
  const opener = { workspace, user, at, triggerId, sealedResponse };
  const opened = openView(modal.data, { ...opener, ...(place && { place }) });
  return { ...opened, trigger: { id: triggerId, inModal: view?.type === 'modal' } };
}
