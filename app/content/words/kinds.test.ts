import { describe, expect, it } from 'vitest';
import { checkWords, emptyWords } from '#domain/site/check-words.ts';
import { checkedPoints, confirmedPoints } from '#domain/staff/launch.ts';
import { pages } from '../../pages.ts';
import { faqCategories } from '../faq.ts';
import { home } from '../home.ts';
import { paragraph, readRich, writeRich } from '../rich-text.ts';
import { wordKinds } from './kinds.ts';

describe.each(wordKinds)('the words of $name', ({ name, fields, first, page, check, about }) => {
  it('fit their own fields as released, and come out unchanged', () => {
    const { values, problems } = checkWords(fields, structuredClone(first));
    expect(problems).toEqual([]);
    expect(check?.(values) ?? []).toEqual([]);
    expect(values).toEqual(first);
  });

  it('have a page, a name that the table accepts, and something to say', () => {
    expect(pages.some(({ path }) => path === page)).toBe(true);
    expect(name).toMatch(/^[a-z][a-z-]{1,39}$/);
    expect(about).not.toBe('');
  });

  it('report what is missing when everything is, and never throw', () => {
    for (const given of [undefined, null, 5, 'words', [], emptyWords(fields), { [name]: {} }]) {
      const { values } = checkWords(fields, given);
      expect(Object.keys(values)).toEqual(Object.keys(fields));
    }
  });
});

it('a link of staff must lead to an existing page', () => {
  const announcement = wordKinds.find(({ name }) => name === 'announcement');
  const problems = (way: string) =>
    announcement?.check?.({ ...announcement.first, text: 'Words', label: 'Read', way });
  const known = [
    '/faq',
    '/faq#x',
    '/jobs?q=coder',
    '/job/1',
    '/messages',
    '/',
    'https://a.example',
  ];
  for (const way of known) expect([way, problems(way)]).toEqual([way, []]);
  for (const way of ['/fax', '/faq/x', '/staff']) {
    expect(problems(way)).toEqual([{ path: 'way', message: `There is no page at ${way}.` }]);
  }
  // What is missing is said in the order of the fields: the focus goes to the first.
  const alone = announcement?.check?.({ ...announcement.first, label: 'Read' });
  expect(alone).toMatchObject([{ path: 'text' }, { path: 'way' }]);
});

it('an announcement that has already ended cannot be published', () => {
  const announcement = wordKinds.find(({ name }) => name === 'announcement');
  const problems = (until: string) =>
    announcement?.check?.({ ...announcement.first, text: 'Closed', until });
  expect(problems(new Date(Date.now() + 60_000).toISOString())).toEqual([]);
  expect(problems('2026-01-01T00:00:00Z')).toMatchObject([{ path: 'until' }]);
});

it('a missing question that Home needs is reported where it belongs', () => {
  const faq = wordKinds.find(({ name }) => name === 'faq');
  const [id = ''] = home.quickAnswers.questionIds;
  const without = Object.fromEntries(
    Object.entries(faq?.first ?? {}).map(([category, questions]) => [
      category,
      (questions as { id: string }[]).filter((each) => each.id !== id),
    ]),
  );
  const [problem] = faq?.check?.(without) ?? [];
  expect(Object.keys(faq?.fields ?? {})).toContain(problem?.path);
});

describe('rich text', () => {
  it('survives being written as text and parsed again', () => {
    for (const { questions } of faqCategories) {
      for (const { id, answer } of questions) {
        const typed = writeRich(answer);
        expect([id, writeRich(readRich(typed))]).toEqual([id, typed]);
        // Two adjacent pieces of text in the release come back as one.
        expect(readRich(typed).map(({ kind }) => kind)).toEqual(answer.map(({ kind }) => kind));
      }
    }
  });

  it('has paragraphs, lists, bold text and links, and nothing else', () => {
    expect(
      readRich('One **bold** word\nand [a link](/faq).\n\n\n- a\n- b\nThen <b>more</b>'),
    ).toEqual([
      paragraph('One ', { bold: 'bold' }, ' word and ', { text: 'a link', href: '/faq' }, '.'),
      { kind: 'list', items: [['a'], ['b']] },
      paragraph('Then <b>more</b>'),
    ]);
    expect(readRich(' \n ')).toEqual([]);
  });

  it('has numbered lists that start at their first number; a single number is not a list', () => {
    const typed = 'Then:\n3. wait\n4) come back\n\n12. March it is.\n\n  •\ta point';
    expect(readRich(typed)).toEqual([
      paragraph('Then:'),
      { kind: 'list', from: 3, items: [['wait'], ['come back']] },
      paragraph('12. March it is.'),
      { kind: 'list', items: [['a point']] },
    ]);
    const written = writeRich(readRich(typed));
    expect(written).toContain('3. wait\n4. come back');
    expect(readRich(written)).toEqual(readRich(typed));
  });

  it('shows every number as typed, unless all lines repeat the first one', () => {
    expect(readRich('12. March we open\n14. April we close\n15. April too')).toEqual([
      { kind: 'list', from: 12, items: [['March we open']] },
      { kind: 'list', from: 14, items: [['April we close'], ['April too']] },
    ]);
    expect(readRich('1. one\n1. two\n1. three')).toEqual([
      { kind: 'list', from: 1, items: [['one'], ['two'], ['three']] },
    ]);
  });

  it.each([
    ['[x](javascript:alert(1))', true],
    ['[x](data:text/html,x)', true],
    ['[x](//evil.example)', true],
    ['[x](/\\evil.example)', true],
    ['[](https://ok.example)', true],
    ['[x](https://user@evil.example)', true],
    ['[x](https://ok.example/a?b=c#d)', false],
    ['[x](/faq#who-are-you) and [y](mailto:us@ok.example)', false],
  ])('%s is refused: %s', (text, isRefused) => {
    const fields = { text: { type: 'rich', label: 'Text', most: 200 } } as const;
    expect(checkWords(fields, { text }).problems.length > 0).toBe(isRefused);
  });
});

it('without visible characters counts as empty', () => {
  const fields = { name: { type: 'line', label: 'Name', most: 40 } } as const;
  const { values, problems } = checkWords(fields, { name: '\u200B \u2800\u00AD' });
  expect([values, problems]).toEqual([
    { name: '' },
    [{ path: 'name', message: 'Please fill this in.' }],
  ]);
});

it('is named by the launch check if an owner fixes something with it, instead of a file', () => {
  for (const { kind, advice } of Object.values({ ...checkedPoints, ...confirmedPoints })) {
    if (kind) expect(wordKinds.map(({ name }) => name)).toContain(kind);
    expect(advice).not.toMatch(/(app|domain)\/\S+\.ts/);
  }
});
