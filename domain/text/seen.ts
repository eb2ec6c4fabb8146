import { tidy } from './plain-text.ts';

/**
 * Invisible characters other than spaces: joiners, direction marks, fillers. database/render/render-rules.ts writes
 * them as SQL.
 */
export const unseen = new RegExp(
  '[\\u0001-\\u0008\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5' +
    '\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF' +
    '\\uFFA0\\uFFF9-\\uFFFC\\uFFFE\\uFFFF\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]',
  'gu',
);

/** The visible part of a text. */
export function seen(value: string): string {
  return tidy(tidy(value).replace(unseen, ''));
}
