import type { Failure } from '#app/ui/failure.ts';

/** The first bytes of a spreadsheet's own formats: .xlsx, .ods and .xls. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const notText: Failure = {
  code: 'workbook',
  message:
    'This is the spreadsheet itself. Open it, save it once more as “CSV UTF-8” (File, Save as; in Google Sheets: File, Download, .csv), and choose that file here.',
};

/**
 * A CSV file as spreadsheet programs save it. Excel’s “Unicode Text” is UTF-16 with a byte order mark; its plain “CSV”
 * is in Windows’ legacy encoding, which nothing identifies: somebody has to check that the names are right (`isGuess`).
 */
export function readSpreadsheet(bytes: Uint8Array): { text: string; isGuess: boolean } {
  if (workbooks.some((head) => head.every((byte, place) => bytes[place] === byte))) throw notText;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    return { ...decoded(bytes, 'windows-1252'), isGuess: true };
  }
}

function decoded(bytes: Uint8Array, encoding: string) {
  return { text: new TextDecoder(encoding).decode(bytes), isGuess: false };
}
