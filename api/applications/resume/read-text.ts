import { getDocumentProxy } from 'unpdf';
import type { ResumeKind } from '#domain/applications/resume.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { readDocx } from './open-docx.ts';
import { Refused } from './refused.ts';

/** The most text that is searched. */
const mostText = 60_000;

/** The part that contains the whole file if it is encrypted. */
const locked = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Detects the type of a file from its contents and extracts its text. The site calls it only in a separate process
 * (`read-child.ts`).
 */
export async function readText(bytes: Uint8Array): Promise<{ kind: ResumeKind; text: string }> {
  const [a, b, c, d] = bytes;
  // PK: a zip. D0CF11E0: an encrypted Office file, or one from before 2007.
  if (a === 0x50 && b === 0x4b) return { kind: 'docx', text: readDocx(bytes).slice(0, mostText) };
  if (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0) {
    throw new Refused(Buffer.from(bytes).includes(locked) ? 'encrypted' : 'other_kind');
  }
  inspectPdf(bytes);
  return { kind: 'pdf', text: (await readPdf(bytes)).slice(0, mostText) };
}

async function readPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  }).catch((error: Error) => {
    throw new Refused(error.name === 'PasswordException' ? 'encrypted' : 'broken');
  });
  // The parser may find what the check above did not.
  const [scripts, files] = await Promise.all([pdf.getJSActions(), pdf.getAttachments()]);
  if (scripts || files) throw new Refused('active');
  const lines: string[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, 10); number += 1) {
    const page = await pdf.getPage(number);
    if (await page.getJSActions()) throw new Refused('active');
    const { items } = await page.getTextContent();
    lines.push(linesOf(items as PieceOfText[]));
  }
  return lines.join('\n');
}

type PieceOfText = { str?: string; hasEOL?: boolean; transform?: number[]; width?: number };

/** Pieces of text at the same height are one line; a wide gap between two of them separates columns. */
function linesOf(pieces: PieceOfText[]): string {
  let [text, lastY, lastEnd] = ['', Number.NaN, 0];
  for (const { str = '', hasEOL, transform = [], width = 0 } of pieces) {
    const [, , , size = 10, x = 0, y = 0] = transform;
    if (str.trim()) {
      if (text && !text.endsWith('\n') && Math.abs(y - lastY) > Math.abs(size) * 0.4) text += '\n';
      else if (text && !text.endsWith('\n') && x - lastEnd > Math.abs(size) * 1.5) text += '\t';
      [lastY, lastEnd] = [y, x + width];
    }
    text += str + (hasEOL ? '\n' : '');
  }
  return text;
}
