import type { Finding } from '../model/finding.js';
import { clip, escapeMrkdwn } from './format/escape.js';
import { LIMITS, SHOWN } from './format/limits.js';

const SIGNS: Readonly<Record<Finding['state'], string>> = {
  ok: ':white_check_mark:',
  warning: ':warning:',
  problem: ':x:',
};

/** What a check-up of the installation found, as one private note in `mrkdwn`: the worst first. */
export function renderFindings(findings: readonly Finding[]): string {
  const order = ['problem', 'warning', 'ok'];
  const worstFirst = [...findings].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const bad = findings.filter(({ state }) => state !== 'ok').length;
  const head = bad === 0 ? '*All is well.*' : `*${bad} to look at.*`;
  return clip([head, ...worstFirst.map(line)].join('\n'), LIMITS.messageText);
}

function line({ name, state, says, fix }: Finding): string {
  const said = `${SIGNS[state]} *${name}*: ${shown(says)}`;
  return fix === undefined ? said : `${said}\n      _Fix:_ ${shown(fix)}`;
}

function shown(text: string): string {
  return escapeMrkdwn(clip(text, SHOWN.detail));
}
