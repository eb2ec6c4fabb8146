/** What must never be logged, wherever it comes from: a safety net behind the care that each place takes itself. */
const secrets: [shape: RegExp, word: string][] = [
  [/\b([a-z]+:\/\/)[^\s/@"\\]+@/gi, '$1(password)@'],
  [/(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '(address)'],
  // Each part ends where the next one could begin, so that a line of many beginnings is read once.
  [/(?<![A-Za-z\d])eyJ(?:(?!(?<![A-Za-z\d])eyJ)[\w-])+\.[\w-]+(?:\.[\w-]*)?/g, '(token)'],
  [/(?<=^|[^A-Za-z\d]|%[\dA-Fa-f]{2})(?:sb_(?:secret|publishable)|sk|rk|whsec)_[\w-]+/gm, '(key)'],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 (token)'],
];

export function withoutSecrets(text: string): string {
  return secrets.reduce((clean, [shape, word]) => clean.replace(shape, word), text);
}

/**
 * Describes an error without the values in it: parsers quote what they could not read, and
 * PostgreSQL describes the row. The code and the stack say where it happened.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, ...describeAnswer(error) };
  const { name, message, stack = '', cause } = error;
  const said = withoutValues(message);
  return {
    type: name,
    message: said,
    // The stack begins with the message.
    stack: `${name}: ${said}\n${stack.split('\n').filter(isFrame).join('\n')}`,
    ...namesIn(error),
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}

/** An API response that a page rethrew: not an error of this process, but it has a code and a message. */
function describeAnswer(thrown: unknown) {
  if (typeof thrown !== 'object' || thrown === null) return {};
  const { message } = thrown as { message?: unknown };
  return {
    ...(typeof message === 'string' && { message: withoutValues(message) }),
    ...namesIn(thrown),
  };
}

function namesIn(thrown: object) {
  return Object.fromEntries(
    known.flatMap((key) => {
      const value = (thrown as Record<string, unknown>)[key];
      return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [];
    }),
  );
}

const isFrame = (line: string) => /^\s+at /.test(line);

/** Only names and codes; not PostgreSQL's `detail`, `where` and `internalQuery`, which show rows. */
const known = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
];

/** From a message of somebody else's code: without what is in quotation marks or follows `Received`. */
export function withoutValues(message: string): string {
  return withoutSecrets(
    message
      .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
      .replace(/=\([^)]*\)?/g, '=(…)')
      .replace(/\b(Received|got:?) .*/gs, '$1 …'),
  );
}
