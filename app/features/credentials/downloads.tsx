import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { saveFile } from '#app/ui/save-file.ts';
import { useCredentialAct } from './use-credential-act.ts';

const kinds = {
  'certificate-letter': 'Certificate, Letter (PDF)',
  'certificate-a4': 'Certificate, A4 (PDF)',
  png: 'Badge (PNG)',
  svg: 'Badge (SVG)',
  jwt: 'Credential file (JWT)',
} as const;
type Kind = keyof typeof kinds;

type File = { name: string; type: string; base64: string };

/**
 * The files of a credential. Badge and file contain the credential itself, which anybody can check without asking us.
 */
export function Downloads({ number }: { number: string }) {
  const act = useCredentialAct();
  const [wanted, setWanted] = useState<Kind>();

  async function take(kind: Kind) {
    setWanted(kind);
    const file = await act.run<File>('credential-file', { number, kind });
    if (file) save(file);
  }

  return (
    <section data-print="none">
      <h3>Download the files</h3>
      <div className="credential-buttons">
        {Object.entries(kinds).map(([kind, label]) => (
          <Button
            key={kind}
            variant="secondary"
            size="small"
            isBusy={act.isBusy && wanted === kind}
            disabled={act.isBusy && wanted !== kind}
            onClick={() => take(kind as Kind)}
          >
            {label}
          </Button>
        ))}
      </div>
      {act.failure && <Notice tone="danger">{act.failure}</Notice>}
      <p className="credential-quiet">
        The certificate prints with a code to scan. Badge and credential file hold the credential as
        an Open Badge, which other programs read.
      </p>
    </section>
  );
}

function save({ name, type, base64 }: File) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type }));
}
