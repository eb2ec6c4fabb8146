import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the address of the site', () => {
  for (const SITE_URL of [
    'https://www.site.example',
    'http://www.site.example',
    'http://203.0.113.9:8080',
    'https://localhost',
    'http://[2001:db8::1]',
  ]) {
    it(`${SITE_URL} is public: no demo content, no pages for development`, () => {
      expect(readConfig({ SITE_URL })).toMatchObject({
        isReached: true,
        isLocal: false,
        seed: 'none',
      });
      expect(() => readConfig({ SITE_URL, SEED: 'demo' })).toThrow(/SEED=demo.*SITE_URL/);
    });
  }

  for (const SITE_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    it(`${SITE_URL} is this machine`, () => {
      expect(readConfig({ SITE_URL })).toMatchObject({
        isReached: false,
        isLocal: true,
        seed: 'demo',
      });
    });
  }

  for (const SITE_URL of [
    'http://192.168.1.4:3000',
    'http://10.0.0.7',
    'http://172.20.0.2',
    'http://site.local',
    'http://[fd00::7]',
    'http://workshop:3000',
  ]) {
    it(`${SITE_URL} is a home network: demo content, but no pages for development`, () => {
      expect(readConfig({ SITE_URL })).toMatchObject({
        isReached: false,
        isLocal: false,
        seed: 'demo',
      });
    });
  }

  it('behind a declared proxy is not local, whatever its name', () => {
    const SITE_URL = 'http://localhost:3000';
    expect(readConfig({ SITE_URL, TRUST_PROXY: 'true' })).toMatchObject({ isLocal: false });
    expect(readConfig({ TRUST_PROXY: 'true' })).toMatchObject({ isReached: true, seed: 'none' });
  });

  it('is well formed for every host that a server can listen on', () => {
    expect(readConfig({ HOST: '::1' })).toMatchObject({
      siteUrl: 'http://[::1]:3000',
      isLocal: true,
    });
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ isReached: false, isLocal: false });
  });

  it('is normalised as browsers write it, however it was typed', () => {
    expect(readConfig({ SITE_URL: 'HTTPS://WWW.Site.example:443/' })).toMatchObject({
      siteUrl: 'https://www.site.example',
      givenSiteUrl: 'https://www.site.example',
      isHttps: true,
      isReached: true,
    });
    expect(readConfig({ SITE_URL: 'http://LOCALHOST:3000' }).isLocal).toBe(true);
  });

  it('asks for HTTPS where it is HTTPS', () => {
    expect(readConfig({ SITE_URL: 'https://www.site.example' }).isHttps).toBe(true);
    expect(readConfig({ SITE_URL: 'http://www.site.example' }).isHttps).toBe(false);
  });

  it('decides whether SMS codes may go to the local outbox', () => {
    const offers = (SITE_URL: string) => readConfig({ SITE_URL }).auth.isSmsSent;
    expect(offers('http://localhost:3000')).toBe(true);
    expect(offers('http://www.site.example')).toBe(false);
  });
});
