import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetOf } from '../../docs/.vitepress/links.js';
import { anchorOf, pageOf, ROOT, readSections, TOP_PAGES } from '../../docs/.vitepress/pages.js';
import { addPolicy } from '../../docs/.vitepress/policy.js';

const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));

describe('the pages of the documentation', () => {
  it('docs/README.md, from which the site has its sidebar, lists each page once', () => {
    const listed = readSections().flatMap(({ items }) => items.map(({ document }) => document));
    const pages = markdownIn('docs').filter((name) => name !== 'README.md');
    expect(listed.sort()).toEqual(
      [
        ...pages.map((name) => `docs/${name}`),
        ...TOP_PAGES.map((name) => `${name}.md`),
        'docs/adr/README.md',
      ].sort(),
    );
  });

  it('docs/adr/README.md lists each decision under its title', () => {
    const text = readFileSync(join(ROOT, 'docs/adr/README.md'), 'utf8');
    const listed = [...text.matchAll(/^(\d+\. )\[(.+)\]\((.+)\)$/gm)].map(
      ([, number, title, file]) => [file, `# ${number}${title}`],
    );
    const decisions = markdownIn('docs/adr').filter((name) => name !== 'README.md');
    const headings = decisions.map((name) => [
      name,
      readFileSync(join(ROOT, 'docs/adr', name), 'utf8').split('\n')[0],
    ]);
    expect(listed).toEqual(headings);
  });
});

describe('a link of a document, on the site', () => {
  it.each([
    ['docs/tour.md', 'using.md#code-tools', '/using.md#code-tools'],
    ['docs/adr/0001-answers-are-not-stored.md', '../data.md', '/data.md'],
    ['docs/install.md', '../SECURITY.md', '/security.md'],
    ['SECURITY.md', 'docs/adr', '/adr/index.md'],
    ['docs/tour.md', '#stop', '#stop'],
    ['docs/tour.md', 'https://example.com/a.md', 'https://example.com/a.md'],
  ])('in %s, %s leads to %s', (document, link, href) => {
    expect(targetOf(document, link)).toEqual({ href });
  });

  it.each([
    ['docs/kubernetes.md', '../deploy/kubernetes', 'deploy/kubernetes'],
    ['docs/tour.md', '../README.md#try-it', 'README.md'],
  ])('in %s, %s names a file that is no page', (document, link, file) => {
    const target = targetOf(document, link);
    const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      repository?: { url: string };
    };
    if (repository === undefined) expect(target).toEqual({ source: file });
    else expect(target).toEqual({ href: expect.stringMatching(`^https://.+/HEAD/${file}$`) });
  });

  it('fails the build if the file is missing', () => {
    expect(() => targetOf('docs/tour.md', 'gone.md')).toThrow(
      'docs/tour.md links to docs/gone.md, which is missing',
    );
  });
});

it('a document outside of docs/ is no page, unless forges look for it there', () => {
  expect(['README.md', 'src/notes.md', 'docs/images/a.png'].map(pageOf)).toEqual(
    Array.from({ length: 3 }),
  );
  expect(['CHANGELOG.md', 'docs/README.md'].map(pageOf)).toEqual(['changelog.md', 'index.md']);
});

it('anchors are those of forges', () => {
  expect(anchorOf('What `doctor` checks, and why: 3 rules')).toBe(
    'what-doctor-checks-and-why-3-rules',
  );
});

it('the policy of a page allows the scripts that are in it, and no others', () => {
  const page =
    '<meta charset="utf-8"><script>let a;</script><script type="module" src="/a.js"></script>';
  const [, policy = ''] = /content="([^"]+)"/.exec(addPolicy(page)) ?? [];
  expect(policy.match(/'sha256-[^']+'/g)).toEqual([
    "'sha256-81WALLbUROF1pWdYjuQYKuIcGgY/+TqVJr8UsV6Tkvo='",
  ]);
  expect(policy).toMatch(/^default-src 'self'; script-src 'self' /);
});
