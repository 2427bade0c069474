import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { Check, Copy } from 'lucide';
import { Fragment, type VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { jsx, jsxs } from 'preact/jsx-runtime';
import { Icon } from '../ui/icon.js';

/** Longer code is not highlighted, since it takes too long. */
const MAX_HIGHLIGHTED_CHARS = 60_000;
const lowlight = createLowlight(common);

/** Code, highlighted if its language is known, with a copy button. */
export function CodeBlock({ code, language }: { code: string; language?: string }): VNode {
  const shown = useMemo(() => highlighted(code, language), [code, language]);
  return (
    <div class="code-block">
      {language && <span class="code-language">{language}</span>}
      <CopyButton text={code} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}

function highlighted(code: string, language: string | undefined): VNode | string {
  if (!language || code.length > MAX_HIGHLIGHTED_CHARS || !lowlight.registered(language))
    return code;
  const tree = lowlight.highlight(language, code);
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, elementAttributeNameCase: 'html' }) as VNode;
}

const COPIED_MS = 1_600;

function CopyButton({ text }: { text: string }): VNode {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done === true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" class="copy" aria-label="Copy code" onClick={() => void copy()}>
      <Icon of={copied ? Check : Copy} size={15} />
      <span aria-live="polite">{copied ? 'Copied' : ''}</span>
    </button>
  );
}
