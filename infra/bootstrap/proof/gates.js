import { hardeningGates } from './hardening-gates.js';

/**
 * The gates of security 8, and what else is proved: one list that the command, its report and the tests of both derive from.
 *
 * A gate passes if each part was run at its whole volume, nothing failed, and what must never happen was looked for and did not.
 * A part is run in pieces: one run each, with a seed of its own, so that a run that was broken off goes on where it stopped.
 *
 *   suite, files   `vitest run --project <suite> <files>`; `e2e`: Playwright; words choose files by a part of their path
 *   script, words  a script of `tests/prove` and its words, by volume; it hands in rows
 *   command        an npm script that ends with 0 or not
 *   counts         what the suite counts (`noteProof`); without it, its tests are counted
 *   full, quick    how many of these in all; without it, the suite has its whole volume within `npm test`
 *   piece          how many of these in one piece, told to the suite as its volume
 *   seconds        how long a piece takes, roughly, until the first has been measured
 *   zero           what must never happen; a piece that does not say how often it did has failed
 *   lacks          what security 8 asks for besides, and nothing runs
 */
const promiseGates = [
  {
    name: 'G1',
    title: 'Once: concurrent reveal, burn and expiry',
    passesWhen: 'exactly one winner each; the content at most once; as many endings as secrets',
    parts: [
      {
        name: 'races',
        what: '64 racers for each secret, two processes, at service level: reveals, burns, claims with tokens, and the sweeper',
        suite: 'int',
        files: ['services/secrets/src/use-cases/races.int'],
        counts: 'secrets raced for',
        full: 10_000,
        quick: 24,
        piece: 600,
        seconds: 60,
        zero: ['contents given twice', 'secrets without exactly one ending'],
      },
      {
        name: 'races-http',
        what: '64 callers for each secret over HTTP, by every dialect and the graph: one process, two processes, and split',
        suite: 'system',
        files: ['tests/system/reveal-once/reveal-once'],
        counts: 'secrets raced for over HTTP',
        full: 6_000,
        quick: 60,
        piece: 600,
        seconds: 150,
        zero: ['contents given twice', 'secrets without exactly one ending'],
      },
      {
        name: 'interleavings',
        what: 'one act stopped at a moment of its own while another one passes it',
        suite: 'int',
        files: ['services/secrets/src/use-cases/interleavings.int'],
        counts: 'interleavings forced',
        full: 6_600,
        quick: 22,
        piece: 660,
        seconds: 60,
        zero: ['contents given twice', 'secrets without exactly one ending'],
      },
    ],
    lacks: ['sockets among the 64 callers: a socket of the graph takes no mutations'],
  },
  {
    name: 'G2',
    title: 'Kept: killed at any moment',
    passesWhen: 'no acknowledged secret lost, none revived, no second claimant, no claimant without their content',
    parts: [
      {
        name: 'kill-points',
        what: 'a process of its own is killed (SIGKILL) at each moment of reveal, conceal, burn, acknowledgement and sweep',
        suite: 'int',
        files: ['services/secrets/src/use-cases/kill-points.int', 'services/secrets/src/use-cases/killed.int'],
        counts: 'processes killed at a point',
        full: 425,
        quick: 17,
        piece: 85,
        seconds: 150,
        zero: ['acknowledged secrets lost', 'secrets revived', 'second claimants', 'claimants left without content'],
      },
      {
        name: 'kills-of-keys',
        what: 'rotations of epoch and key-encryption keys killed at each point, mails and sign-ups at theirs',
        suite: 'int',
        files: [
          'services/secrets/src/key-stores.contract.int',
          'services/notifications/src/crash-points.int',
          'services/accounts/src/use-cases/sign-up/kill-points.int',
        ],
        full: 25,
        quick: 1,
        piece: 1,
        counts: 'runs',
        seconds: 90,
      },
      {
        name: 'crashes',
        what: 'the program, its PostgreSQL, or both killed (SIGKILL) while 24 visitors conceal, reveal and burn',
        suite: 'system',
        files: ['tests/system/crash-points/crash-points'],
        counts: 'kills under load',
        full: 150,
        quick: 7,
        piece: 21,
        seconds: 120,
        zero: ['acknowledged secrets lost', 'secrets revived', 'second claimants', 'claimants left without content'],
      },
      {
        name: 'consumers',
        what: 'processes with consumers killed while events flow',
        script: 'consumers.ts',
        words: { full: ['--kills', '100'], quick: ['--kills', '4'] },
        seconds: 900,
      },
      {
        name: 'relays',
        what: 'relays and members of consumers killed wherever they are, on Kafka 3.9 and 4.3',
        suite: 'kafka',
        files: ['relay.kafka', 'members.kafka'],
        seconds: 420,
      },
      {
        name: 'brokers',
        what: 'the only broker, and the leaders of three, killed under load',
        suite: 'kafka',
        files: ['lost-brokers.kafka'],
        seconds: 120,
      },
    ],
    lacks: ['failover to a synchronous standby (20 times): the product ships no standby'],
  },
  {
    name: 'G3',
    title: 'In one order: linearizable for each secret',
    passesWhen: 'one order of events explains all that visitors were told, whatever was killed or held still meanwhile',
    parts: [
      {
        name: 'histories',
        what: '32 visitors while processes and sessions are killed and processes are held still',
        suite: 'system',
        files: ['tests/system/linearizable'],
        counts: 'operations recorded',
        full: 1_000_000,
        quick: 30_000,
        piece: 50_000,
        seconds: 180,
        zero: ['secrets without an order that explains them', 'answers that nobody expects'],
      },
      {
        name: 'expiry-and-restores',
        what: 'lifetimes end by the time of the database; an old state that is put back revives nothing',
        suite: 'system',
        files: ['tests/system/expiry', 'tests/system/restore'],
        seconds: 120,
      },
    ],
    lacks: ['a network that splits, failover, and a clock that jumps while visitors ask'],
  },
  {
    name: 'G4',
    title: 'As the model says: sequences of commands',
    passesWhen: 'every answer, every state and every event is the one of a model of forty lines',
    parts: [
      {
        name: 'model',
        what: 'up to 60 commands by visitors and owners on one secret, against the model',
        suite: 'int',
        files: ['services/secrets/src/use-cases/model.int'],
        counts: 'sequences of commands',
        full: 20_000,
        quick: 120,
        piece: 1_000,
        seconds: 120,
        zero: ['answers unlike the model'],
      },
      {
        name: 'orders',
        what: 'the search for an order is itself held against trying every order',
        suite: 'system',
        files: ['tests/system/linearizable/find-order'],
        seconds: 10,
      },
    ],
    lacks: ['the model over REST and the graph: there the histories of G3 are searched instead'],
  },
  {
    name: 'G6',
    title: 'Gone: the oracle of shredding',
    passesWhen:
      'whoever has everything but destroyed epoch keys reads nothing that has ended; with the living keys, all that lives',
    parts: [
      {
        name: 'shredding',
        what: 'an attacker’s program with base backup, all WAL, key-encryption keys, root, links, passphrases and claim tokens',
        suite: 'system',
        files: ['tests/system/shredding/shredding.test'],
        counts: 'ended secrets attacked',
        full: 3_000,
        quick: 60,
        piece: 600,
        seconds: 120,
        zero: ['ended secrets recovered', 'living secrets not recovered', 'secrets recovered without their link'],
      },
      {
        name: 'shredding-topics',
        what: 'the same canaries in the topics and in Redis of the distributed profile',
        suite: 'system',
        files: ['tests/system/no-trace/no-trace-apart'],
        seconds: 40,
      },
    ],
    lacks: ['topics and Redis in the hands of the oracle: they hold nothing sealed, and are searched for canaries'],
  },
  {
    name: 'G7',
    title: 'No trace: canaries in every store',
    passesWhen: 'no canary is found but the planted one',
    parts: [
      {
        name: 'no-trace',
        what: 'canaries through every dialect, with mistakes and the log at trace: tables, files, WAL, log, traces',
        suite: 'system',
        files: ['tests/system/no-trace/no-trace.test'],
        counts: 'canaries planted',
        full: 70_000,
        quick: 100,
        piece: 2_000,
        seconds: 120,
        zero: ['canaries found'],
      },
      {
        name: 'no-trace-apart',
        what: 'the same with a process for each service: tables, topics, Redis, logs, traces',
        suite: 'system',
        files: ['tests/system/no-trace/no-trace-apart'],
        counts: 'canaries planted apart',
        full: 10_000,
        quick: 100,
        piece: 1_000,
        seconds: 120,
        zero: ['canaries found'],
      },
      {
        name: 'no-trace-inside',
        what: 'tables, graph and browser storage, one by one',
        suite: 'int',
        files: ['services/secrets/src/no-trace.int', 'services/notifications/src/no-trace.int'],
        seconds: 30,
      },
    ],
    lacks: ['the memory of the process after a collection'],
  },
  {
    name: 'Known',
    title: 'Known: a trail that a superuser attacks',
    passesWhen: 'each attack is found by whom the table says; what cannot be found is said',
    parts: [
      {
        name: 'trail-attacks',
        what: 'changed, cut, reordered and rewritten with hashes made anew, before and after a checkpoint; an old state put back',
        suite: 'int',
        files: ['services/audit/src/use-cases/trail/verify/attacks.int'],
        counts: 'attacks tried',
        full: 480,
        quick: 48,
        piece: 96,
        seconds: 25,
        zero: ['attacks found otherwise than the table says', 'false alarms'],
      },
      {
        name: 'trail',
        what: 'every column of every row of the trail and of the logs flipped',
        suite: 'int',
        files: [
          'services/audit/src/use-cases/trail/verify/verify-',
          'trail/sign-trail.int',
          'trail/keep-checkpoints.int',
        ],
        seconds: 60,
      },
    ],
  },
];

export const gates = [...promiseGates, ...hardeningGates].sort((one, other) => orderOf(one) - orderOf(other));

/** G1 to G24 first, then the others as they stand. */
function orderOf({ name }) {
  return /^G\d+$/.test(name) ? Number(name.slice(1)) : 100;
}

/** The gate of this name, or the part as a gate of its own; undefined for no such name. */
export function gateNamed(name) {
  const isNamed = (one) => one.name.toLowerCase() === name.toLowerCase();
  const whole = gates.find(isNamed);
  if (whole !== undefined) return whole;
  const of = gates.find((gate) => gate.parts.some(isNamed));
  return of && { ...of, parts: of.parts.filter(isNamed), isPart: true };
}

/** How many in all, how many in one piece, and so how many pieces; a part without volume is one piece. */
export function piecesOf(part, mode) {
  if (part.full === undefined) return [{ index: 1, volume: undefined }];
  const whole = mode === 'quick' ? part.quick : part.full;
  const most = Math.min(part.piece, whole);
  return Array.from({ length: Math.ceil(whole / most) }, (_, at) => ({
    index: at + 1,
    volume: Math.min(most, whole - at * most),
  }));
}
