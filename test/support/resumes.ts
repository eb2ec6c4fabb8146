import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';

/** A PDF with these lines, as a word processor writes it. */
export async function pdfOf(
  lines: readonly string[],
  draw?: (page: InstanceType<typeof PDFDocument>) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const page = new PDFDocument({ size: 'LETTER', margin: 54 });
  const parts: Buffer[] = [];
  const ended = new Promise((resolve) => page.on('end', resolve));
  page.on('data', (part: Buffer) => parts.push(part));
  if (draw) draw(page);
  else for (const line of lines) page.fontSize(11).text(line || ' ');
  page.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

const types = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/${main}"/></Types>`;
const plainMain = 'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A Word document with these lines; `parts` are added to it. */
export function docxOf(
  lines: readonly string[],
  parts: Record<string, Uint8Array> = {},
  main = plainMain,
): Uint8Array<ArrayBuffer> {
  const body = lines
    .map((line) => {
      const escaped = line.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      const runs = escaped.split('\t').map((run) => `<w:r><w:t>${run}</w:t></w:r>`);
      return `<w:p>${runs.join('<w:r><w:tab/></w:r>')}</w:p>`;
    })
    .join('');
  return zipSync({
    '[Content_Types].xml': strToU8(types(main)),
    'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`),
    ...parts,
  }) as Uint8Array<ArrayBuffer>;
}
