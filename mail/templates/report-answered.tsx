import { Layout, Paragraph } from '../layout.tsx';
import type { ReportAnsweredProps, Template } from '../template.ts';

const title = 'We have looked at your report';
const thing = {
  job: 'a job',
  conversation: 'a conversation',
  profile: 'a profile',
  company: 'a company',
} as const;

export const reportAnswered: Template<ReportAnsweredProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, about, hasActed }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you reported something to us."
    >
      <Paragraph>Thank you for telling us about {thing[about]}. Our staff looked at it.</Paragraph>
      <Paragraph>
        {hasActed
          ? 'It broke our rules, and we acted on it. The other side was not told who reported it.'
          : 'We found nothing in it that breaks our rules, so nothing was changed. The other side was not told who reported it.'}
      </Paragraph>
    </Layout>
  ),
};
