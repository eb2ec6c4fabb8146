import { Action, Layout, Paragraph } from '../layout.tsx';
import type { LinkProps, Template } from '../template.ts';

const title = 'Confirm your job alert';

/** Says nothing about the search: the reader may not be the one who asked. */
export const alertConfirm: Template<LinkProps & { to: string }> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, link, to }) => (
    <Layout brand={brand} title={title} reason={`This email was sent to ${to}.`}>
      <Paragraph>
        Somebody asked us to send new jobs to this address. If it was you, look at the request and
        confirm it.
      </Paragraph>
      <Action href={link}>Look at the alert</Action>
      <Paragraph>
        The link works for two days. If it was not you, there is nothing to do: nothing is sent
        without your confirmation, and the request is deleted.
      </Paragraph>
    </Layout>
  ),
};
