import type { Finding } from '../model/finding.js';
import { clip, escapeMrkdwn } from './format/escape.js';
import { LIMITS, SHOWN } from './format/limits.js';

const EMOJI: Readonly<Record<Finding['state'], string>> = {
  ok: ':white_check_mark:',
  warning: ':warning:',
  problem: ':x:',
};

/** The findings of doctor as one ephemeral message in `mrkdwn`, problems first. */
export function renderFindings(findings: readonly Finding[]): string {
  const order = ['problem', 'warning', 'ok'];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const count = findings.filter(({ state }) => state !== 'ok').length;
  const found = count === 1 ? '1 finding' : `${count} findings`;
  const head = count === 0 ? '*No problems found.*' : `*${found}:*`;
  return clip([head, ...sorted.map(line)].join('\n'), LIMITS.messageText);
}

function line({ name, state, says, fix }: Finding): string {
  const finding = `${EMOJI[state]} *${name}*: ${escaped(says)}`;
  return fix === undefined ? finding : `${finding}\n      _Fix:_ ${escaped(fix)}`;
}

function escaped(text: string): string {
  return escapeMrkdwn(clip(text, SHOWN.detail));
}
