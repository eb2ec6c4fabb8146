import { expect, it, vi } from 'vitest';
import { FilesUnavailable } from '#api/storage/files.ts';
import { DatabaseReadOnly, DatabaseUnavailable } from '#database/database-unavailable.ts';
import { createFailureReport } from './report-failures.ts';

const withCode = (code: string) => Object.assign(new Error(`code ${code}`), { code });

it('logs an outage when it begins and when it is over, and every bug', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const write = (_facts: object, message: string) => lines.push(message);
    const bugs: string[] = [];
    const report = createFailureReport(
      { error: write, info: write } as unknown as Parameters<typeof createFailureReport>[0],
      (request) => bugs.push(request),
    );
    for (let request = 0; request < 100; request += 1) {
      report(new DatabaseUnavailable(withCode('53100')), 'id');
      report(new DatabaseUnavailable(withCode('ECONNREFUSED')), 'id');
      report(new FilesUnavailable(withCode('ECONNREFUSED')), 'id');
      report({ code: 'database_unavailable', message: 'as a page hears it' }, 'id');
    }
    report(new DatabaseReadOnly(withCode('25001')), 'id');
    report(new Error('a bug'), 'one');
    report(new Error('a bug'), 'two');
    expect(bugs).toEqual(['one', 'two']);
    expect(lines).toEqual([
      "the database's disk is full",
      'the database cannot be reached',
      'the files cannot be reached',
      'the database takes no changes: it follows another one, or its server lets nobody write',
      'unexpected failure',
      'unexpected failure',
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(6)).toEqual([
      "over: the database's disk is full",
      'over: the files cannot be reached',
      'over: the database cannot be reached',
      'over: the database takes no changes: it follows another one, or its server lets nobody write',
    ]);
    report(new DatabaseUnavailable(withCode('53100')), 'id');
    expect(lines.at(-1)).toBe("the database's disk is full");
  } finally {
    vi.useRealTimers();
  }
});
