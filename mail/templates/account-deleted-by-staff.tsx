import { Layout, Paragraph } from '../layout.tsx';
import type { Template } from '../template.ts';

const title = 'Your account was deleted';

/** Also for people who did not ask for it: somebody may have asked in their name. */
export const accountDeletedByStaff: Template<{ to: string }> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because the account with this address was deleted."
    >
      <Paragraph>
        We were asked to delete the account with this address, and our staff deleted it. Neither it
        nor what was deleted with it can be restored. If it had a membership, that is cancelled, and
        nothing more is charged.
      </Paragraph>
      <Paragraph>If you did not ask for this, write to us at {brand.email}.</Paragraph>
    </Layout>
  ),
};
