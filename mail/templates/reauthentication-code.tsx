import { Code, Layout, Paragraph } from '../layout.tsx';
import type { LetterProps, Template } from '../template.ts';

/** Only a code, because the page to type it into is already open. */
export const reauthenticationCode: Template<LetterProps> = {
  subject: (brand) => `Your code · ${brand.name}`,
  write: ({ brand, code, to }) => (
    <Layout brand={brand} title="Confirm that it is you" reason={`This email was sent to ${to}.`}>
      <Paragraph>Enter this code to go on. It works once, for ten minutes.</Paragraph>
      <Code>{code}</Code>
      <Paragraph>If you did not ask for it, choose a new password.</Paragraph>
    </Layout>
  ),
};
