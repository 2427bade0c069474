import { Download, FileText } from 'lucide';
import type { VNode } from 'preact';
import type { PageMessage } from '../../../api/page.js';
import { fileSize } from '../text/file-size.js';
import { safeUrl } from '../text/links.js';
import { Attachment } from './attachment.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';
import { Reactions } from './reactions.js';

/** What a message carries besides its text and blocks. */
export function Extras({ message }: { message: PageMessage }): VNode {
  return (
    <>
      {message.attachments?.map((attachment, index) => (
        <Attachment key={index} given={attachment} />
      ))}
      {message.files?.map((file, index) => (
        <FileCard key={index} file={file} />
      ))}
      {message.reactions && message.reactions.length > 0 && <Reactions message={message} />}
    </>
  );
}

function FileCard({ file }: { file: Readonly<Record<string, unknown>> }): VNode {
  const { session } = useHere();
  const name = String(file['title'] || file['name'] || 'A file');
  const url = safeUrl(String(file['url_private'] ?? ''));
  const size = typeof file['size'] === 'number' ? fileSize(file['size']) : '';
  const face = (
    <>
      <span class="file-icon">
        <Icon of={FileText} />
      </span>
      <span class="file-words">
        <strong>{name}</strong>
        <small>{[file['pretty_type'] ?? file['mimetype'], size].filter(Boolean).join(' · ')}</small>
      </span>
    </>
  );
  if (!url) return <div class="file-card">{face}</div>;
  const mine = new URL(url);
  mine.searchParams.set('as', session.as);
  return (
    <a class="file-card" href={mine.href} target="_blank" rel="noopener noreferrer">
      {face}
      <Icon of={Download} size={16} />
    </a>
  );
}
