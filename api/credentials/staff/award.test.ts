import { describe, expect, it } from 'vitest';
import type { AwardAnswer, AwardPreview, AwardRow } from '#domain/staff/credentials.ts';
import { aLine, openRegister } from '../fixture/open-register.ts';

const { act, award, bugs, check, post } = await openRegister();

describe('a list', () => {
  const csv = (lines: string[]) =>
    ['Credential,Name,Email,Awarded on,Expires on,Evidence', ...lines].join('\r\n');

  it('is previewed line by line before anything is done, with what is wrong', async () => {
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
          'The address is not an email address',
          '“Awarded on” is not a date such as 2026-11-30 or 11/30/2026',
          '“Expires on” is not a date such as 2026-11-30 or 11/30/2026',
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

  it('says which columns are ignored, and reports an empty file', async () => {
    const { body } = await act<AwardPreview>('preview-credentials', {
      csv: 'Credential,Name,Awarded on,E-mail,,Cohort\nCIHIS-AI,Jane Doe,2026-01-15,jane@list.example,,3',
    });
    expect(body).toMatchObject({
      unread: ['E-mail', 'Cohort'],
      lines: [{ given: { email: '' }, problems: [] }],
    });
    expect((await act('preview-credentials', { csv: '' })).body).toMatchObject({
      error: 'The file is empty.',
    });
  });

  it('is read as office programs write it: a byte order mark, semicolons, and multi-line cells', async () => {
    const text = [
      '\uFEFFCredential;Name;Email;Awarded on;Evidence',
      'CIHIS-AI;"O’Connor; Renée";renee@semicolons.example;2026-01-15;"Exam 12,',
      'taken twice: ""passed"""',
      '"applied',
      'practice";"Jane',
      'Doe";jane@semicolons.example;01/15/2026;',
      ';;;;',
      'CIHIS-XX;Sam Field;;2026-01-15;',
    ];
    for (const end of ['\r\n', '\n', '\r']) {
      const { body } = await act<AwardPreview>('preview-credentials', { csv: text.join(end) });
      expect(
        body.lines.map(({ line, given, problems }) => [line, given.name, problems]),
        JSON.stringify(end),
      ).toEqual([
        [2, 'O’Connor; Renée', []],
        [4, expect.stringMatching(/^Jane\s+Doe$/), []],
        [8, 'Sam Field', ['There is no credential “CIHIS-XX”']],
      ]);
      expect(body.lines[0]?.given.evidence.replace(/\s+/g, ' ')).toBe(
        'Exam 12, taken twice: "passed"',
      );
    }
  });

  it('has at most a thousand lines', async () => {
    const lines = (count: number) =>
      csv(
        Array.from({ length: count }, (_, place) => `CIHIS-AI,Person of line ${place},,2026-01-15`),
      );
    const full = await act<AwardPreview>('preview-credentials', {
      csv: `${lines(1_000)}\r\n,,\r\n`,
    });
    expect(full.body.lines).toHaveLength(1_000);
    expect(await act('preview-credentials', { csv: lines(1_001) })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('more than 1,000 lines') },
    });
  });

  it.each([
    ['Анна Іваненко', undefined],
    ['Γιώργος Παπαδόπουλος', undefined],
    ['Nguyễn Thị Hồng', undefined],
    ['محمد علي', 'The name has “م”, which the certificate’s fonts cannot set'],
    ['דוד לוי', 'The name has “ד”, which the certificate’s fonts cannot set'],
    ['नरेंद्र', 'The name has “न”, which the certificate’s fonts cannot set'],
    ['Jane علي Doe', 'The name has “ع”, which the certificate’s fonts cannot set'],
    ['Jane 🎓', 'The name has “🎓”, which the certificate’s fonts cannot set'],
    ['eoD \u202EenaJ', 'The name has a character that cannot be seen (U+202E)'],
    ['Jane\u200BDoe', 'The name has a character that cannot be seen (U+200B)'],
    ['Ren\uFFFDe Doe', 'The name has letters that cannot be read: save the file as “CSV UTF-8”'],
  ])('with the name %j is refused with the reason', async (name, problem) => {
    const { body } = await act<AwardPreview>('preview-credentials', {
      csv: csv([`CIHIS-AI,${name},,2026-01-15,,`]),
    });
    expect(body.lines[0]?.problems).toEqual(problem ? [problem] : []);
    const number = problem ? undefined : await award({ name });
    if (number) expect(await check(number)).toMatchObject({ is_valid: true, name });
    else expect((await act('award-credentials', { lines: [aLine({ name })] })).status).toBe(400);
  });

  it('of a thousand lines is awarded in one go, and each recipient gets one email', async () => {
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

  it('is awarded completely or not at all', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    for (const awarded_on of ['soon', '0000-01-01']) {
      const lines = [
        aLine({ name: `Whole ${mark}` }),
        aLine({ name: `Whole ${mark}`, awarded_on }),
      ];
      expect(await act('award-credentials', { lines })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^Line 2: /) },
      });
    }
    const list = await act<{ rows: AwardRow[] }>('list-credentials', {
      filters: { search: `whole ${mark}` },
    });
    expect(list.body.rows).toEqual([]);
  });

  it('awards nothing twice, even if two people send it at once', async () => {
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
  ])('%j is refused with an explanation', async (text, words) => {
    const { status, body } = await act('preview-credentials', { csv: text });
    expect(status).toBe(400);
    expect(body.error).toMatch(words);
  });

  it('with many lines of open quotes is parsed quickly', async () => {
    const before = performance.now();
    await act('preview-credentials', {
      csv: `credential,name,awarded on\n${'"a""'.repeat(150_000)}`,
    });
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
