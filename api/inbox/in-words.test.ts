import { expect, it } from 'vitest';
import { createCompanies } from '#test/support/applications.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const { company, application } = createCompanies(actors, database);
const { id, admin, ...more } = await company();
const application_id = await application({ id, ...more });

const wide = (count: number) => '𝔁'.repeat(count);

it.each([
  ['application_notes', { application_id }, 'body', 2_000, 'Write a note'],
  ['application_templates', { company_id: id, name: 'No' }, 'body', 2_000, 'Write the template'],
  ['application_templates', { company_id: id, body: 'No' }, 'name', 80, 'Give the template a name'],
] as const)(
  'what %s must not contain is explained in words',
  async (table, row, column, most, empty) => {
    const write = async (text: string) =>
      (await admin.client.from(table).insert({ ...row, [column]: text } as never)).error?.message;
    for (const blank of ['', '\u00a0', '\u200b']) expect(await write(blank)).toBe(empty);
    expect(await write(wide(most + 1))).toMatch(
      new RegExp(`must be less than ${most} characters$`),
    );
    expect(await write(wide(most))).toBeUndefined();
  },
);

it.each([
  ['application_notes', 200],
  ['application_templates', 50],
] as const)(
  'of %s, %i are enough, and only colleagues hear that there are',
  async (table, most) => {
    const own = await company();
    const noted = { application_id: await application(own) };
    const row = (nth: number) =>
      table === 'application_notes' ? noted : { company_id: own.id, name: `No. ${nth}` };
    const rows = Array.from({ length: most }, (_, nth) => ({ ...row(nth), body: 'No' }));
    const write = async ({ client }: typeof admin, values: object) =>
      (await client.from(table).insert(values as never)).error?.code;
    expect(await write(own.admin, rows)).toBeUndefined();
    const more = { ...row(most), body: 'No' };
    expect(await write(own.admin, more)).toBe('PT409');
    expect(await write(admin, more)).toBe('42501');
  },
);

it('what a company’s page must not contain is explained in words', async () => {
  const write = async (values: object) =>
    (await admin.client.from('companies').update(values).eq('id', id)).error?.message;
  expect(await write({ place: '\u3000' })).toBe('Write a place, or leave it empty');
  expect(await write({ place: wide(101) })).toBe('Place must be less than 100 characters');
  expect(await write({ about: wide(2_001) })).toBe('About must be less than 2000 characters');
  expect(await write({ logo: 'x' })).toBe('Upload the logo on the page of the company');
  expect(await write({ place: wide(100), about: wide(2_000), logo: null })).toBeUndefined();
  expect(bugs).toEqual([]);
});
