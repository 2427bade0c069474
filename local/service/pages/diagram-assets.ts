import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

/** The source of the diagram is in the fragment of the frame's address, which no server sees. */
const DRAW = `const dark = matchMedia('(prefers-color-scheme: dark)').matches;
mermaid.initialize({
  startOnLoad: false, securityLevel: 'strict', theme: dark ? 'dark' : 'neutral',
  maxTextSize: 20000, maxEdges: 200, flowchart: { htmlLabels: false, useMaxWidth: true },
});
const tell = (height) => parent.postMessage({ diagramHeight: height }, '*');
mermaid.render('diagram', decodeURIComponent(location.hash.slice(1))).then(({ svg }) => {
  document.body.innerHTML = svg;
  tell(Math.ceil(document.body.getBoundingClientRect().height));
}).catch(() => tell(0));
`;

/**
 * A part of the script of all pages: puts the drawing in front of each diagram's source, also of answers that arrive
 * later. What cannot be drawn stays a source.
 */
export const DIAGRAM_SCRIPT = `
function draw(block) {
  block.dataset.diagram = 'yes';
  const frame = document.createElement('iframe');
  frame.className = 'diagram';
  frame.title = 'Diagram';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = '/assets/diagram.html#' + encodeURIComponent(block.textContent);
  const onHeight = ({ source, data }) => {
    const height = data?.diagramHeight;
    if (source !== frame.contentWindow || typeof height !== 'number') return;
    removeEventListener('message', onHeight);
    if (!(height > 0)) return frame.remove();
    frame.style.height = Math.min(height, 2000) + 'px';
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'Source of the diagram';
    block.replaceWith(details);
    details.append(summary, block);
  };
  addEventListener('message', onHeight);
  block.before(frame);
}

function drawAll() {
  const blocks = document.querySelectorAll('.answer pre:not([data-diagram]):has(> .language-mermaid)');
  for (const block of blocks) draw(block);
}
drawAll();
new MutationObserver(drawAll).observe(document.body, { childList: true, subtree: true });
`;

/**
 * What draws diagrams: Mermaid, 2.5 MB, is loaded only where there is one. It draws in a frame, since it writes
 * styles, which our pages do not allow, and since a source may be hostile: the frame has no origin and no cookies,
 * loads nothing, and runs only the scripts that are in it.
 */
export function addDiagramAssets(app: FastifyInstance): void {
  let frame: Promise<{ html: string; policy: string }> | undefined;
  app.get('/assets/diagram.html', async (_request, reply) => {
    frame ??= writeFrame();
    const { html, policy } = await frame;
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'max-age=86400' });
    return html;
  });
}

async function writeFrame() {
  const path = createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');
  // In a string, the same; in a page, it would end the script.
  const mermaid = (await readFile(path, 'utf8')).replaceAll('</script', '<\\/script');
  const scripts = [mermaid, DRAW];
  const hashes = scripts.map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy =
    `default-src 'none'; script-src ${hashes.join(' ')}; style-src 'unsafe-inline'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Diagram</title>
<style>:root { color-scheme: light dark } body { margin: 0 } svg { display: block; max-width: 100% }</style>
</head><body>${scripts.map((text) => `<script>${text}</script>`).join('')}</body></html>
`;
  return { html, policy };
}
