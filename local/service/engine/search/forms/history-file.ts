import { roleOf } from '../../../index/file-role.js';

/** Whether a document tells what was, judged by its path: a changelog, or how to upgrade. */
export function isHistory(path: string): boolean {
  return roleOf(path) === 'document' && HISTORY.test(path);
}

const HISTORY =
  /(?:^|[/_.-])(?:change(?:s|log)|history|releases?|news|migrat\w*|upgrad\w*)(?:[/_.-]|$)/i;
