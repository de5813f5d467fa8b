import { locales } from '@onceover/schema/locales';
import { expect, test } from 'vitest';
import { type OfflineParts, offlineHeaders, offlineLocale, offlinePage } from './offline-page.ts';

const parts: OfflineParts = {
  texts: Object.fromEntries(
    locales.map(({ code }) => [code, { heading: `Offline & <${code}>`, text: `Text ${code}`, retry: `Retry ${code}` }]),
  ) as OfflineParts['texts'],
  style: 'p{margin:0}',
  script: 'look()',
  policy: "default-src 'none'",
};
const at = (more: Partial<Parameters<typeof offlineLocale>[0]>) =>
  offlineLocale({ url: 'https://once.example/about', cookie: undefined, languages: [], ...more });

test('the language is that of the address, else the cookie, else the browser, else English', () => {
  expect(at({ url: 'https://once.example/?locale=he', cookie: 'de', languages: ['fr'] })).toBe('he');
  expect(at({ url: 'https://once.example/?locale=xx', cookie: 'de', languages: ['fr'] })).toBe('de');
  expect(at({ cookie: 'klingon', languages: ['xx', 'pt-BR', 'de'] })).toBe('pt_BR');
  expect(at({ languages: ['zh-CN', 'en'] })).toBe('cn');
  expect(at({ languages: ['iw-IL'] })).toBe('he');
  expect(at({})).toBe('en');
});

test.each(locales)('the page is in $name, in its direction, and nothing in a text is markup', ({ code, tag, dir }) => {
  const page = offlinePage(code, parts);
  expect(page).toContain(`<html lang="${tag}" dir="${dir}">`);
  expect(page).toContain(`<title>Offline &amp; &lt;${code}&gt; · Onceover</title>`);
  expect(page).toContain(`<h1>Offline &amp; &lt;${code}&gt;</h1>`);
  expect(page).toContain(`<button type="button">Retry ${code}</button>`);
});

test('the page needs nothing from anywhere, and is kept nowhere', () => {
  expect(offlinePage('en', parts)).not.toMatch(/src=|href="(?!data:,")/);
  expect(offlineHeaders(parts)).toMatchObject({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': parts.policy,
    'Referrer-Policy': 'no-referrer',
  });
});
