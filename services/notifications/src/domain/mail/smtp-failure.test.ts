import { expect, test } from 'vitest';
import { judge, type SmtpFailure } from './smtp-failure.ts';

const told = (responseCode: number, command: string, response?: string): SmtpFailure => ({
  code: 'EENVELOPE',
  responseCode,
  command,
  response,
});

test.each([
  ['an unknown mailbox', told(550, 'RCPT TO', '550 5.1.1 no such user'), true, true],
  ['an unknown mailbox, without the enhanced code', told(550, 'RCPT TO', '550 no such user'), true, true],
  ['a policy', told(550, 'RCPT TO', '550 5.7.1 we do not want this'), true, false],
  ['a refused sender', told(550, 'RCPT TO', '550 5.1.8 bad sender'), true, false],
  ['a refused text', told(554, 'DATA', '554 5.6.0 no'), true, false],
  ['a refused envelope sender', told(553, 'MAIL FROM', '553 no'), true, false],
  ['a full mailbox for now', told(452, 'RCPT TO', '452 4.2.2 full'), false, false],
  ['a greylist', told(451, 'RCPT TO', '451 4.7.1 later'), false, false],
  ['a login that is wanted', told(530, 'MAIL FROM', '530 5.7.0 log in'), false, false],
  ['a refused login', told(535, 'AUTH PLAIN', '535 5.7.8 no'), false, false],
  ['a busy server', told(421, 'CONN', '421 busy'), false, false],
])('%s', (_name, failure, isPermanent, isHardBounce) => {
  expect(judge(failure)).toEqual({ isPermanent, isHardBounce, reasonCode: `smtp-${failure.responseCode}` });
});

test.each([
  [{ code: 'EABORT' }, 'timeout'],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'timeout'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'connection'],
  [{ code: 'EAUTH' }, 'authentication'],
  [{}, 'connection'],
])('a server nobody heard of may answer another time: %j', (failure, reasonCode) => {
  expect(judge(failure)).toEqual({ isPermanent: false, isHardBounce: false, reasonCode });
});
