import type { Directory } from '../text/mentions.js';
import { useHere } from './here.js';

/** Whom a message written here can name; direct messages are no channel to name. */
export function useDirectory(): Directory {
  const { page } = useHere();
  return { people: page.people, channels: page.channels.filter(({ kind }) => kind !== 'direct') };
}
