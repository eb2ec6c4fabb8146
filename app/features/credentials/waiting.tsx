import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { credentialTitle, type WaitingCredential } from '#domain/credentials/credentials.ts';
import { NotMine } from './not-mine.tsx';
import { useCredentialAct } from './use-credential-act.ts';

type WaitingProps = { waiting: readonly WaitingCredential[]; onDone(words: string): void };

/** Credentials awarded to this address before it had an account. */
export function Waiting({ waiting, onDone }: WaitingProps) {
  const act = useCredentialAct();
  const isOne = waiting.length === 1;

  async function claim() {
    if (await act.run('claim-credentials')) {
      onDone(isOne ? 'The credential is yours.' : 'The credentials are yours.');
    }
  }

  return (
    <section className="credential-waiting" aria-labelledby="credentials-waiting">
      <h2 id="credentials-waiting">
        {isOne ? 'A credential waits for you' : `${waiting.length} credentials wait for you`}
      </h2>
      <ul>
        {waiting.map((each) => (
          <li key={each.number}>
            <p>
              <strong>{credentialTitle(each)}</strong>, awarded to <bdi>{each.name}</bdi>
            </p>
            <NotMine number={each.number} label="That is not me" onDone={onDone} />
          </li>
        ))}
      </ul>
      {act.failure && <Notice tone="danger">{act.failure}</Notice>}
      <Button isBusy={act.isBusy} onClick={claim}>
        {isOne ? 'Claim it' : 'Claim them'}
      </Button>
    </section>
  );
}
