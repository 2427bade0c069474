/**
 * Where something was said. `threadTs` is absent at a channel's root. Somebody's own id as `channel`
 * stands for their direct message with us, which is yet to be opened.
 */
export interface Place {
  readonly workspace: string;
  readonly channel: string;
  readonly direct: boolean;
  readonly threadTs?: string;
}
