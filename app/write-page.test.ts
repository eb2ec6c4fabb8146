import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ListedJob } from '#domain/jobs/job-rows.ts';
import { RequestContext } from './data/request-context.ts';
import { JobRow } from './features/jobs/job-row.tsx';
import { WrittenOnce } from './site-parts/written-once.tsx';
import { writePage } from './write-page.tsx';

const job: ListedJob = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Coder – nights',
  company: 'Piedmont Valley Health',
  job_type: 'Full-time',
  location: 'Durham, NC',
  salary_range: null,
  workplace: null,
  city: null,
  region: null,
  country: null,
  salary_from: null,
  salary_to: null,
  salary_currency: null,
  salary_period: null,
  application_url: 'https://piedmont-valley.example/apply',
  application_deadline: null,
  description: 'Read what a model suggests.',
  created_at: '2026-03-03T10:00:00Z',
  ends_at: '2026-04-03T10:00:00Z',
  updated_at: '2026-03-03T10:00:00Z',
  is_featured: false,
};

function written(children: ReactNode): string {
  return writePage((writeOnce) =>
    createElement(RequestContext, { value: { kind: 'board', writeOnce } }, children),
  ).toString();
}

const plain = (children: ReactNode) => `<!DOCTYPE html>${renderToStaticMarkup(children)}`;

it('a job’s row is what React renders, on the first page, on the next, and after any change', () => {
  const changes: Partial<ListedJob>[] = [
    {},
    {},
    { title: 'Coder – days' },
    { company: 'Lakecrest Clinics' },
    { is_featured: true },
    { workplace: 'remote' },
    { salary_range: '$40 an hour' },
    { application_deadline: '2026-03-20' },
    { application_url: 'https://lakecrest.example/apply' },
  ];
  const rows = changes.map((change) => createElement(JobRow, { job: { ...job, ...change } }));
  for (const row of rows) expect(written(row)).toBe(plain(row));
  const list = createElement('ul', {}, ...rows);
  expect(written(list)).toBe(plain(list));
});

const typed = 'See <!--part 0--> and <!--part 7-->';
const Part = () => WrittenOnce({ name: 'typed', className: 'part', children: typed });

it('typed text is never mistaken for a placeholder, inside a part or next to it', () => {
  const page = createElement('main', { title: typed }, typed, createElement(Part));
  expect(written(page)).toBe(plain(page));
});
