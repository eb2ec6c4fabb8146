import { Layout, Paragraph } from '../layout.tsx';
import type { Template } from '../template.ts';

const title = 'Your site sends email';

/** A test, sent by whoever checks whether the site is ready to launch. */
export const launchMail: Template<{ to: string }> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you asked for it on the page of the launch check."
    >
      <Paragraph>
        If you read this in your mailbox, and not among junk, people will get their emails too.
      </Paragraph>
      <Paragraph>
        If it is among junk: ask whoever runs your domain for the SPF, DKIM and DMARC records of
        your mail server.
      </Paragraph>
    </Layout>
  ),
};
