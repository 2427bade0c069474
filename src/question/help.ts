import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { HelpRequest } from '../model/intent.js';
import * as notes from '../render/texts/notes.js';

/** A mention without a question: a private note says how to ask. */
export function createHelp({ postEphemeral }: { readonly postEphemeral: PostEphemeral }) {
  return (request: HelpRequest): Promise<void> => postEphemeral(request, notes.usage());
}
