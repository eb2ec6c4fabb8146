/** What of a person's own may have changed. */
export type News = 'messages' | 'membership' | 'jobs';

/**
 * Whether news comes by itself at this moment. Whoever asks again and again asks seldom then, and as ever
 * while it does not.
 */
export const line = { isOpen: false };
