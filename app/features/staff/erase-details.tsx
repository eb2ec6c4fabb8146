import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { erasureSchema, personAskedSchema } from '#domain/staff/staff.ts';
import { counted } from '#domain/text/grouped.ts';
import { useStaffCall } from './calls.tsx';

type Found = { id: string; address: string; entries: number; own: number };

/** Removes a person's details from the log: first shows who it is and how much will be removed, then does it. */
export function EraseDetails({ onDone }: { onDone(): void }) {
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<Found>();
  const [erased, setErased] = useState<number>();

  function close() {
    setOpen(false);
    setFound(undefined);
  }

  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Erase what the log says of a person
      </Button>
      <div role="status">
        {erased !== undefined && (
          <Notice
            tone="good"
            title={`The details of ${counted(erased, 'entry', 'entries')} are gone`}
          />
        )}
      </div>
      <Dialog
        title="Erase what the log says of a person"
        description="For somebody who asks for it by right. The words and values of every entry about this person go for good. What was done, when, and the id of who did it stay, and the log says that you erased."
        open={isOpen}
        onOpenChange={(isStaying) => !isStaying && close()}
      >
        {found ? (
          <Erase
            found={found}
            onDone={(entries) => {
              setErased(entries);
              close();
              onDone();
            }}
          />
        ) : (
          <Find onFound={setFound} />
        )}
      </Dialog>
    </>
  );
}

function Find({ onFound }: { onFound(found: Found): void }) {
  const call = useStaffCall();
  const form = useForm(personAskedSchema, async (values) => {
    const answer = await call<Found>('find-details', values);
    if ('failure' in answer) return answer.failure;
    onFound(answer.data);
  });
  return (
    <Form className="staff-list" {...form.props}>
      <Field label="Address of the account, or its id" error={form.errors.person}>
        <TextInput name="person" autoComplete="off" />
      </Field>
      <FormFailure failure={form.failure} />
      <Button type="submit" isBusy={form.isBusy}>
        Show what would go
      </Button>
    </Form>
  );
}

function Erase({ found, onDone }: { found: Found; onDone(entries: number): void }) {
  const { id, address, entries, own } = found;
  const call = useStaffCall();
  const place = useRef<HTMLDivElement>(null);

  // Synchronises focus with the form that this one has replaced.
  useEffect(() => place.current?.focus(), []);

  const form = useForm(erasureSchema, async (values) => {
    const answer = await call<{ entries: number }>('erase-details', values);
    if ('failure' in answer) return answer.failure;
    onDone(answer.data.entries);
  });
  return (
    <Form className="staff-list" {...form.props}>
      <div ref={place} tabIndex={-1}>
        <Notice title={`${counted(entries, 'entry', 'entries')} about ${address}`}>
          <p>Their reasons, their values before and after, and the address of who acted go.</p>
          {own > 0 && (
            <p>
              {counted(own, 'entry', 'entries')} of what this person did as staff{' '}
              {own === 1 ? 'stays as it is' : 'stay as they are'}.
            </p>
          )}
        </Notice>
      </div>
      <input type="hidden" name="id" value={id} readOnly />
      <Field label="Why" hint="For the log, without a name" error={form.errors.reason}>
        <Textarea name="reason" rows={3} />
      </Field>
      <FormFailure failure={form.failure} />
      <Button type="submit" variant="danger" isBusy={form.isBusy} disabled={entries === 0}>
        Erase for good
      </Button>
    </Form>
  );
}
