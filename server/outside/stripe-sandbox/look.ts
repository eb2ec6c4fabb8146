import { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/**
 * The frame of every page: plain, unlike the site, and never to be mistaken for a real payment
 * page.
 */
export async function page(title: string, content: Markup, status = 200): Promise<Response> {
  const document = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title} (payments sandbox)</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/look.css" />
  </head>
  <body>
    <header class="band"><p><strong>Sandbox, no real payment.</strong> This page stands in for the payment
      service while none is set up. No card is charged; never type a real card number.</p></header>
    <main>${content}</main>
  </body>
</html>`;
  return new Response(String(document), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

export function styles(): Response {
  return new Response(css, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
  });
}

const css = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f4f6, #16161a);
  --sheet: light-dark(#ffffff, #202026);
  --ink: light-dark(#1b1b22, #f0f0f4);
  --muted: light-dark(#54545f, #b4b4c0);
  --line: light-dark(#d2d2da, #3c3c46);
  --control: light-dark(#7a7a86, #8a8a98);
  --action: light-dark(#33338f, #b9b9ff);
  --on-action: light-dark(#ffffff, #16161a);
  --wrong: light-dark(#a01818, #ff9f98);
  --band: light-dark(#ffe08a, #4d3c00);
  --on-band: light-dark(#2b2200, #ffeeb8);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
p { overflow-wrap: anywhere; }
.band { padding: 0.75rem 1.25rem; background: var(--band); color: var(--on-band); text-align: center;
  font-size: 0.9375rem; text-wrap: balance; }
main { display: grid; gap: 1.5rem; max-width: 34rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; }
h1 { font-size: 1.625rem; line-height: 1.2; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.3; }
section, .sheet { display: grid; gap: 1rem; padding: 1.5rem; border: 1px solid var(--line);
  border-radius: 0.5rem; background: var(--sheet); }
form { display: grid; gap: 1rem; justify-items: start; }
.price { font-size: 1.25rem; font-weight: 600; }
.muted, .hint { color: var(--muted); font-size: 0.9375rem; }
.field { display: grid; gap: 0.25rem; width: 100%; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; width: 100%; }
label { font-weight: 600; font-size: 0.9375rem; }
input, select { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--control);
  border-radius: 0.375rem; background: transparent; color: inherit; font: inherit;
  font-variant-numeric: tabular-nums; }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 1px solid var(--action);
  border-radius: 0.375rem; background: var(--action); color: var(--on-action); font: 600 1rem/1.3 system-ui, sans-serif;
  cursor: pointer; }
button.plain { background: transparent; color: var(--action); }
.wide { width: 100%; }
a { color: var(--action); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.wrong { padding: 0.875rem 1rem; border: 1px solid var(--wrong); border-radius: 0.375rem; color: var(--wrong); }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
dl { display: grid; gap: 0.5rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; }
dt { color: var(--muted); }
dd { font-variant-numeric: tabular-nums; }
ul { display: grid; gap: 0.5rem; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; }
code { font-family: ui-monospace, monospace; font-size: 0.9375rem; overflow-wrap: anywhere; }
details summary { cursor: pointer; padding-block: 0.25rem; }
details ul { margin-top: 0.75rem; }
`;

export function money(amount: number | null, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    (amount ?? 0) / 100,
  );
}

export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long' });
}
