import { beforeEach, expect, test } from 'vitest';
import { sampleEntry as entry } from '../../../test-support/sample-entry.ts';
import { type ChainedEntry, type ChainHead, chainEntry, emptyChain } from '../audit-chain.ts';
import { type AuditEntry, chainOf } from '../audit-entry.ts';
import { Chains } from './chains.ts';
import { SignedHeads } from './verify-checkpoints.ts';

const name = chainOf(entry);

/** So many entries, each after the one before it. */
function chainedFrom(head: ChainHead, count: number, change: Partial<AuditEntry> = {}): ChainedEntry[] {
  const made: ChainedEntry[] = [];
  for (let at = 0; at < count; at += 1) made.push(chainEntry(made.at(-1) ?? head, { ...entry, ...change }));
  return made;
}
const [first, second, third, fourth] = chainedFrom(emptyChain, 4) as [
  ChainedEntry,
  ChainedEntry,
  ChainedEntry,
  ChainedEntry,
];

let signed: SignedHeads;
let broken: number[];
let chains: Chains;
beforeEach(() => {
  signed = new SignedHeads();
  broken = [];
  chains = new Chains(signed, ({ seq }) => broken.push(seq));
});
const add = (...entries: readonly ChainedEntry[]) => {
  for (const each of entries) chains.add(each);
};
const end = () => chains.ends().get(name)?.seq;

test('entries that follow each other are one chain, which ends with the last', () => {
  add(first, second, third);
  expect([end(), broken]).toEqual([3, []]);
  expect(chains.ends().get(name)?.hash).toBe(third.hash);
});

test.each([
  [[first, third, second, fourth]],
  [[fourth, third, second, first]],
  [[first, third, fourth, second]],
  [[first, fourth, second, third]],
])('those that come before their turn wait for it (%#)', (entries) => {
  add(...entries);
  expect([end(), broken]).toEqual([4, []]);
});

test('an entry that comes twice is not in its place, whether the first has had its turn or waits', () => {
  add(first, second, first);
  expect(broken).toEqual([1]);
  add(fourth, fourth);
  expect(broken).toEqual([1, 4]);
  add(third);
  expect([end(), broken]).toEqual([4, [1, 4]]);
});

test('what waits in vain is broken, lowest first, and the chain goes on after it', () => {
  add(first, fourth, third);
  expect(broken).toEqual([]);
  expect([end(), broken]).toEqual([4, [3]]);
  const [fifth, sixth] = chainedFrom(fourth, 2) as [ChainedEntry, ChainedEntry];
  add(sixth);
  expect([end(), broken]).toEqual([6, [3, 6]]);
  expect(fifth.seq).toBe(5);
});

test('an entry with another hash before it, or of an earlier month, does not follow', () => {
  add(first, { ...second, prevHash: Buffer.alloc(32) });
  expect([end(), broken]).toEqual([2, [2]]);
  chains = new Chains(signed, ({ seq }) => broken.push(seq));
  add(first, { ...second, month: '2026-10-01' });
  expect([end(), broken]).toEqual([2, [2, 2]]);
});

test('one that waited has to follow as well, and its number too', () => {
  add(first, { ...third, prevHash: Buffer.alloc(32) }, second);
  expect(broken).toEqual([]);
  expect([end(), broken]).toEqual([3, [3]]);
  chains = new Chains(signed, ({ seq }) => broken.push(seq));
  add(first, { ...second, seq: 3 });
  expect([end(), broken]).toEqual([3, [3, 3]]);
});

test('the last entry once more is told at once', () => {
  add(first, first);
  expect(broken).toEqual([1]);
});

test('the first entry of all continues nothing', () => {
  add({ ...first, prevHash: Buffer.alloc(32, 1) });
  expect([end(), broken]).toEqual([1, [1]]);
});

test('after what retention has removed the chain begins where its end was signed, there alone', () => {
  const closing = { about: 'closing', ...entry, seq: 2, head: second.hash } as unknown as Parameters<
    SignedHeads['note']
  >[0];
  signed.note(closing);
  add(third, fourth);
  expect([end(), broken]).toEqual([4, []]);
  chains = new Chains(signed, ({ seq }) => broken.push(seq));
  add(fourth);
  expect([end(), broken]).toEqual([4, [4]]);
  chains = new Chains(signed, ({ seq }) => broken.push(seq));
  add(first, third);
  expect([end(), broken]).toEqual([3, [4, 3]]);
});

test('chains of other accounts are their own', () => {
  const [other] = chainedFrom(emptyChain, 1, { tenantRef: '01980000-0000-7000-8000-000000000009' });
  add(first, other as ChainedEntry, second);
  expect(broken).toEqual([]);
  expect([...chains.ends().values()].map(({ seq }) => seq)).toEqual([2, 1]);
});

test('of nothing there is no end', () => expect(chains.ends().size).toBe(0));
