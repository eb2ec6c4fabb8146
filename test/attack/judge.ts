import type { Asked } from './asked.ts';
import { foreignHost, foreignMarkup } from './hostile.ts';
import { foreignMarks } from './marks.ts';
import type { Answer } from './send.ts';

export type Finding = { what: string; example: string };
export type Judge = ReturnType<typeof createJudge>;

/** Traces of internals that no response may show. */
const insides =
  /node_modules|\bat \S+ \(?(file:\/\/)?\/\S+:\d+:\d+|json_agg\(|\blateral\b|json_to_record|syntax error at or near|SQLSTATE|root:x:0:0/;

/** Inspects every response, and keeps an example of each kind of finding. */
export function createJudge(secrets: readonly string[], say: (line: string) => void) {
  const findings = new Map<string, Finding & { count: number }>();
  const statuses = new Map<string, number>();
  const times: { took: number; said: string }[] = [];

  function found(what: string, example: string) {
    const known = findings.get(what);
    if (known) known.count += 1;
    else {
      findings.set(what, { what, example, count: 1 });
      say(`FOUND ${what}\n      ${example}`);
    }
  }

  function look(asked: Asked, answer: Answer) {
    const { status, headers, text } = answer;
    const count = `${asked.kind} ${status}`;
    statuses.set(count, (statuses.get(count) ?? 0) + 1);
    keepSlowest(asked, answer);
    const note = (what: string) => found(`${what} (${nameOf(asked)})`, tell(asked, answer));

    if (status === -1) note('no answer');
    // Deliberate: overload, a statement timeout, or something that is not configured.
    if (status >= 500 && !isDeliberate(answer)) note(`status ${status}`);
    for (const name of foreignMarks(text, asked.caller)) note(`shows ${asked.caller} ${name}`);
    if (secrets.some((secret) => text.includes(secret))) note('shows a key of the site');
    if (insides.test(text)) note('shows its insides');
    if (status <= 0 || status === 101) return;

    const type = String(headers['content-type'] ?? '');
    const isPage = type.startsWith('text/html');
    if (isPage && text.includes(foreignMarkup)) note('draws markup of a stranger');
    // Node's own refusals have no body.
    if (text && headers['x-content-type-options'] !== 'nosniff') note('no nosniff');
    if (text && !type) note('no content type');
    if (isPage && status < 400 && !headers['content-security-policy']) note('no policy');
    if ('x-attack' in headers) note('a header of a stranger');
    if (isLedAway(String(headers.location ?? ''))) note('leads to a foreign host');
    const { 'access-control-allow-origin': allowed } = headers;
    if (headers['access-control-allow-credentials'] && allowed !== undefined)
      note('lets other sites in with cookies');
  }

  function keepSlowest(asked: Asked, { took }: Answer) {
    times.push({ took, said: nameOf(asked) });
    if (times.length < 2_000) return;
    times.sort((a, b) => b.took - a.took);
    times.length = 10;
  }

  return {
    look,
    found,
    findings: () => [...findings.values()],
    statuses: () => new Map(statuses),
    slowest: () => times.toSorted((a, b) => b.took - a.took).slice(0, 5),
  };
}

function isDeliberate({ status, headers, text }: Answer): boolean {
  if (status === 503) return 'retry-after' in headers || text.includes('payments_off');
  return status === 502 && text.includes('payments_refused');
}

/** The request without what varies from one to the next. */
function nameOf({ method, path }: Asked): string {
  const [start = ''] = path.split('?');
  const words = start.split('/').slice(1, start.startsWith('/rest/v1/rpc') ? 5 : 4);
  return `${method} /${words.map((word) => (/^[\w.-]{1,40}$/.test(word) && !/[\da-f]{8}-/.test(word) ? word : '…')).join('/')}`;
}

/**
 * Resolved as a browser does, which takes `//host` and `/\host` for other sites and `/https://host`
 * for a path of ours.
 */
function isLedAway(location: string): boolean {
  const target = URL.parse(location, 'http://site.example/');
  return (
    target !== null &&
    (target.hostname.endsWith(foreignHost) || /^(javascript|data):$/.test(target.protocol))
  );
}

function tell(
  { caller, method, path, headers, body = '' }: Asked,
  { status, text }: Answer,
): string {
  const cut = (part: string, most: number) =>
    part.length > most ? `${part.slice(0, most)}… (${part.length})` : part;
  return [
    `${caller}: ${method} ${cut(path, 400)}`,
    cut(JSON.stringify(headers), 400),
    cut(JSON.stringify(body), 500),
    `→ ${status} ${cut(text, 300)}`,
  ].join('\n      ');
}

/** What the site itself logged as an error; log lines are JSON. */
export function errorsIn(said: string): { what: string; line: string }[] {
  return said.split('\n').flatMap((line) => {
    if (!/"level":(50|60)/.test(line)) return [];
    // Alarms are for staff, and forged payment events raise one. Overload is not a bug, and many
    // such lines together raise an alarm.
    if (/"alarm":|"type":"DatabaseBusy"/.test(line)) return [];
    const [message = '', why = ''] = ['msg', 'message'].map(
      (name) => line.match(new RegExp(`"${name}":"(.*?)"`))?.[1] ?? '',
    );
    return [
      { what: `an error in the log: ${message} ${why}`.slice(0, 200), line: line.slice(0, 1_500) },
    ];
  });
}
