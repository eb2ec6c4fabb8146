import { useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { beginWith, fillTemplate, inboxTexts } from '#domain/applications/inbox.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import type { ListedApplication } from './applications.ts';
import { readTemplates } from './detail.ts';
import { TemplateChoice } from './template-choice.tsx';
import { useTell } from './use-tell.ts';

type DeclineDialogProps = { rows: ListedApplication[]; onClose(): void; onDone(): void };

const kindWords =
  'Dear {name}, thank you for your interest in {job}. We have decided to go on with other applicants, and wish you well in your search.';

/** Declines several with the same words; each applicant's own name is filled in. */
export default function DeclineDialog({ rows, onClose, onDone }: DeclineDialogProps) {
  const draft = useMessageDraft(
    useAuth().user?.id ?? '',
    `decline-${rows.map(({ id }) => id).join()}`,
  );
  const [words, setWords] = useState(draft.text || kindWords);
  const begun = useRef(kindWords);
  const [isBusy, setBusy] = useState(false);
  const tell = useTell();
  const templates = useLoading(async () => readTemplates(await openData())).state.data ?? [];
  const [first] = rows;
  const length = lengthOf(words.trim());

  function type(text: string) {
    setWords(text);
    draft.type(text);
  }

  async function decline() {
    setBusy(true);
    const isDone = await tell(async (client) => {
      const { data, error } = await client.rpc('decline_applications', {
        applications: rows.map(({ id }) => id),
        words,
        seen: rows.map(({ state }) => state),
      });
      if (error) throw error;
      const left = rows.length - (data ?? 0);
      toast({
        title: data === 1 ? '1 application declined' : `${data} applications declined`,
        ...(left > 0 && {
          description:
            left === 1
              ? '1 was moved by a colleague, decided or taken back before, and stays as it is.'
              : `${left} were moved by a colleague, decided or taken back before, and stay as they are.`,
        }),
      });
    });
    setBusy(false);
    if (!isDone) return;
    draft.clear();
    onDone();
    onClose();
  }

  return (
    <Dialog
      title={rows.length === 1 ? 'Decline 1 application' : `Decline ${rows.length} applications`}
      description="Each person gets these words by email within a few minutes. People who already have a decision are left out."
      open
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            isBusy={isBusy}
            disabled={length < 1 || length > inboxTexts.words.most}
            onClick={decline}
          >
            Decline and tell them
          </Button>
        </>
      }
    >
      <Sending value={isBusy}>
        <TemplateChoice
          templates={templates}
          onChosen={(chosen) => {
            type(beginWith(chosen.body, words, begun.current));
            begun.current = chosen.body;
          }}
        />
        <Field
          label="What they read"
          hint="{name} and {job} become each person’s name and the job’s title."
          counter={{ length, max: inboxTexts.words.most }}
        >
          <Textarea
            rows={5}
            dir="auto"
            value={words}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      </Sending>
      {first && (
        <p className="inbox-small">
          To {first.name}: “<bdi>{fillTemplate(words.trim(), first.name, first.job_title)}</bdi>”
        </p>
      )}
    </Dialog>
  );
}
