import * as links from '#domain/site/links.ts';

const carried = /[?&#](code|error_code|message|access_token)=/;

/**
 * Links that confirm an address lead to the site's root, a page without the official client. Passes what they carry on
 * to the page that can use it.
 */
export function handOnArrivals() {
  const { pathname, search, hash } = location;
  if (pathname !== '/' || !carried.test(search + hash)) return;
  location.replace(`${links.confirmEmail}${search}${hash}`);
}
