import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import type { MessageWaitingProps, Template } from '../template.ts';

const title = 'A message is waiting for you';

/** To a mailbox that nobody has confirmed: it may be a stranger's, so it holds nothing that anybody wrote. */
export const messageWaiting: Template<MessageWaitingProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, link, stopLink }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because an account on our site has this address."
    >
      <Paragraph>
        Somebody wrote to you on our site. Nobody has confirmed yet that this mailbox is yours, so
        only the site shows the message and who sent it. Once you have confirmed the address in your
        account, messages come to it in full.
      </Paragraph>
      <Action href={link}>Read it on the site</Action>
      <Paragraph>If you have no account with us, there is nothing to do.</Paragraph>
      <Paragraph>
        <TextLink href={stopLink}>Turn these emails off</TextLink>
      </Paragraph>
    </Layout>
  ),
};
