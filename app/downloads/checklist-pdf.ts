import { buffer } from 'node:stream/consumers';
import { readinessChecklist } from '#app/content/readiness-checklist.ts';
import { lightColors as colors, site } from '#domain/site/brand.ts';
import { drawArea } from './area.ts';
import { margin, mark, openSheet, pageWidth, type Sheet, width } from './sheet.ts';

const { title, lede, howTo, areas, closing, meta } = readinessChecklist;

/** The checklist on paper: tagged, in our fonts, with space to fill it in. */
export async function makeChecklistPdf(): Promise<Buffer> {
  const sheet = openSheet({ title, subject: meta.description });
  const { doc } = sheet;
  const bytes = buffer(doc);
  drawFront(sheet);
  for (const [index, area] of areas.entries()) {
    // Start a new page where an area would hardly fit.
    if (doc.y > 400) doc.addPage();
    drawArea(sheet, area, index + 1);
  }
  drawClosing(sheet);
  drawFooters(sheet);
  sheet.root.end();
  doc.end();
  return bytes;
}

function drawFront({ doc, tag }: Sheet) {
  mark(doc, margin, 50);
  tag('P', () =>
    doc
      .font('strong')
      .fontSize(11)
      .text(site.name, margin + 24, 54),
  );
  doc.y = 92;
  tag('H1', () =>
    doc.font('serif').fontSize(30).fillColor(colors.ink).text(title, margin, doc.y, { width }),
  );
  doc.moveDown(0.25);
  tag('P', () =>
    doc.font('text').fontSize(11).fillColor(colors.muted).text(lede, { width: 420, lineGap: 2.5 }),
  );
  doc.moveDown(1.2);
  tag('H2', () => doc.font('serif').fontSize(14).fillColor(colors.ink).text(howTo.title));
  doc.moveDown(0.35);
  const list = tag('L');
  for (const [index, step] of howTo.steps.entries()) {
    const item = tag('LI', undefined, list);
    const top = doc.y;
    tag(
      'Lbl',
      () =>
        doc
          .font('serif')
          .fontSize(11)
          .fillColor(colors.clay)
          .text(`${index + 1}`, margin, top),
      item,
    );
    tag(
      'LBody',
      () =>
        doc
          .font('text')
          .fontSize(9.5)
          .fillColor(colors.ink)
          .text(step, margin + 26, top + 1, { width: 440, lineGap: 1.5 }),
      item,
    );
    doc.y += 3;
  }
  doc.y += 18;
}

function drawClosing({ doc, tag }: Sheet) {
  doc.y += 26;
  tag('H2', () => doc.font('serif').fontSize(14).fillColor(colors.ink).text(closing.title, margin));
  doc.moveDown(0.3);
  tag('P', () => doc.font('text').fontSize(10).text(closing.text, { width: 430, lineGap: 2 }));
  doc.moveDown(0.6);
  tag('Link', () =>
    doc
      .font('strong')
      .fillColor(colors.pine)
      .text('Book a consultation', { link: site.schedulingUrl, underline: true }),
  );
  doc.moveDown(0.9);
  tag('P', () =>
    doc.font('text').fontSize(8).fillColor(colors.muted).text(closing.note, { width: 430 }),
  );
}

/** Page numbers are outside the reading order. */
function drawFooters({ doc }: Sheet) {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Otherwise text below the margin would start a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('text').fontSize(8).fillColor(colors.muted);
    doc.text(`${site.name} · ${title}`, margin, 750, { lineBreak: false });
    doc.text(`${page + 1} / ${count}`, pageWidth - margin - 60, 750, { width: 60, align: 'right' });
    doc.endMarkedContent();
  }
}
