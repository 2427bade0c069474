import type { Usage } from '../../src/model/usage.js';
import type { Harness } from './harness.js';

/**
 * Each question counts once, and so does what it cost: all that were answered, and none twice. One that was not
 * acknowledged may have been accepted all the same, and the cost of one whose end the service did not confirm is
 * not known.
 */
export function countingFaults(harness: Harness, { month }: Usage): string[] {
  const asked = harness.asked.length;
  const acknowledged = harness.asked.filter((each) => harness.acknowledged(each)).length;
  const answered = harness.stack.service
    .conversations()
    .flatMap(({ questions }) => questions)
    .filter(({ status, error }) => status === 'completed' && error === undefined).length;
  const { questions, credits } = month;
  return [
    ...(questions >= acknowledged && questions <= asked
      ? []
      : [`counted: ${questions} questions of ${asked}`]),
    ...(credits >= answered && credits <= questions
      ? []
      : [`counted: ${credits} credits for ${answered} answers to ${questions} questions`]),
  ];
}
