import { expect, it } from 'vitest';
import { readSpreadsheet } from './read-spreadsheet.ts';

const words = 'name;evidence\r\nRenée Müller;Exam – “November”';
const asWindows = Uint8Array.from(
  words.replace('–', '\u0096').replace('“', '\u0093').replace('”', '\u0094'),
  (letter) => letter.charCodeAt(0),
);

it('reads what spreadsheet programs save, and says if it had to guess', () => {
  const known = { text: words, isGuess: false };
  expect(readSpreadsheet(Buffer.from(words))).toEqual(known);
  expect(readSpreadsheet(Buffer.from(`\uFEFF${words}`))).toEqual(known);
  const utf16 = Buffer.from(`\uFEFF${words}`, 'utf16le');
  expect(readSpreadsheet(utf16)).toEqual(known);
  expect(readSpreadsheet(Buffer.from(utf16).swap16())).toEqual(known);
  expect(readSpreadsheet(asWindows)).toEqual({ text: words, isGuess: true });
  expect(readSpreadsheet(new Uint8Array())).toEqual({ text: '', isGuess: false });
});

it('says what to do if given the spreadsheet itself', () => {
  const workbook = expect.objectContaining({ message: expect.stringContaining('CSV UTF-8') });
  expect(() => readSpreadsheet(Buffer.from('PK\u0003\u0004…'))).toThrow(workbook);
  expect(() => readSpreadsheet(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toThrow(workbook);
});
