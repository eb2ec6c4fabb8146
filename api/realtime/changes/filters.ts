/** One condition of a filter: `column=not.op.value`; several are separated by commas. */
export type Condition = {
  column: string;
  operator: Operator;
  /** For `in`, the items of the list. */
  values: string[];
  isNegated: boolean;
};

const operators = [
  ...['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'],
  ...['is', 'isdistinct', 'like', 'ilike'],
] as const;
type Operator = string & (typeof operators)[number];

/** The filter is invalid; the message uses the original's words. */
export class BadFilter extends Error {
  override name = 'BadFilter';
}

const mostConditions = 20;
const longestFilter = 4_096;
/** Limited, because each change is matched against it character by character. */
const longestPattern = 100;

export function readFilter(filter: string): Condition[] {
  if (filter.length > longestFilter) throw new BadFilter('the filter is too long');
  if (filter.trim() === '') return [];
  const parts = split(filter);
  if (parts.length > mostConditions) throw new BadFilter('too many conditions');
  return parts.map((part) => readCondition(part.trim()));
}

function readCondition(part: string): Condition {
  if (part === '') {
    throw new BadFilter('filter must not contain empty segments (check for extra commas)');
  }
  const equals = part.indexOf('=');
  if (equals < 0) throw new BadFilter(JSON.stringify([part]));
  const said = part.slice(equals + 1);
  const isNegated = said.startsWith('not.');
  const word = isNegated ? said.slice(4) : said;
  const dot = word.indexOf('.');
  if (dot < 0) throw new BadFilter(JSON.stringify([word]));
  const [operator, value] = [word.slice(0, dot), word.slice(dot + 1)];
  if (!isOperator(operator)) throw new BadFilter(inspect([operator, value]));
  const values = operator === 'in' ? readList(value) : [unquote(value)];
  if (operator.endsWith('like') && value.length > longestPattern) {
    throw new BadFilter('the pattern is too long');
  }
  return { column: part.slice(0, equals), operator, values, isNegated };
}

function isOperator(word: string): word is Operator {
  return operators.some((operator) => operator === word);
}

const inspect = (words: string[]) => `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

function readList(value: string): string[] {
  if (!/^\(.*\)$/s.test(value)) {
    throw new BadFilter('`in` filter value must be wrapped by parentheses');
  }
  return split(value.slice(1, -1)).map((member) => unquote(member.trim()));
}

/** Splits at commas outside parentheses and outside quotes that start a value. */
function split(text: string): string[] {
  const parts: string[] = [];
  let [part, depth, isQuoted, before] = ['', 0, false, ','];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '\\') {
      part += sign + (text[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (sign === '"' && (isQuoted || '.(,'.includes(before))) isQuoted = !isQuoted;
    else if (!isQuoted && sign === '(') depth += 1;
    else if (!isQuoted && sign === ')') depth = Math.max(0, depth - 1);
    if (sign === ',' && depth === 0 && !isQuoted) {
      parts.push(part);
      part = '';
    } else part += sign;
    before = sign;
  }
  return [...parts, part];
}

function unquote(value: string): string {
  const inside = value.match(/^"((?:[^"\\]|\\.)*)"$/s)?.[1];
  return inside === undefined ? value : inside.replace(/\\(.)/gs, '$1');
}
