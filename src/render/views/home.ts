import type {
  AnyBlock,
  Button,
  ConversationsSelect,
  HeaderBlock,
  HomeView,
  KnownBlock,
} from '@slack/types';
import type { AccessMode } from '../../model/access.js';
import { ACTIONS } from '../../model/actions.js';
import type { Quota } from '../../model/answer.js';
import type { HomeState } from '../../model/home.js';
import type { ListInput } from '../conversations/list.js';
import { LIMITS } from '../format/limits.js';
import { actions, button, context, section } from '../message.js';
import * as labels from '../texts/buttons.js';
import * as browsing from '../texts/conversations.js';
import * as words from '../texts/views.js';
import { field, opens, plain } from './view.js';

export interface HomeInput {
  readonly look: HomeState;
  readonly list: ListInput;
  readonly running: readonly { id: string; text: string; askedAt: number; link?: string }[];
  /** `away`: the service does not answer now. */
  readonly quota: Quota | 'away' | undefined;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly access: AccessMode;
}

/** More are not shown at once: those shown come first to be stopped. */
const MOST_RUNNING = 10;

/** What somebody sees when they open the app: what runs, what they asked, and what is left to ask. */
export function renderHome(home: HomeInput): HomeView {
  return homeView(home.look, [
    header(words.homeTitle),
    { ...section(words.homeHead), accessory: askButton() },
    context(words.connectedTo(home.baseUrl, home.access)),
    context(home.quota === 'away' ? browsing.serviceTrouble : browsing.usage(home.quota)),
    ...runningPart(home),
    ...talksPart(home),
    ...settingsPart(),
  ]);
}

/** For who may not ask: a sentence that says why. `mrkdwn`: already escaped. */
export function renderClosedHome(look: HomeState, mrkdwn: string): HomeView {
  return homeView(look, [header(words.homeTitle), section(mrkdwn)]);
}

function homeView(look: HomeState, blocks: readonly AnyBlock[]): HomeView {
  const carried = JSON.stringify(look);
  return { type: 'home', private_metadata: carried, blocks: blocks.slice(0, LIMITS.viewBlocks) };
}

function header(text: string): HeaderBlock {
  return { type: 'header', text: plain(text, LIMITS.header) };
}

function askButton(): Button {
  return { ...opens(words.askAtHomeLabel, { of: 'ask' }), style: 'primary' };
}

function runningPart({ running }: HomeInput): KnownBlock[] {
  const shown = running.slice(0, MOST_RUNNING);
  const rows = shown.map(({ id, ...question }, i): KnownBlock => {
    const stop = button(labels.stop, { id: `${ACTIONS.stopAtHome}.${i}`, value: id });
    return { ...section(browsing.running(question)), accessory: stop };
  });
  const left = running.length - shown.length;
  const more = left > 0 ? [context(words.moreRunning(left))] : [];
  const nothing = rows.length === 0 ? [context(words.nothingOfYoursRuns)] : [];
  return [{ type: 'divider' }, header(words.runningTitle), ...nothing, ...rows, ...more];
}

function talksPart({ look, list }: HomeInput): KnownBlock[] {
  const rows = list.rows.map((row, i): KnownBlock => {
    const show = opens(browsing.showLabel, { of: 'conversation', id: row.id, page: 0 }, i + 1);
    return { ...section(browsing.row(row)), accessory: show };
  });
  const nothing = rows.length > 0 ? [] : [context(nothingFound(look))];
  const missing = list.partial ? [context(browsing.starsMissing)] : [];
  return [
    { type: 'divider' },
    header(words.talksTitle),
    actions(kinds(look)),
    searchField(look),
    ...nothing,
    ...rows,
    ...missing,
    ...turning(look, list.more),
  ];
}

function settingsPart(): KnownBlock[] {
  const choose: ConversationsSelect = {
    type: 'conversations_select',
    action_id: ACTIONS.settingsOf,
    placeholder: plain(words.chooseChannel, LIMITS.placeholder),
    filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
  };
  return [
    { type: 'divider' },
    header(words.settingsTitle),
    { ...section(words.settingsAtHome), accessory: choose },
  ];
}

function nothingFound({ which, page, search }: HomeState): string {
  return search === undefined ? browsing.listEmpty(which, page) : words.nothingFound(search);
}

function kinds(look: HomeState): Button[] {
  return (['mine', 'starred', 'all'] as const).map((which, i) => {
    const { page: _page, ...kept } = look;
    const found = lookButton(browsing.listLabel(which), { ...kept, which, page: 0 }, i);
    return which === look.which ? { ...found, style: 'primary' } : found;
  });
}

function turning(look: HomeState, more: boolean): KnownBlock[] {
  const { page } = look;
  const to = (label: string, at: number, i: number) => lookButton(label, { ...look, page: at }, i);
  const buttons = [
    ...(page > 0 ? [to(browsing.previousLabel, page - 1, 3)] : []),
    ...(more ? [to(browsing.nextLabel, page + 1, 4)] : []),
  ];
  return buttons.length === 0 ? [] : [actions(buttons)];
}

function lookButton(label: string, look: HomeState, at: number): Button {
  return button(label, { id: `${ACTIONS.look}.${at}`, value: JSON.stringify(look) });
}

function searchField({ search }: HomeState): KnownBlock {
  const input = field({ id: ACTIONS.search, label: words.searchLabel, optional: true }, {
    type: 'plain_text_input',
    max_length: 100,
    placeholder: plain(words.searchExample, LIMITS.placeholder),
    dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] },
    ...(search === undefined ? {} : { initial_value: search }),
  } as Parameters<typeof field>[1]);
  return { ...input, dispatch_action: true };
}
