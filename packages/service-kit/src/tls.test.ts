import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testCertificate } from '@onceover/testing/test-certificate';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { readTlsFiles, tlsTrouble } from './tls.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'onceover-tls-'));
afterAll(() => rmSync(directory, { recursive: true }));

const fileOf = (name: string, text: string) => {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  return file;
};
const own = testCertificate('localhost');
const old = testCertificate('localhost', { from: new Date('2020-01-01') });
const files = {
  cert: { setting: 'ONCEOVER_CERT', path: fileOf('cert.pem', own.cert) },
  key: { setting: 'ONCEOVER_KEY', path: fileOf('key.pem', own.key) },
  ca: { setting: 'ONCEOVER_CA', path: fileOf('ca.pem', own.cert) },
};
const problemsOf = (changed: Partial<typeof files>) => {
  try {
    readTlsFiles({ ...files, ...changed });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : expect.fail();
  }
};

test('files that fit are read; those that nobody named are none', () => {
  expect(readTlsFiles(files)).toEqual({ ...own, ca: own.cert });
  expect(readTlsFiles({ ca: files.ca, cert: undefined })).toEqual({ ca: own.cert });
});

test.each([
  [
    'is not there',
    { ca: { ...files.ca, path: path.join(directory, 'none') } },
    /CA: the file \S+none cannot be read \(ENOENT\)/,
  ],
  [
    'holds something else',
    { ca: { ...files.ca, path: fileOf('x', 'canary') } },
    /CA: the file \S+x does not hold a certificate/,
  ],
  ['holds no key', { key: { ...files.key, path: files.cert.path } }, /KEY: the file \S+ does not hold a private key/],
  [
    'belongs to another',
    { key: { ...files.key, path: fileOf('other', old.key) } },
    /KEY: the key in \S+ does not belong to the certificate/,
  ],
])('a file that %s is refused by its setting', (_what, changed, sentence) => {
  expect(problemsOf(changed)).toEqual([expect.stringMatching(sentence)]);
  expect(problemsOf(changed).join()).not.toMatch(/canary|PRIVATE/);
});

test('a certificate that has expired is refused with its date', () => {
  const expired = {
    cert: { ...files.cert, path: fileOf('old.pem', old.cert) },
    key: { ...files.key, path: fileOf('old.key', old.key) },
  };
  expect(problemsOf(expired)).toEqual([expect.stringMatching(/CERT: the certificate in \S+ has expired \(Jan .*2020/)]);
});

test.each([
  ['CERT_HAS_EXPIRED', '', 'its certificate has expired'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', 'its certificate is not from an authority that is trusted here'],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    '',
    'it refuses the certificate of this process, or wants one and was given none',
  ],
  [
    'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE',
    '',
    'it refuses the certificate of this process, or wants one and was given none',
  ],
  ['EPROTO', 'write EPROTO 40:error:0A:SSL routines::wrong version number', 'it does not speak TLS here'],
  ['EPROTO', 'write EPROTO', undefined],
  ['ECONNREFUSED', '', undefined],
])('%s (%s) means: %s', (code, message, trouble) => {
  expect(tlsTrouble(Object.assign(new Error(message), { code }))).toBe(trouble);
});
