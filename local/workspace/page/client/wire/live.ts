import type { PageEvent } from '../../../api/page.js';

export interface LiveListener {
  onOpen(): void;
  onEvent(event: PageEvent): void;
  onLost(): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5_000;

/**
 * Listens to what happens, as one person, until the returned function is called. A broken line is
 * opened again by itself, with growing pauses: a browser gives up where a server answers an error.
 */
export function listenLive(as: string, listener: LiveListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  const open = (): void => {
    source = new EventSource(`/page/events?${new URLSearchParams({ as })}`);
    source.onopen = () => {
      wait = FIRST_WAIT_MS;
      listener.onOpen();
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = parseEvent(data);
      if (event) listener.onEvent(event);
    };
    source.onerror = () => {
      source?.close();
      listener.onLost();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function parseEvent(data: string): PageEvent | undefined {
  try {
    return JSON.parse(data) as PageEvent;
  } catch {
    return undefined;
  }
}
