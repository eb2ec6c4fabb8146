import { AwardLines } from '../award-lines.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { CredentialsProps, Template } from '../template.ts';

const title = (several: boolean) =>
  several ? 'Credentials were awarded to you' : 'A credential was awarded to you';

export const credentialClaim: Template<CredentialsProps> = {
  subject: (brand, { awards }) => `${title(awards.length > 1)} · ${brand.name}`,
  write: ({ brand, awards, action }) => (
    <Layout
      brand={brand}
      title={title(awards.length > 1)}
      reason="You are receiving this email because this address was given for a credential that we awarded."
    >
      <AwardLines awards={awards} />
      <Paragraph>
        Claim it with an account for this address, a new one or one you already have. Then the
        certificate, the badge and the credential file are yours to keep and to show, and anybody
        can check them.
      </Paragraph>
      <Action href={action}>Claim it</Action>
      <Paragraph>
        The link works for 90 days. If the name is not yours, you can tell us on the same page.
      </Paragraph>
    </Layout>
  ),
};
