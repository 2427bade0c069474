import type { Intent } from '../model/intent.js';
import type { QuestionSubject } from '../model/prompt.js';
import { maskSecrets } from '../secret-patterns.js';

/**
 * The same request without the secrets that somebody pasted into a question or a comment: they are neither
 * stored, nor quoted in a message of ours. The arguments of code tools stay as they are, since somebody may
 * look for a leaked key in the code.
 */
export function maskedIntent(intent: Intent): Intent {
  switch (intent.kind) {
    case 'message-changed':
    case 'ask-edited':
    case 'did-you-mean':
      return { ...intent, text: masked(intent.text) };
    case 'vote': {
      const { comment } = intent;
      return comment === undefined ? intent : { ...intent, comment: masked(comment) };
    }
    case 'ask': {
      const { text, subject } = intent;
      const asked = { ...intent, text: masked(text) };
      return subject === undefined ? asked : { ...asked, subject: maskedSubject(subject) };
    }
    default:
      return intent;
  }
}

function maskedSubject({ message, files }: QuestionSubject): QuestionSubject {
  return {
    message: masked(message),
    files: files.map(({ name, text }) => ({ name, text: masked(text) })),
  };
}

function masked(text: string): string {
  return maskSecrets(text).text;
}
