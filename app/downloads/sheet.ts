import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { lightColors as colors, site } from '#domain/site/brand.ts';
import { markArcs, markDot, markStroke } from '#domain/site/mark.ts';

export const pageWidth = 612;
export const margin = 54;
export const width = pageWidth - 2 * margin;

const fonts = {
  serif: '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff',
  text: '@fontsource/figtree/files/figtree-latin-400-normal.woff',
  medium: '@fontsource/figtree/files/figtree-latin-500-normal.woff',
  strong: '@fontsource/figtree/files/figtree-latin-600-normal.woff',
} as const;

type Tag = 'P' | 'H1' | 'H2' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Link';
type Element = PDFKit.PDFStructureElement;

export type Sheet = ReturnType<typeof openSheet>;

/** A Letter page that tells screen readers its language, its title and the order of its parts. */
export function openSheet({ title, subject }: { title: string; subject: string }) {
  const options = {
    size: 'LETTER',
    margins: { top: 54, bottom: 60, left: margin, right: margin },
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    font: fontFile('text'),
    info: { Title: title, Author: site.name, Subject: subject },
  };
  // The published types lag behind the library, which supports PDF/UA and fonts as bytes.
  const doc = new PDFDocument(options as object);
  for (const name of Object.keys(fonts))
    doc.registerFont(name, fontFile(name as keyof typeof fonts));
  const root = doc.struct('Document');
  doc.addStructure(root);

  /** A part that is read aloud; without `draw` it contains other parts. */
  function tag(type: Tag, draw?: () => void, parent: Element = root): Element {
    const element = draw ? doc.struct(type, {}, draw) : doc.struct(type);
    parent.add(element);
    return element;
  }

  /** What is only for the eye: rules, boxes, column heads. */
  function artifact(draw: () => void) {
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
  }

  return { doc, root, tag, artifact };
}

/** The brand's mark, 18 points high. */
export function mark(doc: PDFKit.PDFDocument, x: number, y: number) {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save().translate(x, y).scale(0.5625);
  doc.lineWidth(markStroke);
  for (const arc of markArcs) doc.path(arc).stroke(colors.pine);
  doc.circle(markDot.x, markDot.y, markDot.radius).fill(colors.clay);
  doc.restore();
  doc.endMarkedContent();
}

function fontFile(name: keyof typeof fonts): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(fonts[name]));
}
