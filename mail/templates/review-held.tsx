import { Layout, Paragraph } from '../layout.tsx';
import { Named } from '../named.tsx';
import type { ReviewProps, Template } from '../template.ts';

const title = 'We are reviewing your job before it goes live';

export const reviewHeld: Template<ReviewProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, title: name }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you posted this job."
    >
      <Named>{name}</Named>
      <Paragraph>
        Thank you for posting it. Some jobs wait until one of our staff has looked at them, and this
        is one of those. It is kept as you wrote it. You do not have to do anything: we will write
        to you when it is on the board, or if we have a question.
      </Paragraph>
    </Layout>
  ),
};
