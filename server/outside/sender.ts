import { firstBrand, site } from '#domain/site/brand.ts';

type Sender = { name: string; address: string };

/**
 * Who mails come from. Where the operator does not say it, the company by the name that it has now, at the release's
 * address: a mail server sends for addresses that its operator knows, so none that owners type becomes the sender.
 */
export function senderOf(setting: string | undefined): Sender {
  const given = setting === undefined ? undefined : readSender(setting);
  return given ?? { name: site.name, address: firstBrand.email };
}

/**
 * A name and an address, or an address alone. Taken apart here, because a mail reads a comma of a name ("Acme, Inc.") as
 * the end of an address.
 */
export function readSender(text: string): Sender | undefined {
  const [, name = '', inside, alone] =
    text.trim().match(/^(?:([^<>]*)<\s*([^\s<>@,]+@[^\s<>@,]+)\s*>|([^\s<>@,]+@[^\s<>@,]+))$/) ??
    [];
  const address = inside ?? alone;
  return address ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : undefined;
}
