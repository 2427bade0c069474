import { renderAskForm } from '../render/views/ask-form.js';
import type { FillView } from './fill.js';
import type { ListRepositories } from './repositories.js';

/** As many as a menu of Slack's takes. */
const MAX_OFFERED = 100;

/** Adds the repositories to choose from to the form, which is open and usable without them. */
export function createAskFormFill(listRepositories: ListRepositories): FillView<'ask'> {
  return async (_modal, request) => {
    const { workspace, user } = request;
    const repositories = await listRepositories({ workspace, user }, MAX_OFFERED);
    return repositories.length === 0 ? undefined : renderAskForm(request, repositories);
  };
}
