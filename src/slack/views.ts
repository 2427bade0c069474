import type { HomeView, ModalView } from '@slack/types';
import type { TokenFor } from './messages.js';
import type { SlackCall } from './web-api.js';

/** A view that stands: by the name that we gave it, or by Slack's id. */
export type ViewRef = { readonly externalId: string } | { readonly viewId: string };

export type SlackViews = ReturnType<typeof createViews>;

/**
 * Views: modals over the page, and the app's Home. Each call throws as a call to Slack does; a
 * trigger that has run out is a refusal about `trigger`, a view that was closed one about `gone`.
 * https://docs.slack.dev/surfaces/modals
 */
export function createViews(call: SlackCall, tokenFor: TokenFor) {
  return {
    /** `views.open`. `trigger` lives 3 s, and opens one view. */
    async open(workspace: string, trigger: string, view: ModalView): Promise<void> {
      await call(await tokenFor(workspace), 'views.open', { trigger_id: trigger, view });
    },

    /** `views.push`: over the modal that was clicked in; three at most lie on each other. */
    async push(workspace: string, trigger: string, view: ModalView): Promise<void> {
      await call(await tokenFor(workspace), 'views.push', { trigger_id: trigger, view });
    },

    /** `views.update`: the whole view is replaced, so a repeat does no harm. */
    async update(workspace: string, which: ViewRef, view: ModalView): Promise<void> {
      // A view that is put in place of another without its name has none.
      const [named, next] =
        'viewId' in which
          ? [{ view_id: which.viewId }, view]
          : [{ external_id: which.externalId }, { ...view, external_id: which.externalId }];
      await call(await tokenFor(workspace), 'views.update', { ...named, view: next });
    },

    /** `views.publish`: somebody's Home, whether they look at it or not. */
    async publish(workspace: string, user: string, view: HomeView): Promise<void> {
      await call(await tokenFor(workspace), 'views.publish', { user_id: user, view });
    },
  };
}
