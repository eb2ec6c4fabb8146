import { expect, it } from 'vitest';
import { hoursOf, lastHour, placeWords, slowSince } from './speed.ts';

const now = Date.parse('2026-11-27T12:34:00Z');
/** A slot that began this many minutes ago. */
const slot = (minutes: number, answers: number, slow = 0) => ({
  from: new Date(Math.floor((now - minutes * 60_000) / 600_000) * 600_000).toISOString(),
  answers,
  slow,
  failed: 0,
});

it('is slow since the first of the slots that belong together', () => {
  const slots = [
    slot(200, 100, 90),
    slot(100, 100),
    slot(70, 100),
    slot(50, 100, 20),
    slot(40, 10),
    slot(20, 100, 30),
  ];
  expect(slowSince(slots, now)).toBe(slots[3]?.from);
  expect(lastHour(slots, now)).toHaveLength(3);
});

it('is not slow because of earlier slowness, a single answer, or no answers at all', () => {
  expect(slowSince([slot(200, 100, 90), slot(10, 100, 2)], now)).toBeUndefined();
  expect(slowSince([slot(10, 2, 2)], now)).toBeUndefined();
  expect(slowSince([slot(10, 60, 3)], now)).toBeUndefined();
  expect(slowSince([slot(10, 59, 3)], now)).toBeDefined();
  expect(slowSince([], now)).toBeUndefined();
});

it('has every hour of the day, even those without requests', () => {
  const hours = hoursOf([slot(5, 10, 1), slot(25, 20), slot(70, 5)], now);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toMatchObject({ from: '2026-11-27T12:00:00.000Z', answers: 30, slow: 1 });
  expect(hours.at(-2)).toMatchObject({ answers: 5 });
  expect(hours[0]).toMatchObject({ from: '2026-11-26T13:00:00.000Z', answers: 0 });
});

it.each([
  ['/job/:id', 'Page: /job/:id'],
  ['/rest/v1/jobs', 'Data: jobs'],
  ['/rest/v1/rpc/search_jobs', 'Data: search_jobs'],
  ['/rest/v1/*', 'Data'],
  ['/functions/v1/send-candidate-message', 'What people do: send-candidate-message'],
  ['(file)', 'Scripts, styles and pictures of the site'],
  ['other', 'Others'],
])('%s is called %s', (route, words) => expect(placeWords(route)).toBe(words));
