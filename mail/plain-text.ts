import { toPlainText } from '@react-email/render';

/** The library writes headings in capitals, which breaks addresses and changes names. */
const headings = ['h1', 'h2', 'h3'].map((selector) => ({
  selector,
  options: { uppercase: false },
}));

/** The part for people who read no HTML. */
export function plainTextOf(html: string): string {
  return toPlainText(html, { selectors: headings });
}
