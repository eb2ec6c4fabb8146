import { useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { type Failure, unreachable } from '../failure.ts';
import { Field } from '../field.tsx';
import { FormFailure } from '../form-failure.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Notice } from '../notice.tsx';
import { Section } from '../section.tsx';
import { ShowMore } from '../show-more.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Textarea } from '../text-input.tsx';
import { toast } from '../toast.ts';

export function Messages() {
  const [open, setOpen] = useState<'message' | 'confirm'>();
  const [failure, setFailure] = useState<Failure>();
  const [count, setCount] = useState(20);
  const close = () => setOpen(undefined);
  return (
    <>
      <Section
        layout="beside"
        hasRule
        title="Toasts and dialogs"
        intro="A toast stays five seconds, longer under the pointer or the focus. Alt+T jumps to it."
      >
        <div className="actions">
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: 'Signed out',
                description: 'You have been successfully signed out.',
              })
            }
          >
            Show a toast
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({ title: 'Error', description: 'Failed to load jobs', kind: 'error' })
            }
          >
            Show an error
          </Button>
          <Button variant="secondary" onClick={() => setOpen('message')}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            Ask first
          </Button>
        </div>
        <Dialog
          title="Contact Maya Torres"
          description="Your message goes to the address on the profile. The reply comes to you."
          open={open === 'message'}
          onOpenChange={close}
          actions={
            <>
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              <Button
                onClick={() =>
                  toast({
                    title: 'Error',
                    description: 'Message not sent: this is a gallery',
                    kind: 'error',
                  })
                }
              >
                Send Message
              </Button>
            </>
          }
        >
          <Field label="Message" counter={{ length: 0, max: 2000 }}>
            <Textarea />
          </Field>
        </Dialog>
        <ConfirmDialog
          title="Delete profile"
          description="Are you sure you want to delete your profile? This action cannot be undone."
          confirmLabel="Delete Profile"
          isDestructive
          open={open === 'confirm'}
          onOpenChange={close}
          onConfirm={close}
        />
      </Section>
      <Section layout="beside" hasRule title="Notices">
        <div className="grid gap-4">
          <Notice title="Free to post">Listings stay up for 60 days and can be renewed.</Notice>
          <Notice tone="good" title="Subscription successful!">
            You can search candidate profiles now.
          </Notice>
          <Notice tone="danger" title="The listing was not saved">
            The connection was lost. Nothing you typed is gone; press Post again.
          </Notice>
          <LoadFailure
            title="Your jobs could not be loaded"
            failure={unreachable}
            again={() => toast({ title: 'Tried again' })}
          />
          <ShowMore
            hasMore={count < 60}
            more={{ more: () => setCount(count + 20) }}
            count={count}
          />
          <ShowMore hasMore more={{ more: () => {}, failure: unreachable }}>
            Show earlier
          </ShowMore>
          <Button
            variant="secondary"
            onClick={() => setFailure({ code: 'unreachable', message: 'The job was not saved' })}
          >
            Fail to save
          </Button>
          <FormFailure failure={failure} />
        </div>
      </Section>
      <Section layout="beside" hasRule title="Loading and empty">
        <div className="grid gap-10">
          <Skeleton lines={4} label="Loading jobs..." />
          <EmptyState
            title="No jobs found matching your criteria."
            action={<Button variant="secondary">Clear the filters</Button>}
          >
            Try a shorter word, or look at all types.
          </EmptyState>
        </div>
      </Section>
    </>
  );
}
