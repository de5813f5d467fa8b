import { expect, test } from 'vitest';
import type { System } from '../../colonel/system.ts';
import {
  type AbuseSources,
  type Answer,
  type Asked,
  abuseAnswer,
  changeAnswer,
  emailAnswer,
  healthAnswer,
  together,
} from './answers.ts';
import type { Overview } from './colonel-overview.ts';

const now = 1_790_000_000;
const known = <Value>(value: Value): Asked<Value> => ({ value, hasFailed: false });
const asking = { value: undefined, hasFailed: false };

/** The sign and the sentences, with what is inserted. */
const said = ({ sign, sentences }: Answer) => [
  sign,
  ...sentences.map(({ says, values }) => (values === undefined ? says : [says, values])),
];

const service = (name: string, more: object = {}) => ({
  service: name,
  isReachable: true,
  consumers: [
    { consumer: `${name}.feed@1`, source: 'secrets', lagEvents: 0, lagSeconds: 2, isRunning: true, halt: null },
  ],
  deadLetters: [],
  disk: null,
  ...more,
});
const trouble = { eventId: 'e1', type: 'secret.received', at: now, error: 'RangeError', consumer: 'x', attempts: 5 };
const consumer = (more: object) => [{ ...service('accounts').consumers[0], ...more }];
const system = (more: object = {}, gateway: object | null = {}) =>
  ({ gateway, services: [service('secrets'), service('accounts', more)] }) as unknown as System;

const unreachable = { isReachable: false, consumers: null, deadLetters: null };

test.each([
  ['all is well', system(), ['good', 'answers.healthy']],
  ['a service is down', system(unreachable), ['bad', ['answers.down', { services: 'accounts' }]]],
  [
    'a service and the gateway are down',
    system(unreachable, null),
    ['bad', ['answers.down', { services: 'accounts, gateway' }]],
  ],
  [
    'a consumer is halted',
    system({ consumers: consumer({ halt: trouble }) }),
    ['bad', ['answers.stuck', { halted: 1, letters: 0 }]],
  ],
  [
    'an event was set aside',
    system({ deadLetters: [trouble, trouble] }),
    ['wait', ['answers.stuck', { halted: 0, letters: 2 }]],
  ],
  ['a consumer is a little behind', system({ consumers: consumer({ lagSeconds: 59 }) }), ['good', 'answers.healthy']],
  [
    'a consumer is late',
    system({ consumers: consumer({ lagSeconds: 60 }) }),
    ['wait', ['answers.late', { age: { seconds: 60 } }]],
  ],
  [
    'the disk is full',
    system({ disk: { freeMegabytes: 400, floorMegabytes: 512 } }),
    ['bad', ['answers.disk', { free: 400 }]],
  ],
  ['the disk has room', system({ disk: { freeMegabytes: 512, floorMegabytes: 512 } }), ['good', 'answers.healthy']],
  [
    'all of it at once',
    system({ consumers: consumer({ lagSeconds: 600, halt: trouble }), deadLetters: [trouble] }, null),
    [
      'bad',
      ['answers.down', { services: 'gateway' }],
      ['answers.stuck', { halted: 1, letters: 1 }],
      ['answers.late', { age: { seconds: 600 } }],
    ],
  ],
] as const)('health: %s', (_name, value, expected) => {
  const answer = healthAnswer(known(value));
  expect(said(answer)).toEqual(expected);
  expect(answer.page).toBe('system');
});

const tally = { created: 0, opened: 0, burned: 0, expired: 0 };
const hour = (emailsSent = 0, emailsFailed = 0) => ({ at: 0, ...tally, wrongPassphrases: 0, emailsSent, emailsFailed });
const overview = (more: object = {}) =>
  ({
    today: tally,
    yesterday: tally,
    hours: [hour(), hour(), hour()],
    steps: [],
    openedWithin: [],
    wrongPassphrases: { lastHour: 0, hourBefore: 0 },
    mailQueue: { waiting: 0, oldest: null },
    ...more,
  }) as unknown as Overview;

const queue = (seconds: number) => ({ waiting: 3, oldest: now - seconds });
const lateEmails = (seconds: number) => ['answers.emailsLate', { waiting: 3, age: { seconds } }] as const;

test.each([
  ['none were sent', {}, ['unknown', 'answers.noEmails']],
  ['all were sent', { hours: [hour(4), hour(3)] }, ['good', ['answers.emails', { sent: 7, failed: 0 }]]],
  [
    'some wait a little',
    { hours: [hour(4)], mailQueue: queue(899) },
    ['good', ['answers.emails', { sent: 4, failed: 0 }]],
  ],
  ['some failed', { hours: [hour(4, 1), hour(3)] }, ['wait', ['answers.emails', { sent: 7, failed: 1 }]]],
  ['as many failed as were sent', { hours: [hour(2, 2)] }, ['bad', ['answers.emails', { sent: 2, failed: 2 }]]],
  [
    'one waits long while others are sent',
    { hours: [hour(4), hour(3)], mailQueue: queue(900) },
    ['wait', ['answers.emails', { sent: 7, failed: 0 }], lateEmails(900)],
  ],
  [
    'one waits long and none were sent lately',
    { hours: [hour(4), hour(), hour()], mailQueue: queue(7_200) },
    ['bad', ['answers.emails', { sent: 4, failed: 0 }], lateEmails(7_200)],
  ],
  ['none were ever sent and some wait', { mailQueue: queue(1_000) }, ['bad', 'answers.noEmails', lateEmails(1_000)]],
] as const)('email: %s', (_name, more, expected) => {
  expect(said(emailAnswer(known(overview(more)), now))).toEqual(expected);
});

const limit = { limit: 'signIn', kind: 'NETWORK', actions: 5, seconds: 60 };
const held = (count: number) => Array.from({ length: count }, () => ({ ...limit, refused: 7 }));
function sources({ limited = 0, isOff = false, lastHour = 0, series = 0 }) {
  return {
    limits: { limits: isOff ? [] : [limit], limited: held(limited) },
    overview: overview({ wrongPassphrases: { lastHour, hourBefore: 0 } }),
    attacks: {
      step: 60,
      counts:
        series === 0
          ? []
          : [
              { at: now, all: series - 1, failed: 0 },
              { at: now, all: 1, failed: 1 },
            ],
    },
  } as unknown as AbuseSources;
}
const tries = (passphrases: number, series: number) => ['answers.tries', { passphrases, series }] as const;

test.each([
  ['nobody', {}, 'limits', ['good', 'limits.nobody', tries(0, 0)]],
  ['a few slips', { lastHour: 19 }, 'limits', ['good', 'limits.nobody', tries(19, 0)]],
  ['many wrong passphrases', { lastHour: 20 }, 'attacks', ['wait', 'limits.nobody', tries(20, 0)]],
  ['a series of failed tries', { series: 2 }, 'attacks', ['wait', 'limits.nobody', tries(0, 2)]],
  ['ten series', { series: 10 }, 'attacks', ['bad', 'limits.nobody', tries(0, 10)]],
  [
    'somebody is held back',
    { limited: 2 },
    'limits',
    ['wait', ['answers.held', { held: 2, refused: 14 }], tries(0, 0)],
  ],
  ['ten are held back', { limited: 10 }, 'limits', ['bad', ['answers.held', { held: 10, refused: 70 }], tries(0, 0)]],
  ['limits are off', { isOff: true }, 'limits', ['wait', 'limits.off', tries(0, 0)]],
] as const)('abuse: %s', (_name, more, page, expected) => {
  const answer = abuseAnswer(known(sources(more)));
  expect(said(answer)).toEqual(expected);
  expect(answer.page).toBe(page);
});

test.each([
  [
    'more',
    { created: 9, opened: 5, burned: 1, expired: 2 },
    { created: 4, opened: 5, burned: 4, expired: 1 },
    [5, 0, -2],
  ],
  [
    'fewer',
    { created: 1, opened: 0, burned: 0, expired: 0 },
    { created: 4, opened: 1, burned: 0, expired: 0 },
    [-3, -1, 0],
  ],
  ['same', tally, tally, [0, 0, 0]],
] as const)('change: %s', (sign, today, yesterday, [created, opened, unread]) => {
  const values = {
    created: today.created,
    createdChange: { change: created },
    opened: today.opened,
    openedChange: { change: opened },
    unread: today.burned + today.expired,
    unreadChange: { change: unread },
  };
  expect(said(changeAnswer(known(overview({ today, yesterday }))))).toEqual([sign, ['answers.changed', values]]);
});

const answersOf: Readonly<Record<string, (asked: Asked<never>) => Answer>> = {
  health: healthAnswer,
  email: (asked) => emailAnswer(asked, now),
  abuse: abuseAnswer,
  change: changeAnswer,
};

test.each(Object.entries(answersOf))('%s: what is not there yet, or failed, is never good', (_name, answerOf) => {
  expect(said(answerOf(asking))).toEqual(['unknown', 'answers.asking']);
  expect(said(answerOf({ value: undefined, hasFailed: true }))).toEqual(['unknown', 'answers.silent']);
  const stale = { value: { ...overview(), ...system(), ...sources({}) } as never, hasFailed: true };
  expect(said(answerOf(stale)), 'an earlier answer may be wrong by now').toEqual(['unknown', 'answers.silent']);
});

test('what is asked of several services is known when all have answered, and failed when one has', () => {
  expect(together({ one: known(1), two: known(2) })).toEqual(known({ one: 1, two: 2 }));
  expect(together({ one: known(1), two: asking })).toEqual(asking);
  expect(together({ one: known(1), two: { value: 2, hasFailed: true } }).hasFailed).toBe(true);
});
