import { inflateSync } from 'node:zlib';
import { mostUnpackedBytes } from '#domain/applications/resume.ts';
import { Refused } from './refused.ts';

/** What runs, opens something or brings other files along, as it stands in a dictionary. */
const active = [
  /\/S\s*\/(JavaScript|Launch|SubmitForm|ImportData|GoToE|Rendition|Movie|Sound|RichMediaExecute)(?![A-Za-z])/,
  /\/JS\s*[(<\d]/,
  /\/(EmbeddedFiles?|RichMedia|RichMediaContent|XFA|Filespec)(?![A-Za-z])/,
  /\/JavaScript\s*[<\d]/,
  /\/EF\s*<</,
];

/**
 * Looks through every object of a PDF, also those inside of compressed streams, before a parser meets it.
 * A first page that opens by itself (/OpenAction with a place) is what many programs write, and harmless;
 * one that does something is found by what it does.
 */
export function inspectPdf(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^\s{0,8}%PDF-\d/.test(text.slice(0, 1_024).replace(/^[^%]*/, ''))) {
    throw new Refused('other_kind');
  }
  requireCalm(text);
  let left = mostUnpackedBytes;
  const starts = /\bstream\r?\n/g;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    if (text.slice(Math.max(0, found.index - 3), found.index) === 'end') continue;
    const dictionary = text.slice(Math.max(0, found.index - 2_000), found.index);
    const own = plainNames(dictionary.slice(dictionary.lastIndexOf(' obj') + 1));
    if (
      /\/(LZWDecode|LZW|Crypt)(?![A-Za-z])/.test(own) ||
      /(FlateDecode|Fl)\b[\s\S]*\/(FlateDecode|Fl)\b/.test(own)
    ) {
      throw new Refused('too_deep');
    }
    if (!/\/(FlateDecode|Fl)(?![A-Za-z])/.test(own)) continue;
    // Pixels are read by nobody here: what they unpack to does not count.
    const isPicture =
      /\/Subtype\s*\/Image(?![A-Za-z])/.test(own) && !/\/Type\s*\/(ObjStm|XRef)/.test(own);
    if (isPicture) continue;
    const unpacked = unpack(bytes.subarray(found.index + found[0].length), left);
    left -= unpacked.length;
    requireCalm(unpacked.toString('latin1'));
  }
}

/** As much as there is: what follows the stream is no part of it. */
function unpack(bytes: Uint8Array, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_OUT_OF_RANGE')
      throw new Refused('too_deep');
    // A parser may repair it, and finds its own way; here it holds nothing.
    return Buffer.alloc(0);
  }
}

function requireCalm(text: string): void {
  const names = plainNames(text);
  if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(names)) throw new Refused('encrypted');
  if (active.some((sign) => sign.test(names))) throw new Refused('active');
}

/** A name may be written in other letters: /J#61vaScript. */
function plainNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
