/** Which of a person's own things may have changed. */
export type News = 'messages' | 'membership' | 'jobs';

/**
 * Whether news is being pushed right now. Polling slows down while it is, and resumes its usual pace while it is not.
 */
export const line = { isOpen: false };
