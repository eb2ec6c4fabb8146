import { Action, Layout, Paragraph } from '../layout.tsx';
import type { LinkProps, Template } from '../template.ts';

const title = 'Confirm your job alert';

/** Nothing of the search stands in it: whoever asked may not be the one who reads it. */
export const alertConfirm: Template<LinkProps & { to: string }> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, link, to }) => (
    <Layout brand={brand} title={title} reason={`This email was sent to ${to}.`}>
      <Paragraph>
        Somebody asked us to send new jobs to this address. Look at what was asked for and confirm
        it, if it was you.
      </Paragraph>
      <Action href={link}>Look at the alert</Action>
      <Paragraph>
        The link works for two days. If it was not you, there is nothing to do: nothing comes
        without your yes, and the request is forgotten.
      </Paragraph>
    </Layout>
  ),
};
