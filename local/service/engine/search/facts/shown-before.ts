import type { EngineContext } from '../../../conversation/engine.js';
import { decodePath } from '../../../http/decode-path.js';

const MAX_ANSWER_LENGTH = 4_000;
const FILE_LINK = /\]\(\/[^)\s]{1,300}?\/-\/blob\/([^)\s?#]{1,400})/;

/** The file that the answer before leads to first: of several definitions of a name, a follow-up means the one there. */
export function fileShownBefore({ history }: Pick<EngineContext, 'history'>): string | undefined {
  const answer = history.at(-1)?.answer?.slice(0, MAX_ANSWER_LENGTH) ?? '';
  const [, path] = FILE_LINK.exec(answer) ?? [];
  return path === undefined ? undefined : decodePath(path);
}
