import { FileText, Paperclip, X } from 'lucide';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fileSize } from '../text/file-size.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';

interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

export interface Attached {
  readonly files: readonly AttachedFile[];
  /** Rejects with a sentence where a file is not taken. */
  attach(files: readonly File[]): Promise<void>;
  drop(id: string): void;
  /** Replaces them all: by nothing where they were sent. */
  put(files: readonly AttachedFile[]): void;
}

/** Files that go with the next message. */
export function useAttached(): Attached {
  const { session } = useHere();
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  return {
    files,
    attach: async (chosen) => {
      for (const file of chosen) {
        const id = await session.api.attach(file);
        setFiles((before) => [...before, { id, name: file.name, size: file.size }]);
      }
    },
    drop: (id) => setFiles((before) => before.filter((one) => one.id !== id)),
    put: setFiles,
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

/** What is attached, above the row of the composer; each can be taken away again. */
export function AttachedFiles({ attached }: { attached: Attached }): VNode | null {
  if (attached.files.length === 0) return null;
  return (
    <ul class="attached" aria-label="Attached">
      {attached.files.map(({ id, name, size }) => (
        <li key={id}>
          <Icon of={FileText} size={15} />
          <span>{name}</span>
          <small>{fileSize(size)}</small>
          <button type="button" aria-label={`Take ${name} away`} onClick={() => attached.drop(id)}>
            <Icon of={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
