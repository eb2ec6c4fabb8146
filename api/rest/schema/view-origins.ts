/** A column of a view that shows a column of a table or of another view unchanged. */
export type Origin = { place: number; relation: number; column: number };

const token = /[{}]|(?:\\.|[^\s{}()\\])+/gs;
const brace = /\\.|[{}]/gs;
const fields: Record<string, keyof Origin> = {
  ':resno': 'place',
  ':resorigtbl': 'relation',
  ':resorigcol': 'column',
};

/**
 * Where the columns of a view come from, read from the rule that PostgreSQL stores for it: the target list of the
 * outermost query names the origin of each column that is not an expression.
 */
export function readOrigins(rule: string): Origin[] {
  return targetsIn(rule)
    .map(readTarget)
    .filter(({ relation }) => relation !== 0);
}

/** The contents of the braces of each entry in the outermost query's target list. */
function targetsIn(rule: string): string[] {
  const targets: string[] = [];
  let isTargets = false;
  for (const { text, inside } of tokensOf(rule.slice(rule.indexOf('{') + 1))) {
    if (text.startsWith(':')) isTargets = text === ':targetList';
    else if (isTargets && inside !== undefined) targets.push(inside);
  }
  return targets;
}

function readTarget(target: string): Origin {
  const origin: Origin = { place: 0, relation: 0, column: 0 };
  let field: keyof Origin | undefined;
  for (const { text } of tokensOf(target)) {
    if (field) origin[field] = Number(text);
    field = fields[text];
  }
  return origin;
}

/** The tokens of one level; everything nested in braces, which is most of a rule, is a single token. */
function* tokensOf(level: string): Generator<{ text: string; inside?: string }> {
  let place = 0;
  while (place < level.length) {
    token.lastIndex = place;
    const [text] = token.exec(level) ?? [];
    if (text === undefined || text === '}') return;
    place = token.lastIndex;
    if (text === '{') {
      const begin = place;
      place = endOf(level, begin);
      yield { text, inside: level.slice(begin, place - 1) };
    } else yield { text };
  }
}

/** The position after the brace that closes the one before this position. */
function endOf(rule: string, place: number): number {
  brace.lastIndex = place;
  let depth = 1;
  for (let next = brace.exec(rule); next; next = brace.exec(rule)) {
    if (next[0] === '{') depth++;
    else if (next[0] === '}') depth--;
    if (depth === 0) return brace.lastIndex;
  }
  return rule.length;
}
