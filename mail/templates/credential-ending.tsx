import { dayWords } from '#domain/text/day-words.ts';
import { AwardLines } from '../award-lines.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { CredentialEndingProps, Template } from '../template.ts';

export const credentialEnding: Template<CredentialEndingProps> = {
  subject: (brand, { expiresOn }) =>
    `Your credential is valid through ${dayWords(expiresOn)} · ${brand.name}`,
  write: ({ brand, award, expiresOn, isByEducation, action }) => (
    <Layout
      brand={brand}
      title={`Your credential is valid through ${dayWords(expiresOn)}`}
      reason="You are receiving this email because a credential of yours ends soon. We write 90, 30 and 7 days before."
    >
      <AwardLines awards={[award]} />
      <Paragraph>
        {isByEducation
          ? 'It is renewed by continuing education. Write to us with what you have completed, before that day.'
          : 'Write to us before that day if you want to renew it.'}{' '}
        After that, anyone who checks the number is told that it has expired.
      </Paragraph>
      <Action href={action}>See your credentials</Action>
    </Layout>
  ),
};
