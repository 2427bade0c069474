import type { MarkdownRenderer } from 'vitepress';
import { rewriteLinks } from './links.js';

/** What the site does differently from a forge with the same documents. */
export function extendMarkdown(markdown: MarkdownRenderer): void {
  rewriteLinks(markdown);
  drawDiagrams(markdown);
  switchPictures(markdown);
}

function drawDiagrams(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const fence = rules['fence'];
  rules['fence'] = (...given) => {
    const [tokens, index] = given;
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(...given) ?? '';
    return `<Diagram source="${encodeURIComponent(token.content)}" />`;
  };
}

const PICTURE =
  /<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img (alt="[^"]*") src="([^"]+)">\s*<\/picture>/g;

/** The site has a switch for dark mode, which `<picture>` does not follow. */
function switchPictures(markdown: MarkdownRenderer): void {
  const images = [
    '<img class="light-only" loading="lazy" $2 src="./$3">',
    '<img class="dark-only" loading="lazy" $2 src="./$1">',
  ];
  markdown.renderer.rules['html_block'] = (tokens, index) =>
    (tokens[index]?.content ?? '').replace(PICTURE, `<p>${images.join('')}</p>`);
}
