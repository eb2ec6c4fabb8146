import { firstBrand, site } from '#domain/brand.ts';

type Sender = string | { name: string; address: string };

/**
 * Who mails come from. Where the operator does not say it, the company by the name that it has now, at the release's
 * address: a mail server sends for addresses that its operator knows, so none that owners type becomes the sender.
 */
export function senderOf(setting: string | undefined): Sender {
  return setting ?? { name: site.name, address: firstBrand.email };
}
