import { AwardLines } from '../award-lines.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { CredentialsProps, Template } from '../template.ts';

const title = (several: boolean) =>
  several ? 'Credentials were added to your account' : 'A credential was added to your account';

export const credentialAwarded: Template<CredentialsProps> = {
  subject: (brand, { awards }) => `${title(awards.length > 1)} · ${brand.name}`,
  write: ({ brand, awards, action }) => (
    <Layout
      brand={brand}
      title={title(awards.length > 1)}
      reason="You are receiving this email because you have an account with this address."
    >
      <AwardLines awards={awards} />
      <Paragraph>
        The certificate, the badge and the credential file are ready for you. Anyone who has the
        number can check it; search engines show it only if you choose so.
      </Paragraph>
      <Action href={action}>See your credentials</Action>
      <Paragraph>If the name is not yours, say so on that page.</Paragraph>
    </Layout>
  ),
};
