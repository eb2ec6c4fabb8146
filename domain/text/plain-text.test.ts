import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainJson, plainText, tidy } from './plain-text.ts';

const allowed = '\t\n\r é 𐍈 👩‍⚕️ مرحبا \u007F\u0085\uFFFD';

describe('plain text', () => {
  it('is left as typed', () => expect(plainText(allowed)).toBe(allowed));

  it('contains nothing that XML forbids', () => {
    const given = `a\u0001b\u0000c\u000Bd\u000Ce\u001Ff\uFFFEg\uFFFFh\uD800i\uDC00j`;
    expect(plainText(given)).toBe('abcdefghij');
  });
});

it('keeps the line breaks of slides and word processors', () => {
  expect(tidy(' Audits claims\vand appeals\r\nPage two\fMore\r ')).toBe(
    'Audits claims\nand appeals\nPage two\nMore',
  );
});

it('turns bullets from a word processor’s own fonts into bullets, and drops picture placeholders', () => {
  expect(tidy('\uF0B7\tReviews\r\n\uF0A7\tWrites\uFFFC\r\n•\tAudits')).toBe(
    '•\tReviews\n•\tWrites\n•\tAudits',
  );
});

it('drops zero-width spaces at the end of a line', () => {
  expect(tidy('Audits\u200B\nclaims\n\u200B\u200Band\u200B\n\u200B\nappeals co\u200Bding')).toBe(
    'Audits\nclaims\nand\n\nappeals co\u200Bding',
  );
  expect(tidy(`${'\u200B'.repeat(300_000)}x`)).toMatch(/x$/);
});

describe('with very many marks on one letter', () => {
  const pair = '\u0301\u0316';
  const few = { text: `a${pair.repeat(15)}b` };

  it('keeps thirty', () => {
    expect(plainText(`a${pair.repeat(50_000)}b`)).toBe(few.text);
    expect(plainText(`a${'\u{1D165}'.repeat(40)}b`)).toBe(`a${'\u{1D165}'.repeat(30)}b`);
  });

  it.each([
    ['as they are', (text: string) => text],
    ['as escapes', (text: string) => text.replace(/[^ -~]/g, escaped)],
    ['as both', (text: string) => text.replace(/\u0316/g, escaped)],
  ])('in JSON, too, %s', (_, written) => {
    const read = JSON.parse(
      plainJson(written(JSON.stringify({ text: `a${pair.repeat(5_000)}b` }))),
    );
    expect(read).toEqual(few);
  });

  it('other JSON escapes stay as written', () => {
    const text = JSON.stringify('漢字'.repeat(100)).replace(/[^ -~]/g, escaped);
    expect(plainJson(`[9223372036854775807,${text}]`)).toBe(`[9223372036854775807,${text}]`);
  });

  function escaped(unit: string) {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
});

describe('JSON', () => {
  it.each([
    [String.raw`{"a": "x\u0001y\u001Fz"}`, { a: 'xyz' }],
    [String.raw`{"a\u0002": ["\uFFFE", "\ud800", "\uDC00a"]}`, { a: ['', '', 'a'] }],
    [String.raw`{"a": "\ud83d\ude00\ud83d"}`, { a: '😀' }],
    [String.raw`{"a": "\\u0001 \\\u0001"}`, { a: String.raw`\u0001 ${'\\'}` }],
    [String.raw`{"a": "\t\n\r\"\u0009\u000a"}`, { a: '\t\n\r"\t\n' }],
    ['{"a": "\uFFFF"}', { a: '' }],
    [String.raw`{"a": "\u0000"}`, { a: '\0' }],
  ])('%j is read as %j', (text, value) => {
    expect(JSON.parse(plainJson(text))).toEqual(value);
  });

  it('means the same without those characters, whatever it contains', () => {
    const part = fc.constantFrom(
      '\\',
      'u0001',
      '\u0001',
      '"',
      '\ud83d',
      '\ude00',
      '😀',
      '\uFFFF',
      'd',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        expect(JSON.parse(plainJson(JSON.stringify({ text })))).toEqual({ text: plainText(text) });
      }),
    );
  });
});
