import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { callsItselfUs, foldName } from './own-name.ts';

const company = 'Carolina Health AI';
const ours = [
  'Carolina Health AI',
  '  carolina   health ai ',
  'CAROLINA-HEALTH-AI',
  'Carolina Health AI Support',
  'The team of Carolina Health A.I.',
  'Cаrоlinа Hеаlth АI',
  'ⓒⓐⓡⓞⓛⓘⓝⓐ Health AI',
  'Ｃａｒｏｌｉｎａ Health AI',
  'Carolína Heálth AI',
  'Car0lina Hea1th A|',
  'CarolinaHealthAl',
  'Carolina\u200BHealth\u202EAI',
  'Cɑrοłinα Ηealτh Αι',
  'ᴄᴀʀᴏʟɪɴᴀ ʜᴇᴀʟᴛʜ ᴀɪ',
  '🅒🅐🅡🅞🅛🅘🅝🅐 🅷🅴🅰🅻🆃🅷 AI',
  'Carօlina Health AI',
  'Ϲarolina Ꮋealth ꓮI',
  'Ⲥaroⅼiոа Heаꓡth ᎪӀ',
  // Shown right to left: as a whole, word by word, and in part.
  '\u202EIA htlaeH aniloraC',
  '\u200FAI \u200FHealth \u200FCarolina',
  'Carolina \u2067AI \u200F\u2066Health\u2069\u2069',
];
const theirs = [
  'Carolina Torres',
  'Health AI Group',
  'Health AI Carolina',
  'Maya Torres',
  '',
  'كارولينا',
  'مها \u200FMaya Torres\u200F',
  'Carolina Health',
  'Կարօ Սարգսյան',
];

describe('a name', () => {
  it.each(ours)('like %j passes itself off as the company', (name) => {
    expect(callsItselfUs(name, company)).toBe(true);
  });

  it.each(theirs)('like %j is somebody’s own', (name) => {
    expect(callsItselfUs(name, company)).toBe(false);
  });

  it('that merely contains the company’s short name is somebody’s own', () => {
    expect(callsItselfUs('Maria Torres', 'Aria')).toBe(false);
    expect(callsItselfUs(' ARIA', 'Aria')).toBe(true);
    expect(callsItselfUs('\u202EairA', 'Aria')).toBe(true);
    for (const name of ['\u200FMaria Torres', '\u200FRita Adams', '\u200FAir']) {
      expect(callsItselfUs(name, 'Aria')).toBe(false);
    }
    // From six letters on, a name counts as long.
    for (const name of ['Team Clinic', '\u202EcinilC maeT']) {
      expect(callsItselfUs(name, 'Clinic')).toBe(true);
    }
  });
});

const otherLetters = [
  ['王芳', false],
  ['', false],
  [' 健康 ', true],
] as const;

it.each(otherLetters)('whether %j is the name of a company in another script: %s', (name, is) => {
  expect(callsItselfUs(name, '健康')).toBe(is);
});

it('names in another script are compared in SQL as here', async () => {
  const { database, asAdmin } = await openTestApi();
  await asAdmin((client) =>
    client.query(`update private.settings set value = '健康' where name = 'site_name'`),
  );
  for (const [name, is_ours] of otherLetters) {
    const { rows } = await database.asService.query({
      text: 'select private.calls_itself_us($1) as is_ours',
      values: [name],
    });
    expect(rows, name).toEqual([{ is_ours }]);
  }
});

it('names are folded in SQL as here', async () => {
  const { database } = await openTestApi();
  const signs = Array.from({ length: 0x530 }, (_, code) => String.fromCodePoint(code + 0x20));
  for (const name of [
    ...ours,
    ...theirs,
    ...signs.filter((sign) => /[a-zа-яα-ω0-9@$|!]/i.test(sign)),
  ]) {
    const { rows } = await database.asService.query<{ folded: string; is_ours: boolean }>({
      text: 'select private.fold_name($1) as folded, private.calls_itself_us($1) as is_ours',
      values: [name],
    });
    expect(rows, name).toEqual([{ folded: foldName(name), is_ours: callsItselfUs(name, company) }]);
  }
});
