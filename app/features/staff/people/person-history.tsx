import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { actWords } from '#domain/staff/acts.ts';
import { mostListed, noteSchema, type PersonPage } from '#domain/staff/people.ts';
import type { Done } from '../act-dialog.tsx';
import { useStaffCall } from '../calls.tsx';
import { OnlyNewest, Part } from '../facts.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { useKeptTexts } from '../use-kept-texts.ts';

export function AddNote({ person, onDone }: { person: string; onDone: Done }) {
  const call = useStaffCall();
  const typed = useKeptTexts(`note ${person}`);
  const form = useForm(noteSchema, async (values) => {
    const answer = await call('add-note', { person, ...values });
    if ('failure' in answer) return answer.failure;
    typed.clear();
    onDone('The note is written.');
  });
  return (
    <Form className="staff-part" {...form.props}>
      <Field
        label="Add a note"
        hint="Seen by staff only. It stays, with your name."
        error={form.errors.words}
      >
        <Textarea
          name="words"
          rows={3}
          value={typed.texts.words ?? ''}
          onChange={({ target }) => typed.type('words', target.value)}
        />
      </Field>
      <div>
        <Button type="submit" size="small" isBusy={form.isBusy} disabled={!form.isReady}>
          Add the note
        </Button>
      </div>
      <FormFailure failure={form.failure} />
    </Form>
  );
}

export function Notes({ notes }: Pick<PersonPage, 'notes'>) {
  return (
    <Part title="Notes">
      {notes.length === 0 && <p>None</p>}
      <ul className="staff-lines">
        {notes.map(({ id, words, written_at, author }) => (
          <li key={id}>
            <p className="staff-words">{words}</p>
            <p className="staff-quiet">
              {author ?? 'Somebody who is gone'}, <Moment at={written_at} hasTime />
            </p>
          </li>
        ))}
      </ul>
      <OnlyNewest list={notes} most={mostListed.notes} />
    </Part>
  );
}

export function History({ person, history }: { person: string } & Pick<PersonPage, 'history'>) {
  return (
    <Part title="History">
      <ul className="staff-lines">
        {history.map(({ position, at, act, actor, reason }) => (
          <li key={position}>
            {actWords[act] ?? act}
            {reason && <p className="staff-words">{reason}</p>}
            <p className="staff-quiet">
              {actor}, <Moment at={at} hasTime />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <a className="link" href={pages.logOf(person)}>
          All of it in the log
        </a>
      </p>
    </Part>
  );
}
