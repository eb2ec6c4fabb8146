/** Where the site of a test stands that is called without a socket. */
export const siteUrl = 'http://site.test';
