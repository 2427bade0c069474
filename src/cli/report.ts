import type { Finding } from '../ops/doctor.js';

/** The findings for people: a line each, the fix below it, and the sum of it. */
export function report(findings: readonly Finding[], hint?: string): string {
  const wide = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, state, says, fix }) => [
    `${state.padEnd(7)}  ${name.padEnd(wide)}  ${says}`,
    ...(fix === undefined ? [] : [`${' '.repeat(wide + 11)}fix: ${fix}`]),
  ]);
  return `${[...lines, '', sum(findings), ...(hint === undefined ? [] : [hint])].join('\n')}\n`;
}

function sum(findings: readonly Finding[]): string {
  const count = (state: Finding['state'], word: string) => {
    const times = findings.filter((finding) => finding.state === state).length;
    return times === 0 ? [] : [`${times} ${word}${times === 1 ? '' : 's'}`];
  };
  const parts = [...count('problem', 'problem'), ...count('warning', 'warning')];
  return parts.length === 0 ? 'All is well.' : `${parts.join(', ')}.`;
}
