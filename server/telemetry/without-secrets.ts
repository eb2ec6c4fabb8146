/** What must not stand in a log, wherever it came from: the last net, after each place that takes care itself. */
const secrets: [shape: RegExp, word: string][] = [
  [/\b([a-z]+:\/\/)[^\s/@"\\]+@/gi, '$1(password)@'],
  [/(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '(address)'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '(token)'],
  [/\b(?:sb_(?:secret|publishable)|sk|rk|whsec)_[\w-]+/g, '(key)'],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 (token)'],
];

export function withoutSecrets(text: string): string {
  return secrets.reduce((clean, [shape, word]) => clean.replace(shape, word), text);
}

/**
 * What an error says of itself, without the values in it: engines quote what they could not read, and PostgreSQL
 * tells of the row. Where it happened is said by the code and the stack.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, ...describeAnswer(error) };
  const { name, message, stack = '', cause } = error;
  const said = withoutValues(message);
  return {
    type: name,
    message: said,
    // It begins with the message.
    stack: `${name}: ${said}\n${stack.split('\n').filter(isFrame).join('\n')}`,
    ...namesIn(error),
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}

/** What the API told a page, and the page threw on: it is no error of this process, and has a code and a sentence. */
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

/** Names and codes alone; of PostgreSQL not `detail`, `where` and `internalQuery`, which show rows. */
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

/** Of a sentence of somebody else's code: not what stands in quotation marks, or after `Received`. */
export function withoutValues(message: string): string {
  return withoutSecrets(
    message
      .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
      .replace(/=\([^)]*\)?/g, '=(…)')
      .replace(/\b(Received|got:?) .*/gs, '$1 …'),
  );
}
