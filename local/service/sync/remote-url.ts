/** The protocols that git may use for a remote. */
export type RemoteProtocol = 'https' | 'http' | 'ssh' | 'git' | 'file';

const PROTOCOLS: readonly string[] = ['https', 'http', 'ssh', 'git', 'file'];
/** `git@host:acme/shop.git`, see https://git-scm.com/docs/git-clone#_git_urls. */
const SCP_FORM = /^[\w.+][\w.+-]*@\w[\w.-]*:(?![:-])\S+$/;
const EXAMPLE = 'https://code.example.com/acme/shop.git';

/**
 * What is wrong with a remote's URL and how to fix it, as the end of a sentence that begins with the
 * place of the URL; `undefined` if git may fetch from it. It never repeats the URL, which may contain
 * a password.
 */
export function remoteUrlProblem(url: string): string | undefined {
  if (/[\s\p{Cc}]/u.test(url)) return 'the URL contains spaces or control characters: remove them';
  if (SCP_FORM.test(url)) return undefined;
  if (/^[./~]/.test(url)) {
    return 'this is a path: write file:///PATH, or give the path on the command line instead';
  }
  const [, protocol] = /^([a-z][a-z\d+.-]*):\/\//i.exec(url) ?? [];
  if (protocol === undefined || !PROTOCOLS.includes(protocol) || !URL.canParse(url)) {
    return `this is no URL that the service fetches from: use https, ssh, git or file, such as ${EXAMPLE}`;
  }
  return partsProblem(new URL(url));
}

function partsProblem(url: URL): string | undefined {
  const { protocol, username, password, hostname, pathname, search, hash } = url;
  const isSsh = protocol === 'ssh:';
  if (password !== '' || (username !== '' && !isSsh)) {
    return "the URL contains credentials: remove them. git's own are used, such as a credential helper or an SSH key";
  }
  if (search !== '' || hash !== '') {
    return 'the URL contains a query or a fragment: remove it. Credentials belong in a credential helper of git';
  }
  const isLocal = protocol === 'file:';
  const hasHost = isLocal ? /^(localhost)?$/.test(hostname) : /^[\w[]/.test(hostname);
  if (!hasHost || /^-|%/.test(username)) {
    return isLocal
      ? 'a file URL has no host: write file:///PATH'
      : 'the URL has no valid host name';
  }
  return pathname.length > 1 ? undefined : 'the URL names no repository: add its path';
}

/** Of a URL without a problem. */
export function protocolOf(url: string): RemoteProtocol {
  const [, protocol = 'ssh'] = /^([a-z]+):\/\//.exec(url) ?? [];
  return protocol as RemoteProtocol;
}
