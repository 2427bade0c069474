import type { MessageExcerpt } from './excerpt.js';
import type { HomeState } from './home.js';
import type { Modal } from './modal.js';
import type { Place } from './place.js';
import type { ChannelSettings } from './settings.js';

/** Somebody came to their direct message with us. */
export interface MessagesTabOpened {
  readonly kind: 'messages-tab-opened';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
}

/**
 * A click that opens a view. Slack's trigger lives 3 s, so who hears the click opens it; a worker
 * fills it where something has to be gathered. Holds no trigger and no secret.
 */
export interface ViewRequest {
  readonly kind: 'view-request';
  /** Made of what happened; the view goes by it (`external_id`). */
  readonly id: string;
  readonly modal: Modal;
  readonly workspace: string;
  /** Where it was clicked; a global shortcut stands nowhere. */
  readonly place?: Place;
  readonly user: string;
  readonly at: number;
  /** What the message says that the view is about. */
  readonly excerpt?: MessageExcerpt;
  /** The id of the view that it was clicked in and that is to change, where none opens. */
  readonly viewId?: string;
  /** Where a private note goes if the view does not open; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** Somebody looks at their Home, or clicks in it; or something of theirs has changed meanwhile. */
export interface HomeRequest {
  readonly kind: 'home';
  readonly id: string;
  readonly workspace: string;
  readonly user: string;
  readonly at: number;
  /** Absent: as they look at it now, if they still do. */
  readonly state?: HomeState;
  /** A question of theirs to be stopped. */
  readonly stop?: string;
}

/** Somebody has said how a channel is to have us. */
export interface SettingsChange {
  readonly kind: 'settings';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  readonly settings: ChannelSettings;
}

/** Slack's leave to open a view. It lives 3 s, and stays in the process that heard the click. */
export interface ViewTrigger {
  readonly id: string;
  /** It was clicked in a modal, over which the new one lies. */
  readonly inModal: boolean;
}
