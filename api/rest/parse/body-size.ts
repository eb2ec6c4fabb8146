import { limits } from '../limits.ts';
import { refuse } from '../rest-errors.ts';

const most = { rows: limits.bodyRows, columns: limits.bodyColumns };

export function requireFew(what: keyof typeof most, count: number): void {
  if (count > most[what]) {
    refuse('PGRST102', { message: `The body has more than ${most[what]} ${what}` });
  }
}
