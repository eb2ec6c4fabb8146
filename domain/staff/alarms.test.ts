import { expect, it } from 'vitest';
import { type Alarm, alarmTitle } from './alarms.ts';

it.each([
  ['events', { waiting: 1 }, '1 event of the payment service has waited for more than 15 minutes'],
  [
    'events',
    { waiting: 2 },
    '2 events of the payment service have waited for more than 15 minutes',
  ],
  ['mail', { waiting: 1 }, 'Emails are not going out: 1 waits after a failed try'],
  ['mail', { waiting: 1_200 }, 'Emails are not going out: 1,200 wait after a failed try'],
  [
    'queue',
    { waiting: 1 },
    'The queue is stuck: 1 task of the lane “x” has waited for more than 10 minutes',
  ],
  [
    'queue',
    { waiting: 3 },
    'The queue is stuck: 3 tasks of the lane “x” have waited for more than 10 minutes',
  ],
  ['settings', { memberships: 1 }, 'The payment service is not set, and 1 membership runs'],
  ['settings', { memberships: 2 }, 'The payment service is not set, and 2 memberships run'],
  ['clock', { seconds: 90 }, 'The clock of x is 90 seconds ahead of that of the database'],
  ['clock', { seconds: -86_390 }, 'The clock of x is 24 hours behind that of the database'],
] as const)('an alarm uses the singular for one: %s %j', (kind, facts, title) => {
  const alarm: Alarm = { kind, about: 'x', facts };
  expect(alarmTitle(alarm)).toBe(title);
});
