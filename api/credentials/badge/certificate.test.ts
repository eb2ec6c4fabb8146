import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { layOut, type Mark, papers } from './certificate-layout.ts';
import { makeCertificatePdf } from './certificate-pdf.ts';
import { sampleAward } from './fixture/sample-award.ts';
import { widthOf } from './letters.ts';
import { makeSamplePicture } from './sample-picture.ts';

const award = { ...sampleAward(), checkUrl: 'https://site.test/verify/0000-0000-0000-0' };

const textOf = (marks: readonly Mark[]) =>
  marks.flatMap((mark) =>
    mark.kind === 'words' ? [mark.pieces.map(({ text }) => text).join('')] : [],
  );

const longName = `${'Maria-Antonietta Konstantinopoulou '.repeat(3)}Nguyễn`.slice(0, 120).trim();
const longTitle = 'Protected health information, governance and the use of artificial intelligence';

describe('a certificate', () => {
  it('says whose it is, for what, when, its number and where to check it', () => {
    const text = textOf(layOut(award, papers.letter)).join('\n');
    for (const part of [
      award.holder,
      'CIHIS-AI: Applied Practice',
      'May 4, 2026',
      'May 3, 2028',
      '150 hours',
      'site.test/verify',
      award.number.slice(0, 4),
    ]) {
      expect(text).toContain(part);
    }
    expect(textOf(layOut({ ...award, expiresOn: undefined }, papers.a4))).toContain('No end date');
  });

  it('fits the longest name and title on the sheet, on either paper size', () => {
    const type = { ...award.type, kind: 'course' as const, name: longTitle };
    for (const paper of Object.values(papers)) {
      const marks = layOut({ ...award, holder: longName, type }, paper);
      expect(textOf(marks).join(' ')).toContain(longName.slice(0, 30));
      const words = marks.filter((mark) => mark.kind === 'words');
      for (const { pieces, size, x, baseline } of words) {
        const width = pieces.reduce((sum, piece) => sum + widthOf({ ...piece, size }), 0);
        expect(x + width).toBeLessThan(paper.width - 60);
        expect(baseline).toBeLessThan(paper.height - 40);
      }
      // The statement ends above the line over the facts.
      const statement = words.filter(({ baseline }) => baseline < paper.height - 138);
      expect(Math.max(...statement.map(({ baseline }) => baseline))).toBeLessThan(
        paper.height - 145,
      );
    }
  });

  it('is one page, with extractable text, and always the same bytes', async () => {
    const [one, other] = [
      await makeCertificatePdf({ ...award, holder: 'Łukasz Nguyễn' }, 'letter'),
      await makeCertificatePdf({ ...award, holder: 'Łukasz Nguyễn' }, 'letter'),
    ];
    expect(one.equals(other)).toBe(true);
    const raw = one.toString('latin1');
    expect(raw.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(raw).toContain('/Lang (en-US)');
    expect(raw.match(/\/ToUnicode/g)?.length).toBeGreaterThanOrEqual(4);
    expect(one.length).toBeLessThan(60_000);
  });
});

describe('a sample certificate', () => {
  it('is marked as one, and small', async () => {
    expect(
      layOut({ ...award, isSample: true }, papers.letter).some(
        (mark) => mark.kind === 'picture' && mark.what === 'Sample',
      ),
    ).toBe(true);
    const picture = await makeSamplePicture({
      code: 'CIHIS-L',
      name: 'Leadership and Strategy',
      summary: 'For managers, directors and executives.',
      hours: { from: 180, to: 180 },
    });
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 880 });
    expect(picture.length).toBeLessThan(40_000);
  });
});
