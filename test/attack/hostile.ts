import type { randomFrom } from '#database/seed/random.ts';

export type Random = ReturnType<typeof randomFrom>;

/** If a response contains this as a target, it was followed or embedded somewhere. */
export const foreignHost = 'attack.example';

/** An element that nothing but the attack writes. */
export const foreignMarkup = '<attack-7k onload=';

const markup = [
  `<script>attackRan()</script>`,
  `</script><script>attackRan()</script>`,
  `"><img src=x onerror=attackRan()>`,
  `'><svg/onload=attackRan()>`,
  `${foreignMarkup}attackRan()>`,
  `<iframe srcdoc="<script>parent.attackRan()</script>"></iframe>`,
  `javascript:attackRan()`,
  `data:text/html,<script>attackRan()</script>`,
  `<style>@import url(//${foreignHost}/a.css)</style>`,
  ']]><attack-7k onload=1/>',
];

const injections = [
  `' or '1'='1`,
  `'; drop table jobs; --`,
  `1) or (select pg_sleep(1)) is null --`,
  `\\'; select 1; --`,
  `*),(select 1`,
  `id.eq.1,or(id.not.is.null)`,
  `eq.1&or=(id.not.is.null)`,
  `{{constructor.constructor('attackRan()')()}}`,
  '$' + '{7*7}',
  `<%= 7*7 %>`,
  `=HYPERLINK("http://${foreignHost}")`,
  `%s%s%n`,
  `*)(uid=*))(|(uid=*`,
  `$(id)`,
  '`id`',
  `|cat /etc/passwd`,
  `a\r\nx-attack: yes`,
  `a%0d%0ax-attack:%20yes`,
  `a@${foreignHost}\r\nbcc: all@${foreignHost}`,
];

const paths = [
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%252e%252e%252f%252e%252e%252fetc%252fpasswd',
  '....//....//keys.json',
  '..\\..\\keys.json',
  '%c0%ae%c0%ae/keys.json',
  '/.data/keys.json',
  'file:///etc/passwd',
  `//${foreignHost}/%2f..`,
  `https://${foreignHost}/`,
  `/\\${foreignHost}`,
  '%00.png',
  '%',
  '%zz',
  '%ff%fe',
  '.',
  '..',
  '',
];

const odd = [
  '\u0000',
  'a\u0000b',
  '\u0001\u0008\u001b[31m',
  '\u202egnp.exe',
  '\ufeff',
  '\u{1f469}\u200d\u{1f4bb}\u{10ffff}',
  '\ud800',
  'a\udfffb',
  'İıſKÅ',
  'e\u0301'.repeat(50),
  '𝕳'.repeat(100),
  ' '.repeat(300),
  '\n'.repeat(300),
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '9'.repeat(400),
  '0x7fffffff',
  '2147483648',
  '-9223372036854775809',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  '{}',
  '[]',
  '{"a":',
  '"',
  "'",
  ',',
  '(',
  ')',
];

/** Texts that no well-behaved client sends. */
export const texts: readonly string[] = [...markup, ...injections, ...paths, ...odd];
export const traversals: readonly string[] = paths;

const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'a.b',
  '$ne',
];

/** JSON values of any type and shape. */
export function hostileValue(random: Random, depth = 0): unknown {
  const { pick, below, chance } = random;
  if (chance(0.55)) return pick(texts);
  const kind = below(depth > 3 ? 6 : 10);
  if (kind === 0) return null;
  if (kind === 1) return chance(0.5);
  if (kind === 2) return pick([0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, -(2 ** 63)]);
  if (kind === 3) return 'x'.repeat(pick([100, 300, 5_000, 70_000]));
  if (kind === 4) return [];
  if (kind === 5) return {};
  if (kind < 8) return Array.from({ length: below(6) }, () => hostileValue(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: below(4) }, () => [pick(keys), hostileValue(random, depth + 1)]),
  );
}

/** Text that is not JSON, or far more of it than anybody needs. */
export function hostileJson(random: Random): string {
  const { pick, below } = random;
  const deep = 10 ** (1 + below(4));
  return pick([
    () => '',
    () => '{',
    () => '{"a":1,"a":2}',
    () => '['.repeat(deep) + ']'.repeat(deep),
    () => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
    () => `[${'1,'.repeat(deep)}1]`,
    () => `[${'{},'.repeat(deep)}{}]`,
    () => `{"${'k'.repeat(deep)}":1}`,
    () => `{"n":${'9'.repeat(deep)}}`,
    () => '{"__proto__":{"attackPolluted":"yes"},"constructor":{"prototype":{"attackPolluted":1}}}',
    () => '"\\ud800"',
    () => '{"a":"\\u0000"}',
    () => '{"\\u0000":1}',
    () => '\ufeff{}',
    () => 'NaN',
    () => `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
  ] as const)();
}

/** Bodies that claim to be multipart forms. */
export function brokenParts(random: Random): { type: string; body: string } {
  const { pick } = random;
  const head = 'Content-Disposition: form-data; name="email"';
  return {
    type: pick([
      'multipart/form-data; boundary=b',
      'multipart/form-data; boundary="b"',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      'multipart/mixed; boundary=b',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-16',
    ]),
    body: pick([
      '',
      'x',
      '--b',
      '--b--',
      '--b--\r\n',
      `--b\r\n${head}\r\n\r\nx`,
      `--b\r\n${head}\r\n\r\nx\r\n--b`,
      `--b\r\n${head}\r\n\r\nx\r\n--b--\r\n`,
      `--b\r\n${head}; filename="../../${'a'.repeat(300)}"\r\n\r\nx\r\n--b--\r\n`,
      `--b\r\n${head}; filename="a\u0000b.pdf"\r\nContent-Type: text/html\r\n\r\n<script>\r\n--b--\r\n`,
      `--b\r\n\r\n\r\n--b--\r\n`,
      `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n`,
      `--b\n${head}\n\nx\n--b--\n`,
      `--b\r\n${head.repeat(200)}\r\n\r\nx\r\n--b--\r\n`,
      `${Array.from({ length: 300 }, () => `--b\r\n${head}\r\n\r\nx\r\n`).join('')}--b--\r\n`,
      'email=%ff%fe&alert=%00&=&&a[b][c]=1&__proto__[x]=1',
      'email='.repeat(2_000),
    ]),
  };
}

/** Headers with which a client claims to be somebody or something else. */
export function spoofedHeaders(random: Random): Record<string, string> {
  const { pick } = random;
  return pick<Record<string, string>>([
    { 'x-forwarded-for': `127.0.0.1, ::1, ${'9.'.repeat(200)}` },
    { 'x-forwarded-host': foreignHost, 'x-forwarded-proto': 'javascript' },
    { forwarded: `for=127.0.0.1;host=${foreignHost};proto=https` },
    { host: foreignHost },
    { host: `127.0.0.1:1@${foreignHost}` },
    { origin: `https://${foreignHost}` },
    { origin: 'null' },
    { 'x-client-address': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-request-id': '<script>attackRan()</script>' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-original-url': '/admin', 'x-rewrite-url': '/staff' },
    { cookie: `a=${'b'.repeat(6_000)}` },
    { cookie: 'sb-access-token=x; __proto__=1; =; ;' },
    { range: 'bytes=0-0,1-1,2-2,-1,9999999999999999-' },
    { range: '5-1' },
    { 'if-none-match': '*', 'if-match': '"x"' },
    { 'if-modified-since': 'never', 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { 'accept-encoding': 'br;q=0, gzip;q=-1, *;q=2' },
    { 'content-encoding': 'gzip' },
    { accept: '*/*;q=x, application/vnd.pgrst.object+json, text/csv' },
    { 'accept-language': 'x'.repeat(3_000) },
    { 'user-agent': 'Mozilla/5.0 <script>attackRan()</script>' },
    { referer: `https://${foreignHost}/<script>` },
    { prefer: 'return=representation,count=exact,tx=rollback,max-affected=x,missing=default' },
    { 'accept-profile': 'auth', 'content-profile': 'private' },
    { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings' },
    { expect: 'something' },
    { te: 'trailers, deflate;q=0.5' },
  ]);
}
