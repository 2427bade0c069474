import type { HomeView, ModalView } from '@slack/types';
import type { SlackCall, TokenFor } from './web-api.js';

/** An open view, by our external ID or by Slack's ID. */
export type ViewRef = { readonly externalId: string } | { readonly viewId: string };

export type SlackViews = ReturnType<typeof createViews>;

/**
 * Modals and the Home tab. Each call throws as a call to Slack does: `SlackRefused` with the category
 * `trigger` if the trigger has expired, and `not_found` if the view was closed.
 * https://docs.slack.dev/surfaces/modals
 */
export function createViews(call: SlackCall, tokenFor: TokenFor) {
  return {
    /** `views.open`. A trigger is valid for 3 s, and opens one view. */
    async open(workspace: string, trigger: string, view: ModalView): Promise<void> {
      await call(await tokenFor(workspace), 'views.open', { trigger_id: trigger, view });
    },

    /** `views.push`: a modal on top of the current one; at most three. */
    async push(workspace: string, trigger: string, view: ModalView): Promise<void> {
      await call(await tokenFor(workspace), 'views.push', { trigger_id: trigger, view });
    },

    /** `views.update`: replaces the whole view, so it is idempotent. */
    async update(workspace: string, which: ViewRef, view: ModalView): Promise<void> {
      // The new view loses its external ID unless it is sent again.
      const [named, next] =
        'viewId' in which
          ? [{ view_id: which.viewId }, view]
          : [{ external_id: which.externalId }, { ...view, external_id: which.externalId }];
      await call(await tokenFor(workspace), 'views.update', { ...named, view: next });
    },

    /** `views.publish`: the Home tab of a user. */
    async publish(workspace: string, user: string, view: HomeView): Promise<void> {
      await call(await tokenFor(workspace), 'views.publish', { user_id: user, view });
    },
  };
}
