import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamNewsProps, Template } from '../template.ts';

const title = 'Your invitation was accepted';

export const teamJoined: Template<TeamNewsProps> = {
  subject: (brand, { person }) => `${person} has joined · ${brand.name}`,
  write: ({ brand, company, person, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you sent the invitation."
    >
      <Paragraph>
        <strong dir="auto">{person}</strong> now works for <strong dir="auto">{company}</strong> on
        this site.
      </Paragraph>
      <Action href={link}>See who works here</Action>
    </Layout>
  ),
};
