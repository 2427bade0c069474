import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import type { Conversation } from '../conversation/resources.js';
import type { Repository } from '../git/repository.js';
import { entryAt, listFolder } from '../git/tree.js';
import { decodeText } from '../index/text-files.js';
import { SCRIPT, STYLE } from './assets.js';
import { folderPage, repositoriesPage } from './directory-page.js';
import { layout } from './layout.js';

export interface PageParts {
  readonly repositories: readonly Repository[];
  /** The conversation of a read token, where sharing lets it be seen. */
  readonly shared: (readToken: string) => Conversation | undefined;
  /** What is wrong with the name that a browser called us by. */
  readonly hostTrouble: (host: string | undefined) => string | undefined;
  /** Where browsers reach us. */
  readonly url: () => string;
}

const MOST_BYTES = 2 * 1_048_576;
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages that links open: files at their lines, folders, shared conversations. */
export function addPages(app: FastifyInstance, parts: PageParts): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    reply.type('text/html; charset=utf-8');
    if (!parts.hostTrouble(request.headers.host)) return;
    const why = `This service does not go by that name: open ${parts.url()} instead.`;
    return reply.code(403).send(notice('Not here', why));
  });
  app.setNotFoundHandler((_request, reply) => missing(reply, 'There is no page at this address.'));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) {
      return reply.code(statusCode).send(notice('Not so', 'This is no request for a page.'));
    }
    console.error('a page failed:', error);
    return reply.code(500).send(notice('This page failed', 'The service’s log says why.'));
  });
  addAssets(app);
  app.get('/', () => repositoriesPage(parts.repositories.map(({ name }) => name)));
  app.get('/:repo', (request, reply) => showFolder(parts, request, reply));
  app.get('/:repo/-/tree/*', (request, reply) => showFolder(parts, request, reply));
  app.get('/:repo/-/blob/*', (request, reply) => showFile(parts, request, reply));
  app.get('/:repo/-/commit/*', (request, reply) => showCommit(parts, request, reply));
  app.get('/:repo/-/compare/*', (request, reply) => showComparison(parts, request, reply));
  app.get('/deepsearch/shared/:token', (request, reply) => showShared(parts, request, reply));
}

/** With `.md` at its end the address gives Markdown. What renders is loaded when first asked for. */
async function showShared(parts: PageParts, request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.params as { token: string };
  const asMarkdown = token.endsWith('.md');
  const conversation = parts.shared(token.replace(/\.md$/, ''));
  if (!conversation) {
    return missing(reply, 'There is no such conversation, or sharing is off on this service.');
  }
  if (!asMarkdown) {
    const { conversationPage } = await import('./conversation-page.js');
    return reply.send(conversationPage(conversation));
  }
  const { conversationMarkdown } = await import('./conversation-markdown.js');
  reply.type('text/markdown; charset=utf-8');
  return reply.send(conversationMarkdown(conversation, parts.url()));
}

function addAssets(app: FastifyInstance): void {
  app.get('/assets/page.js', (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').send(SCRIPT);
  });
  app.get('/assets/style.css', async (_request, reply) => {
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600');
    const [light, dark] = await Promise.all([theme('github'), theme('github-dark')]);
    return `${STYLE}\n${light}\n@media (prefers-color-scheme: dark) {\n${dark}\n}\n`;
  });
}

function theme(name: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  return readFile(resolve(`highlight.js/styles/${name}.css`), 'utf8');
}

async function showFile(parts: PageParts, request: FastifyRequest, reply: FastifyReply) {
  const asked = await repositoryAsked(parts, request);
  if (!asked) return missing(reply, 'There is no such repository or revision here.');
  const { repository, commit, repo, path } = asked;
  const entry = await entryAt(repository.git, commit, path);
  if (entry?.kind === 'folder') return showFolder(parts, request, reply);
  if (!entry || entry.kind === 'module')
    return missing(reply, `There is no file ${path} in ${repo}.`);
  const { size, objectId } = entry;
  const text = size > MOST_BYTES ? undefined : decodeText(await repository.blobs.read(objectId));
  const { filePage, linesAsked } = await import('./file-page.js');
  const lines = linesAsked(request.query as Record<string, unknown>);
  return filePage({ ...{ repo, path, commit, text, size }, ...(lines && { lines }) });
}

async function showFolder(parts: PageParts, request: FastifyRequest, reply: FastifyReply) {
  const asked = await repositoryAsked(parts, request);
  if (!asked) return missing(reply, 'There is no such repository or revision here.');
  const { repository, commit, repo, path } = asked;
  const entries = await listFolder(repository.git, commit, path);
  if (!entries) return missing(reply, `There is no folder ${path} in ${repo}.`);
  return folderPage({ repo, path, commit, entries });
}

async function showCommit(
  { repositories }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { repo, '*': revision } = request.params as { repo: string; '*': string };
  const repository = repositories.find(({ name }) => name === repo);
  const commit = await repository?.commitOf(revision);
  if (!repository || !commit) return missing(reply, 'There is no such commit here.');
  const { commitPage } = await import('./diff-page.js');
  return commitPage(repository.git, repo, commit);
}

/** `base...head`, as links carry it. */
async function showComparison(
  { repositories }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { repo, '*': ends } = request.params as { repo: string; '*': string };
  const repository = repositories.find(({ name }) => name === repo);
  const [, older = '', newer = ''] = /^(.+?)\.{2,3}(.+)$/.exec(ends) ?? [];
  const base = await repository?.commitOf(older);
  const head = await repository?.commitOf(newer);
  if (!repository || !base || !head) return missing(reply, 'There is no such comparison here.');
  const { comparisonPage } = await import('./diff-page.js');
  return comparisonPage(repository.git, repo, { base, head });
}

/** The repository, the path in it, and the commit that `repo@revision` means, or HEAD. */
async function repositoryAsked({ repositories }: PageParts, request: FastifyRequest) {
  const { repo, '*': rest = '' } = request.params as { repo: string; '*'?: string };
  const at = repo.indexOf('@');
  const name = at < 0 ? repo : repo.slice(0, at);
  const repository = repositories.find((one) => one.name === name);
  const revision = at < 0 ? 'HEAD' : repo.slice(at + 1);
  const commit = await repository?.commitOf(revision);
  const path = rest.replace(/\/+$/, '');
  return repository && commit ? { repository, commit, repo, path } : undefined;
}

function missing(reply: FastifyReply, why: string) {
  return reply.code(404).send(notice('Not found', why));
}

function notice(title: string, why: string): string {
  const top = html`<nav>${title}</nav>`;
  return layout({ title, top, body: html`<p>${why}</p><p><a href="/">All repositories</a></p>` });
}
