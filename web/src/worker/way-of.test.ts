import { expect, test } from 'vitest';
import { routeTable } from '../app/route-table.ts';
import { wayOf } from './way-of.ts';

const site = 'https://once.example';
const open = (path: string, more: { method?: string; mode?: string } = {}) => ({
  method: 'GET',
  mode: 'navigate',
  url: site + path,
  ...more,
});

test('while there is a connection no page, call or file is touched', () => {
  const asked = [
    ...routeTable.map(({ pattern }) => open(pattern)),
    open('/'),
    open('/signin', { method: 'POST' }),
    open('/dist/assets/app.js', { mode: 'no-cors' }),
    open('/api/v2/secret/conceal', { mode: 'cors', method: 'POST' }),
    open('/graphql', { mode: 'same-origin', method: 'POST' }),
  ];
  for (const one of asked) expect(wayOf(one, true), one.url).toBe('leave');
});

test('a text that is shared is taken, with and without a connection; only as the browser hands it in', () => {
  for (const isOnline of [true, false]) {
    expect(wayOf(open('/share', { method: 'POST' }), isOnline)).toBe('take');
    expect(wayOf(open('/share', { method: 'POST', mode: 'cors' }), isOnline)).toBe('leave');
    expect(wayOf(open('/share/more', { method: 'POST' }), isOnline)).toBe('leave');
  }
});

test('without a connection a page has a stand-in', () => {
  for (const path of ['/', '/dashboard', '/recent?search=x', '/about', '/colonel/audit', '/nothing'])
    expect(wayOf(open(path), false), path).toBe('stand-in');
});

test('even then nothing stands in for a page with a key, for signing out, or for what programs ask', () => {
  const withKey = routeTable.filter(({ isPrivate }) => isPrivate).map(({ pattern }) => pattern);
  expect(withKey.length).toBeGreaterThan(4);
  const others = ['/logout', '/api/v2/status', '/graphql', '/receipt/x', '/metadata/x', '/SECRET/x', '/health/live'];
  for (const path of [...withKey, ...others]) expect(wayOf(open(path), false), path).toBe('leave');
  for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket'])
    expect(wayOf(open('/about', { mode }), false), mode).toBe('leave');
  expect(wayOf(open('/signin', { method: 'POST' }), false)).toBe('leave');
});
