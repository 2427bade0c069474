import { describe, expect, it } from 'vitest';
import { withoutTerminalEscapes } from '../src/control-characters.js';
import { parseConversationLink } from '../src/deepsearch/conversation-link.js';
import { parseCodeCall, parseCodeCommand } from '../src/intake/command/code-command.js';
import { parseConversationButton, parseSubcommand } from '../src/intake/command/subcommand.js';
import { newConversationText, replyCommand } from '../src/intake/command/thread-command.js';
import { correctTypo, withoutExtraWords } from '../src/intake/command/typo.js';
import { quotationAfter } from '../src/lifecycle/citations/quotation.js';
import { createRepositoryNames } from '../src/lifecycle/scope/repository-names.js';
import { scopeOf } from '../src/lifecycle/scope/scope-of.js';
import { threadSections } from '../src/lifecycle/thread-context.js';
import { authorName } from '../src/mcp/records.js';
import { readLines } from '../src/mcp/results.js';
import { readPrompt, titleFor } from '../src/model/prompt.js';
import { withoutRepositories } from '../src/model/repository-scope.js';
import { isInAudience } from '../src/policy/audience.js';
import { identifiersIn } from '../src/render/code/identifiers.js';
import { clipMrkdwn, escapeMrkdwn, oneLine } from '../src/render/format/escape.js';
import { withDiagramsAsText } from '../src/render/markdown/diagrams.js';
import { fileOn, instanceLink, sourcePlace } from '../src/render/markdown/instance-link.js';
import { absoluteUrl, hostToShow } from '../src/render/markdown/link.js';
import { answerMentions, lineMentions } from '../src/render/markdown/mentions.js';
import { firstSentence } from '../src/render/markdown/plain-text.js';
import { sanitize } from '../src/render/markdown/sanitize.js';
import { sourcesMarkdown } from '../src/render/question/sources.js';
import { maskSecrets } from '../src/secret-patterns.js';
import { mrkdwnToText, startsWithMention, withoutMention } from '../src/slack/mrkdwn.js';
import { slowTexts } from './support/hostile-text.js';

const BASE = 'https://deepsearch.example.com/base';

const NAMES = createRepositoryNames(['a/a', 'acme/shop', 'acme/shop-api', 'acme/docs']);

/** What reads texts of people, or answers and results of an instance. */
const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['mrkdwnToText', mrkdwnToText],
  ['startsWithMention', startsWithMention],
  ['withoutMention', (text) => withoutMention(text, 'U1')],
  ['readPrompt', readPrompt],
  ['titleFor', (text) => titleFor(text, text)],
  ['threadSections', (text) => threadSections([{ who: 'Ann', text }])],
  [
    'parseSubcommand',
    (text) => [text, `show ${text}`, `list ${text}`].map((one) => parseSubcommand(one)),
  ],
  [
    'parseCodeCommand',
    (text) => ['read', 'keyword', 'compare'].map((name) => parseCodeCommand(`${name} ${text}`)),
  ],
  ['parseCodeCall', (text) => parseCodeCall(`read_file ${text}`)],
  ['parseConversationButton', parseConversationButton],
  ['replyCommand', replyCommand],
  ['newConversationText', newConversationText],
  ['correctTypo', correctTypo],
  ['withoutExtraWords', withoutExtraWords],
  ['maskSecrets', maskSecrets],
  ['withoutTerminalEscapes', withoutTerminalEscapes],
  ['parseConversationLink', parseConversationLink],
  ['authorName', authorName],
  ['readLines', readLines],
  ['quotationAfter', (text) => quotationAfter(text, 'a')],
  [
    'withDiagramsAsText',
    (text) => withDiagramsAsText(`\`\`\`mermaid\nflowchart LR\na --> b${text}\n\`\`\``),
  ],
  ['answerMentions', (text) => answerMentions({ title: text, text, sources: [] }, BASE)],
  ['lineMentions', (text) => lineMentions(text, BASE)],
  ['isInAudience', (text) => isInAudience(['a*b*/**/*c', 'github.com/*'], text)],
  ['oneLine', oneLine],
  ['escapeMrkdwn', escapeMrkdwn],
  ['clipMrkdwn', (text) => clipMrkdwn(text, 100)],
  ['identifiersIn TypeScript', (text) => identifiersIn(text, 'ts')],
  ['identifiersIn Python', (text) => identifiersIn(text, 'py')],
  ['identifiersIn SQL', (text) => identifiersIn(text, 'sql')],
  ['identifiersIn Rust', (text) => identifiersIn(text, 'rs')],
  [
    'sourcesMarkdown',
    (text) => sourcesMarkdown([{ type: 'File', label: text, link: `/${text}` }], BASE),
  ],
  ['absoluteUrl', (text) => absoluteUrl(text, BASE)],
  ['hostToShow', (text) => hostToShow(text, 'https://elsewhere.example/', BASE)],
  ['sourcePlace', (text) => sourcePlace({ type: 'File', link: text }, BASE)],
  ['fileOn', (text) => fileOn({ link: `/${text}` }, BASE)],
  ['instanceLink', (text) => instanceLink(`${BASE}/${text}`, BASE)],
  ['firstSentence', (text) => firstSentence(text, 100)],
  ['sanitize', (text) => sanitize(text, BASE)],
  ['scopeOf', (text) => scopeOf(text, { names: NAMES, message: text, earlier: text })],
  ['withoutRepositories', withoutRepositories],
];

describe('a hostile text takes time in proportion to its length', () => {
  it.each(READERS)('in %s', (_name, read) => {
    expect(slowTexts(read)).toEqual([]);
  });
});
