import type { MessageExcerpt } from './excerpt.js';
import type { HomeState } from './home.js';
import type { Modal } from './modal.js';
import type { Place } from './place.js';
import type { SettingName, SettingsValues } from './settings.js';

/** A user opened the app's Messages tab. */
export interface MessagesTabOpened {
  readonly kind: 'messages-tab-opened';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
}

/**
 * A click that opens or changes a view. Slack's trigger lives 3 s, so the process that receives the
 * click opens the view, and a worker fills it. Holds no trigger and no secret.
 */
export interface ViewRequest {
  readonly kind: 'view-request';
  /** Derived from the event; also the view's `external_id`. */
  readonly id: string;
  readonly modal: Modal;
  readonly workspace: string;
  /** Where it was clicked; absent for a global shortcut. */
  readonly place?: Place;
  readonly user: string;
  readonly at: number;
  /** The message that the view is about. */
  readonly excerpt?: MessageExcerpt;
  /** The id of the view to change; absent if a view opens. */
  readonly viewId?: string;
  /** The same by the id that we gave it when it opened, if that was by another request. */
  readonly externalId?: string;
  /** Where to post an ephemeral message if the view does not open, or replace the one that it opened from; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A user opens Home or clicks in it, or something that it shows has changed. */
export interface HomeRequest {
  readonly kind: 'home';
  readonly id: string;
  readonly workspace: string;
  readonly user: string;
  readonly at: number;
  /** Absent: what they last opened, if that was recently. */
  readonly state?: HomeState;
  /** The id of their question to stop. */
  readonly stop?: string;
}

/** A user changed the settings of a channel, or of the workspace. */
export interface SettingsChange {
  readonly kind: 'settings';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** What the form says; absent values stay as they are. */
  readonly settings: SettingsValues;
  /** What the form sets no longer. */
  readonly unset?: readonly SettingName[];
  /** Absent: those of the channel. */
  readonly level?: 'workspace';
  /** Of what the form showed; absent in jobs of versions without it. */
  readonly revision?: number;
}

/** Slack's trigger to open a view. It lives 3 s, and stays in the process that received the click. */
export interface ViewTrigger {
  readonly id: string;
  /** It was clicked in a modal, onto which the new one is pushed. */
  readonly inModal: boolean;
}
