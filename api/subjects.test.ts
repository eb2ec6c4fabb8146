import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { subjects } from './subjects.ts';

const { database, fetch } = await openTestApi();
const tasks = subjects.flatMap((subject) => Object.keys(subject.tasks));

/** How SQL adds a task: queue.add('name', …), graphile_worker.add_job('name', …). */
const added = /\b(?:queue\.add|graphile_worker\.add_job)\(\s*'([^']+)'/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(added)].map(([, name = '']) => name);
}

/** What visitors may call, and services without a session. */
const forEverybody = [
  'answer-review',
  'application-by-link',
  'apply-as-guest',
  'check-credential',
  'claim-by-link',
  'credential-holders',
  'credential-issuer',
  'credential-type',
  'renew-job',
  'report-job',
  'stripe-webhook',
  'take-export',
  'track-job-click',
];

describe('functions', () => {
  it('check who calls before they read the body, unless everybody may call them', async () => {
    const answering: string[] = [];
    for (const name of subjects.flatMap((subject) => Object.keys(subject.functions))) {
      const { status } = await fetch(`/functions/v1/${name}`, { method: 'POST', body: '[' });
      if (status !== 401) answering.push(name);
    }
    expect(answering.toSorted()).toEqual(forEverybody);
  });
});

describe('what the subjects register', () => {
  it('has each name once', () => {
    const functions = subjects.flatMap((subject) => Object.keys(subject.functions));
    for (const names of [functions, tasks]) expect(names).toEqual([...new Set(names)]);
  });

  it('has every task that the database adds', async () => {
    const { rows } = await database.asService.query<{ body: string }>({
      text: "select prosrc as body from pg_proc where prosrc ~ 'queue.add|add_job'",
    });
    const names = rows.flatMap(({ body }) => namesIn(body));
    expect(names).toContain('message-mail');
    expect(names.filter((name) => !tasks.includes(name))).toEqual([]);
  });

  it('has every task that a statement of the API adds', async () => {
    const names: string[] = [];
    for await (const file of glob('**/*.ts', { cwd: import.meta.dirname })) {
      if (!file.endsWith('.test.ts'))
        names.push(...namesIn(readFileSync(join(import.meta.dirname, file), 'utf8')));
    }
    expect(names).toContain('auth-notice');
    expect(names.filter((name) => !tasks.includes(name))).toEqual([]);
  });
});
