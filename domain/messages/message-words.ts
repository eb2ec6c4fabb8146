/** Apart from the other rules, so that a conversation can be read without loading them. */
export const longestMessage = 2000;

export const loginToContact = 'You must be logged in to contact candidates';
export const sendFailed = 'Failed to send message';
