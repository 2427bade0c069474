import { TOOLS, ToolServerTrouble } from '../../toolserver/tools.js';
import { type Findings, ok, warning } from '../doctor.js';

/**
 * What was found of the service, and, where that is well, whether it has the code tools: questions
 * are answered without them.
 */
export async function withTools(
  service: Promise<Findings>,
  list: () => Promise<readonly string[]>,
): Promise<Findings> {
  const found = await service;
  const well = found.every(({ state }) => state === 'ok');
  return well ? [...found, ...(await lookAtTools(list))] : found;
}

async function lookAtTools(list: () => Promise<readonly string[]>): Promise<Findings> {
  try {
    return judgeTools(await list());
  } catch (error) {
    if (error instanceof ToolServerTrouble) return trouble(error);
    throw error;
  }
}

function judgeTools(names: readonly string[]): Findings {
  const missing = TOOLS.filter((tool) => !names.some((name) => name.endsWith(tool)));
  if (missing.length === 0) return ok(`all ${TOOLS.length} code tools are there`);
  return warning(
    `code tools are missing: ${missing.join(', ')}`,
    'see whether the instance is of version 6.8 or later',
  );
}

function trouble({ status, message }: ToolServerTrouble): Findings {
  switch (status) {
    case 401:
      return warning(`${message}: it does not take the token`, 'see the check of the service');
    case 403:
      return warning(
        `${message}: the token's account may not use the tools`,
        "give the token's account the right to use the code tools",
      );
    case 404:
      return warning(
        `${message}: the tool server is off, or the instance is older than 6.8`,
        'turn it on in the settings of the instance, if you want its code tools',
      );
    default:
      return warning(message, 'see the check of the service, and what stands before it');
  }
}
