import { useEffect, useRef } from 'react';

/**
 * A mail as its receivers see it. It has styles of its own, written into it as mails need it, which the policy of the
 * page forbids in a document: they are set one by one instead. Nothing in it runs.
 */
export function MailPreview({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null);

  // Synchronises what lies in the shadow with the mail.
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    // Quotation marks in what people wrote are escaped, so no words of theirs are met here.
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
