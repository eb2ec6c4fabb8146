import { firstBrand, site } from '#domain/site/brand.ts';

type Sender = { name: string; address: string };

/**
 * Who mails come from. Unless the operator sets it, that is the company under its current name, at
 * the release's address: a mail server only sends for addresses that its operator knows, so nothing
 * that owners type becomes the sender's address.
 */
export function senderOf(setting: string | undefined): Sender {
  const given = setting === undefined ? undefined : readSender(setting);
  return given ?? { name: site.name, address: firstBrand.email };
}

/**
 * A name and an address, or an address alone. Parsed here, because a mail header reads a comma in a
 * name ("Acme, Inc.") as the end of an address.
 */
export function readSender(text: string): Sender | undefined {
  const [, name = '', inside, alone] =
    text.trim().match(/^(?:([^<>]*)<\s*([^\s<>@,]+@[^\s<>@,]+)\s*>|([^\s<>@,]+@[^\s<>@,]+))$/) ??
    [];
  const address = inside ?? alone;
  return address ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : undefined;
}
