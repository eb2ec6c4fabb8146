import { describe, expect, it } from 'vitest';
import { MarkdownError, readMarkdown } from './markdown.ts';

const text = (words: string) => [{ kind: 'text', text: words }];

describe('the Markdown of the newsletter', () => {
  it('knows headings, paragraphs and both kinds of list', () => {
    const source =
      '# Query rates\r\nTwo lines\nof one paragraph.\n- first\n  and more\n* second\n\n1. one\n2) two\nDone.\n\nEnd.';
    expect(readMarkdown(source)).toEqual([
      { kind: 'heading', spans: text('Query rates') },
      { kind: 'paragraph', spans: text('Two lines of one paragraph.') },
      { kind: 'list', isNumbered: false, items: [text('first and more'), text('second')] },
      { kind: 'list', isNumbered: true, items: [text('one'), text('two Done.')] },
      { kind: 'paragraph', spans: text('End.') },
    ]);
  });

  it('knows links, addresses, bold and italics, also nested', () => {
    const [block] = readMarkdown(
      'See **the [guide](https://a.example/x?y=1)**, *soon*, _now_ or https://b.example/z.',
    );
    expect(block).toEqual({
      kind: 'paragraph',
      spans: [
        ...text('See '),
        {
          kind: 'strong',
          spans: [
            ...text('the '),
            { kind: 'link', href: 'https://a.example/x?y=1', spans: text('guide') },
          ],
        },
        ...text(', '),
        { kind: 'emphasis', spans: text('soon') },
        ...text(', '),
        { kind: 'emphasis', spans: text('now') },
        ...text(' or '),
        { kind: 'link', href: 'https://b.example/z', spans: text('https://b.example/z') },
        ...text('.'),
      ],
    });
  });

  it.each(['5 * 3 * 2 = 30', 'snake_case_name', 'CPT 99213 < 99214', 'a [note] alone'])(
    'leaves "%s" as it is',
    (words) => {
      expect(readMarkdown(words)).toEqual([{ kind: 'paragraph', spans: text(words) }]);
    },
  );

  it.each([
    '![a chart](https://a.example/a.png)',
    'Hello <b>you</b>',
    '<!-- a remark -->',
    '[go](javascript:alert(1))',
    '[go](/resources)',
    '| a | b |',
    '> said she',
    '```',
    '---',
    '#### Deep',
  ])('refuses %s and names the line', (line) => {
    expect(() => readMarkdown(`Fine.\n\n${line}`)).toThrow(MarkdownError);
    expect(() => readMarkdown(`Fine.\n\n${line}`)).toThrow(/^Line 3: /);
  });

  it('does not take forever on a long line of marks', () => {
    // Generous, because the machine may be busy.
    const start = performance.now();
    readMarkdown('*_['.repeat(5_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
