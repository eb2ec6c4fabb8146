/** The address of a test's site that is called without a socket. */
export const siteUrl = 'http://site.test';
