import { expect, it, vi } from 'vitest';
import { subjects } from '#api/subjects.ts';
import { timetableOf } from './lanes.ts';
import { watchClock } from './watch-clock.ts';

it('hears that the clock was set, ahead and back, and nothing else', () => {
  vi.useFakeTimers();
  try {
    const heard: number[] = [];
    const end = watchClock((seconds) => heard.push(seconds));
    vi.advanceTimersByTime(600_000);
    vi.setSystemTime(Date.now() + 86_400_000);
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(5_000);
    end();
    expect(heard).toEqual([86_400, -3_600]);
  } finally {
    vi.useRealTimers();
  }
});

it('no task of the timetable waits twice', () => {
  const lines = subjects.flatMap(({ timetable }) => timetable);
  const keys = timetableOf({ isProjects: false }).map((line) => line.match(/jobKey=(\S+)&/)?.[1]);
  expect(new Set(keys).size).toBe(lines.length);
  expect(keys).not.toContain(undefined);
});
