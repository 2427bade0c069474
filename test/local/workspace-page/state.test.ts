import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageMessage } from '../../../local/workspace/api/page.js';
import {
  type ChatAction,
  type ChatState,
  channelMessages,
  chatReducer,
  initialChat,
} from '../../../local/workspace/page/client/state/chat-state.js';
import { messageRows } from '../../../local/workspace/page/client/state/message-rows.js';
import {
  loadedReplies,
  replyCount,
  topLevelMessages,
} from '../../../local/workspace/page/client/state/messages.js';
import { formatRoute, parseRoute } from '../../../local/workspace/page/client/state/route.js';
import {
  hasUnreadReplies,
  unreadState,
} from '../../../local/workspace/page/client/state/unread.js';
import { COMPANY } from './content.js';

const message = (at: number, more: Partial<PageMessage> = {}): PageMessage => ({
  ts: (1_700_000_000 + at).toFixed(6),
  channel: 'CGEN',
  user: 'URAVI',
  text: `at ${at}`,
  ...more,
});
const received = (given: PageMessage): ChatAction => ({
  type: 'event',
  event: { type: 'message', message: given },
});
const loaded = (messages: PageMessage[], asOf: number, thread?: string): ChatAction => ({
  type: 'answered',
  channel: 'CGEN',
  messages,
  asOf,
  ...(thread ? { thread } : {}),
});
const chatAfter = (...changes: ChatAction[]): ChatState =>
  changes.reduce(chatReducer, initialChat({}));
const texts = (chat: ChatState): string[] =>
  topLevelMessages(channelMessages(chat, 'CGEN')).map(({ text }) => text);

describe('chatReducer', () => {
  it('keeps changes that arrived while a response was in flight', () => {
    const root = message(1);
    const edited: ChatAction = {
      type: 'event',
      event: { type: 'changed', message: { ...root, text: 'edited' } },
    };
    expect(texts(chatAfter(edited, loaded([root], 0)))).toEqual(['edited']);
  });
  it('does not bring back a message deleted while a response was in flight', () => {
    const deleted: ChatAction = {
      type: 'event',
      event: { type: 'deleted', channel: 'CGEN', ts: message(1).ts },
    };
    expect(
      texts(chatAfter(received(message(1)), deleted, loaded([message(1), message(2)], 1))),
    ).toEqual(['at 2']);
  });
  it('removes messages missing from a later response, except ephemeral ones', () => {
    const chat = chatAfter(
      received(message(1)),
      received(message(2, { ephemeral: true })),
      loaded([message(3)], 2),
    );
    expect(texts(chat)).toEqual(['at 2', 'at 3']);
  });
  it('keeps thread replies out of the channel’s messages', () => {
    const root = message(1, { reply_count: 1 });
    const reply = message(2, { thread_ts: root.ts });
    const chat = chatAfter(loaded([root], 0), loaded([root, reply], 0, root.ts), loaded([root], 0));
    expect(texts(chat)).toEqual(['at 1']);
    expect(loadedReplies(channelMessages(chat, 'CGEN'), root.ts)).toEqual([reply]);
    expect(replyCount(channelMessages(chat, 'CGEN'), root)).toBe(1);
  });
});

describe('unreadState', () => {
  const [general] = COMPANY.channels;
  const page: ChatAction = { type: 'page', page: { ...COMPANY, me: 'UKIM' } };
  const read: ChatAction = { type: 'read', key: 'CGEN', ts: message(0).ts };
  const unreadAfter = (...changes: ChatAction[]) =>
    general && unreadState(chatAfter(page, read, ...changes), general);

  it('counts mentions, and marks a channel with other new messages', () => {
    expect(unreadAfter(received(message(1)))).toEqual({ hasNew: true, mentionCount: 0 });
    expect(unreadAfter(received(message(1, { mentions_me: true })))).toEqual({
      hasNew: true,
      mentionCount: 1,
    });
    expect(unreadAfter(received(message(1, { user: 'UKIM' })))).toEqual({
      hasNew: false,
      mentionCount: 0,
    });
    expect(unreadAfter(received(message(-1)))).toEqual({ hasNew: false, mentionCount: 0 });
  });
  it('counts replies only in threads that the viewer takes part in', () => {
    const mine = message(-5, { user: 'UKIM' });
    const other = message(-4);
    expect(
      unreadAfter(received(mine), received(message(1, { thread_ts: mine.ts })))?.mentionCount,
    ).toBe(1);
    expect(unreadAfter(received(other), received(message(1, { thread_ts: other.ts })))).toEqual({
      hasNew: false,
      mentionCount: 0,
    });
  });
  it('marks a thread as unread until its newest reply is read', () => {
    const mine = message(-5, { user: 'UKIM' });
    const reply = message(1, { thread_ts: mine.ts });
    const unseen = [page, received(mine), received(reply)];
    expect(hasUnreadReplies(chatAfter(...unseen), mine)).toBe(true);
    expect(
      hasUnreadReplies(
        chatAfter(...unseen, { type: 'read', key: `CGEN/${mine.ts}`, ts: reply.ts }),
        mine,
      ),
    ).toBe(false);
  });
});

describe('messageRows', () => {
  const rowsOf = (given: PageMessage[], newSince?: string): string[] =>
    messageRows(given, { me: 'UKIM', ...(newSince ? { newSince } : {}) }).map((row) =>
      row.kind === 'message'
        ? `${row.message.text}${row.showAuthor ? ' (with author)' : ''}`
        : row.kind,
    );

  it('groups messages of one author within five minutes and one day', () => {
    expect(
      rowsOf([
        message(0),
        message(60),
        message(600),
        message(610, { user: 'UKIM' }),
        message(86_400 * 2),
      ]),
    ).toEqual([
      'day',
      'at 0 (with author)',
      'at 60',
      'at 600 (with author)',
      'at 610 (with author)',
      'day',
      'at 172800 (with author)',
    ]);
  });
  it('starts a new group after a message with a thread, and around ephemeral messages', () => {
    expect(
      rowsOf([
        message(0, { reply_count: 1 }),
        message(1),
        message(2, { ephemeral: true }),
        message(3),
      ]),
    ).toEqual([
      'day',
      'at 0 (with author)',
      'at 1 (with author)',
      'at 2 (with author)',
      'at 3 (with author)',
    ]);
  });
  it("shows the divider for new messages once, and not above one's own message", () => {
    expect(
      rowsOf([message(0), message(1, { user: 'UKIM' }), message(2), message(3)], message(0).ts),
    ).toEqual([
      'day',
      'at 0 (with author)',
      'at 1 (with author)',
      'new',
      'at 2 (with author)',
      'at 3',
    ]);
  });
  it('shows each message once, in order, under unique keys', () => {
    const several = fc
      .uniqueArray(fc.nat(400_000), { maxLength: 40 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(several, fc.func(fc.constantFrom('UKIM', 'URAVI')), (times, who) => {
        const given = times.map((at) => message(at, { user: who(at) }));
        const laidOut = messageRows(given, { me: 'UKIM', newSince: message(1000).ts });
        expect(laidOut.flatMap((row) => (row.kind === 'message' ? [row.message] : []))).toEqual(
          given,
        );
        expect(new Set(laidOut.map(({ key }) => key)).size).toBe(laidOut.length);
      }),
    );
  });
});

describe('parseRoute', () => {
  it('parses a formatted route, and ignores invalid values', () => {
    const route = { as: 'U1', channel: 'C1', thread: '1700000000.000100' };
    expect(parseRoute(formatRoute(route))).toEqual(route);
    expect(parseRoute('#as=<script>&channel=../x&thread=now')).toEqual({});
    expect(parseRoute('')).toEqual({});
  });
});
