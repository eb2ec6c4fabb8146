import { useEffect, useRef } from 'react';

/**
 * An email as its recipients see it. Emails need inline styles, which the page's policy forbids in HTML: they are set
 * one by one from script instead. Nothing in the email runs.
 */
export function MailPreview({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null);

  // Synchronises the shadow root with the email.
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    // Quotation marks in typed text are escaped, so this never matches what people wrote.
    const quiet = html
      .replaceAll(' style="', ' data-style="')
      .replace(/<style[^>]*>/g, '<template>')
      .replaceAll('</style>', '</template>');
    const mail = new DOMParser().parseFromString(quiet, 'text/html');
    for (const each of mail.querySelectorAll('script, link, iframe, object, img')) each.remove();
    const sheet = new CSSStyleSheet();
    const sheets = [...mail.querySelectorAll('template')];
    sheet.replaceSync(sheets.map(({ content }) => content.textContent).join(''));
    shadow.adoptedStyleSheets = [sheet];
    const body = document.createElement('div');
    body.className = mail.body.className;
    body.dataset.style = mail.body.dataset.style ?? '';
    for (const link of mail.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noreferrer';
    }
    body.append(...mail.body.childNodes);
    shadow.replaceChildren(body);
    for (const each of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
      each.style.cssText = each.dataset.style ?? '';
    }
  }, [html]);

  return <div className="mail-preview" ref={frame} />;
}
