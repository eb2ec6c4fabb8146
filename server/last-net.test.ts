import { EventEmitter } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catchStrays } from './last-net.ts';
import { createLogger } from './logger.ts';
import { openLogOutput } from './telemetry/log-output.ts';

function open() {
  const events = new EventEmitter();
  const written: string[] = [];
  let givenUp = 0;
  const write = (first: unknown, text?: string) => written.push(text ?? String(first));
  const letGo = catchStrays(
    { logger: { error: write, fatal: write }, giveUp: () => (givenUp += 1) },
    events,
  );
  return { events, written, letGo, givenUp: () => givenUp };
}

it('an uncaught error or a rejected promise is logged, and the process goes on', () => {
  const { events, written, givenUp, letGo } = open();
  events.emit('uncaughtException', new Error('a line broke'));
  events.emit('unhandledRejection', new Error('nobody awaited this'));
  expect(written).toEqual([
    'an error was thrown where nobody catches it',
    'a promise failed that nobody awaits',
  ]);
  expect(givenUp()).toBe(0);
  letGo();
  expect(events.eventNames()).toEqual([]);
});

it('if they do not stop, the process ends', () => {
  const { events, givenUp } = open();
  for (let count = 0; count < 101; count += 1) events.emit('uncaughtException', new Error('again'));
  expect(givenUp()).toBe(1);
});

it('a full disk under the log ends nothing', async () => {
  const full = openSync('/dev/full', 'w');
  const output = openLogOutput(full);
  const logger = createLogger('info', output);
  for (let count = 0; count < 3; count += 1) logger.info('a line that finds no room');
  await output.written();
  closeSync(full);
});
