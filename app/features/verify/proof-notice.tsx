import { verify } from '#app/content/verify.ts';
import { Notice } from '#app/ui/notice.tsx';
import type { Proof } from '#domain/credentials/badge-proof.ts';

/** What a file proves by itself. The names in it are shown only if they are ours, or said to be somebody else's. */
export function ProofNotice({ kind, issuerName }: { kind: Proof['kind']; issuerName?: string }) {
  const { title, text } = verify.proofs[kind];
  return (
    <div data-proof={kind}>
      <Notice tone={kind === 'signed' ? 'good' : 'danger'} title={title}>
        <p>{text}</p>
        {kind === 'foreign' && (
          <p className="mt-1 wrap-anywhere">
            It names: <bdi data-issuer>{issuerName}</bdi>
          </p>
        )}
      </Notice>
    </div>
  );
}
