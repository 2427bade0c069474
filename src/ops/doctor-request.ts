import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Finding } from '../model/finding.js';
import type { DoctorRequest } from '../model/intent.js';
import type { Policy } from '../policy/policy.js';
import { renderFindings } from '../render/findings.js';
import * as notes from '../render/texts/notes.js';

export interface DoctorRequestOptions {
  readonly policy: Pick<Policy, 'isAdmin'>;
  /** Looks at every part of the installation. */
  readonly examine: () => Promise<readonly Finding[]>;
  readonly postEphemeral: PostEphemeral;
}

/** Tells an admin, in private, what is wrong with this installation, and how to fix it. */
export function createDoctorRequest({ policy, examine, postEphemeral }: DoctorRequestOptions) {
  return async (request: DoctorRequest): Promise<void> => {
    const isAdmin = await policy.isAdmin(request.place.workspace, request.user);
    await postEphemeral(request, isAdmin ? renderFindings(await examine()) : notes.adminsOnly);
  };
}
