import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { extendMarkdown } from './markdown.js';
import { anchorOf, pageOf, ROOT, readSections, TOP_PAGES } from './pages.js';
import { addPolicy } from './policy.js';

/** Forges would show these lines as a table, if they were in the document. */
const FIRST_PAGE = {
  frontmatter: {
    layout: 'home',
    hero: {
      name: 'deepsearch-slack',
      tagline:
        'Ask questions about your code from Slack. The answer, with its sources, lands in the thread.',
      actions: [
        { text: 'Take the tour', link: '/tour' },
        { text: 'Install it', link: '/install', theme: 'alt' },
        { text: 'Something does not work', link: '/troubleshooting', theme: 'alt' },
      ],
    },
  },
};

export default defineConfig({
  title: 'deepsearch-slack',
  description: 'Ask questions about your code from Slack.',
  srcDir: '..',
  // README.md is for the forge; its counterpart is docs/README.md.
  srcExclude: ['!(docs)/**/*', `!(${TOP_PAGES.join('|')}).md`, 'docs/.vitepress/**'],
  rewrites: (document) => pageOf(document) ?? document,
  outDir: '../.artifacts/docs',
  cacheDir: '../.artifacts/docs-cache',
  markdown: { config: extendMarkdown, anchor: { slugify: anchorOf } },
  head: [['link', { rel: 'icon', href: icon() }]],
  transformPageData: ({ relativePath }) => (relativePath === 'index.md' ? FIRST_PAGE : {}),
  transformHtml: addPolicy,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sidebar(),
    nav: [
      { text: 'Tour', link: '/tour' },
      { text: 'Using it', link: '/using' },
      { text: 'Installing', link: '/install' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
  },
});

function sidebar(): DefaultTheme.SidebarItem[] {
  return readSections().map(({ text, items }) => ({
    text,
    items: items.map((item) => ({
      text: item.text,
      link: linkTo(item.document),
      ...(item.document === 'docs/adr/README.md' ? { collapsed: true, items: decisions() } : {}),
    })),
  }));
}

function linkTo(document: string): string {
  return `/${pageOf(document)?.replace(/(index)?\.md$/, '') ?? ''}`;
}

function decisions(): DefaultTheme.SidebarItem[] {
  const documents = readdirSync(join(ROOT, 'docs/adr')).filter((name) => /^\d/.test(name));
  return documents.map((name) => {
    const [, title = name] =
      /^# (.+)/.exec(readFileSync(join(ROOT, 'docs/adr', name), 'utf8')) ?? [];
    return { text: title, link: linkTo(`docs/adr/${name}`) };
  });
}

function icon(): string {
  const svg = readFileSync(join(ROOT, 'local/workspace/page/client/icon.svg'), 'utf8');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
