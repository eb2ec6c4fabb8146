import { Action, Layout, Paragraph } from '../layout.tsx';
import type { LinkProps, Template } from '../template.ts';

const title = 'Your second step was ended';

export const factorsEnded: Template<LinkProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because it concerns the safety of your account."
    >
      <Paragraph>
        As you were told, all second steps, passkeys and sessions of your account have ended. Sign
        in, and set up a new second step at once.
      </Paragraph>
      <Action href={link}>Open my account</Action>
      <Paragraph>If you did not ask for this, write to us today: {brand.email}.</Paragraph>
    </Layout>
  ),
};
