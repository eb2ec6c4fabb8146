import { describe, expect, it } from 'vitest';
import { checkWords, emptyWords } from '#domain/site/check-words.ts';
import { checkedPoints, confirmedPoints } from '#domain/staff/launch.ts';
import { pages } from '../../pages.ts';
import { faqCategories } from '../faq.ts';
import { home } from '../home.ts';
import { paragraph, readRich, writeRich } from '../rich-text.ts';
import { wordKinds } from './kinds.ts';

describe.each(wordKinds)('the words of $name', ({ name, fields, first, page, check, about }) => {
  it('fit their own fields as the release has them, and come out the same', () => {
    const { values, problems } = checkWords(fields, structuredClone(first));
    expect(problems).toEqual([]);
    expect(check?.(values) ?? []).toEqual([]);
    expect(values).toEqual(first);
  });

  it('have a page, a name that the table takes, and something to say', () => {
    expect(pages.some(({ path }) => path === page)).toBe(true);
    expect(name).toMatch(/^[a-z][a-z-]{1,39}$/);
    expect(about).not.toBe('');
  });

  it('tell what is missing when nothing is there, and break on nothing', () => {
    for (const given of [undefined, null, 5, 'words', [], emptyWords(fields), { [name]: {} }]) {
      const { values } = checkWords(fields, given);
      expect(Object.keys(values)).toEqual(Object.keys(fields));
    }
  });
});

it('a link of staff leads to a page that is there', () => {
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

it('an announcement that is over is not published as if somebody would see it', () => {
  const announcement = wordKinds.find(({ name }) => name === 'announcement');
  const problems = (until: string) =>
    announcement?.check?.({ ...announcement.first, text: 'Closed', until });
  expect(problems(new Date(Date.now() + 60_000).toISOString())).toEqual([]);
  expect(problems('2026-01-01T00:00:00Z')).toMatchObject([{ path: 'until' }]);
});

it('a question that Home needs is missed where it stood', () => {
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

describe('rich words', () => {
  it('are the same after they were typed as they were written', () => {
    for (const { questions } of faqCategories) {
      for (const { id, answer } of questions) {
        const typed = writeRich(answer);
        expect([id, writeRich(readRich(typed))]).toEqual([id, typed]);
        // Words that the release has in two pieces are one.
        expect(readRich(typed).map(({ kind }) => kind)).toEqual(answer.map(({ kind }) => kind));
      }
    }
  });

  it('are paragraphs, lists, bold words and links, and nothing else', () => {
    expect(
      readRich('One **bold** word\nand [a link](/faq).\n\n\n- a\n- b\nThen <b>more</b>'),
    ).toEqual([
      paragraph('One ', { bold: 'bold' }, ' word and ', { text: 'a link', href: '/faq' }, '.'),
      { kind: 'list', items: [['a'], ['b']] },
      paragraph('Then <b>more</b>'),
    ]);
    expect(readRich(' \n ')).toEqual([]);
  });

  it('have lists with numbers, from the one that stands first; a number alone is none', () => {
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

  it('show each number as it was typed, but where the first one stands before all', () => {
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

it('that nobody can see are none', () => {
  const fields = { name: { type: 'line', label: 'Name', most: 40 } } as const;
  const { values, problems } = checkWords(fields, { name: '\u200B \u2800\u00AD' });
  expect([values, problems]).toEqual([
    { name: '' },
    [{ path: 'name', message: 'Please fill this in.' }],
  ]);
});

it('are named by the launch check where an owner puts something right by them, and no file is', () => {
  for (const { kind, advice } of Object.values({ ...checkedPoints, ...confirmedPoints })) {
    if (kind) expect(wordKinds.map(({ name }) => name)).toContain(kind);
    expect(advice).not.toMatch(/(app|domain)\/\S+\.ts/);
  }
});
