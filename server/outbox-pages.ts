import { html } from 'hono/html';
import type { Outbox, SentItem } from './outside/outbox.ts';

export type OutboxPages = (
  request: Request,
  url: URL,
  socketAddress: string,
) => Promise<Response | undefined>;

/**
 * Shows the local outbox at /dev/outbox, to this machine only, because the mails contain links that
 * sign people in. Undefined when the request is not for it.
 */
export function createOutboxPages(outbox: Outbox, isOpen: boolean): OutboxPages {
  return async (request, url, socketAddress) => {
    if (!/^\/dev\/outbox(\.json|\/.*)?$/.test(url.pathname)) return undefined;
    if (!isOpen || !isLocal(request, url, socketAddress)) return undefined;
    const items = await outbox.list(url.searchParams.get('to') ?? undefined);
    if (url.pathname === '/dev/outbox.json') return Response.json(items, { headers: unkept });
    if (url.pathname === '/dev/outbox') return page(await listPage(items));
    const [, id, form] = url.pathname.match(/^\/dev\/outbox\/(\d+)\.(html|txt)$/) ?? [];
    const item = items.find((candidate) => String(candidate.id) === id);
    if (!item) return new Response('There is no such mail.', { status: 404 });
    if (form === 'html' && item.html) return page(item.html);
    return new Response(item.text, {
      headers: { 'content-type': 'text/plain; charset=utf-8', ...unkept },
    });
  };
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** From this machine, to a local host name, and not forwarded by a proxy that runs here. */
function isLocal(request: Request, url: URL, socketAddress: string): boolean {
  return (
    loopback.test(socketAddress) &&
    /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname) &&
    !ofProxies.some((name) => request.headers.has(name))
  );
}

const ofProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const unkept = { 'cache-control': 'no-store' };

function page(body: string): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'",
      ...unkept,
    },
  });
}

async function listPage(items: SentItem[]): Promise<string> {
  const rows = items.map(
    ({ id, channel, recipient, subject, text, created_at }) => html`<tr>
<td><time>${created_at.toISOString()}</time></td><td>${channel}</td><td>${recipient}</td>
<td>${subject || text}</td>
<td><a href="/dev/outbox/${id}.html">HTML</a> <a href="/dev/outbox/${id}.txt">Text</a></td></tr>`,
  );
  const list = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Local outbox</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.5rem;border-bottom:1px solid GrayText}</style></head>
<body><h1>Local outbox</h1>
<p>Emails and text messages wait here while no mail server and no SMS service are set up.</p>
<table><thead><tr><th>When</th><th>Kind</th><th>To</th><th>Subject</th><th>View</th></tr></thead>
<tbody>${rows}</tbody></table></body></html>`;
  return String(list);
}
