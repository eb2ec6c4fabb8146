import { inflateSync } from 'node:zlib';
import { mostUnpackedBytes } from '#domain/applications/resume.ts';
import { Refused } from './refused.ts';

/** Dictionary entries that run code, open something or embed other files. */
const active = [
  /\/S\s*\/(JavaScript|Launch|SubmitForm|ImportData|GoToE|Rendition|Movie|Sound|RichMediaExecute)(?![A-Za-z])/,
  /\/JS\s*[(<\d]/,
  /\/(EmbeddedFiles?|RichMedia|RichMediaContent|XFA|Filespec)(?![A-Za-z])/,
  /\/JavaScript\s*[<\d]/,
  /\/EF\s*<</,
];

/**
 * Inspects every object of a PDF, including those in compressed streams, before a parser sees it. Many programs write
 * an /OpenAction that goes to the first page, which is harmless; one that does more is caught by the action it
 * contains.
 */
export function inspectPdf(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^\s{0,8}%PDF-\d/.test(text.slice(0, 1_024).replace(/^[^%]*/, ''))) {
    throw new Refused('other_kind');
  }
  refuseActive(text);
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
    // Nothing here reads pixels, so the unpacked size of images does not count.
    const isPicture =
      /\/Subtype\s*\/Image(?![A-Za-z])/.test(own) && !/\/Type\s*\/(ObjStm|XRef)/.test(own);
    if (isPicture) continue;
    const unpacked = unpack(bytes.subarray(found.index + found[0].length), left);
    left -= unpacked.length;
    refuseActive(unpacked.toString('latin1'));
  }
}

/** Decompresses up to the limit; bytes after the end of the stream are ignored. */
function unpack(bytes: Uint8Array, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_OUT_OF_RANGE')
      throw new Refused('too_deep');
    // A parser may still be able to repair the stream; for this check it is empty.
    return Buffer.alloc(0);
  }
}

function refuseActive(text: string): void {
  const names = plainNames(text);
  if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(names)) throw new Refused('encrypted');
  if (active.some((sign) => sign.test(names))) throw new Refused('active');
}

/** Names may be escaped: /J#61vaScript. */
function plainNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
