/** Slack's limits, in UTF-16 code units; https://docs.slack.dev/reference/block-kit/blocks */
export const LIMITS = {
  blocks: 50,
  sectionText: 3_000,
  contextElements: 10,
  /** Not published for a context's text: the section's is kept. */
  contextText: 2_000,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2_000,
  /** `chat.update` refuses a longer `text`; `chat.postMessage` truncates at ten times that. */
  messageText: 4_000,
  header: 150,
  /** A message has one table, in whichever block; the header is one of its rows. */
  tableRows: 100,
  tableColumns: 20,
  viewBlocks: 100,
  /** Of a view's title and of its buttons. */
  viewTitle: 24,
  fieldLabel: 2_000,
  placeholder: 150,
  option: 75,
  options: 100,
  overflowOptions: 5,
} as const;

/**
 * Slack refuses a message with `msg_blocks_too_long` from about 11,300 characters over all of its
 * blocks, depending on their content; we measure blocks by their JSON length and stay well below.
 */
export const MESSAGE_BUDGET = 10_000;

/** How much of something we show: choices of ours, not Slack's. */
export const SHOWN = {
  sentence: 300,
  title: 200,
  quote: 600,
  /** The root of a thread quotes its question whole, within a section. */
  question: 2_400,
  quoteLines: 100,
  steps: 4,
  stepText: 140,
  detail: 400,
  followups: 2,
  followupText: 200,
  /** An answer of more messages comes as a file, with its beginning in one. */
  wholeParts: 4,
  /** The same for an answer that is short, and split only because a message takes one table. */
  wholeTableParts: 10,
  /** Characters of that beginning, and lines of its outline. */
  beginning: 3_000,
  headings: 30,
  headingText: 100,
  /** About half a megabyte of text: more is no answer to read in a thread. */
  parts: 60,
  sources: 10,
  /** Private notes for one click. */
  notes: 5,
  sourceLabel: 120,
  /** What a workflow's later steps can say in one message. */
  stepAnswer: 10_000,
} as const;
