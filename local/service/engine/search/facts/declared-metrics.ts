import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { callAt, type Declared, declaredBy, type ReadLine } from './declared.js';

const TYPE = '(?:Counter|Gauge|Histogram|Summary)';

/** For git: lines of files that declare metrics. */
export const METRIC_SOURCES = [
  'prom[a-z]*[.]New(Counter|Gauge|Histogram|Summary|Desc)',
  'new ([A-Za-z]+[.])?(Counter|Gauge|Histogram|Summary)[(<]',
  '(^|[ .])(Counter|Gauge|Histogram|Summary)[(]["\']?',
  '(Counter|Gauge|Timer|DistributionSummary)[.]builder[(]',
].join('|');

const GO = new RegExp(
  `\\b(?:prometheus|promauto)\\.New(?:${TYPE}(?:Vec|Func)?|Desc)\\(|\\bpromauto\\.With\\(.{1,80}\\)\\.New${TYPE}(?:Vec|Func)?\\(`,
);

/** With its namespace and subsystem, where these are texts. */
const go: ReadLine = (file, line, text) => {
  const found = GO.exec(text);
  if (!found) return undefined;
  const { text: call, range } = callAt(file.lines, line);
  const field = (name: string) => new RegExp(`\\b${name}:\\s*"([\\w:]{1,100})"`).exec(call)?.[1];
  const name = field('Name') ?? /\.NewDesc\(\s*"([\w:]{1,100})"/.exec(call)?.[1];
  if (name === undefined) return undefined;
  const parts = [field('Namespace'), field('Subsystem'), name].filter((one) => one !== undefined);
  return { name: parts.join('_'), ...range };
};

const JAVASCRIPT = new RegExp(
  `\\bnew\\s+(?:\\w{1,40}\\.)?${TYPE}(?:<[^(]{1,80}>)?\\(\\s*(?:\\{|$)`,
);

const javascript: ReadLine = (file, line, text) => {
  if (!JAVASCRIPT.test(text) || !file.lines.some((one) => /\bprom-client\b/.test(one)))
    return undefined;
  const { text: call, range } = callAt(file.lines, line);
  const name = /[{,]\s*name:\s*['"`]([\w:]{1,100})['"`]/.exec(call)?.[1];
  return name === undefined ? undefined : { name, ...range };
};

const PYTHON = new RegExp(`(?:^|[\\s=(,])(?:\\w{1,40}\\.)?(?:${TYPE}|Info)\\(`);

const python: ReadLine = (file, line, text) => {
  if (!PYTHON.test(text) || !file.lines.some((one) => /\bprometheus_client\b/.test(one)))
    return undefined;
  const { text: call, range } = callAt(file.lines, line);
  const name = new RegExp(`${TYPE}\\(\\s*(?:name\\s*=\\s*)?['"]([\\w:]{1,100})['"]`).exec(
    call,
  )?.[1];
  return name === undefined ? undefined : { name, ...range };
};

const java: ReadLine = (_file, line, text) => {
  const name =
    /\b(?:Counter|Gauge|Timer|DistributionSummary)\s*\.builder\(\s*"([\w.]{1,100})"/.exec(
      text,
    )?.[1];
  return name === undefined ? undefined : { name, start: line, end: line };
};

const READ: ReadonlyMap<string, ReadLine> = new Map(
  Object.entries<ReadLine>({
    go,
    js: javascript,
    mjs: javascript,
    cjs: javascript,
    ts: javascript,
    py: python,
    java,
    kt: java,
  }),
);

/** What a program counts or measures for Prometheus, by the names that it exports. */
export function metricsIn(file: SourceFile): Declared[] {
  const read = READ.get(extensionOf(file.path));
  return read ? declaredBy(file, read) : [];
}
