import { FileText, Paperclip, X } from 'lucide';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatFileSize } from '../../text/file-size.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';

interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

export interface FileAttachments {
  readonly files: readonly AttachedFile[];
  /** Rejects with a message to show if a file is refused. */
  attach(files: readonly File[]): Promise<void>;
  removeFile(id: string): void;
  /** Replaces all files; with none after sending. */
  setFiles(files: readonly AttachedFile[]): void;
}

/** Files to send with the next message. */
export function useFileAttachments(): FileAttachments {
  const { session } = usePageContext();
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  return {
    files,
    attach: async (chosen) => {
      for (const file of chosen) {
        const id = await session.api.uploadFile(file);
        setFiles((before) => [...before, { id, name: file.name, size: file.size }]);
      }
    },
    removeFile: (id) => setFiles((before) => before.filter((one) => one.id !== id)),
    setFiles,
  };
}

export function AttachButton({ onFiles }: { onFiles(files: readonly File[]): void }): VNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <Icon of={Paperclip} size={17} />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The attached files, each with a remove button. */
export function AttachedFileList({ attachments }: { attachments: FileAttachments }): VNode | null {
  if (attachments.files.length === 0) return null;
  return (
    <ul class="attached" aria-label="Attached">
      {attachments.files.map(({ id, name, size }) => (
        <li key={id}>
          <Icon of={FileText} size={15} />
          <span>{name}</span>
          <small>{formatFileSize(size)}</small>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => attachments.removeFile(id)}
          >
            <Icon of={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
