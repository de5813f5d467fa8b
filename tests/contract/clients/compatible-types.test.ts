import { OnceoverClient } from '@onceover/client';
import { accountAnswer } from '@onceover/schema/rest/account';
import { burnAnswer, privateAnswer, recentAnswer } from '@onceover/schema/rest/metadata';
import { revealAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { listenToAnswers } from '../../support/http.ts';
import { systemOfThisFile } from '../support/system.ts';

// The published description is that of the native types.
listenToAnswers(() => {});

const system = systemOfThisFile({ ONCEOVER_COMPATIBLE_TYPES: 'on' });

test('a server that sends texts for numbers is read as any other', async () => {
  const person = await system.people.customer();
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  const client = new OnceoverClient({ url: system.url, credentials: { custid, token } });
  const [first, second] = [await client.conceal('tea at 5?'), await client.conceal('or at 6?')];
  privateAnswer.parse(await client.metadata(first.record.metadata.key));
  revealAnswer.parse(await client.reveal(first.record.secret.key));
  expect(privateAnswer.parse(await client.metadata(first.record.metadata.key)).details.is_received).toBe(true);
  recentAnswer.parse(await client.recent());
  burnAnswer.parse(await client.burn(second.record.metadata.key));
  const answer = accountAnswer.safeParse(await client.account());
  expect(answer.error?.issues ?? []).toEqual([]);
});
