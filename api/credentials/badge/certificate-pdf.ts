import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { site } from '#domain/site/brand.ts';
import { type Certificate, layOut, papers, type Words } from './certificate-layout.ts';
import { titleOf } from './facts.ts';
import { fontFile, fontNames } from './fonts.ts';
import { widthOf } from './letters.ts';
import type { Shape } from './seal.ts';

/** The certificate as a PDF. The same award always produces the same bytes. */
export async function makeCertificatePdf(
  award: Certificate,
  paper: keyof typeof papers,
): Promise<Buffer> {
  const { width, height } = papers[paper];
  const title = `${titleOf(award.type)}, ${award.holder}`;
  const made = new Date(`${award.awardedOn}T00:00:00Z`);
  const options = {
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    font: fontFile('text'),
    info: {
      Title: title,
      Author: site.name,
      Subject: `Credential ${showCredentialNumber(award.number)}`,
      CreationDate: made,
      ModDate: made,
    },
  };
  // The library's types are outdated: it supports PDF/UA and accepts fonts as bytes.
  const doc = new PDFDocument(options as object);
  for (const name of fontNames) doc.registerFont(name, fontFile(name));
  const bytes = buffer(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  for (const mark of layOut(award, papers[paper])) {
    if (mark.kind === 'words') root.add(doc.struct(mark.tag, {}, () => drawWords(doc, mark)));
    else if (mark.kind === 'picture') {
      const drawAll = () => {
        for (const shape of mark.shapes) draw(doc, shape);
      };
      const box = { bbox: [0, 0, width, height], alt: mark.what } as object;
      root.add(doc.struct('Figure', box, drawAll));
    } else {
      doc.markContent('Artifact', { type: 'Layout' });
      draw(doc, mark.shape);
      doc.endMarkedContent();
    }
  }
  root.end();
  doc.end();
  return bytes;
}

function drawWords(doc: PDFKit.PDFDocument, { pieces, size, color, x, baseline, link }: Words) {
  let at = x;
  for (const { font, text } of pieces) {
    doc.font(font).fontSize(size).fillColor(color);
    // The library would start a new page below the last line, so it must not break lines itself.
    doc.text(text, at, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...(link && { link }),
    });
    at += widthOf({ font, size, text });
  }
}

function draw(doc: PDFKit.PDFDocument, { d, matrix, fill, stroke, strokeWidth = 1 }: Shape) {
  doc.save();
  if (matrix) doc.transform(...matrix);
  doc.path(d);
  if (fill && stroke) doc.lineWidth(strokeWidth).fillAndStroke(fill, stroke);
  else if (fill) doc.fill(fill);
  else if (stroke) doc.lineWidth(strokeWidth).stroke(stroke);
  doc.restore();
}
