import { Layout, Paragraph } from '../layout.tsx';
import { Named } from '../named.tsx';
import type { ReviewProps, Template } from '../template.ts';

const title = 'All is well: our review is done';
const text = {
  job: 'Our staff looked at your job. Nothing on our side keeps it off the board: it is there until it ends, unless you have closed it.',
  company:
    'Our staff looked at how this company appears in your jobs. Those that we hid for it are back.',
  profile:
    'Our staff looked at your profile. Nothing on our side keeps it hidden: who sees it is your choice again.',
  conversation: 'Our staff looked at the conversation. You can both write in it.',
} as const;

export const reviewReleased: Template<ReviewProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, about, title: name }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because it is about something of yours on our site."
    >
      <Named>{name}</Named>
      <Paragraph>{text[about]} Thank you for your patience.</Paragraph>
    </Layout>
  ),
};
