import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/model/answer.js';
import type { Scope } from '../../src/model/scope.js';
import { scopeButtons, scopeText } from '../../src/render/question/scope.js';

const BASE = 'https://deepsearch.example.com';

function answerCiting(...names: string[]): Answer {
  const sources = names.map((name, i) => ({
    type: 'File',
    label: 'a.ts',
    link: `/${name}/-/blob/a${i}.ts`,
  }));
  const stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };
  return { title: '', text: '', sources, followups: [], stats };
}

function lineOf(scope: Scope, ...cited: string[]): string {
  return scopeText({ scope }, answerCiting(...cited), BASE);
}

function labelsOf(scope: Scope, ...cited: string[]): string[] {
  const buttons = scopeButtons({ id: 'Q1', scope }, answerCiting(...cited), BASE);
  return buttons.map(({ text, value }) => `${text.text}: ${value}`);
}

const shops = ['acme/shop', 'acme/shop-web'];

describe('where an answer looked', () => {
  it('is said with the reason, where that is not in the question', () => {
    expect(lineOf({ repositories: shops, from: 'channel' }, ...shops)).toContain(
      "Looked in acme/shop, acme/shop-web (from the channel's settings)",
    );
    expect(lineOf({ repositories: shops, from: 'question' }, 'acme/shop')).toBe(
      'Looked in acme/shop, acme/shop-web',
    );
    expect(lineOf({ repositories: [], from: 'default' }, 'acme/shop')).toBe(
      'Looked in all repositories',
    );
  });

  it('is not claimed where nothing or something else is cited', () => {
    expect(lineOf({ repositories: shops, from: 'thread' })).toContain(
      'Asked to look in acme/shop, acme/shop-web (like the last answer)',
    );
    expect(
      lineOf({ repositories: ['acme/shop'], from: 'click' }, 'acme/web', 'acme/shop'),
    ).toContain('Asked to look in acme/shop; the answer also cites acme/web');
  });

  it('names a few repositories, and what there is not, as plain text', () => {
    const many = ['a/1', 'a/2', 'a/3', 'a/4', 'a/5'];
    expect(lineOf({ repositories: many, from: 'filter' }, 'a/1')).toContain(
      'Looked in a/1, a/2, a/3 and 2 more',
    );
    const odd = { repositories: [], from: 'filter', unknown: ['<!channel>`x'] } as const;
    expect(lineOf(odd)).toMatch(
      /No repository `&lt;[^<>]*!channel&gt;x` is listed\. Looked in all/,
    );
  });

  it("names the repositories in the channel's settings that were not found", () => {
    const all = ['a/1', 'a/2', 'a/3', 'a/<!here>'];
    expect(lineOf({ repositories: [], from: 'default', channelMissing: all })).toBe(
      "From the channel's settings, a/1, a/2, a/3 and 1 more were not found. Looked in all repositories",
    );
    const some = { repositories: ['a/2'], from: 'channel', channelMissing: ['a/1'] } as const;
    expect(lineOf(some, 'a/2')).toBe(
      "From the channel's settings, a/1 was not found. Looked in a/2 (from the channel's settings)",
    );
  });

  it('is not said where there is one repository, or nothing is known', () => {
    const only = { repositories: [], from: 'default', only: true } as const;
    expect(lineOf(only, 'a/1')).toBe('');
    expect(scopeText({}, answerCiting('a/1'), BASE)).toBe('');
    expect(labelsOf(only, 'a/1', 'a/2')).toEqual([]);
  });
});

describe('the buttons that ask elsewhere', () => {
  it('widen what is limited, and narrow what several repositories answer', () => {
    expect(labelsOf({ repositories: ['acme/shop'], from: 'thread' }, 'acme/shop')).toEqual([
      'All repositories: Q1',
    ]);
    expect(labelsOf({ repositories: shops, from: 'channel' }, 'acme/shop-web')).toEqual([
      'All repositories: Q1',
    ]);
    expect(labelsOf({ repositories: shops, from: 'channel' }, ...shops, 'acme/shop-web')).toEqual([
      'All repositories: Q1',
      'Only acme/shop-web: Q1 acme/shop-web',
    ]);
    expect(labelsOf({ repositories: [], from: 'default' }, 'a/1', 'a/2', 'a/2', 'a/3')).toEqual([
      'Only a/2: Q1 a/2',
    ]);
    expect(labelsOf({ repositories: [], from: 'default' }, 'a/1')).toEqual([]);
  });
});
