import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readinessChecklist } from '#app/content/readiness-checklist.ts';
import { makeChecklistPdf } from './checklist-pdf.ts';

const pdf = await makeChecklistPdf();
const raw = pdf.toString('latin1');

describe('the checklist as a PDF', () => {
  it('is small enough to email', () => {
    expect(pdf.length).toBeLessThan(150_000);
    expect(raw.startsWith('%PDF-1.7')).toBe(true);
  });

  it('tells screen readers its title, its language and that it is tagged', () => {
    expect(raw).toContain('/Lang (en-US)');
    expect(raw).toContain('/Marked true');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).toContain(`<rdf:li xml:lang="x-default">${readinessChecklist.title}</rdf:li>`);
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  it('has a heading for every area and an entry for every check and step', () => {
    const count = (tag: string) => raw.match(new RegExp(`/S /${tag}\\b`, 'g'))?.length ?? 0;
    const { areas, howTo } = readinessChecklist;
    expect(count('H1')).toBe(1);
    expect(count('H2')).toBe(areas.length + 2);
    expect(count('LI')).toBe(howTo.steps.length + areas.flatMap(({ checks }) => checks).length);
  });

  it('embeds our fonts with their character maps, so that its text can be copied', () => {
    const fonts = new Set(
      [...raw.matchAll(/\/FontName \/[A-Z]+\+([\w-]+)/g)].map(([, name]) => name),
    );
    expect([...fonts].join(' ')).toMatch(/Figtree/);
    expect([...fonts].join(' ')).toMatch(/SourceSerif/);
    expect(raw.match(/\/ToUnicode/g)?.length).toBe(fonts.size);
  });

  it('fills four pages', () => {
    expect(raw.match(/\/Type \/Page\b/g)).toHaveLength(4);
    expect(streams().length).toBeGreaterThan(4);
  });
});

/** Throws unless every stream can be decompressed: the file is complete. */
function streams(): Buffer[] {
  const found: Buffer[] = [];
  for (const { index, 0: start } of raw.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)) {
    const from = index + start.length;
    found.push(inflateSync(pdf.subarray(from, raw.indexOf('\nendstream', from))));
  }
  return found;
}
