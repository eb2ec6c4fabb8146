import { AppliedFor } from '../application-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { ApplicationConfirmProps, Template } from '../template.ts';

const titles = {
  none: 'Send your application',
  sent: 'You have already applied for this job',
  withdrawn: 'You withdrew your application for this job',
};

export const applicationConfirm: Template<ApplicationConfirmProps> = {
  subject: (brand, { before }) => `${titles[before ?? 'none']} · ${brand.name}`,
  write: ({ brand, to, title, company, action, before }) => (
    <Layout brand={brand} title={titles[before ?? 'none']} reason={`This email was sent to ${to}.`}>
      <AppliedFor title={title} company={company} />
      <Paragraph>{said[before ?? 'none']}</Paragraph>
      <Action href={action}>{before ? 'See your application' : 'Look at it and send it'}</Action>
      {!before && (
        <Paragraph>
          If you did not apply, do nothing: nobody gets it, and nothing of it is kept.
        </Paragraph>
      )}
    </Layout>
  ),
};

const said = {
  none: 'Look at it once more and press the button there: only then does the company get it. The link works for a day; after that the application and your resume are deleted.',
  sent: 'The company has an application from this address already, and one is enough. The new one was not sent. Here you see how yours stands.',
  withdrawn:
    'The company still has the one that you withdrew, so the new one was not sent. To apply again, delete the withdrawn one first: its page has a button for that. Then send the form once more.',
};
