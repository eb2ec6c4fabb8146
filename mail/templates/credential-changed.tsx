import type { CredentialChange } from '#domain/credentials/credentials.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { AwardLines } from '../award-lines.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { CredentialChangedProps, Template } from '../template.ts';

const said: Record<CredentialChange, { title: string; text: string }> = {
  corrected: {
    title: 'The name on your credential was corrected',
    text: 'There is a new certificate and a new credential file under the same number. Anyone who checks an old one is shown the new one.',
  },
  renewed: {
    title: 'Your credential was renewed',
    text: 'There is a new certificate and a new credential file under the same number.',
  },
  suspended: {
    title: 'Your credential was suspended',
    text: 'Until the suspension is lifted, anyone who checks it is told that it is suspended. The reason:',
  },
  lifted: {
    title: 'Your credential is valid again',
    text: 'The suspension was lifted. The certificate, badge and file are valid as before.',
  },
  revoked: {
    title: 'Your credential was revoked',
    text: 'Anyone who checks it is told that it was revoked. This is permanent. The reason:',
  },
  replaced: {
    title: 'Your credential was replaced',
    text: 'It is no longer valid, nor are its certificate and its files. The reason:',
  },
};

const hasReason = new Set<CredentialChange>(['suspended', 'revoked', 'replaced']);

export const credentialChanged: Template<CredentialChangedProps> = {
  subject: (brand, { what }) => `${said[what].title} · ${brand.name}`,
  write: ({ brand, what, award, reason, expiresOn, successor, action }) => (
    <Layout
      brand={brand}
      title={said[what].title}
      reason="You are receiving this email because it is about a credential that we awarded to you."
    >
      <AwardLines awards={[award]} />
      <Paragraph>{said[what].text}</Paragraph>
      {hasReason.has(what) && reason && <Quote text={reason} />}
      {what === 'renewed' && expiresOn && (
        <Paragraph>It is now valid through {dayWords(expiresOn)}.</Paragraph>
      )}
      {what === 'replaced' && successor && (
        <>
          <Paragraph>In its place you hold:</Paragraph>
          <AwardLines awards={[successor]} />
          <Paragraph>
            It has a number of its own. Download its certificate and files, and pass them on to
            everyone who has the old ones; a check of the old number leads to the new one.
          </Paragraph>
        </>
      )}
      {action && <Action href={action}>See your credentials</Action>}
    </Layout>
  ),
};
