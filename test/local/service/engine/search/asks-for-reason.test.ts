import { expect, it } from 'vitest';
import { asksForReason } from '../../../../../local/service/engine/search/question-kinds/asks-for-reason.js';

it.each([
  'Why do we call stop twice?',
  "why don't we retry on 500",
  'How come we keep two clients?',
  "Why can't we use the list for this?",
  'Why should we wait here?',
  'Why do we seed the random numbers?',
  'Why is there a lock around the build?',
  'Why was there no limit before?',
  'Why not use a queue',
  'Why is it limited to 40 lines?',
  'why was this regex chosen over the old one',
  'Why is the fallback done this way?',
  'Why does the client need a transport in the first place?',
  'Is there a particular reason for the order?',
  'What is the reason for the mousetrap check?',
  'the rationale of the marker',
  "what's the point of retrying here",
  'It goes through a copy. Was that for an old JDK?',
  'What made us choose segments?',
])('asks why the code is as it is: %s', (question) => {
  expect(asksForReason(question)).toBe(true);
});

it.each([
  'Why do we get a 403 when the token is expired?',
  'Why are we seeing 429 errors?',
  'Why did we lose the message?',
  'What is the reason for a 429 response?',
  'Where is the reason for a refusal logged?',
  'Why do they time out after ten seconds?',
  'Why does it return null instead of an error?',
  'What is the idea of the outline?',
  'Why does the library throw when nothing is set?',
  'What are the reasons that a job fails?',
  'What is the reason code returned on refusal?',
  'Which reasons for ignoring an event are there?',
  'What was it for?',
  'Why does my request fail like this?',
  'Why did we keep getting the old answer?',
  'why do you end up in the retry branch?',
])('asks why something happens, or nothing of that kind: %s', (question) => {
  expect(asksForReason(question)).toBe(false);
});
