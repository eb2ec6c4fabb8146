import { Badge } from '#app/ui/badge.tsx';
import { type CredentialState, credentialStateWords } from '#domain/credentials/credentials.ts';

export function StateBadge({ state }: { state: CredentialState }) {
  const tone = state === 'active' ? 'good' : state === 'revoked' ? 'danger' : 'warm';
  return <Badge tone={tone}>{credentialStateWords[state]}</Badge>;
}
