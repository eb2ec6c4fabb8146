import { lightColors } from '#domain/site/brand.ts';
import { escapeXml, shapeToSvg } from './badge-picture.ts';
import { type Certificate, layOut, type Paper, papers } from './certificate-layout.ts';
import { titleOf } from './facts.ts';
import { onLine, widthOf } from './letters.ts';

/** The same sheet as a picture, for showing it on screen. */
export function certificateSvg(award: Certificate, paper: Paper = papers.letter): string {
  const { width, height } = paper;
  const drawn = layOut(award, paper).map((mark) => {
    if (mark.kind === 'shape') return shapeToSvg(mark.shape);
    if (mark.kind === 'picture') return mark.shapes.map(shapeToSvg).join('');
    let at = mark.x;
    return mark.pieces
      .map((piece) => {
        const look = { ...piece, size: mark.size };
        const outlines = onLine(look, at, mark.baseline).filter(({ d }) => d);
        at += widthOf(look);
        return outlines.map((each) => shapeToSvg({ ...each, fill: mark.color })).join('');
      })
      .join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${escapeXml(titleOf(award.type))}</title><rect width="100%" height="100%" fill="${lightColors.surface}"/>${drawn.join('')}</svg>`;
}
