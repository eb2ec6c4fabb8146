import { credentialTitle } from '#domain/credentials/credentials.ts';
import { Paragraph } from './layout.tsx';
import type { AwardWords } from './template.ts';

/** What was awarded, and in which name. */
export function AwardLines({ awards }: { awards: readonly AwardWords[] }) {
  return awards.map((award) => (
    <Paragraph key={`${award.type} ${award.name}`}>
      <strong>{credentialTitle(award)}</strong>, awarded to <bdi>{award.name}</bdi>
    </Paragraph>
  ));
}
