import { Action, Layout, Paragraph } from '../layout.tsx';
import type { StaffRoleLostProps, Template } from '../template.ts';

const titleOf = ({ role }: StaffRoleLostProps) =>
  role ? 'Your staff role has changed' : 'You no longer have a staff role';

export const staffRoleLost: Template<StaffRoleLostProps> = {
  subject: (brand, props) => `${titleOf(props)} · ${brand.name}`,
  write: ({ brand, link, ...props }) => (
    <Layout
      brand={brand}
      title={titleOf({ link, ...props })}
      reason="You are receiving this email because you help, or helped, to run the site."
    >
      <Paragraph>
        {props.role ? (
          <>
            An owner of the site changed your role to <strong>{props.role}</strong>. It has fewer
            rights than the one before.
          </>
        ) : (
          'An owner of the site ended your staff role. Pages for staff are no longer open to you.'
        )}{' '}
        Everything else in your account stays as it is.
      </Paragraph>
      <Action href={link}>Open my account</Action>
      <Paragraph>If this seems wrong to you, write to us at {brand.email}.</Paragraph>
    </Layout>
  ),
};
