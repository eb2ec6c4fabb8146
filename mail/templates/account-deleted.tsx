import { Layout, Paragraph } from '../layout.tsx';
import { whenAndWhere } from '../notice.tsx';
import type { NoticeProps, Template } from '../template.ts';

const title = 'Your account was deleted';

/** The last email to an address: its owner may not be the one who pressed the button. */
export const accountDeleted: Template<NoticeProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, ...facts }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because the account with this address was deleted."
    >
      <Paragraph>
        The account with this address was deleted. Neither it nor what was deleted with it can be
        restored. If it had a membership, that is cancelled, and nothing more is charged.
      </Paragraph>
      <Paragraph>{whenAndWhere(facts)}</Paragraph>
      <Paragraph>
        If this was you, there is nothing to do. If not, somebody else was in your account: write to
        us at {brand.email}, and make sure that nobody else can read your email.
      </Paragraph>
    </Layout>
  ),
};
