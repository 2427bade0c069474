import { roleOf } from '../../../index/file-role.js';

/** Whether a document tells what was, judged by its path: a changelog, how to upgrade, or what was planned. */
export function isHistory(path: string): boolean {
  return roleOf(path) === 'document' && HISTORY.test(path);
}

/** Whether it lists what each version changed. */
export function isChangelog(path: string): boolean {
  return (roleOf(path) === 'document' && CHANGELOG.test(path)) || MAVEN_CHANGES.test(path);
}

const MAVEN_CHANGES = /^src\/(?:changes|site\/xdoc)\/changes\.xml$/;

const CHANGELOG =
  /^(?:docs?\/)?(?:change(?:s|log)|history|release[-_]?notes|releases?|news)(?:\.\w{1,8})?$/i;
const HISTORY =
  /(?:^|[/_.-])(?:change(?:s|log)|history|releases?|news|migrat\w*|upgrad\w*)(?:[/_.-]|$)|(?:^|\/)plans\//i;
