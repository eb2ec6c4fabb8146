import * as z from 'zod/mini';

/**
 * As zod reads an address, and with at most 64 characters before the @: mail servers need not accept more (RFC 5321,
 * 4.5.3.1.1). SQL has the same pattern: database/render/text-functions.ts.
 */
export const emailPattern = new RegExp(`(?=^[^@]{1,64}@)${z.regexes.email.source}`);
/** The longest path that mail servers accept, without the brackets around it. */
export const longestEmail = 254;
