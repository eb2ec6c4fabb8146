import { expect, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { allowedRedirect } from './redirects.ts';

const siteUrl = 'https://www.site.example';

it('wildcards in a host cannot match beyond it', () => {
  const AUTH_REDIRECT_URLS = 'https://**--site.pages.example/**,https://preview.example/**';
  const { redirectUrls } = readConfig({ AUTH_REDIRECT_URLS }).auth;
  const wanted = (address: string) => allowedRedirect({ redirectUrls }, { siteUrl }, address);
  for (const address of [
    'https://branch--site.pages.example/',
    'https://a.branch--site.pages.example/auth/callback?next=/a',
    'https://preview.example/a/b',
  ]) {
    expect(wanted(address)).toBe(address);
  }
  for (const address of [
    'https://evil.example/--site.pages.example/',
    'https://evil.example?--site.pages.example/',
    'https://evil.example#--site.pages.example/',
    'https://evil.example\\\\--site.pages.example/',
    'https://evil.example:443@x--site.pages.example/',
    'https://branch--site.pages.example.evil.example/',
  ]) {
    expect(wanted(address)).toBe(siteUrl);
  }
});

it('a URL that only shares the site’s origin is not a page of the site', () => {
  const wanted = (address: string) => allowedRedirect({ redirectUrls: [] }, { siteUrl }, address);
  expect(wanted(`blob:${siteUrl}/1b2c`)).toBe(siteUrl);
  expect(wanted(`filesystem:${siteUrl}/temporary/a`)).toBe(siteUrl);
  expect(wanted('/account')).toBe(`${siteUrl}/account`);
});
