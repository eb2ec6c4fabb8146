import * as z from 'zod/mini';

/**
 * As zod reads an address; and no mail server has to take more than 64 characters before the @ (RFC 5321, 4.5.3.1.1).
 * SQL has the same: database/render/text-functions.ts.
 */
export const emailPattern = new RegExp(`(?=^[^@]{1,64}@)${z.regexes.email.source}`);
/** Of what a mail server takes as the way to a mailbox, without the brackets around it. */
export const longestEmail = 254;
