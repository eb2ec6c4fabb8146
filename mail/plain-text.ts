import { toPlainText } from '@react-email/render';

/** In capital letters, as the library writes them, an address leads elsewhere and a name is not the one that was given. */
const headings = ['h1', 'h2', 'h3'].map((selector) => ({
  selector,
  options: { uppercase: false },
}));

/** The part for those who read no HTML. */
export function plainTextOf(html: string): string {
  return toPlainText(html, { selectors: headings });
}
