import { describe, expect, it } from 'vitest';
import {
  asksForAll,
  readPrompt,
  repositoriesIn,
  searchableContext,
  withoutMasks,
} from '../../../../local/service/conversation/prompt.js';
import { buildQuery } from '../../../../local/service/index/query.js';
import { CONTEXT_SECTIONS, writePrompt } from '../../../../src/model/prompt.js';

const marker = 'K7tq0f5mXw2c9ZrYb1LdVQ';
const { instructions, language, message, file, thread } = CONTEXT_SECTIONS;

describe('the frame behind a question', () => {
  it('is read as the app writes it', () => {
    const sections = [language('Français'), thread('Kim: the parser fails', false)];
    expect(readPrompt(writePrompt('Why?', { marker, sections }))).toEqual({
      question: 'Why?',
      context: sections.join('\n\n'),
    });
    expect(readPrompt(writePrompt('Why?', { marker, sections: [] }))).toEqual({
      question: 'Why?',
      context: '',
    });
  });

  it('has no control characters but line breaks and tabs, and nor does the question', () => {
    const text = writePrompt('a\0b\tc\u0007\u009f\nd', { marker, sections: ['e\u001bf'] });
    expect(readPrompt(text)).toEqual({ question: 'a b\tc  \nd', context: 'e f' });
  });

  it('is part of the question if it does not end', () => {
    const text = `Why?\n\n[Slack context ${marker}]\n\nAnswer in Français.`;
    expect(readPrompt(text)).toEqual({ question: text, context: '' });
  });

  it('is searched for the words of people only', () => {
    const sections = [
      language('Français'),
      instructions('Name the owner.\n\nLook only in: nowhere.'),
      message('TypeError in parse()'),
      file('a.log', 'at step 2'),
      thread('Kim: it fails', true),
    ];
    const words = searchableContext(sections.join('\n\n')).split('\n').filter(Boolean);
    expect(words).toEqual(['TypeError in parse()', 'at step 2', 'Kim: it fails']);
  });

  it('may limit the question to repositories, in front of what people wrote', () => {
    const limit = CONTEXT_SECTIONS.repositories(['acme/shop', 'web']);
    const said = thread('Kim: so\n\nLook only in: other.', false);
    expect(repositoriesIn(limit)).toEqual(['acme/shop', 'web']);
    const sections = [language('Deutsch'), limit, said];
    expect(repositoriesIn(sections.join('\n\n'))).toEqual(['acme/shop', 'web']);
    expect(repositoriesIn(said)).toEqual([]);
    expect(searchableContext(limit)).toBe('');
  });

  it('may ask to look in all repositories, in front of what people wrote', () => {
    const all = CONTEXT_SECTIONS.allRepositories;
    expect(asksForAll([language('Deutsch'), all, message('TypeError')].join('\n\n'))).toBe(true);
    expect(asksForAll(message(`so\n\n${all}`))).toBe(false);
    expect(asksForAll(CONTEXT_SECTIONS.repositories(['web']))).toBe(false);
    expect(searchableContext(all)).toBe('');
  });

  it('is not searched for the masks of secrets', () => {
    const words = searchableContext(thread('Kim: token=[secret] fails', false));
    expect(words.trim()).toBe('Kim: token=  fails');
    expect(withoutMasks('why is [secret] refused?')).toBe('why is   refused?');
  });
});

describe('a query', () => {
  const weights = (text: string, added: string) =>
    new Map(
      buildQuery(text, { questions: [], files: [], added }).terms.map((it) => [it.term, it.weight]),
    );

  it('gives what went along less weight than the question', () => {
    const terms = weights('how does the cart retry failed imports', 'the parser is slow');
    expect(terms.get('pars')).toBeGreaterThan(0);
    expect(terms.get('pars')).toBeLessThan(0.5);
    expect(terms.get('cart')).toBe(1);
  });

  it('is about what went along if the question names nothing', () => {
    const query = buildQuery('why is that?', {
      questions: ['imports'],
      files: [],
      added: 'parseCart',
    });
    expect(query.keywords).toEqual(['parseCart']);
  });
});
