import { join } from 'node:path';
import { makeTemporaryFolder } from '../../../local/demo/temporary-folder.js';
import { startServiceProgram } from '../service-program.js';
import { type Cost, type ScriptedModel, startScriptedModel } from './endpoint.js';
import { packageRepository, type Question } from './questions.js';

/** Whether the model is shown first what a search found. */
export const VARIANTS = ['with', 'without'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What one question cost in one variant. */
export interface Measured extends Cost {
  readonly variant: Variant;
  readonly about: string;
  readonly question: string;
  /** How many facts its answer needs. */
  readonly of: number;
  /** The files that the answer cites. */
  readonly sources: readonly string[];
  readonly ms: number;
}

interface MeasureOptions {
  readonly questions: readonly Question[];
  /** The built service, `…/local/service/main.js`. */
  readonly program: string;
  readonly variants?: readonly Variant[];
  /** The model's context window in tokens, for `LLM_CONTEXT`. */
  readonly context?: string | undefined;
}

/** Asks every question in each variant, one after the other, of a service for each repository. */
export async function measure({
  questions,
  program,
  variants = VARIANTS,
  context = '',
}: MeasureOptions): Promise<Measured[]> {
  const folder = makeTemporaryFolder('bench-model');
  const model = await startScriptedModel();
  try {
    const measured: Measured[] = [];
    for (const about of new Set(questions.map(aboutOf))) {
      const asked = questions.filter((one) => aboutOf(one) === about);
      const repository = asked[0]?.repository ?? packageRepository(about, folder.path);
      const cache = join(folder.path, 'cache', String(measured.length));
      const options = { program, repository, cache, model, variants, context, questions: asked };
      measured.push(...(await askAll(options)));
    }
    return measured;
  } finally {
    await model.close();
    await folder.remove();
  }
}

function aboutOf(question: Question): string {
  return question.package ?? question.repository ?? '';
}

interface AskOptions {
  readonly program: string;
  readonly repository: string;
  readonly cache: string;
  readonly model: ScriptedModel;
  readonly questions: readonly Question[];
  readonly variants: readonly Variant[];
  readonly context: string;
}

async function askAll({
  questions,
  model,
  variants,
  context,
  ...options
}: AskOptions): Promise<Measured[]> {
  const service = await startServiceProgram({
    ...options,
    environment: {
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'scripted',
      LLM_API: 'openai',
      LLM_CONTEXT: context,
    },
  });
  try {
    // So that no question waits for the index.
    model.play({ question: 'ready', facts: [] }, { material: true });
    await service.ask('Is everything indexed?');
    const measured: Measured[] = [];
    for (const one of questions) {
      for (const variant of variants) {
        model.play(one, { material: variant === 'with' });
        const { ranking: sources, ms } = await service.ask(one.question);
        const { question, facts } = one;
        measured.push({
          variant,
          about: aboutOf(one),
          question,
          sources,
          ms,
          ...model.cost(),
          of: facts.length,
        });
      }
    }
    return measured;
  } finally {
    await service.kill();
  }
}
