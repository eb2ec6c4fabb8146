import { expect, it } from 'vitest';
import { firstBrand, site } from '#domain/site/brand.ts';
import type { Words } from '#domain/site/words.ts';
import { renderMail } from '#mail/mail.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import { createLanes } from '../queue/lanes.ts';

const { database, storage } = await openTestApi();

/** The trial mail as it goes out while these words are published. */
async function sendWith(words: Words | undefined) {
  const sent: { subject: string; html: string; text: string }[] = [];
  const lanes = createLanes({
    ...{
      database,
      setUp: testSetUp,
      countMail: () => {},
      pepper: '',
      siteUrl: 'https://site.test',
    },
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        return { kind: 'sent' };
      },
      close: async () => {},
    },
    sms: { send: async () => {} },
    loadMail: async () => ({ renderMail }),
    postalAddress: '1 Setting Street',
    files: storage.files,
    billing: undefined,
    note: () => {},
    ...(words && { words: () => words }),
  });
  await lanes.urgent['launch-mail']?.({ to: 'owner@site.test' }, {} as never);
  return sent[0];
}

it('a mail has the name, contact and postal address that are published when it goes out', async () => {
  const own = {
    name: 'Piedmont Health AI',
    email: 'us@piedmont.test',
    postalAddress: '1 Main Street',
  };
  const mail = await sendWith({ brand: { ...firstBrand, ...own } });
  for (const word of Object.values(own)) expect(mail?.text).toContain(word);
  expect(mail?.text).not.toContain(firstBrand.name);
  expect(mail?.text).not.toContain('1 Setting Street');
});

it('without them it has those of the release, and the address from the settings', async () => {
  const mail = await sendWith(undefined);
  expect(mail?.text).toContain(firstBrand.name);
  expect(mail?.text).toContain('1 Setting Street');
  expect({ ...site }).toEqual(firstBrand);
});
