import { z } from 'zod';
import { contextActions, plan, taskCard } from './agent-blocks.js';
import { alert, card, carousel, container } from './containers.js';
import {
  actions,
  context,
  divider,
  file,
  header,
  imageBlock,
  input,
  section,
  video,
} from './layout.js';
import { dataTable, markdown, richText, table } from './text-blocks.js';

export const block = z.discriminatedUnion('type', [
  actions,
  alert,
  card,
  carousel,
  container,
  context,
  contextActions,
  dataTable,
  divider,
  file,
  header,
  imageBlock,
  input,
  markdown,
  plan,
  richText,
  section,
  table,
  taskCard,
  video,
]);
