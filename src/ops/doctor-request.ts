import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Finding } from '../model/finding.js';
import type { DoctorRequest } from '../model/intent.js';
import type { Policy } from '../policy/policy.js';
import { renderFindings } from '../render/findings.js';
import * as notes from '../render/texts/notes.js';

export interface DoctorRequestOptions {
  readonly policy: Pick<Policy, 'isAdmin'>;
  /** For somebody in this workspace. */
  readonly runDoctor: (workspace: string) => Promise<readonly Finding[]>;
  readonly postEphemeral: PostEphemeral;
}

/** `/deepsearch doctor`: shows an admin the findings, in an ephemeral message. */
export function createDoctorRequest({ policy, runDoctor, postEphemeral }: DoctorRequestOptions) {
  return async (request: DoctorRequest): Promise<void> => {
    const { workspace } = request.place;
    const isAdmin = await policy.isAdmin(workspace, request.user);
    const text = isAdmin ? renderFindings(await runDoctor(workspace)) : notes.adminsOnly;
    await postEphemeral(request, text);
  };
}
