/**
 * A CSV as spreadsheets save it. Excel’s “Unicode Text” is UTF-16 with its mark, and its plain “CSV” is what Windows wrote
 * before there was UTF-8, which no mark tells: whoever looks at the names has to say whether they are right (`isGuess`).
 */
export function readSpreadsheet(bytes: Uint8Array): { text: string; isGuess: boolean } {
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
