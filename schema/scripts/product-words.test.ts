import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { productWordsBelow, productWordsIn, productWordsInPackages } from './product-words.ts';

test.each([
  ['export const custid = 1;', 'custid'],
  ["role === 'colonel'", 'colonel'],
  ['readonly planId: string;', 'plan id'],
  ['function signUpMark() {}', 'sign up'],
  ['const secretKey = made();', 'secret key'],
  ['// a SecretKey of a link', 'secret key'],
  ["'secrets.deliveries'", 'secrets.deliveries'],
  ["name: 'notifications.feed'", 'notifications.feed'],
  ['whoever serves secrets', 'secrets'],
  ['await revealOnce(box)', 'reveal'],
  ['const recipients: string[] = [];', 'recipients'],
  ['limits of visitors', 'visitors'],
  ['emails that could not be sent', 'emails'],
  ['readonly bounces: number;', 'bounces'],
  ['a suspected interception', 'interception'],
  ['redelivery of a link', 'redelivery'],
  ['subscription metadataChanged', 'metadata changed'],
  ['recoveryCodes', 'recovery codes'],
  ['resetKey', 'reset key'],
  ['the device-mark of a browser', 'device mark'],
  ['concealSecret(form)', 'conceal'],
  ['/** The account that it is of. */', 'account'],
  ['accountRef', 'account'],
  ['what Onceover cannot do', 'Onceover'],
])('a package with the line %s is refused, by its word', (line, word) => {
  expect(productWordsIn(line, 'shelf-kit')).toEqual([word]);
});

test.each([
  'the values hold no secret, and the query plan is kept',
  'it takes this into its accounting; it is signed, not a sign',
  "import { newId } from '@onceover/service-kit/ids'; // ONCEOVER_KEYS_DIR, onceover.lasting_key",
  'a shortened keyword, burnish, link. Keys follow, linked keys do not',
  'who resigned up there',
  'notifications. Feeds come later, and an audit',
])('a package may say: %s', (line) => expect(productWordsIn(line, 'shelf-kit')).toEqual([]));

test('what is innocent in one package is not so in the others', () => {
  expect(productWordsIn('runAs.account.uid', 'postgres-server')).toEqual([]);
  expect(productWordsIn('the accounts of customers', 'postgres-server')).toEqual(['customers']);
  expect(productWordsIn('if the system does not reveal it', 'postgres-server')).toEqual([]);
  expect(productWordsIn('if the system does not reveal it', 'shelf-kit')).toEqual(['reveal']);
  expect(productWordsIn('keeps the emails of visitors', 'testing')).toEqual(['visitors']);
});

test('clients of the product are about it', () => {
  expect(productWordsIn('conceals secrets of customers', 'client')).toEqual([]);
  expect(productWordsIn('onceover burn', 'cli')).toEqual([]);
});

test('no package knows a word of the product', () => expect(productWordsInPackages()).toEqual([]));

test('every source, test and README of every package is read, and a place is named whole', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'onceover-packages-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  put('shelf-kit/src/shelf.ts', 'export const shelf = 1;\nexport const customer = 2;\n');
  put('shelf-kit/src/shelf.test.ts', 'colonel');
  put('shelf-kit/README.md', 'A shelf for\n\nsecrets.');
  put('shelf-kit/node_modules/other/index.ts', 'customers');
  expect(productWordsBelow(folder)).toEqual([
    'shelf-kit/README.md:3: secrets',
    'shelf-kit/src/shelf.test.ts:1: colonel',
    'shelf-kit/src/shelf.ts:2: customer',
  ]);
});
