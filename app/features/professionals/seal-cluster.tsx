import { certifications } from '#app/content/certifications.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';

/** Five seals as on a catalogue page. Decoration: the table below names them. */
export function SealCluster() {
  return (
    <div className="flex max-w-96 flex-wrap justify-center gap-[3%]" aria-hidden="true">
      {certifications.map(({ credential }) => (
        <CredentialSeal key={credential} credential={credential} className="w-[31%] min-w-24" />
      ))}
    </div>
  );
}
