import type { PageEvent } from '../../../api/page.js';

export interface EventStreamListener {
  onOpen(): void;
  onEvent(event: PageEvent): void;
  onDisconnect(): void;
}

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 5_000;

/**
 * Subscribes to the events of one person until the returned function is called. Reconnects with
 * growing delays: EventSource itself gives up when a server responds with an error.
 */
export function subscribeToEvents(as: string, listener: EventStreamListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  const open = (): void => {
    source = new EventSource(`/page/events?${new URLSearchParams({ as })}`);
    source.onopen = () => {
      wait = FIRST_RETRY_MS;
      listener.onOpen();
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = parseEvent(data);
      if (event) listener.onEvent(event);
    };
    source.onerror = () => {
      source?.close();
      listener.onDisconnect();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, MAX_RETRY_MS);
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
