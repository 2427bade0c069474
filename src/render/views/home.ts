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
import type { BudgetedUsage, WorkspaceUsage } from '../../model/usage.js';
import { actions, button, context, section } from '../blocks/message.js';
import { field, openViewButton, plain } from '../blocks/modal.js';
import type { ListInput } from '../conversations/list.js';
import { LIMITS } from '../format/limits.js';
import * as accountTexts from '../texts/account.js';
import * as labels from '../texts/buttons.js';
import * as conversationTexts from '../texts/conversations.js';
import * as usageTexts from '../texts/usage.js';
import * as viewTexts from '../texts/views.js';

interface UsageInput {
  readonly own: BudgetedUsage;
  /** `away`: the service does not answer now. */
  readonly quota: Quota | 'away' | undefined;
  /** Absent: the user is no admin. */
  readonly workspace?: WorkspaceUsage;
}

export interface HomeInput {
  readonly state: HomeState;
  readonly list: ListInput;
  readonly running: readonly { id: string; text: string; askedAt: number; link?: string }[];
  readonly usage: UsageInput;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly access: AccessMode;
  /** Whether they have connected an account of their own; absent where nobody can. */
  readonly isConnected?: boolean;
}

/** Of its action id, which is unique in the view: those of the conversations' buttons are lower. */
const ACCOUNT_BUTTON = 100;
const SETTINGS_BUTTON = 101;

/** How many running questions are shown. */
const MAX_RUNNING = 10;

/** The Home tab: running questions, conversations, quota and settings. */
export function renderHome(home: HomeInput): HomeView {
  return homeView(home.state, [
    header(viewTexts.homeTitle),
    { ...section(viewTexts.homeHead), accessory: askButton() },
    context(viewTexts.connectedTo(home.baseUrl, home.access)),
    ...accountPart(home),
    context(usageTexts.ownUsage(home.usage.own)),
    context(usageTexts.quotaText(home.usage.quota)),
    ...runningPart(home),
    ...conversationsPart(home),
    ...workspaceUsagePart(home),
    ...settingsPart(),
  ]);
}

/** Home for users who may not ask: the reason. `mrkdwn`: already escaped. */
export function renderClosedHome(state: HomeState, mrkdwn: string): HomeView {
  return homeView(state, [header(viewTexts.homeTitle), section(mrkdwn)]);
}

function homeView(state: HomeState, blocks: readonly AnyBlock[]): HomeView {
  const metadata = JSON.stringify(state);
  return { type: 'home', private_metadata: metadata, blocks: blocks.slice(0, LIMITS.viewBlocks) };
}

function header(text: string): HeaderBlock {
  return { type: 'header', text: plain(text, LIMITS.header) };
}

function accountPart({ access, isConnected }: HomeInput): KnownBlock[] {
  if (access === 'shared' || isConnected === undefined) return [];
  const { homeConnected, homeUnconnected, manageLabel, connectAccountLabel } = accountTexts;
  const label = isConnected ? manageLabel : connectAccountLabel;
  const accessory = openViewButton(label, { kind: 'connect' }, ACCOUNT_BUTTON);
  return [{ ...section(isConnected ? homeConnected : homeUnconnected[access]), accessory }];
}

function askButton(): Button {
  return { ...openViewButton(viewTexts.askInHomeLabel, { kind: 'ask' }), style: 'primary' };
}

function runningPart({ running }: HomeInput): KnownBlock[] {
  const shown = running.slice(0, MAX_RUNNING);
  const rows = shown.map(({ id, ...question }, i): KnownBlock => {
    const stop = button(labels.stop, { id: `${ACTIONS.stopInHome}.${i}`, value: id });
    return { ...section(conversationTexts.runningQuestion(question)), accessory: stop };
  });
  const left = running.length - shown.length;
  const more = left > 0 ? [context(viewTexts.moreRunning(left))] : [];
  const nothing = rows.length === 0 ? [context(viewTexts.noRunningQuestions)] : [];
  return [{ type: 'divider' }, header(viewTexts.runningTitle), ...nothing, ...rows, ...more];
}

function conversationsPart({ state, list }: HomeInput): KnownBlock[] {
  const rows = list.rows.map((row, i): KnownBlock => {
    const show = openViewButton(
      conversationTexts.showConversationLabel,
      { kind: 'conversation', id: row.id, page: 0 },
      i + 1,
    );
    return { ...section(conversationTexts.conversationRow(row)), accessory: show };
  });
  const nothing = rows.length > 0 ? [] : [context(nothingFound(state))];
  const partly =
    state.search === undefined ? conversationTexts.starsMissing : viewTexts.answersNotSearched;
  const missing = list.partial ? [context(partly)] : [];
  return [
    { type: 'divider' },
    header(viewTexts.conversationsTitle),
    actions(listButtons(state)),
    searchField(state),
    ...nothing,
    ...rows,
    ...missing,
    ...pageButtons(state, list.more),
  ];
}

/** Only for admins. */
function workspaceUsagePart({ usage: { workspace } }: HomeInput): KnownBlock[] {
  if (workspace === undefined) return [];
  const parts = usageTexts.workspaceUsage(workspace).map(section);
  return [{ type: 'divider' }, header(viewTexts.usageTitle), ...parts];
}

function settingsPart(): KnownBlock[] {
  const choose: ConversationsSelect = {
    type: 'conversations_select',
    action_id: ACTIONS.openSettings,
    placeholder: plain(viewTexts.chooseChannel, LIMITS.placeholder),
    filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
  };
  return [
    { type: 'divider' },
    header(viewTexts.settingsTitle),
    { ...section(viewTexts.settingsInHome), accessory: choose },
    actions([
      openViewButton(
        viewTexts.workspaceSettingsLabel,
        { kind: 'settings', level: 'workspace' },
        SETTINGS_BUTTON,
      ),
    ]),
  ];
}

function nothingFound({ filter, page, search }: HomeState): string {
  return search === undefined
    ? conversationTexts.listEmpty(filter, page)
    : viewTexts.nothingMatches(search);
}

function listButtons(state: HomeState): Button[] {
  return (['mine', 'starred', 'all'] as const).map((filter, i) => {
    const { page: _page, ...rest } = state;
    const found = stateButton(conversationTexts.listLabel(filter), { ...rest, filter, page: 0 }, i);
    return filter === state.filter ? { ...found, style: 'primary' } : found;
  });
}

function pageButtons(state: HomeState, more: boolean): KnownBlock[] {
  const { page } = state;
  const to = (label: string, at: number, i: number) =>
    stateButton(label, { ...state, page: at }, i);
  const buttons = [
    ...(page > 0 ? [to(conversationTexts.previousLabel, page - 1, 3)] : []),
    ...(more ? [to(conversationTexts.nextLabel, page + 1, 4)] : []),
  ];
  return buttons.length === 0 ? [] : [actions(buttons)];
}

function stateButton(label: string, state: HomeState, at: number): Button {
  return button(label, { id: `${ACTIONS.changeHome}.${at}`, value: JSON.stringify(state) });
}

function searchField({ search }: HomeState): KnownBlock {
  const input = field({ id: ACTIONS.searchHome, label: viewTexts.searchLabel, optional: true }, {
    type: 'plain_text_input',
    max_length: 100,
    placeholder: plain(viewTexts.searchExample, LIMITS.placeholder),
    dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] },
    ...(search === undefined ? {} : { initial_value: search }),
  } as Parameters<typeof field>[1]);
  return { ...input, dispatch_action: true };
}
