import { Download, Trash2 } from 'lucide-react';
import { Badge } from '../badge.tsx';
import { Button, ButtonLink } from '../button.tsx';
import { DropdownMenu } from '../dropdown-menu.tsx';
import { ExternalLink, Link } from '../link.tsx';
import { Section } from '../section.tsx';
import { Spinner } from '../spinner.tsx';
import { Tabs } from '../tabs.tsx';
import { toast } from '../toast.ts';

export function Controls() {
  return (
    <>
      <Section
        layout="beside"
        hasRule
        title="Buttons and links"
        intro="Verbs. One primary action in a place; hover and press darken, focus draws the ring."
      >
        <div className="grid gap-5">
          <div className="actions">
            <Button>Post the job</Button>
            <Button variant="secondary">Save as draft</Button>
            <Button variant="quiet">Cancel</Button>
            <Button variant="danger">
              <Trash2 aria-hidden="true" />
              Delete profile
            </Button>
            <Button variant="danger-outline">Delete profile…</Button>
          </div>
          <div className="actions">
            <Button disabled>Disabled</Button>
            <Button variant="secondary" disabled>
              Disabled
            </Button>
            <Button isBusy>Posting...</Button>
            <Spinner label="Loading the list" />
          </div>
          <div className="actions">
            <Button size="small">Small</Button>
            <Button>Medium</Button>
            <Button size="large">Large</Button>
            <ButtonLink href="#downloads" variant="secondary">
              <Download aria-hidden="true" />A link that looks like a button
            </ButtonLink>
          </div>
          <p>
            Text with <Link href="#text">a link inside the site</Link> and{' '}
            <ExternalLink href="https://example.com/">one that leaves it</ExternalLink>.
          </p>
        </div>
      </Section>
      <Section layout="beside" hasRule title="Badges">
        <div className="actions">
          <Badge>Contract</Badge>
          <Badge tone="accent">Full-time</Badge>
          <Badge tone="warm">Most popular</Badge>
          <Badge tone="good">Active</Badge>
          <Badge tone="danger">Inactive</Badge>
        </div>
      </Section>
      <Section
        layout="beside"
        hasRule
        title="Tabs and menu"
        intro="Arrow keys move; Escape closes the menu and gives the focus back."
      >
        <div className="grid justify-items-start gap-8">
          <div className="w-full">
            <Tabs
              label="Account"
              tabs={[
                { value: 'in', label: 'Sign In', content: <p>The sign-in form stands here.</p> },
                { value: 'up', label: 'Sign Up', content: <p>The sign-up form stands here.</p> },
              ]}
            />
          </div>
          <DropdownMenu
            label="Manage"
            items={[
              { label: 'Edit listing', onSelect: () => toast({ title: 'Edit' }) },
              { kind: 'link', label: 'View as candidate', href: '#view' },
              { label: 'Feature listing', disabled: true, onSelect() {} },
              { kind: 'divider' },
              {
                label: 'Delete listing',
                isDanger: true,
                onSelect: () => toast({ title: 'Deleted' }),
              },
            ]}
          />
        </div>
      </Section>
    </>
  );
}
