import { describe, expect, it } from 'vitest';
import type { AwardAnswer, AwardPreview, AwardRow } from '#domain/staff-credentials.ts';
import { aLine, openRegister } from '../fixture/open-register.ts';

const { act, bugs, post } = await openRegister();

describe('a list', () => {
  const csv = (lines: string[]) =>
    ['Credential,Name,Email,Awarded on,Expires on,Evidence', ...lines].join('\r\n');

  it('is shown line by line before anything is done, with what is wrong', async () => {
    const { body } = await act<AwardPreview>('preview-credentials', {
      csv: csv([
        'CIHIS-AI,Jane Doe,jane@list.example,2026-01-15,,Exam 12',
        'applied practice,"O’Connor, Renée",RENEE@list.example,1/15/2026,01/14/2028,',
        'CIHIS-XX,王小明,not an address,2026-02-30,tomorrow,',
        'CIHIS-AI,Jane Doe,jane@list.example,2026-01-15,,',
        'CIHIS-L,Late Person,,2999-01-01,,',
      ]),
    });
    expect(body.lines.map(({ line, title, problems }) => [line, title, problems])).toEqual([
      [2, 'Applied Practice', []],
      [3, 'Applied Practice', []],
      [
        4,
        '',
        [
          'There is no credential “CIHIS-XX”',
          'The name has “王”, which the certificate’s fonts cannot set',
          'The address is no email address',
          '“Awarded on” is no date such as 2026-11-30 or 11/30/2026',
          '“Expires on” is no date such as 2026-11-30 or 11/30/2026',
        ],
      ],
      [5, 'Applied Practice', ['The same as line 2']],
      [6, 'Leadership and Strategy', ['It is awarded in the future']],
    ]);
    expect(
      (await act<{ rows: AwardRow[] }>('list-credentials', { filters: { search: 'jane@list' } }))
        .body.rows,
    ).toEqual([]);
  });

  it('of a thousand lines is awarded in one go, and each receiver is written to once', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const lines = Array.from({ length: 1_000 }, (_, place) =>
      aLine({
        name: `Person ${place % 40}`,
        email: `${place % 40}-${mark}@holders.example`,
        awarded_on: `2025-01-${String(Math.floor(place / 40) + 1).padStart(2, '0')}`,
      }),
    );
    const { body } = await act<AwardAnswer>('award-credentials', { lines });
    expect(body).toMatchObject({ awarded: 1_000, known: 0 });
    expect(await post.sentTo(`0-${mark}@holders.example`)).toHaveLength(1);
    expect((await act('award-credentials', { lines: [...lines, ...lines] })).status).toBe(400);
  });

  it('is awarded whole or not at all', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const lines = [
      aLine({ name: `Whole ${mark}` }),
      aLine({ name: `Whole ${mark}`, awarded_on: 'soon' }),
    ];
    const refused = await act('award-credentials', { lines });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Line 2: /) },
    });
    const list = await act<{ rows: AwardRow[] }>('list-credentials', {
      filters: { search: `whole ${mark}` },
    });
    expect(list.body.rows).toEqual([]);
  });

  it('awards nothing twice, also when two send it at once', async () => {
    const lines = Array.from({ length: 5 }, (_, place) => aLine({ name: `Person ${place}` }));
    const answers = await Promise.all([
      act('award-credentials', { lines }),
      act('award-credentials', { lines }),
    ]);
    expect(answers.map(({ body }) => (body as { awarded?: number }).awarded).toSorted()).toEqual([
      0, 5,
    ]);
    const again = await act('award-credentials', {
      lines: lines.map((line) => ({
        ...line,
        email: line.email.toUpperCase(),
        name: 'Other Spelling',
      })),
    });
    expect(again.body).toMatchObject({ awarded: 0, known: 5 });
  });

  it.each([
    ['', /too_small|empty|>=1|Too small|csv/],
    ['Name,Email\nJane,j@x.example', /lacks “credential”, “awarded on”/],
    ['credential,name,awarded on\nCIHIS-AI,"Jane,2026-01-01', /quotation mark/],
    ['credential;name;awarded on\n;;\n', /no line below/],
  ])('%j is refused in words', async (text, words) => {
    const { status, body } = await act('preview-credentials', { csv: text });
    expect(status).toBe(400);
    expect(body.error).toMatch(words);
  });

  it('of many lines with open quotes takes no time', async () => {
    const before = performance.now();
    await act('preview-credentials', {
      csv: `credential,name,awarded on\n${'"a""'.repeat(150_000)}`,
    });
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
