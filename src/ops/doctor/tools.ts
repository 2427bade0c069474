import { ToolServerError, ToolsDenied } from '../../mcp/errors.js';
import type { AvailableTools } from '../../mcp/names.js';
import { type Findings, ok, warning } from '../doctor.js';

/**
 * What was found of the service, and, where that is well, whether it has the code tools: questions
 * are answered without them.
 */
export async function withTools(
  service: Promise<Findings>,
  look: () => Promise<AvailableTools>,
): Promise<Findings> {
  const found = await service;
  const well = found.every(({ state }) => state === 'ok');
  return well ? [...found, ...(await lookAtTools(look))] : found;
}

async function lookAtTools(look: () => Promise<AvailableTools>): Promise<Findings> {
  try {
    return judgeTools(await look());
  } catch (error) {
    if (error instanceof ToolsDenied) return denied(error);
    if (!(error instanceof ToolServerError)) throw error;
    return warning(error.message, 'see the check of the service, and what stands before it');
  }
}

function judgeTools({ offered, missing }: AvailableTools): Findings {
  if (missing.length === 0) return ok(`all ${offered.length} code tools are there`);
  return warning(
    `code tools are missing: ${missing.join(', ')}`,
    'see whether the instance is of version 6.8 or later',
  );
}

function denied({ reason, message }: ToolsDenied): Findings {
  switch (reason) {
    case 'token':
      return warning(`${message}: it does not take the token`, 'see the check of the service');
    case 'permission':
      return warning(
        `${message}: the token's account may not use the tools`,
        "give the token's account the right to use the code tools",
      );
    case 'too-old':
      return warning(
        `${message}: the instance is older than 6.8, or something else answers for it`,
        'update the instance, if you want its code tools',
      );
    case 'off':
      return warning(
        `${message}: the tool server is off, or the instance is older than 6.8`,
        'turn it on in the settings of the instance, if you want its code tools',
      );
  }
}
