import { expect, it, vi } from 'vitest';
import { timetableOf } from './lanes.ts';
import { watchClock } from './watch-clock.ts';

it('reports that the clock was set, forward or back, and nothing else', () => {
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

it('no scheduled task waits twice, and a project has its own tasks in place of those that its platform does', () => {
  const atHome = timetableOf({ isProjects: false });
  const keys = atHome.map((line) => line.match(/jobKey=(\S+)&/)?.[1]);
  expect(new Set(keys).size).toBe(atHome.length);
  expect(keys).not.toContain(undefined);
  const onProject = timetableOf({ isProjects: true });
  const names = (lines: string[]) => lines.map((line) => line.split(' ')[5]);
  expect(names(onProject).filter((name) => !names(atHome).includes(name))).toEqual([
    'remove-lost-files',
  ]);
  expect(
    names(atHome)
      .filter((name) => !names(onProject).includes(name))
      .sort(),
  ).toEqual(ofPlatform);
});

const ofPlatform = [
  'clean-auth',
  'clean-pictures',
  'clean-uploads',
  'company-logos',
  'forget-realtime-messages',
  'look-for-files',
];
