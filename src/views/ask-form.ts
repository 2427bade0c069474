import type { Policy } from '../policy/policy.js';
import { renderAskForm } from '../render/views/ask-form.js';
import type { FillView } from './fill.js';
import type { ListRepositories } from './repositories.js';

/** As many as a menu of Slack's takes. */
const MAX_OFFERED = 100;

export interface AskFormOptions {
  readonly listRepositories: ListRepositories;
  readonly audienceOf: Policy['audienceOf'];
}

/** Adds the repositories to choose from to the form, which is open and usable without them. */
export function createAskFormFill(options: AskFormOptions): FillView<'ask'> {
  return async (_modal, request) => {
    const { workspace, user, place = { workspace, channel: user, direct: true } } = request;
    const { sees } = await options.audienceOf(place);
    const listed = await options.listRepositories({ workspace, user }, MAX_OFFERED);
    const repositories = listed.filter(sees);
    return repositories.length === 0 ? undefined : renderAskForm(request, repositories);
  };
}
