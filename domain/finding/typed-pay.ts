/** In US dollars. */
export type PayFrom = { amount: number; per: 'year' | 'hour' };

const amount = String.raw`(\d{1,3}(?:,\d{3})+|\d+(?:\.\d{1,2})?)\s?(k\b)?`;
const period = String.raw`(?:\s?(?:\/|per\b|an?\b)\s?(hour|hr|h|year|yr|y|annum)\b|\s?(hourly|yearly|annually|p\.?h\.?|p\.?a\.?)(?![a-z]))?`;
const before = String.raw`(?:(?:(?:paying|pay|salary|from|over|above|min(?:imum)?|at least)\s+)*|>=?\s?)`;
const range = String.raw`(?:\s?(?:-|–|—|to)\s?\$?\s?\d[\d,.]*\s?(k\b)?)?`;
const currency = String.raw`(\s?(?:dollars|usd)\b)?`;
const shape = new RegExp(
  String.raw`(?<![\w$.,€£])${before}(\$\s?)?${amount}${range}\+?${currency}${period}`,
  'i',
);

/** Not a minimum pay: a retirement plan, or an upper limit. */
const isOther = /^40[13]\s?k|^(403b|457b)/i;
const isMost = /\b(up to|under|below|less than|at most|max)\s*$/i;

export type TypedPay = { at: number; end: number; pay: PayFrom };

/** The lower end of "$35/h", "90k", "$80,000–$95,000 a year". Bare figures are not pay. */
export function findPay(q: string): TypedPay | undefined {
  const found = shape.exec(q);
  if (!found) return undefined;
  const [text, sign, figures = '', ownThousand, thousandOfMost, dollars, name, adverb = ''] = found;
  const dollar = sign ?? dollars;
  // In “60-70k”, the k counts for both.
  const thousand = ownThousand ?? (figures.length < 4 ? thousandOfMost : undefined);
  const bare = text.trimStart();
  const at = found.index + text.length - bare.length;
  if (isOther.test(`${figures}${ownThousand ?? ''}`) || isMost.test(q.slice(0, at)))
    return undefined;
  const unit = (name ?? adverb).toLowerCase();
  const said = unit && (/^(h|ph|p\.h)/.test(unit) ? 'hour' : 'year');
  const value = Number(figures.replaceAll(',', '')) * (thousand ? 1_000 : 1);
  const per = said || (value < 1_000 ? 'hour' : 'year');
  if (!dollar && !thousand && !said && !/,/.test(figures)) return undefined;
  const [least, most] = per === 'hour' ? [5, 1_000] : [5_000, 1_000_000];
  if (value < least || value > most) return undefined;
  return { at, end: found.index + text.trimEnd().length, pay: { amount: value, per } };
}
