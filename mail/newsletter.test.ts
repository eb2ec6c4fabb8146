import { render } from '@react-email/render';
import { describe, expect, it } from 'vitest';
import { brand } from '#test/support/mail-brand.ts';
import { renderMail } from './mail.ts';
import { plainTextOf } from './plain-text.ts';
import { newsletterEdition } from './templates/newsletter-edition.tsx';

describe('the newsletter', () => {
  it('writes to each of many recipients what an email written for them alone would say', async () => {
    const text = '## News\n\nA **word** & a [link](https://brand.example/?a=1&b=2).';
    const words = { kind: 'newsletter-edition', subject: 'What is < new', text } as const;
    const write = newsletterEdition.write;
    for (const [n, to] of ['a@people.example', `o'n&"<eil>$&@people.example`].entries()) {
      const own = { to, unsubscribeLink: `https://brand.example/leave?token=${n}&x=$1` };
      const html = await render(write({ ...words, ...own, brand }));
      expect(await renderMail({ ...words, ...own }, brand)).toEqual({
        subject: words.subject,
        html,
        text: plainTextOf(html),
      });
    }
    const other = { ...brand, siteUrl: 'https://other.example', postalAddress: '2 Other Street' };
    const own = { to: 'a@people.example', unsubscribeLink: 'https://brand.example/leave' };
    expect((await renderMail({ ...words, ...own }, other)).text).toContain('2 Other Street');
    expect((await renderMail({ ...words, ...own, text: 'Else.' }, other)).text).toContain('Else.');
  });

  it('keeps headings as typed in the plain text, so that an address in one still works', async () => {
    const { text } = await renderMail(
      {
        kind: 'newsletter-edition',
        to: 'a@people.example',
        subject: 'Straße 5 is open',
        text: '## See https://brand.example/News?Id=aB\n\nWords.',
        unsubscribeLink: 'https://brand.example/leave',
      },
      brand,
    );
    expect(text).toContain('Straße 5 is open');
    expect(text).toContain('See https://brand.example/News?Id=aB');
  });

  for (const kind of ['newsletter-confirm', 'newsletter-welcome'] as const) {
    it(`${kind} has its link and the unsubscribe link in both parts`, async () => {
      const { subject, html, text } = await renderMail(
        {
          kind,
          to: 'a@people.example',
          link: 'https://brand.example/newsletter/confirm?token=abc',
          unsubscribeLink: 'https://brand.example/newsletter/unsubscribe?token=def',
        },
        brand,
      );
      expect(subject).toContain(brand.name);
      for (const part of [html, text]) {
        expect(part).toContain('https://brand.example/newsletter/confirm?token=abc');
        expect(part).toContain('https://brand.example/newsletter/unsubscribe?token=def');
        expect(part).toContain('a@people.example');
      }
    });
  }
});
