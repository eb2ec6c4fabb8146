import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { LongText } from '#app/ui/long-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { type CredentialType, credentialTitle } from '#domain/credentials/credentials.ts';
import type { AwardPage } from '#domain/staff/credentials.ts';
import { useStaffRead } from '../calls.tsx';
import * as pages from '../links.ts';
import { NotOnNotice } from '../not-on.tsx';
import { goTo } from '../router.ts';
import { useKeptTexts } from '../use-kept-texts.ts';
import { useStaffAct } from '../use-staff-act.ts';
import { AwardFields, readAwardFields } from './award-fields.tsx';
import { Loaded } from './loaded.tsx';

type Read = { award: AwardPage; types: CredentialType[] };

/** An award that replaces another: the wrong credential, the wrong person, the wrong date, or a higher tier. */
export function ReplaceAward({ number }: { number: string }) {
  const read = useStaffRead();
  const loading = useLoading(
    async (): Promise<Read> => {
      const [award, { types }] = await Promise.all([
        read<AwardPage>('look-credential', { number }),
        read<{ types: CredentialType[] }>('credential-types'),
      ]);
      return { award, types };
    },
    { key: number },
  );
  return (
    <>
      <p className="staff-back">
        <a className="link" href={pages.credential(number)}>
          {showCredentialNumber(number)}
        </a>
      </p>
      <h1>Replace a credential</h1>
      <Loaded loading={loading}>
        {({ award, types }) =>
          award.not_on ? (
            <NotOnNotice why={award.not_on} />
          ) : award.state === 'revoked' ? (
            <Notice title="It is revoked, which is for good">
              <p>Award a new one instead.</p>
            </Notice>
          ) : (
            <ReplaceForm award={award} types={types} />
          )
        }
      </Loaded>
    </>
  );
}

function ReplaceForm({ award, types }: Read) {
  const act = useStaffAct();
  const typed = useKeptTexts(`replace ${award.number}`);
  const [kept] = useState(typed.texts);

  async function replace(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const reason = String(new FormData(form).get('reason') ?? '');
    const line = readAwardFields(form);
    const body = { number: award.number, line, reason };
    const answer = await act.run<{ number: string }>('replace-credential', body);
    if (!answer) return;
    typed.clear();
    goTo(pages.credential(answer.number));
  }

  return (
    <Form
      isSending={act.isBusy}
      className="credential-form"
      onSubmit={replace}
      onChange={typed.follow}
    >
      <p>
        {credentialTitle(award)}, awarded to <bdi>{award.name}</bdi>, is revoked for good, and what
        you write here is awarded in its place, under a number of its own. Whoever checks the old
        number or an old file is led to the new one, unless it is somebody else’s: then the old one
        says that it was revoked, and no more. Everybody concerned is told by email, if we have an
        address.
      </p>
      <AwardFields
        types={types}
        first={{
          name: award.name,
          email: award.holder_email ?? award.email ?? '',
          awarded_on: award.awarded_on,
          evidence: award.evidence,
          ...kept,
        }}
      />
      <LongText
        label="Why"
        hint="Whoever has the old one reads it, if we have an address, and it stands in the log"
        name="reason"
        defaultValue={kept.reason}
        rows={3}
        required
        minLength={3}
        max={1_000}
        tooLong="Use 1,000 characters or fewer"
      />
      {act.failure && (
        <Notice tone="danger" title="Not replaced">
          {act.failure}
        </Notice>
      )}
      <Button type="submit" variant="danger" isBusy={act.isBusy}>
        Replace it
      </Button>
    </Form>
  );
}
