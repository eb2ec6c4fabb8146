import { Action, Layout, Paragraph } from '../layout.tsx';
import type { LinkProps, Template } from '../template.ts';

const title = 'Your data is ready';

export const exportReady: Template<LinkProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because a copy of the data of your account was asked for."
    >
      <Paragraph>
        The link gives you a file with your account, what you entered and wrote, your pictures, your
        resumes and your newsletter subscription. It works for seven days. Whoever has it gets the
        file, so do not pass it on.
      </Paragraph>
      <Action href={link}>Download my data</Action>
      <Paragraph>If you did not ask for it, delete this email: nothing else happens.</Paragraph>
    </Layout>
  ),
};
