import { refuse } from '../rest-errors.ts';

/** More than any double has: PostgreSQL writes a number of `jsonb` out in all its digits. */
const vast = /[\d.]e[+-]?0*(?:[4-9]\d\d|[1-9]\d{3})/i;
/** An unclosed text runs to the end: it must match where it begins, or each quote in it would start another search. */
const texts = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/gs;

/** Nine characters may stand for 131,072 digits, and a megabyte of them for 14 GB of the database's memory. */
export function refuseVastNumbers(json: string): void {
  if (vast.test(json) && vast.test(json.replace(texts, '""'))) {
    refuse('PGRST102', { message: 'A number is beyond what a double holds' });
  }
}
