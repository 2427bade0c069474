import type { Intent } from '../../model/intent.js';
import { ViewMetadata } from '../../model/modal.js';
import type { Place } from '../../model/place.js';
import type { BlockActions } from './payloads.js';
import {
  fromJson,
  type Ignored,
  type OpenView,
  placeIn,
  type RunCommand,
  type Seal,
  type SealedResponse,
  sealResponseUrl,
} from './result.js';

/** A click on a button, or a choice in a menu or a field. */
export interface Click {
  readonly actionId: string;
  readonly value: string | undefined;
  readonly selectedOption: string | undefined;
  readonly selectedConversation: string | undefined;
  /** Differs for each click. */
  readonly actionTs: string;
  readonly workspace: string;
  readonly user: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Where the clicked message is; in a view: where the view was opened. */
  readonly place: Place | undefined;
  /** Undefined in a view. */
  readonly channel: string | undefined;
  /** Undefined in an ephemeral message. */
  readonly messageTs: string | undefined;
  /** Of the ephemeral message too. */
  readonly containerTs: string | undefined;
  readonly view: BlockActions['view'];
  readonly triggerId: string | undefined;
  readonly responseUrl: string | undefined;
  readonly sealedResponse: SealedResponse;
  readonly seal: Seal | undefined;
}

/** A click in a message, whose button has a value. */
export interface MessageClick extends Click {
  readonly value: string;
  readonly place: Place;
  readonly channel: string;
}

export type ClickResult = Intent | Ignored | OpenView | RunCommand;

/** Undefined where the click's value does not fit the button. */
export type ClickParser = (click: Click) => ClickResult | undefined;

/** A button that is only in messages. */
export function inMessage(parse: (click: MessageClick) => ClickResult | undefined): ClickParser {
  return (click) => {
    const { value, place, channel } = click;
    if (value === undefined || place === undefined || channel === undefined) return undefined;
    return parse({ ...click, value, place, channel });
  };
}

/** A button or a field that is only in Home. */
export function inHome(parse: ClickParser): ClickParser {
  return (click) => (click.view?.type === 'home' ? parse(click) : undefined);
}

/** `at`: now, ms since the epoch. */
export function toClick(payload: BlockActions, at: number, seal: Seal | undefined): Click {
  const { workspace, user, channel, message, container, view, actions, trigger_id, response_url } =
    payload;
  const [action] = actions;
  const threadTs = message?.thread_ts ?? message?.ts ?? container?.thread_ts;
  return {
    actionId: action.action_id,
    value: action.value ?? undefined,
    selectedOption: action.selected_option?.value,
    selectedConversation: action.selected_conversation ?? undefined,
    actionTs: action.action_ts,
    workspace,
    user: user.id,
    at,
    place:
      channel === undefined
        ? placeOfView(workspace, metadataOf(view))
        : placeIn(workspace, channel.id, threadTs),
    channel: channel?.id,
    messageTs: message?.ts,
    containerTs: container?.message_ts,
    view,
    triggerId: trigger_id,
    responseUrl: response_url,
    sealedResponse: sealResponseUrl(response_url, seal),
    seal,
  };
}

/** What a view of ours carries along; undefined where it is not ours. */
export function metadataOf(
  view: { readonly private_metadata?: string | undefined } | undefined,
): ViewMetadata | undefined {
  const metadata = ViewMetadata.safeParse(fromJson(view?.private_metadata));
  return metadata.success ? metadata.data : undefined;
}

/** Where a view was opened; undefined for one that was opened by a global shortcut or in Home. */
export function placeOfView(
  workspace: string,
  metadata: ViewMetadata | undefined,
): Place | undefined {
  const place = metadata?.place;
  return place && placeIn(workspace, place.channel, place.threadTs);
}
