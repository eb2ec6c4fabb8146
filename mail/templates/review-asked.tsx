import { Action, Layout, Paragraph } from '../layout.tsx';
import { Named } from '../named.tsx';
import { Quote } from '../quote.tsx';
import type { ReviewProps, Template } from '../template.ts';

const title = 'We have a question';
const thing = {
  job: 'your job',
  conversation: 'a conversation of yours',
  profile: 'your profile',
  company: 'your company',
} as const;

export const reviewAsked: Template<ReviewProps> = {
  subject: (brand, { about }) => `${title} about ${thing[about]} · ${brand.name}`,
  write: ({ brand, about, title: name, said, action }) => (
    <Layout
      brand={brand}
      title={`${title} about ${thing[about]}`}
      reason="You are receiving this email because you have an account with us."
    >
      <Named>{name}</Named>
      <Paragraph>Our staff would like to know something before they decide:</Paragraph>
      <Quote text={said} />
      <Paragraph>A sentence or two is enough. Only our staff read your answer.</Paragraph>
      {action && <Action href={action}>Answer</Action>}
    </Layout>
  ),
};
