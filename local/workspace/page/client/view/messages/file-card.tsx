import { Download, FileText } from 'lucide';
import type { VNode } from 'preact';
import { formatFileSize } from '../../text/file-size.js';
import { safeUrl } from '../../text/safe-url.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';

export function FileCard({ file }: { file: Readonly<Record<string, unknown>> }): VNode {
  const { session } = usePageContext();
  const name = String(file['title'] || file['name'] || 'A file');
  const url = safeUrl(String(file['url_private'] ?? ''));
  const size = typeof file['size'] === 'number' ? formatFileSize(file['size']) : '';
  const content = (
    <>
      <span class="file-icon">
        <Icon of={FileText} />
      </span>
      <span class="file-text">
        <strong>{name}</strong>
        <small>{[file['pretty_type'] ?? file['mimetype'], size].filter(Boolean).join(' · ')}</small>
      </span>
    </>
  );
  if (!url) return <div class="file-card">{content}</div>;
  const mine = new URL(url);
  mine.searchParams.set('as', session.as);
  return (
    <a class="file-card" href={mine.href} target="_blank" rel="noopener noreferrer">
      {content}
      <Icon of={Download} size={16} />
    </a>
  );
}
