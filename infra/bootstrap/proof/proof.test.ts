import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { binaries } from './binaries.js';
import { endLeftovers, pieceDirectory, tooSmall } from './bounds.js';
import { evidenceJson, evidenceMarkdown, summaryLine } from './evidence.js';
import type { Gate, ProofPart } from './gates.js';
import { judgeGate } from './judge.js';
import { type DonePiece, PieceStore, readNotes, seedOf } from './pieces.js';
import { lengthText, planOf, progressLine, secondsLeft } from './progress.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'onceover-proof-'));
  return () => rmSync(directory, { recursive: true, force: true });
});

const counted: ProofPart = {
  name: 'races',
  what: 'many race for one',
  suite: 'int',
  files: ['races'],
  counts: 'secrets',
  full: 20,
  quick: 4,
  piece: 10,
  seconds: 60,
  zero: ['given twice'],
};
const gate: Gate = { name: 'G1', title: 'Once', passesWhen: 'one winner each', parts: [counted] };
const noNotes = { counts: {}, zero: {}, versions: {}, processes: [], findings: [] };
const piece = (index: number, change: Partial<DonePiece> = {}): DonePiece => ({
  part: 'races',
  index,
  of: 2,
  volume: 10,
  seed: 70 + index,
  commit: 'abc',
  at: `2026-11-28T0${index}:00:00.000Z`,
  how: '`vitest run races`',
  tests: 3,
  problems: [],
  notes: { ...noNotes, counts: { secrets: 10 }, zero: { 'given twice': 0 } },
  pid: 7,
  seconds: 30,
  ...change,
});

describe('a gate', () => {
  test('is kept when all was done, and what must never happen was looked for and did not', () => {
    const { verdict, problems, parts } = judgeGate(gate, 'full', [piece(1), piece(2)]);
    expect({ verdict, problems }).toEqual({ verdict: 'kept', problems: [] });
    expect(parts).toMatchObject([{ asked: 20, done: 20, counted: 'secrets', zero: { 'given twice': 0 } }]);
  });

  test('that was not run, or not whole, is not kept', () => {
    expect(judgeGate(gate, 'full', [])).toMatchObject({ verdict: 'not run', problems: ['races: was not run'] });
    const half = judgeGate(gate, 'full', [piece(1)]);
    expect(half).toMatchObject({ verdict: 'failed', problems: ['races: 1 of 2 pieces were not run'] });
    expect(judgeGate({ ...gate, parts: [] }, 'full', [])).toMatchObject({ problems: ['nothing runs it'] });
  });

  test('whose suite passed but did less than was asked has failed', () => {
    const less = piece(2, { notes: { ...noNotes, counts: { secrets: 9 }, zero: { 'given twice': 0 } } });
    expect(judgeGate(gate, 'full', [piece(1), less]).problems).toEqual(['races: 19 of 20 secrets']);
  });

  test('has failed by what happened, and by what nobody looked for', () => {
    const twice = piece(1, { notes: { ...noNotes, counts: { secrets: 10 }, zero: { 'given twice': 2 } } });
    const silent = piece(2, { notes: { ...noNotes, counts: { secrets: 10 } } });
    expect(judgeGate(gate, 'full', [twice, silent]).problems).toEqual([
      'races: piece 2 did not say how many given twice',
      'races: given twice: 2',
    ]);
    const failed = piece(2, { problems: ['it broke'] });
    expect(judgeGate(gate, 'full', [piece(1), failed]).problems).toEqual(['races: piece 2, seed 72: it broke']);
  });

  test('that counts its tests has failed without any', () => {
    const all: Gate = { ...gate, parts: [{ name: 'races', what: 'x', suite: 'unit', files: ['x'], seconds: 1 }] };
    expect(judgeGate(all, 'full', [piece(1, { tests: 0 })]).problems).toEqual(['races: no test ran']);
    expect(judgeGate(all, 'full', [piece(1)])).toMatchObject({
      verdict: 'kept',
      parts: [{ done: 3, counted: 'tests' }],
    });
  });
});

describe('what was done', () => {
  test('is gone on with, but not with that of another commit, unless that is asked for', () => {
    const store = new PieceStore(directory);
    expect(store.open('abc', false)).toEqual({ isNew: true, before: undefined });
    store.keep(piece(1));
    expect(new PieceStore(directory).open('abc', false)).toEqual({ isNew: false, before: undefined });
    expect(store.read('races', 1)).toEqual(piece(1));
    expect(store.read('races', 2)).toBeUndefined();
    expect(store.open('def', true)).toEqual({ isNew: false, before: 'abc' });
    expect(store.read('races', 1)?.commit).toBe('abc');
    expect(store.open('ghi', false)).toEqual({ isNew: true, before: 'def' });
    expect(store.read('races', 1)).toBeUndefined();
  });

  test('may be forgotten, and a piece that was half written is none', () => {
    const store = new PieceStore(directory);
    store.open('abc', false);
    store.keep(piece(1));
    writeFileSync(path.join(directory, 'races.2.json'), '{"part": "rac');
    expect(store.read('races', 2)).toBeUndefined();
    store.forget('races', 1);
    expect(store.read('races', 1)).toBeUndefined();
  });

  test('has a seed for each piece, the same whenever it is run', () => {
    expect(seedOf('abc', 'races', 1)).toBe(seedOf('abc', 'races', 1));
    const seeds = [seedOf('abc', 'races', 1), seedOf('abc', 'races', 2), seedOf('def', 'races', 1)];
    expect(new Set(seeds).size).toBe(3);
    expect(seeds.every((seed) => Number.isInteger(seed) && seed > 0)).toBe(true);
  });

  test('is noted by suites in lines, which are added up', () => {
    const file = path.join(directory, 'notes');
    expect(readNotes(file)).toEqual(noNotes);
    for (const note of [
      { counts: { secrets: 2 }, zero: { lost: 0 }, versions: { PostgreSQL: '18' }, processes: [['onceover', 5]] },
      { counts: { secrets: 3 }, zero: { lost: 1 }, findings: ['a finding'] },
    ]) {
      appendFileSync(file, `${JSON.stringify(note)}\n`);
    }
    expect(readNotes(file)).toEqual({
      counts: { secrets: 5 },
      zero: { lost: 1 },
      versions: { PostgreSQL: '18' },
      processes: [['onceover', 5]],
      findings: ['a finding'],
    });
  });
});

describe('the time left', () => {
  test('is that of the list of gates at first, then that of the pieces so far', () => {
    const plan = planOf([gate], 'full');
    expect(plan).toHaveLength(2);
    expect(secondsLeft(plan, [])).toBe(120);
    expect(secondsLeft(plan.slice(1), [piece(1, { seconds: 20 })])).toBe(20);
    expect(secondsLeft(planOf([gate], 'quick'), [])).toBe(24);
    const [, second] = plan;
    if (second === undefined) expect.fail();
    expect(progressLine(second, plan.slice(1), [piece(1)])).toBe(
      'G1 races: piece 2 of 2, 50 % of all done, about 30 s left',
    );
  });

  test.each([
    [5.2, '6 s'],
    [119, '2 min'],
    [5_400, '1 h 30 min'],
  ])('%s reads %s', (seconds, text) => {
    expect(lengthText(seconds)).toBe(text);
  });
});

describe('the report', () => {
  const here = { commit: 'abc', node: 'v26.1.0', cores: 2, processor: 'Some', gigabytes: 8, system: 'Linux 6' };
  const notes = {
    counts: { secrets: 10 },
    zero: { 'given twice': 0 },
    versions: { PostgreSQL: '18.4' },
    processes: Array.from({ length: 8 }, (_, at) => ['onceover', 100 + at] as const),
    findings: ['nobody can tell this'],
  };
  const judged = [
    judgeGate({ ...gate, lacks: ['WebKit'] }, 'full', [piece(1, { notes }), piece(2, { notes })]),
    judgeGate({ ...gate, name: 'G2' }, 'full', [piece(1, { problems: ['it | broke'] })]),
    judgeGate({ ...gate, name: 'G3' }, 'full', []),
  ];
  const evidence = evidenceJson({
    machine: here,
    mode: 'full',
    commits: ['abc', 'def'],
    binaries: [{ name: 'Node', file: 'bin/node', version: '26.1.0' }],
    began: '2026-11-28T01:00:00.000Z',
    ended: '2026-11-28T02:00:00.000Z',
    gates: judged,
  });

  test('counts gates that were kept, that failed, and that nobody ran', () => {
    expect(evidence.summary).toEqual({ kept: 1, failed: 1, notRun: 1 });
    expect(summaryLine(judged)).toBe('1 kept, 1 failed, 1 not run');
    expect(JSON.parse(JSON.stringify(evidence))).toMatchObject({
      gates: [{ name: 'G1' }, { name: 'G2' }, { name: 'G3' }],
    });
  });

  test('names machine, commits, programs, volumes, seeds and processes, and says aloud what is missing', () => {
    const text = evidenceMarkdown(evidence);
    for (const said of [
      '# Proof of 2026-11-28',
      'At the full volume of security 8. 1 kept, 1 failed, 1 not run.',
      '- Commit: abc, def',
      '2 × Some, 8 GiB, Linux 6',
      'Node 26.1.0 (`bin/node`), PostgreSQL 18.4\n',
      '| G1 | races | 20 secrets | 20 secrets | given twice: 0 | 60 | kept |',
      '| G3 | races | 20 secrets | 0 secrets | given twice: ? | 0 | **not run** |',
      '**Kept**, as far as it goes.',
      'Of what security 8 asks, nothing runs:\n\n- WebKit',
      'Found:\n\n- nobody can tell this\n',
      '- races: piece 1, seed 71: it | broke',
      'seeds 71, 72; processes runner 7, 7; onceover 100, 101, 102, 103, 104, 105 and 10 more.',
    ]) {
      expect(text).toContain(said);
    }
    expect(evidenceMarkdown({ ...evidence, mode: 'quick' })).toContain('At the **quick** volume');
  });
});

test('the programs that took part are files that say their versions', () => {
  const found = binaries({ REDIS_SERVER: process.execPath, EMBEDDED_MAIN: path.join(directory, 'main.js') });
  const own = process.version.slice(1);
  expect(found.find(({ name }) => name === 'Node')?.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(found.find(({ name }) => name === 'PostgreSQL')?.version).toMatch(/^\d+\.\d+$/);
  expect(found.find(({ name }) => name === 'Redis')?.version).toBe(own);
  expect(found.find(({ name }) => name === 'onceover, one program')?.version).toBe('of the commit');
  expect(found.some(({ name }) => name === 'Chromium')).toBe(false);
});

describe('the bounds', () => {
  const place = { temporary: '/t', cache: '/c', memory: 2 ** 40, processes: 1e6 };

  test('nothing begins where disk, memory or processes would not do, and it is said which', () => {
    expect(tooSmall({ ...place, freeOf: () => 2 ** 40 })).toBeUndefined();
    expect(tooSmall({ ...place, freeOf: (of) => (of === '/t' ? 2 ** 30 : 2 ** 40) })).toBe(
      '6.0 GiB have to be free in /t (TMPDIR says where else); there are 1.0 GiB.',
    );
    expect(tooSmall({ ...place, freeOf: () => 2 ** 40, memory: 2 ** 30 })).toMatch(/of memory free; there are 1.0 GiB/);
    expect(tooSmall({ ...place, freeOf: () => 2 ** 40, processes: 9 })).toMatch(/600 more processes .* 9 are/);
    expect(tooSmall({ temporary: directory, cache: directory, memory: 2 ** 40 })).toBeUndefined();
  });

  test('what a piece has left running is named and ended', async () => {
    const { spawn } = await import('node:child_process');
    const own = pieceDirectory(directory);
    expect(readdirSync(directory)).toHaveLength(1);
    expect(endLeftovers(own)).toEqual([]);
    const left = spawn('sleep', ['60', path.join(own, 'x')].slice(0, 1), { argv0: path.join(own, 'sleep') });
    const ended = new Promise((resolve) => left.once('exit', (_code, signal) => resolve(signal)));
    await expect.poll(() => endLeftovers(own)).toEqual([`sleep ${left.pid}`]);
    expect(await ended).toBe('SIGKILL');
  });
});
