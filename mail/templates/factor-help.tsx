import { Action, Layout, Paragraph } from '../layout.tsx';
import type { FactorHelpProps, Template } from '../template.ts';

const title = 'Your second step is about to end';

export const factorHelp: Template<FactorHelpProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, hours, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because it concerns the safety of your account."
    >
      <Paragraph>
        Somebody told us that you lost your second step, and asked us to end it. For at least{' '}
        {hours === 1 ? 'an hour' : `${hours} hours`} nothing happens. Then it is looked at here once
        more, by a second person where there is one; if they agree, all your second steps, passkeys
        and sessions end, and you sign in without them.
      </Paragraph>
      <Paragraph>
        If you asked for this, there is nothing to do. If not, somebody else may want your account:
        stop it.
      </Paragraph>
      <Action href={link}>Keep my second step</Action>
    </Layout>
  ),
};
