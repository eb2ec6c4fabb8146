import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { CredentialType } from '#domain/credentials/credentials.ts';
import type { AwardAnswer } from '#domain/staff/credentials.ts';
import { useStaffRead } from '../calls.tsx';
import * as pages from '../links.ts';
import { goTo } from '../router.ts';
import { useKeptTexts } from '../use-kept-texts.ts';
import { useStaffAct } from '../use-staff-act.ts';
import { AwardFields, readAwardFields } from './award-fields.tsx';
import { BackToCredentials, Loaded } from './loaded.tsx';

export function AwardOne() {
  const read = useStaffRead();
  const loading = useLoading(() => read<{ types: CredentialType[] }>('credential-types'), {
    key: 'types',
  });
  return (
    <>
      <BackToCredentials />
      <h1>Award a credential</h1>
      <Loaded loading={loading}>{({ types }) => <AwardForm types={types} />}</Loaded>
    </>
  );
}

function AwardForm({ types }: { types: readonly CredentialType[] }) {
  const act = useStaffAct();
  const [hasKnown, setHasKnown] = useState(false);
  const typed = useKeptTexts('award');
  const [kept] = useState(typed.texts);

  async function award(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const lines = [readAwardFields(event.currentTarget)];
    const answer = await act.run<AwardAnswer>('award-credentials', { lines });
    if (!answer) return;
    typed.clear();
    const [number] = answer.numbers;
    if (number) goTo(pages.credential(number));
    else setHasKnown(true);
  }

  return (
    <Form
      isSending={act.isBusy}
      className="credential-form"
      onSubmit={award}
      onChange={(event) => {
        setHasKnown(false);
        typed.follow(event);
      }}
    >
      <AwardFields types={types} first={kept} />
      {act.failure && (
        <Notice tone="danger" title="Not awarded">
          {act.failure.replace(/^Line 1: /, '')}
        </Notice>
      )}
      {hasKnown && (
        <Notice title="Awarded before">
          The same credential was awarded to this person on that day already. Nothing was done.
        </Notice>
      )}
      <Button type="submit" isBusy={act.isBusy}>
        Award it
      </Button>
    </Form>
  );
}
