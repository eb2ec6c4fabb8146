import { type ChecklistArea, readinessChecklist } from '#app/content/readiness-checklist.ts';
import { lightColors as colors } from '#domain/site/brand.ts';
import { margin, pageWidth, type Sheet } from './sheet.ts';

const { answers, columns } = readinessChecklist;

const right = pageWidth - margin;
const text = { x: margin + 26, width: 270 };
/** Left edges of what is filled in by hand. */
const boxes = { x: 360, step: 29 };
const owner = { x: 448, width: 60 };
const date = { x: 514, width: right - 514 };

/** One area: a heading, and rows with boxes to tick and lines to write on. */
export function drawArea({ doc, tag, artifact }: Sheet, area: ChecklistArea, number: number) {
  const top = doc.y;
  tag('H2', () => {
    doc.font('serif').fontSize(17).fillColor(colors.clay).text(`${number}`, margin, top);
    doc.fillColor(colors.ink).text(area.title, text.x, top);
  });
  tag('P', () => doc.font('text').fontSize(9.5).fillColor(colors.muted).text(area.purpose));
  const head = doc.y + 7;
  artifact(() => {
    doc.moveTo(margin, head).lineTo(right, head).lineWidth(1).stroke(colors.ink);
    doc.font('strong').fontSize(7.5).fillColor(colors.muted);
    const label = (words: string, x: number) => doc.text(words, x, head + 5, { lineBreak: false });
    label(`${columns.check}. ${columns.evidence}`, text.x);
    for (const [index, answer] of answers.entries()) label(answer, boxes.x + index * boxes.step);
    label(columns.owner, owner.x);
    label(columns.date, date.x);
  });
  doc.y = head + 18;
  const list = tag('L');
  for (const [index, { check, evidence }] of area.checks.entries()) {
    if (doc.y > 690) doc.addPage();
    const line = doc.y;
    const item = tag('LI', undefined, list);
    artifact(() => {
      doc.moveTo(margin, line).lineTo(right, line).lineWidth(0.5).stroke(colors.line);
      for (const at of answers.keys()) {
        doc
          .rect(boxes.x + at * boxes.step, line + 9, 10, 10)
          .lineWidth(0.75)
          .stroke(colors.ink);
      }
      for (const { x, width } of [owner, date]) {
        doc
          .moveTo(x, line + 22)
          .lineTo(x + width, line + 22)
          .lineWidth(0.5)
          .stroke(colors.control);
      }
    });
    tag(
      'Lbl',
      () =>
        doc
          .font('text')
          .fontSize(8)
          .fillColor(colors.muted)
          .text(`${number}.${index + 1}`, margin, line + 8.75),
      item,
    );
    tag(
      'LBody',
      () => {
        doc.font('medium').fontSize(9.5).fillColor(colors.ink);
        doc.text(check, text.x, line + 7.5, { width: text.width, lineGap: 1 });
        doc
          .font('text')
          .fontSize(8.75)
          .fillColor(colors.muted)
          .text(evidence, { width: text.width });
      },
      item,
    );
    doc.y += 6.5;
  }
  const foot = doc.y;
  artifact(() => doc.moveTo(margin, foot).lineTo(right, foot).lineWidth(0.5).stroke(colors.ink));
  doc.y = foot + 24;
}
