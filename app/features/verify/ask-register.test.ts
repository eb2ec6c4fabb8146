import { expect, it } from 'vitest';
import { verify } from '#app/content/verify.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { askRegister, statusOf } from './ask-register.ts';

const { actors } = await openTestApi();

it('tells people and programs that check too many numbers the same waiting time', async () => {
  const ask = () =>
    askRegister(actors.anonymous.client, new Request(siteUrl), makeCredentialNumber());
  const answers = await Promise.all(Array.from({ length: 61 }, ask));
  const [refused] = answers.filter(({ kind }) => kind === 'busy');
  const seconds = refused?.kind === 'busy' ? refused.seconds : 0;
  expect(seconds).toBeGreaterThan(240);
  expect(statusOf(refused)).toEqual({ status: 429, headers: { 'retry-after': String(seconds) } });
  expect(verify.busy.text(seconds)).toContain('Wait 5 minutes, then try again.');
  expect(verify.busy.text(60)).toContain('Wait 1 minute,');
});
