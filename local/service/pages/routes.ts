import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import type { Conversation } from '../conversation/resources.js';
import { type Repository, repositoryNamed } from '../git/repository.js';
import { entryAt, listDirectory } from '../git/tree.js';
import { addHostCheck, type HostCheck } from '../http/hosts.js';
import { HttpError, statusOf } from '../http/http-error.js';
import { logError } from '../logging/log.js';
import { addConversationPages, type ConversationPageDependencies } from './conversation-routes.js';
import { addDiagramAssets, DIAGRAM_SCRIPT } from './diagram-assets.js';
import { directoryPage } from './directory-page.js';
import { allowForms } from './forms.js';
import { frontPage } from './front-page.js';
import { printCommit, printDiff } from './git-output.js';
import { ICON } from './icon.js';
import { layout } from './layout.js';
import { parseSourcePagePath, requestedLines, type SourcePageKind } from './paths.js';
import type { RepositoryOverview } from './repository-list.js';
import { PAGE_SCRIPT } from './script.js';
import { addPageSignIn, type PageSignInDependencies } from './sign-in.js';
import { PAGE_STYLE_SHEET } from './style.js';

export interface PageDependencies extends PageSignInDependencies, ConversationPageDependencies {
  readonly repositories: readonly Repository[];
  /** The conversation of a read token; `undefined` if there is none or sharing is off. */
  readonly sharedConversation: (readToken: string) => Conversation | undefined;
  /** What the front page says about each repository. */
  readonly overview: () => readonly RepositoryOverview[];
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  readonly hosts: HostCheck;
}

const MAX_BYTES = 2 * 1_048_576;
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
  "img-src 'self' data:; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages that links lead to: files, directories, commits, shared conversations. */
export function addPageRoutes(app: FastifyInstance, dependencies: PageDependencies): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      // Without a referrer, browsers would send our form with `Origin: null`.
      'referrer-policy': 'same-origin',
    });
    reply.type('text/html; charset=utf-8');
  });
  addHostCheck(app, dependencies.hosts);
  // Before the handler of unknown pages, which takes it over.
  app.setErrorHandler((error, _request, reply) => sendErrorPage(reply, error));
  app.setNotFoundHandler((_request, reply) =>
    sendNotFound(reply, 'There is no page at this address.'),
  );
  addAssets(app);
  addDiagramAssets(app);
  const signIn = addPageSignIn(app, dependencies);
  app.register(async (pages) => {
    signIn.require(pages);
    addSourcePages(pages, dependencies);
  });
  app.register(async (pages) => {
    signIn.requireUser(pages);
    addConversationPages(pages, dependencies);
  });
}

function addSourcePages(app: FastifyInstance, dependencies: PageDependencies): void {
  app.get('/', (request, reply) => showFrontPage(dependencies, request, reply));
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = dependencies.metrics;
    return reply.type(contentType).send(await text());
  });
  app.get('/*', (request, reply) => {
    const show = SOURCE_PAGES[requestedPage(request).kind];
    return show(dependencies, request, reply);
  });
  app.get('/deepsearch/shared/:token', (request, reply) =>
    showShared(dependencies, request, reply),
  );
}

async function showFrontPage(
  { overview, store }: PageDependencies,
  { user }: FastifyRequest,
  reply: FastifyReply,
) {
  allowForms(reply);
  reply.header('cache-control', 'private, no-store');
  const viewer = user && { name: user.name, conversations: conversationsOf(store, user.id) };
  return frontPage({ repositories: overview(), now: Date.now(), ...(viewer && { viewer }) });
}

function conversationsOf(store: PageDependencies['store'], userId: number) {
  const own = store.all().filter((record) => record.userId === userId);
  return own.sort((a, b) => b.updatedAt - a.updatedAt || b.id - a.id);
}

type ShowPage = (
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

const SOURCE_PAGES: Readonly<Record<SourcePageKind, ShowPage>> = {
  tree: showDirectory,
  blob: showFile,
  commit: showCommit,
  compare: showComparison,
};

function requestedPage({ params }: FastifyRequest) {
  return parseSourcePagePath((params as { '*': string })['*']);
}

/** With `.md` at the end of the URL it responds with Markdown. */
async function showShared(
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { token } = request.params as { token: string };
  const asMarkdown = token.endsWith('.md');
  const conversation = dependencies.sharedConversation(token.replace(/\.md$/, ''));
  if (!conversation) {
    return sendNotFound(reply, 'There is no such conversation, or sharing is off on this service.');
  }
  const { render, url } = dependencies;
  if (!asMarkdown) return render({ kind: 'conversation', conversation });
  const markdown = await render({ kind: 'markdown', conversation, url: url() });
  return reply.type('text/markdown; charset=utf-8').send(markdown);
}

function addAssets(app: FastifyInstance): void {
  app.get('/assets/icon.svg', (_request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'max-age=3600').send(ICON);
  });
  app.get('/assets/page.js', (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').send(`${PAGE_SCRIPT}${DIAGRAM_SCRIPT}`);
  });
  app.get('/assets/style.css', async (_request, reply) => {
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600');
    const [light, dark] = await Promise.all([theme('github'), theme('github-dark')]);
    return `${PAGE_STYLE_SHEET}\n${light}\n@media (prefers-color-scheme: dark) {\n${dark}\n}\n`;
  });
}

function theme(name: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  return readFile(resolve(`highlight.js/styles/${name}.css`), 'utf8');
}

async function showFile(
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requested = await findRequestedFile(dependencies, request);
  if (!requested) return sendNotFound(reply, 'There is no such repository or revision here.');
  const { repository, commit, repo, path } = requested;
  const entry = await entryAt(repository.git, commit, path);
  if (entry?.kind === 'folder') return showDirectory(dependencies, request, reply);
  if (!entry || entry.kind === 'module')
    return sendNotFound(reply, `There is no file ${path} in ${repo}.`);
  const { size, objectId } = entry;
  // Copied: the buffer may be part of a larger one, which would be sent along.
  const bytes = size <= MAX_BYTES && new Uint8Array(await repository.blobs.read(objectId));
  const lines = requestedLines(request.query as Record<string, unknown>);
  const view = { repo, path, commit, size, ...(bytes && { bytes }), ...(lines && { lines }) };
  return dependencies.render({ kind: 'file', ...view });
}

async function showDirectory(
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requested = await findRequestedFile(dependencies, request);
  if (!requested) return sendNotFound(reply, 'There is no such repository or revision here.');
  const { repository, commit, repo, path } = requested;
  const entries = await listDirectory(repository.git, commit, path);
  if (!entries) return sendNotFound(reply, `There is no folder ${path} in ${repo}.`);
  return directoryPage({ repo, path, commit, entries });
}

async function showCommit(
  { repositories, render }: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { repo, rest: revision } = requestedPage(request);
  const repository = repositoryNamed(repositories, repo);
  const commit = await repository?.commitOf(revision);
  if (!repository || !commit) return sendNotFound(reply, 'There is no such commit here.');
  const printed = await printCommit(repository.git, commit);
  return render({ kind: 'commit', repo, commit, printed });
}

/** Parses `base...head`, as links have it. */
async function showComparison(
  { repositories, render }: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { repo, rest: ends } = requestedPage(request);
  const repository = repositoryNamed(repositories, repo);
  const [, older = '', newer = ''] = /^(.+?)\.{2,3}(.+)$/s.exec(ends) ?? [];
  const base = await repository?.commitOf(older);
  const head = await repository?.commitOf(newer);
  if (!repository || !base || !head)
    return sendNotFound(reply, 'There is no such comparison here.');
  const patch = await printDiff(repository.git, base, head);
  return render({ kind: 'comparison', repo, base, head, patch });
}

/** The repository, the path in it, and the commit of `repo@revision`, by default HEAD. */
async function findRequestedFile({ repositories }: PageDependencies, request: FastifyRequest) {
  const { repo, name, revision = 'HEAD', rest } = requestedPage(request);
  const repository = repositoryNamed(repositories, name);
  const commit = await repository?.commitOf(revision);
  const path = rest.replace(/(?<!\/)\/+$/, '');
  return repository && commit ? { repository, commit, repo, path } : undefined;
}

const TITLES: Readonly<Record<HttpError['status'], string>> = {
  400: 'Bad request',
  401: 'Sign in',
  403: 'Forbidden',
  404: 'Not found',
  429: 'Too many questions',
  503: 'Service unavailable',
};

function sendErrorPage(reply: FastifyReply, error: unknown) {
  reply.type('text/html; charset=utf-8').code(statusOf(error));
  if (error instanceof HttpError) {
    if (error.retryAfter) reply.header('retry-after', error.retryAfter);
    return reply.send(messagePage(TITLES[error.status], error.message));
  }
  if (reply.statusCode < 500) {
    return reply.send(messagePage('Bad request', 'This request is not valid.'));
  }
  logError('page request failed:', error);
  return reply.send(messagePage('Something went wrong', 'See the service’s log for the reason.'));
}

function sendNotFound(reply: FastifyReply, why: string) {
  return reply.code(404).send(messagePage('Not found', why));
}

function messagePage(title: string, why: string): string {
  const headerHtml = html`<nav>${title}</nav>`;
  return layout({
    title,
    headerHtml,
    bodyHtml: html`<p>${why}</p><p><a href="/">Start page</a></p>`,
  });
}
