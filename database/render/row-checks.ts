import { type TextRule, tooLong, tooShort } from '#domain/text/text-rules.ts';
import { invalidAddress } from '#domain/text/web-address-rules.ts';
import { listLiteral } from './sql-literals.ts';

/** What a row must not be, and the error message. Checked when one of the columns changed. */
export type Check = { columns: string[]; isBroken: string; sentence: string };
export type TableRules = {
  table: string;
  /** Its place among the BEFORE triggers: after those that change the row. */
  trigger: string;
  checks: Check[];
};

export const check = (column: string, isBroken: string, sentence: string): Check => ({
  columns: [column],
  isBroken,
  sentence,
});

export const isTooLong = (column: string, rule: TextRule) =>
  check(column, `char_length(new.${column}) > ${rule.most}`, tooLong(rule));

/** For text that others read: invisible characters do not count towards the length. */
export const visibleText = (column: string, rule: TextRule): Check[] => [
  ...(rule.least
    ? [check(column, `not private.has_visible(new.${column}, ${rule.least})`, tooShort(rule))]
    : []),
  isTooLong(column, rule),
];

export const choice = (column: string, choices: readonly string[], sentence: string) =>
  check(column, `new.${column} <> all (${listLiteral(choices)})`, sentence);

export const webAddress = (column: string) =>
  check(column, `not private.is_web_address(new.${column})`, invalidAddress);

export const optionalWebAddress = (column: string) =>
  check(column, `not private.is_web_address(nullif(new.${column}, ''))`, invalidAddress);

export const whole = (column: string, least: number, most: number, sentence: string) =>
  check(column, `new.${column} not between ${least} and ${most}`, sentence);
