import * as links from '#domain/site/links.ts';
import { Action, Layout, Paragraph } from '../layout.tsx';
import { whenAndWhere } from '../notice.tsx';
import type { NoticeProps, Template } from '../template.ts';

const title = 'Choose a new password for your account';

/** For somebody who has just proved that they own a mailbox, for which others may have created an account. */
export const accountCleared: Template<NoticeProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, ...facts }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because it concerns the safety of your account."
    >
      <Paragraph>
        You have shown that this mailbox is yours. We could not tell whether you or somebody else
        had set up the account with this address, so its password, its other ways to sign in and all
        its sessions were removed.
      </Paragraph>
      <Paragraph>{whenAndWhere(facts)}</Paragraph>
      <Paragraph>
        If you have not chosen a new password yet, do it now. Then look at your profile, your jobs
        and your messages: what was written there before is still there.
      </Paragraph>
      <Action href={`${brand.siteUrl}${links.recoverPassword}`}>Choose a new password</Action>
    </Layout>
  ),
};
