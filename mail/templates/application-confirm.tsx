import { AppliedFor } from '../application-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { ApplicationConfirmProps, Template } from '../template.ts';

const titleOf = (isThere: boolean) =>
  isThere ? 'You have already applied for this job' : 'Send off your application';

export const applicationConfirm: Template<ApplicationConfirmProps> = {
  subject: (brand, { isThere }) => `${titleOf(isThere)} · ${brand.name}`,
  write: ({ brand, to, title, company, action, isThere }) => (
    <Layout brand={brand} title={titleOf(isThere)} reason={`This email was sent to ${to}.`}>
      <AppliedFor title={title} company={company} />
      {isThere ? (
        <>
          <Paragraph>
            The company has an application from this address already, and one is enough. The new one
            was not sent. Here you see how yours stands.
          </Paragraph>
          <Action href={action}>See your application</Action>
        </>
      ) : (
        <>
          <Paragraph>
            Look at it once more and press the button there: only then does the company get it. The
            link works for a day; after that the application and your resume are deleted.
          </Paragraph>
          <Action href={action}>Look at it and send it</Action>
          <Paragraph>
            If you did not apply, do nothing: nobody gets it, and nothing of it is kept.
          </Paragraph>
        </>
      )}
    </Layout>
  ),
};
